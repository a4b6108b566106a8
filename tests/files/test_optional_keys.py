"""Every optional key absent, null, empty list, empty mapping (F4): the default, or one clear error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from small_world import written_world

from arena_simulation_setup.files.fields import keys_of
from arena_simulation_setup.files.load_scenario import load_scenario
from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.read_phase import COMMON_KEYS, GOTO_KEYS
from arena_simulation_setup.files.yaml_text import yaml_text
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import CeilingLights, Light
from arena_simulation_setup.world.microphone import WorldMicrophone
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

CORNERS = [[0, 0], [4, 0], [4, 3], [0, 3]]
ROOM: Mapping[str, Any] = {"name": "room", "corners": CORNERS}
FORMS: tuple[Any, ...] = (None, [], {})

IN_ZONE: Mapping[str, tuple[type, Mapping[str, Any]]] = {
    "walls": (Wall, {"start": [0, 0], "end": [1, 0]}),
    "doors": (Door, {"name": "a", "start": [0, 0], "end": [1, 0]}),
    "elevators": (Elevator, {"name": "a", "position": [1, 1]}),
    "sounds": (Sound, {"name": "a", "asset_id": "b", "position": [1, 1]}),
    "schedules": (Schedule, {"name": "a"}),
    "signals": (Signal, {"name": "a"}),
    "lights": (Light, {"name": "a", "fixture": "panel", "position": [1, 1], "lumens": 10}),
}
SCENARIO_KEYS = ("static", "dynamic", "sounds", "robots", "regions", "timeline", "conditions", "obstacles")


def world_cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for key in keys_of(LevelDescription):
        for form in FORMS:
            yield f"level.{key}={form}", {key: form}
    for key in keys_of(Zone):
        for form in FORMS:
            yield f"zone.{key}={form}", {"zones": [{**ROOM, key: form}]}
    for place, (described, base) in IN_ZONE.items():
        for key in keys_of(described):
            for form in FORMS:
                yield f"{place}.{key}={form}", {"zones": [{**ROOM, place: [{**base, key: form}]}]}
    for key in keys_of(CeilingLights):
        for form in FORMS:
            yield f"rig.{key}={form}", {"zones": [{**ROOM, "ceiling_lights": {key: form}}]}
    microphone = {"zone": "room", "placement": "desk", "position": [1, 1]}
    for key in keys_of(WorldMicrophone):
        for form in FORMS:
            yield f"microphone.{key}={form}", {"zones": [ROOM], "microphones": [{**microphone, key: form}]}


def scenario_cases() -> Iterator[tuple[str, dict[str, Any]]]:
    static, person = {"name": "a", "model": "b", "pose": [1, 1]}, {"name": "a", "pose": [1, 1]}
    robot: dict[str, Any] = {"start": [1, 1]}
    for form in FORMS:
        for key in SCENARIO_KEYS:
            yield f"scenario.{key}={form}", {key: form}
        for key in (*keys_of(Obstacle), "bbox"):
            yield f"static.{key}={form}", {"static": [{**static, key: form}]}
        for key in (*keys_of(DynamicObstacle), "agent", "waypoint_mode"):
            yield f"dynamic.{key}={form}", {"dynamic": [{**person, key: form}]}
        for key in (*keys_of(RobotTask), "goal"):
            yield f"robot.{key}={form}", {"robots": [{**robot, key: form}]}
        for key in (*GOTO_KEYS, *COMMON_KEYS):
            yield f"goto.{key}={form}", {"robots": [{**robot, "phases": [{"goto": [1, 1], key: form}]}]}
        for phase in ({"gesture": form}, {"reach": form}, {"reach": "home", "planning_time": form}):
            yield f"phase.{phase}", {"robots": [{**robot, "phases": [phase]}]}
        for key in ("at", "every", "when", "offset", "until", "set"):
            yield f"timeline.{key}={form}", {"timeline": [{"at": 1, "set": [], key: form}]}
        for key in ("type", "polygon", "ref", "config"):
            yield f"region.{key}={form}", {"regions": {"r": {"type": "sink", "ref": "room", key: form}}}
        for key in ("rate_profile", "max_concurrent", "max_total", "agent"):
            config = {"type": "source", "ref": "room", "config": {key: form}}
            yield f"region.config.{key}={form}", {"regions": {"r": config}}
        for key in ("op", "p", "q", "text", "on_failure"):
            yield f"clause.{key}={form}", {"conditions": [{"op": "never", "p": "robot in room", key: form}]}


WORLD_CASES = dict(world_cases())
SCENARIO_CASES = dict(scenario_cases())


def check_problems(error: FileProblems) -> None:
    errors = [problem for problem in error.problems if problem.severity == "error"]
    assert len(errors) == 1, error
    assert errors[0].line > 0
    assert errors[0].expected or len(errors[0].message) > 10


@pytest.mark.parametrize("case", WORLD_CASES)
def test_world_with_empty_key_loads_or_says_one_thing(tmp_path: Path, case: str) -> None:
    try:
        load_world(written_world(tmp_path, _0=yaml_text(WORLD_CASES[case])))
    except FileProblems as error:
        check_problems(error)


@pytest.mark.parametrize("case", SCENARIO_CASES)
def test_scenario_with_empty_key_loads_or_says_one_thing(tmp_path: Path, case: str) -> None:
    (tmp_path / "scenario.yaml").write_text(yaml_text(SCENARIO_CASES[case]))
    try:
        load_scenario(tmp_path)
    except FileProblems as error:
        check_problems(error)


@pytest.mark.parametrize("key", [key for key in keys_of(Zone) if key != "name"])
def test_null_means_the_default(tmp_path: Path, key: str) -> None:
    zone = load_world(written_world(tmp_path, _0=yaml_text({"zones": [{"name": "a", key: None}]}))).value.levels["0"]
    assert zone.zones == (Zone("a"),)
