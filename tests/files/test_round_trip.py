"""Loading, saving and loading again gives the same world; so does a recording."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from rich_texts import RICH
from small_world import ROOM, level, loaded

from arena_simulation_setup.files.canonical import world_from_json, world_hash, world_json
from arena_simulation_setup.files.load_scenario import load_scenario
from arena_simulation_setup.files.load_world import load_level, load_world
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.save import level_text, save_level, save_scenario, scenario_text
from arena_simulation_setup.files.yaml_nodes import LARGEST_FILE
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.tree.search_paths import shipped
from arena_simulation_setup.world.description import WorldDescription

SAMPLES = ("demo", "hospital_1", "map_empty", "reception", "three_storied_residential")
SHIPPED = tuple(sorted(path.name for path in shipped("worlds").iterdir() if path.is_dir()))


@pytest.fixture(params=[*(("sample", name) for name in SAMPLES), *(("shipped", name) for name in SHIPPED)])
def directory(request: pytest.FixtureRequest) -> Path:
    kind, name = request.param
    folder: Path = request.getfixturevalue("samples") if kind == "sample" else shipped("worlds")
    return folder / name


def scenarios(directory: Path) -> Iterator[Scenario]:
    for path in sorted((directory / "scenarios").glob("*/scenario.yaml")):
        yield load_scenario(path.parent).value


def test_world_is_the_same_after_saving(directory: Path, tmp_path: Path) -> None:
    world = load_world(directory).value
    for level_id, described in world.levels.items():
        path = tmp_path / directory.name / level_id / "world.yaml"
        save_level(described, path)
        assert load_level(path) == described
        assert level_text(load_level(path)) == path.read_text()
    assert load_world(tmp_path / directory.name).value == world


def test_scenarios_are_the_same_after_saving(directory: Path, tmp_path: Path) -> None:
    for scenario in scenarios(directory):
        path = tmp_path / scenario.name / "scenario.yaml"
        save_scenario(scenario, path)
        again = load_scenario(path.parent)
        assert evolve(again.value, directory=scenario.directory) == scenario
        assert scenario_text(again.value) == path.read_text()


def test_recording_keeps_a_world(directory: Path) -> None:
    world = load_world(directory).value
    assert world_from_json(world_json(world)) == world
    assert world_hash(world_from_json(world_json(world))) == world_hash(world)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_worlds_and_scenarios_have_no_problems(name: str) -> None:
    directory = shipped("worlds") / name
    assert load_world(directory).warnings == ()
    for path in sorted((directory / "scenarios").glob("*/scenario.yaml")):
        assert load_scenario(path.parent).warnings == ()


@pytest.fixture
def rich(tmp_path: Path) -> WorldDescription:
    return loaded(tmp_path / "rich", _x=RICH).value


def test_every_kind_of_thing_survives_saving(rich: WorldDescription, tmp_path: Path) -> None:
    save_level(rich.levels["x"], tmp_path / "again" / "world.yaml")
    assert load_level(tmp_path / "again" / "world.yaml") == rich.levels["x"]
    assert world_from_json(world_json(rich)) == rich


def test_unknown_values_keep_their_type(rich: WorldDescription) -> None:
    zone = rich.levels["x"].zones[0]
    assert zone.extra["facility"] == {"code": 1000.0, "tags": ["on", "7", 7, 7.0, None, True]}
    assert [type(tag) for tag in zone.extra["facility"]["tags"]] == [str, str, int, float, type(None), bool]
    assert zone.doors[0].extra == {"colour_code": "007"}


def test_saved_things_leave_out_defaults_and_zones_write_all(tmp_path: Path) -> None:
    text = level_text(level(tmp_path, ROOM + "  doors: [{name: a, start: [1, 0], end: [2, 0]}]\n"))
    assert "semantics: []" in text
    assert "ceiling_lights: null" in text
    assert "transition_time" not in text
    assert text.index("corners") < text.index("walls") < text.index("semantics")


def test_authored_door_side_is_written_back(rich: WorldDescription, tmp_path: Path) -> None:
    assert "door_side: +x" in level_text(rich.levels["x"])
    text = ROOM + "  elevators: [{name: a, position: [1, 1]}]\n"
    assert "door_side" not in level_text(level(tmp_path, text))


def test_equal_activation_distances_are_one_number(rich: WorldDescription) -> None:
    text = level_text(rich.levels["x"])
    assert "activation_distance: [1.0, 2.0]" in text
    assert "activation_distance: 1.5" in text


def test_hash_follows_content_and_neither_name_nor_place(tmp_path: Path) -> None:
    first = loaded(tmp_path / "a", _0=ROOM).value
    assert world_hash(first) == world_hash(loaded(tmp_path / "b", _0=ROOM).value)
    assert len(world_hash(first)) == 32
    assert world_hash(first) != world_hash(loaded(tmp_path / "c", _0=ROOM.replace("[4, 3]", "[4, 3.5]")).value)
    assert world_hash(first) != world_hash(loaded(tmp_path / "d", _1=ROOM).value)


def test_canonical_text_has_sorted_keys_and_no_blanks(tmp_path: Path) -> None:
    text = world_json(loaded(tmp_path, _0=ROOM).value)
    assert text.startswith('{"all_level_ids":["0"],"levels":{"0":{"lights":[]')
    assert ": " not in text


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "3", '{"levels": 3}', '{"levels":{"0":{"zones":[{}]}},"origins":{}}', "{" * 9999]
)
def test_broken_recorded_world_is_a_file_problem(text: str) -> None:
    with pytest.raises(FileProblems):
        world_from_json(text)


def test_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "world.yaml"
    path.write_text("old")

    def fail(self: Path, target: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        save_level(level(tmp_path / "w", ROOM), path)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["world.yaml"]


def test_written_worlds_stay_far_below_the_size_limit(directory: Path) -> None:
    for described in load_world(directory).value.levels.values():
        assert len(level_text(described).encode()) < LARGEST_FILE / 10
