"""The items of ``semantics:`` lists."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_world import DOOR, ROOM, level, loaded, only_problem

from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.vocabulary import PRESETS

LIFT = "  elevators:\n  - name: lift\n    position: [2, 2]\n"


def on_door(item: str) -> str:
    return ROOM + DOOR + f"    semantics: [{item}]\n"


def on_zone(item: str) -> str:
    return ROOM + f"  semantics: [{item}]\n"


def door_items(tmp_path: Path, item: str) -> tuple[SemanticCfg, ...]:
    return level(tmp_path, on_door(item)).zones[0].doors[0].semantics


def test_gate_keeps_locked_as_the_value_of_its_field(tmp_path: Path) -> None:
    items = door_items(tmp_path, "{preset: gate, params: {authorized: [], locked: false}, distance: 2}")
    assert items == (
        SemanticCfg("predicate", "locked", value=False, distance=2.0, params={"authorized": []}),
        SemanticCfg("predicate", "blocked", distance=2.0, params={"authorized": []}),
    )


def test_one_value_is_for_presets_of_one_field(tmp_path: Path) -> None:
    assert door_items(tmp_path / "a", "{preset: pressure_plate, value: true}")[0].value is True
    assert "params.locked" in only_problem(tmp_path / "b", on_door("{preset: gate, value: true}")).message


def test_presets_expand_to_their_fields_in_order(tmp_path: Path) -> None:
    text = ROOM + "".join(
        f"  {place}: [{{name: a, {extra}semantics: [{{preset: {preset}}}]}}]\n"
        for place, preset, extra in (
            ("signals", "signal", ""),
            ("schedules", "schedule", ""),
            ("sounds", "sound", "asset_id: b, position: [1, 1], "),
        )
    )
    zone = level(tmp_path, text).zones[0]
    for thing, preset in ((zone.signals[0], "signal"), (zone.schedules[0], "schedule"), (zone.sounds[0], "sound")):
        assert tuple((item.role, item.name) for item in thing.semantics) == PRESETS[preset]


@pytest.mark.parametrize(
    ("item", "message", "expected"),
    [
        ("{value: 3}", "neither state nor predicate", "one of preset, state, predicate"),
        ("{predicate: locked, trigger: contact}", "reserved", "proximity"),
        ("{predicate: locked, binding: joint}", "reserved", "kinematic"),
        ("{predicate: locked, role: state}", "unknown key 'role'", "one of preset, state"),
        ("{state: locked, predicate: blocked}", "'predicate' beside 'state'", "only one"),
        ("{preset: door}", "unknown preset 'door'", "one of signal, schedule, gate"),
        ("{preset: elevator_full}", "unknown preset", "one of"),
        ("{preset: light}", "lights take no preset", "the light's own fields"),
        ("{preset: signal}", "does not attach to a door", "it on a signal"),
        ("{state: progress}", "every door publishes 'progress' intrinsically, remove the annotation", ""),
        ("{predicate: sounding}", "'sounding' is not attachable to a door host", ""),
        ("{preset: pressure_plate, params: {press_on: a, regime: a}}", "self-latch", ""),
        ("{predicate: locked, distance: far}", "found far", "a finite number"),
        ("gate", "found gate", "a mapping"),
        ("{state: [1]}", "found a list of 1", "a text"),
        ("{predicate: locked, value: maybe}", "'locked' can not be 'maybe'", "true or false"),
        ("{preset: gate, params: {locked: 3}}", "'locked' can not be 3", "true or false"),
    ],
)
def test_wrong_item_on_a_door_is_one_error(tmp_path: Path, item: str, message: str, expected: str) -> None:
    problem = only_problem(tmp_path, on_door(item))
    assert message in problem.message
    assert problem.expected.startswith(expected)


def test_cabin_carries_plates_and_gates_but_not_its_own_fields(tmp_path: Path) -> None:
    assert level(tmp_path / "a", ROOM + LIFT + "    semantics: [{preset: pressure_plate}, {preset: gate}]\n")
    problem = only_problem(tmp_path / "b", ROOM + LIFT + "    semantics: [{state: occupants}]\n")
    assert "every elevator publishes 'occupants'" in problem.message


def test_zone_takes_any_field_of_its_own_and_the_occupancy_cap(tmp_path: Path) -> None:
    items = level(
        tmp_path, on_zone("{state: max_speed, value: 1.5}, {predicate: cosy, value: true}, {preset: occupancy_cap}")
    )
    assert [item.name for item in items.zones[0].semantics] == ["max_speed", "cosy", "occupancy", "cap", "over_cap"]


@pytest.mark.parametrize(
    ("item", "message", "expected"),
    [
        ("{predicate: quiet, value: random}", "'quiet' can not be 'random'", "true or false"),
        ("{predicate: quiet, value: [null]}", "'quiet' can not be [None]", "true or false"),
        ("{state: max_speed, value: {x: 1}}", "'max_speed' can not be {'x': 1}", "a number or a word"),
        ("{preset: occupancy_cap, params: {cap: many}}", "'cap' can not be 'many'", "a number"),
    ],
)
def test_value_that_no_field_can_show_is_an_error_of_the_file(
    tmp_path: Path, item: str, message: str, expected: str
) -> None:
    problem = only_problem(tmp_path, on_zone(item))
    assert (problem.message, problem.expected) == (message, expected)


def test_unknown_parameter_gives_a_warning_with_the_nearest_one(tmp_path: Path) -> None:
    result = loaded(tmp_path, _0=on_door("{preset: gate, params: {unlock_onn: alarm}}"))
    assert [(warning.found, warning.suggestion) for warning in result.warnings] == [("unlock_onn", "unlock_on")]


def test_switched_sound_takes_no_fixed_state(tmp_path: Path) -> None:
    sound = "  sounds:\n  - name: a\n    asset_id: b\n    position: [1, 1]\n"
    item = "    semantics: [{preset: sound, params: {sound_on: alarm, sounding: true}}]\n"
    assert "sound_on" in only_problem(tmp_path / "a", ROOM + sound + item).message
    ambiguous = "    semantics: [{preset: sound, value: 88}]\n"
    assert "params.volume_db" in only_problem(tmp_path / "b", ROOM + sound + ambiguous).message


def test_items_of_one_kind_count_together_and_must_agree(tmp_path: Path) -> None:
    locked = "{predicate: locked, value: false, params: {unlock_on: alarm}}"
    assert len(door_items(tmp_path / "a", f"{locked}, {{predicate: blocked}}, {{preset: pressure_plate}}")) == 3
    problem = only_problem(tmp_path / "b", on_door(f"{locked}, {{predicate: blocked, params: {{unlock_on: fire}}}}"))
    assert problem.message == "'unlock_on' is 'fire' here and 'alarm' in an item before"
    problem = only_problem(tmp_path / "c", on_door(f"{locked}, {{predicate: locked, value: true}}"))
    assert problem.code == "semantics.conflict"
