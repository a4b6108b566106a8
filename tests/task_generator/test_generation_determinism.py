from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from generated_site import rooms

from task_generator.generator import EpisodeRequest, generate

PROGRAM = """
from arena_simulation_setup.episode_json import episode_hash
from arena_simulation_setup.site import open_site
from task_generator.generator import EpisodeRequest, generate
site = open_site("map_empty", {})
requests = [EpisodeRequest(1, seed, fleet=("jackal", "jackal")) for seed in (3, 4)]
requests.append(EpisodeRequest(2, 5, "scenario", "scenario"))
print(*(episode_hash(generate(site, request).episode) for request in requests))
"""


def hashes(repository: Path, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(repository)}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    return ran.stdout


def test_the_same_request_gives_the_same_episode_in_fresh_processes(repository: Path) -> None:
    first, second, third = (hashes(repository, seed) for seed in ("0", "1", "4242"))
    assert first == second == third
    assert len(first.split()) == 3


def test_the_same_request_gives_the_same_episode_whatever_was_made_before(tmp_path: Path) -> None:
    used, fresh = rooms(tmp_path, (6.0, 6.0), (5.0, 6.0)), rooms(tmp_path, (6.0, 6.0), (5.0, 6.0))
    few = {"task.random.static.n": [2, 4]}
    for seed in (1, 2, 3):
        generate(used, EpisodeRequest(1, seed, parameters=few))
    request = EpisodeRequest(1, 9, parameters=few)
    assert generate(used, request).episode == generate(fresh, request).episode


def test_another_seed_gives_another_episode(tmp_path: Path) -> None:
    site = rooms(tmp_path, (6.0, 6.0))
    few = {"task.random.static.n": [2, 4]}
    made = [generate(site, EpisodeRequest(1, seed, parameters=few)).episode for seed in (1, 2)]
    assert made[0].robots[0].start != made[1].robots[0].start


def test_robots_start_at_the_same_places_whatever_obstacles_follow(tmp_path: Path) -> None:
    site = rooms(tmp_path, (6.0, 6.0))
    made = [
        generate(site, EpisodeRequest(1, 1, parameters={"task.random.static.n": [count]})).episode for count in (0, 3)
    ]
    assert made[0].robots == made[1].robots
