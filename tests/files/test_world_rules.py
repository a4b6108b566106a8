"""Rules between things: elevators, microphones, lights, sounds."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_world import ROOM, level, loaded, only_problem, problems, written_world

from arena_simulation_setup.files.load_world import load_world


def lift(name: str, destination: str = "") -> str:
    return f"  elevators: [{{name: {name}, position: [2, 2], destination: {destination!r}}}]\n"


@pytest.mark.parametrize(
    ("destination", "message"),
    [
        ("1.upper, 1.upper", "two destinations on level '1'"),
        ("7.upper", "unknown level '7'"),
        ("upper", "destination 'upper' names no level"),
        ("1.uper", "unknown elevator 'uper'"),
        ("1.lower", "elevator 'lower' is not on level '1'"),
    ],
)
def test_destination_must_exist_once_per_level(tmp_path: Path, destination: str, message: str) -> None:
    found = problems(tmp_path, _0=ROOM + lift("lower", destination), _1=ROOM + lift("upper"))
    assert [message in problem.message for problem in found] == [True]
    assert found[0].line == 4


def test_near_elevator_is_offered(tmp_path: Path) -> None:
    found = problems(tmp_path, _0=ROOM + lift("lower", "1.uper"), _1=ROOM + lift("upper"))
    assert found[0].suggestion == "upper"


def test_several_destinations_on_different_levels_are_right(tmp_path: Path) -> None:
    levels = {"_0": ROOM + lift("a", "1.b, 2.c"), "_1": ROOM + lift("b", "0.a"), "_2": ROOM + lift("c")}
    assert loaded(tmp_path, **levels).warnings == ()


def test_destination_on_an_unloaded_level_is_a_warning(tmp_path: Path) -> None:
    directory = written_world(tmp_path, _0=ROOM + lift("lower", "1.upper"), _1=ROOM + lift("upper"))
    assert [warning.code for warning in load_world(directory, ("0",)).warnings] == ["elevator.unloaded"]


def test_elevator_names_are_unique_over_all_levels(tmp_path: Path) -> None:
    found = problems(tmp_path, _0=ROOM + lift("a"), _1=ROOM + lift("a"))
    assert [problem.code for problem in found] == ["elevator.duplicate"]


def microphone(**values: object) -> str:
    keys = {"zone": "room", "placement": "desk", "position": "[1, 1, 1]", **values}
    return "microphones:\n- {" + ", ".join(f"{key}: {value}" for key, value in keys.items()) + "}\n"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"zone": "rom"}, "unknown zone 'rom'"),
        ({"position": "[9, 9, 1]"}, "outside zone 'room'"),
        ({"placement": "ceiling"}, "does not match ceiling height 2.5"),
        ({"index": 0}, "out of range"),
        ({"placement": '"a:b"'}, "colon"),
    ],
)
def test_wrong_microphone_is_one_error(tmp_path: Path, values: dict[str, object], message: str) -> None:
    assert message in only_problem(tmp_path, ROOM + "  ceiling_height: 2.5\n" + microphone(**values)).message


def test_microphone_at_the_ceiling_or_in_another_frame_is_right(tmp_path: Path) -> None:
    text = ROOM + "  ceiling_height: 2.5\n"
    assert level(tmp_path / "a", text + microphone(placement="ceiling", position="[1, 1, 2.5]")).microphones
    assert level(tmp_path / "b", text + microphone(frame="jackal/base_link", position="[9, 9, 9]")).microphones


def test_listener_is_unique_in_the_world(tmp_path: Path) -> None:
    text = ROOM + microphone()
    assert [problem.code for problem in problems(tmp_path, _0=text, _1=text)] == ["microphone.duplicate"]


RIG = "  ceiling_lights: {}\n"


def zone_light(**values: object) -> str:
    keys = {"name": "lamp", "fixture": "panel", "position": "[1, 1]", "lumens": 10, **values}
    return "  lights: [{" + ", ".join(f"{key}: {value}" for key, value in keys.items() if value is not None) + "}]\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (zone_light(fixture="sun", lux=3, lumens=None, position=None), "belongs in the level lights"),
        (zone_light(fixture="pannel"), "unknown word 'pannel'"),
        (zone_light(lumens=None), "needs 'lumens'"),
        (zone_light(lux=3), "takes no 'lux'"),
        (zone_light(position=None), "stands at none of them"),
        (zone_light(frame="a"), "stands at position, frame"),
        (zone_light(cone_deg=30), "takes no 'cone_deg'"),
        (zone_light(fixture="spot", cone_deg=180), "out of range"),
        (zone_light(fixture="bulb", direction="[0, 0, -1]"), "takes no 'direction'"),
        (zone_light(direction="[0, 0, 0]"), "length zero"),
        (zone_light(dead_fraction=0.5), "takes no 'dead_fraction'"),
        (zone_light(lit="true", light_on="alarm"), "exclude each other"),
        (zone_light(level=1.5), "out of range"),
        (zone_light(name='"a:b"'), "colon"),
        (zone_light(entity_ref="nobody", position=None), "unknown static entity 'nobody'"),
        (RIG + "  ceiling: false\n", "has ceiling_lights but no ceiling"),
        (RIG + zone_light(name="room"), "duplicate light 'room'"),
        ("  ceiling_lights: {spacing: 0}\n", "out of range"),
        ("  ceiling_lights: {dead_fractoin: 0.5}\n", "unknown key 'dead_fractoin'"),
        ("lights: [{name: a, fixture: panel, position: [1, 1], lumens: 3}]\n", "level lights take only dome or sun"),
        ("lights: [{name: a, fixture: dome, lux: 3, direction: [0, 0, 1]}]\n", "takes no 'direction'"),
        ("lights: [{name: a, fixture: sun}]\n", "needs 'lux'"),
    ],
)
def test_wrong_light_is_one_error(tmp_path: Path, text: str, message: str) -> None:
    assert message in only_problem(tmp_path, ROOM + text).message


def test_light_may_carry_the_name_of_a_zone_without_rig(tmp_path: Path) -> None:
    assert level(tmp_path, ROOM + zone_light(name="room")).zones[0].lights[0].name == "room"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("position: [1, 1], frame: a", "stands at position, frame"),
        ("loop: true", "stands at none of them"),
        ("frame: a, level: 0", "'level' without 'position'"),
        ("frame: a, position: null, level: 0", "'level' without 'position'"),
        ("position: [1, 1], reference_distance_m: 0", "out of range"),
        ("entity_ref: nobody", "unknown static entity"),
    ],
)
def test_wrong_sound_is_one_error(tmp_path: Path, keys: str, message: str) -> None:
    text = ROOM + f"  sounds: [{{name: a, asset_id: b, {keys}}}]\n"
    assert message in only_problem(tmp_path, text).message
