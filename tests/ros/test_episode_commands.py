"""`arena episode` and `arena bench ros` over real DDS, with the nodes of an environment of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from node_process import REPOSITORY, NodeProcess, ros_arguments
from rcl_interfaces.srv import SetParameters
from ros_client import DEADLINE_S, ros_client, until

from arena_cli.main import main
from task_generator.ros.parameter_messages import parameter_messages

pytestmark = [pytest.mark.ros, pytest.mark.slow]

CALM = {"task.random.static.n": "[0, 0]", "task.random.dynamic.n": "[0, 0]", "run_seed": "7"}
WORLD = {"world": "map_empty", "task.episode.auto_reset": "false", "task.episode.timeout": 3.0, **CALM}
BELOW = ["-r", "__ns:=/env_1"]


@pytest.fixture(scope="module")
def nodes(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("env_1")
    clocked = [*BELOW, "-r", "/clock:=/env_1/clock"]
    runtime = [*ros_arguments({"target_rtf": 3.0}), *BELOW]
    generator = [*ros_arguments({**WORLD, "autostart": "true", "use_sim_time": "true"}), *clocked]
    processes = [
        NodeProcess("arena_runtime.ros.main", runtime, ros_domain, folder / "runtime.log"),
        NodeProcess("task_generator.ros.main", generator, ros_domain, folder / "generator.log"),
    ]
    yield
    for process in reversed(processes):
        process.close()


def episode(*words: str, namespace: str = "env_1", timeout: str = "60") -> list[str]:
    return ["episode", *words, "--namespace", namespace, "--timeout", timeout, "--json"]


@pytest.fixture
def row(nodes: None, capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*words: str) -> dict[str, Any]:
        code = main(episode(*words))
        said = capsys.readouterr()
        assert code == 0, said.err
        (line,) = said.out.splitlines()
        found: dict[str, Any] = json.loads(line)
        return found

    return call


def test_what_is_staged_makes_the_episode_that_a_reset_begins(row: Any) -> None:
    until(lambda: row("status")["lifecycle"] == "active", "the task generator is active")
    staged = row("queue", "task.obstacles:=random", "task.random.static.n:=[2, 2]", "humansim.speed:=1.5")
    assert staged["obstacles_params"]["static.n"] == [2, 2]
    assert staged["human_params"] == {"humansim.speed": 1.5}
    begun = row("reset", "seed:=5")
    assert (begun["state"], begun["seed"], begun["world"]) == ("RUNNING", 5, "map_empty")
    assert begun["obstacles_params"]["static.n"] == [2, 2]
    shown = row("status")
    assert (shown["namespace"], shown["episode"]["seed"]) == ("/env_1", 5)


def test_a_run_waits_for_the_outcome(row: Any) -> None:
    ended = row("run", "seed:=6")
    assert (ended["seed"], ended["state"], ended["reason"]) == (6, "FAILED", "timeout")
    assert ended["goal_dist_start"] > ended["goal_dist_min"] > 0.0
    assert ended["path_length"] > 1.0
    assert ended["integrity"] is True


def test_refusals_and_absence_are_told_in_a_sentence(nodes: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(episode("reset", "world:=map_emty")) == 1
    assert "did you mean 'map_empty'" in capsys.readouterr().err
    assert main(episode("status", namespace="env_2", timeout="10")) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "no task generator answers in namespace /env_2 within 10 s" in said.err
    assert "--namespace /env_1" in said.err


def test_an_interrupt_cancels_the_run(row: Any, ros_domain: dict[str, str]) -> None:
    # Nothing else ends it before.
    endless = parameter_messages({"task.episode.timeout": -1.0, "robot.mobile": "none"})
    with ros_client(ros_domain) as client:
        results = client.call(SetParameters, "/env_1/task_generator/set_parameters", parameters=endless).results
    assert all(result.successful for result in results)
    words = [sys.executable, "-m", "arena_cli.main", *episode("run", "seed:=8")]
    process = subprocess.Popen(words, env={**os.environ, **ros_domain, "PYTHONPATH": str(REPOSITORY)})

    def is_running() -> bool:
        assert process.poll() is None
        return bool(row("status")["episode"]["seed"] == 8)

    until(is_running, "the episode of the run has begun")
    process.send_signal(2)
    assert process.wait(DEADLINE_S) == 130
    ended = row("status")["episode"]
    assert (ended["seed"], ended["state"], ended["reason"]) == (8, "SKIPPED", "cancelled")


def test_the_bench_measures_a_task_generator_of_its_own(
    ros_domain: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["bench", "ros", "--json", "calls:=100", "--domain", ros_domain["ROS_DOMAIN_ID"], "--timeout", "60"])
    figures = json.loads(capsys.readouterr().out)
    assert figures["calls"] == 100
    assert code == (0 if figures["median_ms"] <= figures["limit_ms"] else 1)
    assert 0.0 < figures["median_ms"] <= figures["p99_ms"] <= figures["longest_ms"]
