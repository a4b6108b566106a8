"""Faults in world files: found all at once, at their place, with what would have been right."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_world import DOOR, ROOM, level, loaded, only_problem, problems, written_world

from arena_simulation_setup.files.load_world import load_level, load_world
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.geometry import Position

FOUR_FAULTS = (
    ROOM
    + """\
  doors:
  - name: north
    start: [1, 0]
    end: [2, 0]
    kind: slidng
    activation_distnace: 2
  - name: south
    start: [1, 3]
    end: [2, 3]
    semantics:
    - {preset: gate, trigger: contact}
    - {preset: pressure_plat}
"""
)


def test_exponents_without_a_dot_are_numbers(tmp_path: Path) -> None:
    text = ROOM + DOOR + "    transition_time: 1e-1\n    hold_time: 5e0\n    width: +.5\n"
    door = level(tmp_path, text).zones[0].doors[0]
    assert (door.transition_time, door.hold_time, door.width) == (0.1, 5.0, 0.5)


def test_four_faults_come_in_one_report_with_place_finding_and_nearest_word(tmp_path: Path) -> None:
    found = problems(tmp_path, _0=FOUR_FAULTS)
    assert [(p.line, p.column, p.found, p.suggestion) for p in found] == [
        (8, 11, "slidng", "sliding"),
        (9, 5, "activation_distnace", "activation_distance"),
        (14, 31, "contact", ""),
        (15, 16, "pressure_plat", "pressure_plate"),
    ]
    assert found[0].expected == "one of sliding, sliding_top, teleport, hinged"
    assert found[2].expected == "proximity"
    file = tmp_path / "0" / "world.yaml"
    assert found[0].text == (
        f"{file}:8:11: zones[0].doors[0].kind: unknown word 'slidng' "
        "(expected one of sliding, sliding_top, teleport, hinged; did you mean 'sliding'?)"
    )


def test_faults_of_all_levels_come_in_one_report(tmp_path: Path) -> None:
    found = problems(tmp_path, _0=FOUR_FAULTS, _1="zones: [{}]\n", _2="zones: [\n")
    assert [Path(problem.file).parent.name for problem in found] == ["0"] * 4 + ["1", "2"]


@pytest.mark.parametrize(
    ("corners", "reason"),
    [
        ("[[0, 0], [4, 3], [4, 0], [0, 3]]", "crosses"),
        ("[[0, 0], [1, 1], [2, 2], [3, 3]]", "one line"),
        ("[[0, 0], [4, 0]]", "2 corners"),
        ("[[0, 0], [4, 0], [0, 0]]", "2 corners"),
        ("[[0, 0], [4, 0], [.nan, 3]]", "nan"),
    ],
)
def test_corners_without_a_polygon_are_an_error_of_that_zone(tmp_path: Path, corners: str, reason: str) -> None:
    problem = only_problem(tmp_path, f"zones:\n- name: bad_room\n  corners: {corners}\n")
    assert problem.path.startswith("zones[0].corners")
    assert "bad_room" in problem.text
    assert reason in problem.message
    assert problem.line == 3


def test_repeated_first_corner_and_clockwise_order_give_the_same_polygon(tmp_path: Path) -> None:
    square = "zones:\n- name: room\n  corners: {}\n"
    expected = (Position(0, 0), Position(4, 0), Position(4, 3), Position(0, 3))
    closed = level(tmp_path / "a", square.format("[[0, 0], [4, 0], [4, 3], [0, 3], [0, 0]]"))
    assert closed.zones[0].corners == expected
    clockwise = level(tmp_path / "b", square.format("[[0, 0], [0, 3], [4, 3], [4, 0]]"))
    assert set(clockwise.zones[0].corners) == set(expected)


@pytest.mark.parametrize(
    ("line", "found", "expected"),
    [
        ("width: true", "true", "a finite number > 0"),
        ('hold_time: "2"', '"2"', "a finite number >= 0 without quotes"),
        ("hold_time: -1", "-1", "a finite number >= 0"),
        ("hold_time: .inf", ".inf", "a finite number >= 0"),
        ("hold_time: 1e999", "1e999", "a finite number >= 0"),
        ("hold_time: 1e308", "1e308", "a finite number >= 0, at most 1e+09 in size"),
        ("start: [-1e8, 0]", "-1e8", "a finite number, at most 1e+07 in size"),
        ("hold_time: 12:30", "12:30", "a finite number >= 0"),
        ("height: 0", "0", "a finite number > 0"),
        ("width: [1]", "a list of 1", "a finite number > 0"),
        ("activation_distance: [1, 2, 3]", "a list of 3", "a number >= 0 or [a, b]"),
        ("activation_distance: [1, -2]", "-2", "a finite number >= 0"),
        ("start: {x: .inf, y: 0}", ".inf", "a finite number"),
        ("start: {x: 1, y: 0, u: 3}", "u", "one of x, y, z"),
        ("kind: 3", "3", "one of sliding, sliding_top, teleport, hinged"),
    ],
)
def test_value_outside_its_domain_is_named_with_the_domain(
    tmp_path: Path, line: str, found: str, expected: str
) -> None:
    key = line.partition(":")[0]
    door = {"name": "gate", "start": "[1, 0]", "end": "[2, 0]", key: line.partition(":")[2]}
    text = ROOM + "  doors:\n  - " + "\n    ".join(f"{name}: {value}" for name, value in door.items()) + "\n"
    problem = only_problem(tmp_path, text)
    assert (problem.found, problem.expected) == (found, expected)
    assert problem.path.startswith(f"zones[0].doors[0].{key}")


def test_cabin_of_negative_height_is_refused(tmp_path: Path) -> None:
    problem = only_problem(tmp_path, ROOM + "  elevators: [{name: a, position: [1, 1], size: [1, 1, -2]}]\n")
    assert (problem.path, problem.found, problem.expected) == (
        "zones[0].elevators[0].size[2]",
        "-2",
        "a finite number > 0",
    )


@pytest.mark.parametrize("word", ["on", "off", "yes", "no", '"true"', "1"])
def test_only_true_and_false_are_booleans(tmp_path: Path, word: str) -> None:
    assert only_problem(tmp_path, ROOM + f"  ceiling: {word}\n").expected == "true or false"


@pytest.mark.parametrize("text", ["zones: {}\n", "zones: 3\n", "[]\n", "3\n", "- zones\n"])
def test_wrong_shape_of_the_whole_file_is_one_problem(tmp_path: Path, text: str) -> None:
    only_problem(tmp_path, text)


def test_slip_of_a_known_key_is_an_error_and_a_foreign_key_a_warning(tmp_path: Path) -> None:
    assert only_problem(tmp_path / "a", ROOM + "  cieling: false\n").suggestion == "ceiling"
    result = loaded(tmp_path / "b", _0=ROOM + "  facility_code: A-17\n")
    assert result.value.levels["0"].zones[0].extra == {"facility_code": "A-17"}
    assert [(warning.code, warning.found) for warning in result.warnings] == [("key.unknown", "facility_code")]


def test_foreign_key_like_a_key_that_is_given_too_is_a_warning(tmp_path: Path) -> None:
    result = loaded(tmp_path, _0=ROOM + "  ceiling: true\n  cieling: 3\n")
    assert [(warning.code, warning.found) for warning in result.warnings] == [("key.unknown", "cieling")]


@pytest.mark.parametrize("alias", ["mat", "ceiling_mat", "wall_mat"])
def test_alias_means_its_key_and_the_key_wins(tmp_path: Path, alias: str) -> None:
    key = alias.replace("mat", "material")
    by_alias = level(tmp_path / "a", ROOM + f"  {alias}: Marble\n").zones[0]
    assert getattr(by_alias, key).name == "Marble"
    both = loaded(tmp_path / "b", _0=ROOM + f"  {alias}: Marble\n  {key}: Oak\n")
    assert getattr(both.value.levels["0"].zones[0], key).name == "Oak"
    assert [warning.code for warning in both.warnings] == ["key.alias"]


@pytest.mark.parametrize(
    "form", ["Lab/Oak", "[Lab/Oak]", "[Lab/Oak, {}]", "[Lab/Oak, null]", "{name: Oak, domain: Lab, _modifiers: null}"]
)
def test_material_has_three_forms(tmp_path: Path, form: str) -> None:
    material = level(tmp_path, ROOM + f"  material: {form}\n").zones[0].material
    assert (material.name, material.domain, material.modifiers) == ("Oak", "Lab", {})


def test_tint_must_be_a_colour(tmp_path: Path) -> None:
    good = level(tmp_path / "a", ROOM + '  material: [Oak, {tint: "rgba(0, 255, 255, 0.2)"}]\n')
    assert good.zones[0].material.modifiers == {"tint": "rgba(0, 255, 255, 0.2)"}
    assert only_problem(tmp_path / "b", ROOM + "  material: [Oak, {tint: bluish}]\n").expected == "a CSS colour"


@pytest.mark.parametrize(
    "things",
    [
        "walls: [{start: [1, 1], end: [1, 1, 2]}]",
        "walls: [{start: [0, 1], end: [1e-320, 1]}]",
        "doors: [{name: d, start: [1, 1], end: [1, 1]}]",
    ],
)
def test_wall_and_door_need_a_length(tmp_path: Path, things: str) -> None:
    assert only_problem(tmp_path, ROOM + f"  {things}\n").code.endswith(".length")


def test_coordinate_that_is_wrong_is_not_taken_for_zero_in_other_checks(tmp_path: Path) -> None:
    walls = "walls: [{start: {x: 0, y: 0}, end: {x: .inf, y: 0}}, {start: {x: 0, y: 0}, end: {x: wide, y: 0}}]"
    assert [problem.path for problem in problems(tmp_path, _0=ROOM + f"  {walls}\n")] == [
        "zones[0].walls[0].end.x",
        "zones[0].walls[1].end.x",
    ]


def test_furniture_of_a_world_needs_a_pose(tmp_path: Path) -> None:
    text = ROOM + "  entities: {static: [{name: a, model: chair, pose: room}]}\n"
    problem = only_problem(tmp_path, text)
    assert problem.path == "zones[0].entities.static[0]"
    assert "'a' of a world stands somewhere in 'room'" in problem.message


def test_names_are_unique_within_a_level_and_kind(tmp_path: Path) -> None:
    twice = ROOM + "- name: room\n  sounds:\n" + "  - {name: a, asset_id: b, position: [1, 1]}\n" * 2
    assert [problem.code for problem in problems(tmp_path, _0=twice)] == ["name.duplicate"] * 2
    assert not problems(tmp_path / "levels", _0=ROOM, _1=ROOM)


def test_door_that_two_zones_list_alike_is_one_door_and_a_differing_one_an_error(tmp_path: Path) -> None:
    other = "- name: hall\n  corners: [[0, 0], [0, -3], [4, -3], [4, 0]]\n"
    result = loaded(tmp_path / "a", _0=ROOM + DOOR + other + DOOR)
    assert [warning.code for warning in result.warnings] == ["name.repeated"]
    problem = only_problem(tmp_path / "b", ROOM + DOOR + other + DOOR + "    width: 0.2\n")
    assert (problem.code, problem.found) == ("name.duplicate", "gate")


def test_wall_that_two_zones_list_gives_one_notice(tmp_path: Path) -> None:
    wall = "  walls: [{start: [0, 0], end: [4, 0]}]\n"
    back = "  walls: [{start: [4, 0], end: [0, 0]}]\n"
    result = loaded(tmp_path, _0=ROOM + wall + "- name: hall\n" + back)
    assert [warning.code for warning in result.warnings] == ["wall.repeated"]


def test_missing_world_file_is_no_crash(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no world"):
        loaded(tmp_path)
    with pytest.raises(FileNotFoundError):
        load_level(tmp_path / "0" / "world.yaml")


def test_level_file_that_is_a_folder_is_one_problem(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").mkdir()
    with pytest.raises(FileProblems, match="not a file"):
        load_level(tmp_path / "world.yaml")


def test_unselected_levels_move_nothing_and_are_read_for_their_corners_only(tmp_path: Path) -> None:
    upper = ROOM.replace("room", "attic") + "  doors: [{name: broken}]\n"
    directory = written_world(tmp_path / "tower", _0=ROOM, _1=upper)
    world = load_world(directory, ("0",)).value
    assert list(world.levels) == ["0"]
    assert world.all_level_ids == ("0", "1")
    assert world.origins["1"] == (9.0, 0.0)


def test_unknown_selected_level_is_an_error_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(FileProblems, match=r"unknown level '3' \(expected one of 0\)"):
        load_world(written_world(tmp_path, _0=ROOM), ("3",))


def test_old_single_file_is_level_0_and_the_old_level_mapping_is_read(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_text(ROOM)
    assert list(load_world(tmp_path).value.levels) == ["0"]
    nested = "levels:\n" + "".join(f"  {key}:\n    " + ROOM.replace("\n", "\n    ").rstrip(" ") for key in ("10", "2"))
    (tmp_path / "world.yaml").write_text(nested)
    assert list(load_world(tmp_path).value.levels) == ["2", "10"]


def test_root_file_beside_level_folders_is_ignored_with_a_warning(tmp_path: Path) -> None:
    directory = written_world(tmp_path, _0=ROOM)
    (directory / "world.yaml").write_text("not even a mapping")
    (directory / "scenarios").mkdir()
    (directory / "scenarios" / "world.yaml").write_text("nor a level")
    result = load_world(directory)
    assert list(result.value.levels) == ["0"]
    assert [warning.code for warning in result.warnings] == ["world.root_ignored"]
