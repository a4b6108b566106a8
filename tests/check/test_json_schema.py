"""The schemas for editors say what the readers say, key by key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from schema_validator import Validator

from arena_simulation_setup.files.cursor import Cursor, attempt
from arena_simulation_setup.files.fields import keys_of
from arena_simulation_setup.files.nodes import Node, node_of
from arena_simulation_setup.files.problem import ERROR
from arena_simulation_setup.files.read_level import read_level
from arena_simulation_setup.files.read_phase import COMMON_KEYS, GESTURE_KEYS, GOTO_KEYS, REACH_KEYS
from arena_simulation_setup.files.read_scenario import LEGACY_KEY, OWN_ATTRIBUTES, read_scenario
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.schema.scenario import scenario_schema
from arena_simulation_setup.files.schema.world import world_schema
from arena_simulation_setup.files.values import plain_value
from arena_simulation_setup.files.yaml_nodes import read_document
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.tree.search_paths import shipped
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

WORLD, SCENARIO = Validator(world_schema()), Validator(scenario_schema())
CORNERS = [[0, 0], [4, 0], [4, 3], [0, 3]]
ROOM: Mapping[str, Any] = {"name": "room", "corners": CORNERS}
# One of each kind of value, right and wrong for any key.
VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 0.5, 2e9 + 0.5, 200, "", "word", "a/b", "a/Object/b", "a/b/c/d", "a:b", " blank ", "x\ny",
    "spot", "panel", "sun", "sliding", "+x", "repeat", "once", "never", "before", "robot in room", "source", "red", [],
    {}, [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 0, 0, 0], [1, 2, 3, 1, 0, 0, 0], [0.5, "x"], ["x", None],
    ["x", {"tint": "red"}], [[1, 2], [3, 4]], [[1, 2], 0.5], {"x": 1}, {"x": 1, "y": 2}, {"x": 1, "y": 2, "yaw": 0},
    {"x": 1, "y": 2, "other": 3}, {"position": [1, 2]}, {"position": [1, 2], "level_id": "1"}, {"position": "room"},
    {"name": "x"}, {"name": "x", "domain": "y", "_modifiers": None}, {"min": 1, "max": 2},
    [{"state": "a", "value": 1}], [{"predicate": "a"}], [{"preset": "gate"}], [{"preset": "wrong"}], [{"distance": 1}],
    [{"state": "a", "bogus": 1}], {"lit": True}, {"lit": True, "light_on": "a"}, {"spacing": 1}, {"spacing": 0},
    [{"t": 0, "rate": 1}], [{"t": 0}], {"entity": "a", "field": "b", "is": "c"}, {"entity": "a"},
    [{"op": "never", "p": "robot in room"}], [{"op": "never"}], [{"goto": [1, 2]}], [{"goto": "room", "bogus": 1}],
    [{"gesture": "wave"}], [{"reach": "home"}], [{"reach": None}], [[0, 0], [1, 0], [1, 1]],
)  # fmt: skip
# What needs more than the shape of one value: names elsewhere, geometry, grammars, and slips of known keys.
BEYOND_A_SCHEMA = {
    "key.typo", "polygon", "door.length", "wall.length", "atom", "semantics.host", "semantics.conflict",
    "semantics.value", "light.rig", "value.direction", "value.quaternion", "value.color", "microphone.zone",
    "microphone.position", "microphone.ceiling", "light.entity", "sound.entity", "sound.level", "name.duplicate",
    "phase.pose", "region.profile", "scenario.mixed",
}  # fmt: skip

STATIC, PERSON = {"name": "a", "model": "b", "pose": [1, 1]}, {"name": "a", "pose": [1, 1]}
IN_ZONE: Mapping[str, tuple[type, Mapping[str, Any]]] = {
    "walls": (Wall, {"start": [0, 0], "end": [1, 0]}),
    "doors": (Door, {"name": "a", "start": [0, 0], "end": [1, 0]}),
    "elevators": (Elevator, {"name": "a", "position": [1, 1]}),
    "sounds": (Sound, {"name": "a", "asset_id": "b", "position": [1, 1]}),
    "schedules": (Schedule, {"name": "a"}),
    "signals": (Signal, {"name": "a"}),
    "lights": (Light, {"name": "a", "fixture": "panel", "position": [1, 1], "lumens": 10}),
}


def in_zone(key: str, value: Any) -> Any:
    return {"zones": [{**ROOM, key: value}]}


def placed(base: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """An entity with a key; `pos` takes the place of `pose`."""
    return {**{kept: base[kept] for kept in base if key != "pos" or kept != "pose"}, key: value}


def world_places() -> Iterator[tuple[str, Any]]:
    """Every key of a world, with a function from its value to a whole file."""
    for key in keys_of(LevelDescription):
        yield f"level.{key}", lambda value, key=key: {key: value}
    for key in (*keys_of(Zone), "mat", "bogus_key"):
        yield f"zone.{key}", lambda value, key=key: in_zone(key, value)
    for place, (described, base) in IN_ZONE.items():
        for key in (*keys_of(described), "bogus_key"):
            yield (
                f"{place}.{key}",
                lambda value, key=key, place=place, base=base: in_zone(place, [{**base, key: value}]),
            )
    for kind, base in (("static", STATIC), ("dynamic", PERSON)):
        for key in (
            *keys_of(Obstacle if kind == "static" else DynamicObstacle),
            "bbox",
            "agent",
            "waypoint_mode",
            "pos",
        ):
            yield (
                f"entities.{kind}.{key}",
                lambda value, key=key, kind=kind, base=base: in_zone("entities", {kind: [placed(base, key, value)]}),
            )
    for key in (*keys_of(CeilingLights), "bogus_key"):
        yield f"rig.{key}", lambda value, key=key: in_zone("ceiling_lights", {key: value})
    microphone = {"zone": "room", "placement": "desk", "position": [1, 1]}
    for key in keys_of(WorldMicrophone):
        yield f"microphone.{key}", lambda value, key=key: {"zones": [ROOM], "microphones": [{**microphone, key: value}]}
    dome = {"name": "a", "fixture": "dome", "lux": 10}
    for key in keys_of(Light):
        yield f"level light.{key}", lambda value, key=key: {"lights": [{**dome, key: value}]}


def scenario_places() -> Iterator[tuple[str, Any]]:
    robot: dict[str, Any] = {"start": [1, 1]}
    for key in (*(key for key in keys_of(Scenario) if key not in OWN_ATTRIBUTES), LEGACY_KEY):
        yield f"scenario.{key}", lambda value, key=key: {key: value}
    for key in (*keys_of(Obstacle), "bbox"):
        yield f"static.{key}", lambda value, key=key: {"static": [{**STATIC, key: value}]}
    for key in (*keys_of(DynamicObstacle), "agent", "waypoint_mode"):
        yield f"dynamic.{key}", lambda value, key=key: {"dynamic": [{**PERSON, key: value}]}
    for key in (*keys_of(RobotTask), "goal"):
        yield f"robot.{key}", lambda value, key=key: {"robots": [{**robot, key: value}]}
    phases = (({"goto": [1, 1]}, GOTO_KEYS), ({"gesture": "wave"}, GESTURE_KEYS), ({"reach": "home"}, REACH_KEYS))
    for base, keys in phases:
        for key in (*keys, *COMMON_KEYS, "bogus_key"):
            yield (
                f"{next(iter(base))}.{key}",
                lambda value, key=key, base=base: {"robots": [{**robot, "phases": [{**base, key: value}]}]},
            )
    for key in ("at", "every", "when", "offset", "until", "set", "bogus_key"):
        yield f"timeline.{key}", lambda value, key=key: {"timeline": [{"at": 1, "set": [], key: value}]}
    for key in ("type", "polygon", "ref", "config", "bogus_key"):
        yield f"region.{key}", lambda value, key=key: {"regions": {"r": {"type": "sink", "ref": "room", key: value}}}
    for key in ("rate_profile", "max_concurrent", "max_total", "agent"):
        yield (
            f"source.{key}",
            lambda value, key=key: {"regions": {"r": {"type": "source", "ref": "room", "config": {key: value}}}},
        )
    for key in ("op", "p", "q", "text", "on_failure", "bogus_key"):
        yield (
            f"clause.{key}",
            lambda value, key=key: {"conditions": [{"op": "never", "p": "robot in room", key: value}]},
        )


WORLD_PLACES, SCENARIO_PLACES = dict(world_places()), dict(scenario_places())


def beyond_a_schema(place: str) -> set[str]:
    """Codes at a place that the schema need not know; that a range must not be empty is one of them."""
    return BEYOND_A_SCHEMA | ({"value.range"} if place.endswith("bbox") else set())


def errors(read: Any, root: Node) -> list[str]:
    report = Report("file")
    attempt(read, Cursor(root, "", report), None)
    return [problem.code for problem in report.problems if problem.severity == ERROR]


def disagreements(validator: Validator, read: Any, place: Any, beyond: set[str]) -> list[tuple[Any, list[str]]]:
    """Values at a place that only one of schema and reader takes."""
    found = []
    for value in VALUES:
        whole = place(value)
        codes = errors(read, node_of(whole))
        if not codes and not validator.accepts(whole):
            found.append((value, codes))
        if set(codes) - beyond and validator.accepts(whole):
            found.append((value, codes))
    return found


@pytest.mark.parametrize("place", WORLD_PLACES)
def test_world_schema_and_loader_agree(place: str) -> None:
    assert disagreements(WORLD, read_level, WORLD_PLACES[place], beyond_a_schema(place)) == []


@pytest.mark.parametrize("place", SCENARIO_PLACES)
def test_scenario_schema_and_loader_agree(place: str) -> None:
    assert disagreements(SCENARIO, read_scenario, SCENARIO_PLACES[place], beyond_a_schema(place)) == []


def properties(schema: Validator, name: str) -> set[str]:
    found: set[str] = set(schema.schema["$defs"][name]["properties"])
    return found


@pytest.mark.parametrize(
    ("name", "described"),
    [
        ("level", LevelDescription), ("zone", Zone), ("wall", Wall), ("door", Door), ("elevator", Elevator),
        ("microphone", WorldMicrophone), ("zone_light", Light), ("level_light", Light),
        ("ceiling_lights", CeilingLights), ("schedule", Schedule), ("signal", Signal), ("sound", Sound),
        ("furniture", Obstacle), ("person", DynamicObstacle),
    ],
)  # fmt: skip
def test_every_key_of_a_thing_is_described(name: str, described: type) -> None:
    assert set(keys_of(described)) <= properties(WORLD, name)


def test_every_key_of_a_scenario_and_of_a_phase_is_described() -> None:
    assert set(keys_of(Scenario)) - set(OWN_ATTRIBUTES) | {LEGACY_KEY} == set(SCENARIO.schema["properties"])
    assert set(keys_of(RobotTask)) | {"goal"} == properties(SCENARIO, "robot")
    for name, keys in (("goto", GOTO_KEYS), ("gesture", GESTURE_KEYS), ("reach", REACH_KEYS)):
        assert properties(SCENARIO, name) == {*keys, *COMMON_KEYS}


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.yaml") if path.name in ("world.yaml", "scenario.yaml"))


def rejected(folder: Path) -> list[str]:
    found = []
    for path in files(folder):
        root = read_document(path, Report(str(path)))
        assert root is not None
        if not (WORLD if path.name == "world.yaml" else SCENARIO).accepts(plain_value(root)):
            found.append(str(path))
    return found


def test_every_shipped_file_fits_its_schema() -> None:
    assert len(files(shipped("worlds"))) > 5
    assert rejected(shipped("worlds")) == []


def test_every_sample_file_fits_its_schema(samples: Path) -> None:
    assert rejected(samples) == []


def test_old_form_of_a_whole_world_fits() -> None:
    assert WORLD.accepts({"levels": {"0": {"zones": [ROOM]}, "1": {}}})
    assert not WORLD.accepts({"levels": {"0": {}}, "zones": []})


def test_schema_tells_what_a_key_means_and_what_its_default_is() -> None:
    hold_time = WORLD.schema["$defs"]["door"]["properties"]["hold_time"]
    assert hold_time["default"] == 2.0
    assert hold_time["description"].startswith("Seconds that the door stays open")
