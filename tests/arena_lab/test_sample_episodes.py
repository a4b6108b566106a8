"""Worlds of other people: every scenario of theirs, and random episodes in each, reach an outcome."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena_lab.batch import Batch, run_batch
from arena_lab.row import EpisodeRow
from arena_lab.run import RunOptions
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.site import open_site
from task_generator.request import EpisodeRequest

SCENARIOS = [
    ("demo", "default"),
    ("hospital_1", "conditions"),
    ("hospital_1", "default"),
    ("hospital_1", "fire_alarm_evacuation"),
    ("hospital_1", "flow"),
    ("hospital_1", "humansim_flow"),
    ("hospital_1", "landmark_reception_then_ward"),
    ("hospital_1", "showcase"),
    ("hospital_1", "social_waving"),
    ("hospital_1", "tasks"),
    ("three_storied_residential", "fire_alarm"),
]


def rows(world: Path, mode: str, names: tuple[str, ...], episodes: int) -> list[EpisodeRow]:
    site = open_site(str(world), os.environ)
    limits = Limits(timeout_ns=120 * 10**9, no_progress_ns=60 * 10**9)
    template = EpisodeRequest(1, 0, mode, mode, limits=limits)
    return [result.row for result in run_batch(site, Batch(template, names, episodes, 1, "1"), RunOptions(None))]


def test_every_scenario_of_the_samples_is_named_here(samples: Path) -> None:
    found = sorted((path.parts[-4], path.parts[-2]) for path in samples.glob("*/scenarios/*/scenario.yaml"))
    assert found == SCENARIOS


@pytest.mark.slow
@pytest.mark.parametrize(("world", "scenario"), SCENARIOS)
def test_every_scenario_of_the_samples_succeeds_without_a_collision(samples: Path, world: str, scenario: str) -> None:
    (row,) = rows(samples / world, "scenario", (scenario,), 1)
    assert (row.outcome, row.collisions) == ("SUCCESS", 0), row.info


@pytest.mark.slow
@pytest.mark.parametrize("world", ["demo", "hospital_1", "map_empty", "reception"])
def test_random_episodes_in_the_samples_succeed(samples: Path, world: str) -> None:
    found = rows(samples / world, "random", ("",), 4)
    assert [(row.outcome, row.collisions) for row in found] == [("SUCCESS", 0)] * 4, [row.info for row in found]
