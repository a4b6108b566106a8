from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.tree.identifiers import PedestrianIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle
from task_generator.agents import agent_radius, agent_speed, agent_type


def person(agent: Any = None, velocity: float = 1.0) -> DynamicObstacle:
    extra = {} if agent is None else {"agent": agent}
    return DynamicObstacle("ann", PedestrianIdentifier("nurse"), Pose(0.0, 0.0), velocity=velocity, extra=extra)


def speed(who: DynamicObstacle, directory: str = "", seed: int = 1) -> float:
    kind, warning = agent_type(who, directory)
    assert warning == ""
    return agent_speed(who, kind, lambda: stream(seed, "people", who.name))


def radius(who: DynamicObstacle, directory: str = "") -> float:
    return agent_radius(who, agent_type(who, directory)[0], 0.3)


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ({"agent_type": "adult"}, 1.1),
        ("elder", 0.75),
        ({"agent_type": "elder", "desired_velocity": 0.5}, 0.5),
        ({"agent_type": "elder", "desired_velocity": 0.0}, 0.0),
        ({"behavior_tree": "x"}, 1.1),
    ],
)
def test_an_agent_block_decides_the_speed(agent: Any, expected: float) -> None:
    assert speed(person(agent, velocity=1.7)) == expected


def test_without_an_agent_block_the_velocity_counts() -> None:
    assert speed(person(velocity=1.7)) == 1.7


def test_a_range_of_speeds_is_drawn_from_the_stream_of_the_person() -> None:
    who = person({"desired_velocity": {"min": 1.0, "max": 1.5}})
    drawn = [speed(who, seed=seed) for seed in range(50)]
    assert all(1.0 <= value <= 1.5 for value in drawn)
    assert max(drawn) - min(drawn) > 0.3
    assert drawn == [speed(who, seed=seed) for seed in range(50)]


def test_the_radius_is_that_of_the_model_unless_the_agent_has_one() -> None:
    assert radius(person()) == 0.3
    assert radius(person("adult")) == 0.3
    assert radius(person({"agent_radius": 0.2})) == 0.2
    assert radius(person({"radius": 0.35})) == 0.35


@pytest.mark.parametrize("name", ["./nurse.yaml", "hurried"])
def test_an_unknown_kind_is_a_warning_and_an_adult(tmp_path: Path, name: str) -> None:
    who = person({"agent_type": name})
    kind, warning = agent_type(who, str(tmp_path))
    assert agent_speed(who, kind, lambda: stream(1)) == 1.1
    assert "person ann" in warning
    assert name in warning
    assert "adult is used" in warning


def test_a_kind_in_a_file_extends_a_built_in_one(tmp_path: Path) -> None:
    path = tmp_path / "kinds" / "slow.yaml"
    path.parent.mkdir()
    path.write_text("name: slow\nextends: elder\nmode: behavior_tree\nagent_radius: {mean: 0.4}\n", encoding="utf-8")
    who = person({"agent_type": "./kinds/slow.yaml"})
    assert speed(who, str(tmp_path)) == 0.75
    assert radius(who, str(tmp_path)) == 0.4


def test_a_distribution_in_a_file_is_cut_off_at_its_ends(tmp_path: Path) -> None:
    text = "desired_velocity: {mean: 1.0, std: 0.5, clip_low: 0.8, clip_high: 1.2}\n"
    (tmp_path / "kind.yaml").write_text(text, encoding="utf-8")
    drawn = {speed(person({"agent_type": "kind.yaml"}), str(tmp_path), seed) for seed in range(60)}
    assert (min(drawn), max(drawn)) == (0.8, 1.2)
    assert len(drawn) > 10


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extends: alien\n", "extends 'alien'"),
        ("desired_velocity: quick\n", "desired_velocity .* is 'quick'"),
        ("desired_velocity: {std: 1}\n", "expected a number from 0"),
        ("desired_velocity: -1\n", "expected a number from 0"),
        ("agent_radius: true\n", "agent_radius .* is True"),
        ("- a\n", "is no mapping"),
        ("a: [\n", "has errors"),
        ("", "has errors"),
    ],
)
def test_a_wrong_file_is_a_warning_and_an_adult(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "kind.yaml").write_text(text, encoding="utf-8")
    who = person({"agent_type": "./kind.yaml"})
    kind, warning = agent_type(who, str(tmp_path))
    assert agent_speed(who, kind, lambda: stream(1)) == 1.1
    assert re.search(message, warning)
