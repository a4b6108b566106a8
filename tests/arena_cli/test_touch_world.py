"""`touch_world`: what it writes, what it moves, what it leaves alone."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import yaml
from PIL import Image

from arena_cli.touch_world import main
from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.map.read_map import read_map
from arena_simulation_setup.tree.search_paths import shipped

ROOM = "corners: [[0, 0], [4, 0], [4, 3], [0, 3]]"
DOOR = "{name: 'no', start: [1, 0], end: [2, 0]}"
LEVEL = f"zones:\n- name: 'on'\n  {ROOM}\n  my_key: {{kept: 007}}\n  doors:\n  - {DOOR}\n"
DESK = "  entities: {static: [{name: y, model: none_such, pose: [2, 1.5, 0]}]}\n"
TWO_LEVELS = f"levels:\n  007:\n    zones:\n    - {{name: a, {ROOM}}}\n  1e3:\n    zones:\n    - {{name: b, {ROOM}}}\n"


def world(folder: Path, name: str = "house", **levels: str) -> Path:
    for level_id, text in (levels or {"0": LEVEL}).items():
        path = folder / name / level_id / "world.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / name


def legacy(folder: Path, text: str) -> Path:
    (folder / "old" / "map").mkdir(parents=True)
    (folder / "old" / "world.yaml").write_text(text, encoding="utf-8")
    for name in ("map.png", "map.yaml", "map.world.yaml"):
        (folder / "old" / "map" / name).write_text(name)
    return folder / "old"


def files(directory: Path) -> set[str]:
    return {str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file()}


def pixels(path: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    with Image.open(path) as image:
        return np.asarray(image)


def test_maps_of_every_level_stand_beside_its_file_and_nothing_else_changes(tmp_path: Path) -> None:
    house = world(tmp_path, **{"0": LEVEL, "007": LEVEL.replace("'no'", "'off'")})
    assert main([str(house)]) == 0
    assert files(house) == {
        f"{level}/{name}" for level in ("0", "007") for name in ("world.yaml", "map.png", "map.yaml")
    }
    assert (house / "0" / "world.yaml").read_text() == LEVEL
    grid = read_map(house / "0" / "map.yaml").value
    assert (grid.cells == 0).sum() > 80 * 60
    assert grid.resolution == 0.05


def test_resolution_is_metres_per_pixel(tmp_path: Path) -> None:
    house = world(tmp_path)
    assert main([str(house), "--resolution", "0.1"]) == 0
    assert pixels(house / "0" / "map.png").shape == (30 + 1 + 10, 40 + 10)
    assert yaml.safe_load((house / "0" / "map.yaml").read_text())["resolution"] == 0.1


def test_several_worlds_in_one_call_go_on_after_one_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, last = world(tmp_path, "first"), world(tmp_path, "last")
    broken = world(tmp_path, "broken", **{"0": "zones: [{name: a, corners: [[0, 0]]}]"})
    assert main([str(first), str(broken), str(last)]) == 1
    assert "broken/0/world.yaml:1:" in capsys.readouterr().err
    assert (last / "0" / "map.png").is_file()
    assert not (broken / "0" / "map.png").exists()
    assert main([str(first), str(tmp_path / "nope"), str(last)]) == 2


def test_selection_draws_only_its_levels(tmp_path: Path) -> None:
    house = world(tmp_path, **{"0": LEVEL, "1": LEVEL.replace("'no'", "'off'")})
    assert main([f"{house}[1]"]) == 0
    assert not (house / "0" / "map.png").exists()
    assert (house / "1" / "map.png").is_file()


def test_world_of_a_search_path_is_written_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = world(tmp_path)
    monkeypatch.setenv("ARENA_WORLD_PATH", str(tmp_path))
    assert main(["house"]) == 0
    assert (house / "0" / "map.png").is_file()
    assert not (shipped("worlds") / "house").exists()


def test_plain_directory_name_works_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = world(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["house"]) == 0
    assert (house / "0" / "map.png").is_file()


def test_written_files_are_stamped_with_now(tmp_path: Path) -> None:
    house = world(tmp_path)
    assert main([str(house), "--all"]) == 0
    for name in files(house):
        os.utime(house / name, (1e9, 1e9))
    assert main([str(house)]) == 0
    assert (house / "0" / "map.yaml").stat().st_mtime > 1e9
    assert (house / "0" / "world.yaml").stat().st_mtime == 1e9
    assert main([str(house), "--all"]) == 0
    assert (house / "0" / "world.yaml").stat().st_mtime > 1e9


def test_check_writes_nothing_and_fails_while_something_is_stale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = world(tmp_path)
    assert main([str(house), "--check"]) == 1
    assert files(house) == {"0/world.yaml"}
    assert "stale" in capsys.readouterr().out
    assert main([str(house)]) == 0
    assert main([str(house), "--check"]) == 0
    assert main([str(house), "--check", "--all"]) == 1
    assert main([str(house), "--check", "--resolution", "0.1"]) == 1
    (house / "0" / "world.yaml").write_text(LEVEL.replace("[4, 3]", "[4, 3.5]"))
    assert main([str(house), "--check"]) == 1


def test_check_compares_pixels_and_not_their_encoding(tmp_path: Path) -> None:
    house = world(tmp_path)
    assert main([str(house)]) == 0
    with Image.open(house / "0" / "map.png") as image:
        image.load()
        image.save(house / "0" / "map.png", compress_level=0)
    assert main([str(house), "--check"]) == 0
    (house / "0" / "map.png").write_bytes(b"")
    assert main([str(house), "--check"]) == 1


def test_all_is_the_identity_on_what_is_loaded(tmp_path: Path) -> None:
    house = world(tmp_path)
    before = load_world(house).value
    assert main([str(house), "--all"]) == 0
    after = load_world(house).value
    assert after.levels == before.levels
    text = (house / "0" / "world.yaml").read_text()
    assert main([str(house), "--all"]) == 0
    assert (house / "0" / "world.yaml").read_text() == text
    assert main([str(house), "--all", "--check"]) == 0
    assert after.levels["0"].zones[0].name == "on"
    assert after.levels["0"].zones[0].extra == {"my_key": {"kept": "007"}}


def test_names_that_look_like_other_things_stay_that_text_through_all(tmp_path: Path) -> None:
    lift = "elevators: [{{name: {}, position: [3, 1.5], destination: {}}}]"
    room = f"zones:\n- name: {{}}\n  {ROOM}\n  {{}}\n  doors: [{{{{name: {{}}, start: [1, 0], end: [2, 0]}}}}]\n"
    low = room.format("on", lift.format("up", '"007.lift"'), "no") + DESK
    high = room.format("null_room", lift.format("lift", '"1e3.up"'), "off")
    house = world(tmp_path, **{"1e3": low, "007": high, "0": LEVEL.replace("'no'", "'~x'").replace("'on'", "1e1")})
    before = load_world(house).value
    assert main([str(house), "--all"]) == 0
    after = load_world(house).value
    assert after == before
    assert set(after.levels) == {"0", "007", "1e3"}
    assert after.levels["1e3"].zones[0].name == "on"
    assert after.levels["1e3"].zones[0].doors[0].name == "no"
    assert after.levels["1e3"].zones[0].entities.static[0].name == "y"
    assert after.levels["1e3"].zones[0].elevators[0].destination == "007.lift"
    assert after.levels["0"].zones[0].name == "1e1"


@pytest.mark.parametrize(("text", "levels"), [(LEVEL, {"0"}), (TWO_LEVELS, {"007", "1e3"})])
def test_all_turns_a_single_file_into_folders_and_keeps_it_as_a_backup(
    tmp_path: Path, text: str, levels: set[str]
) -> None:
    old = legacy(tmp_path, text)
    before = load_world(old).value
    assert main([str(old), "--all"]) == 0
    made = {f"{level}/{name}" for level in levels for name in ("world.yaml", "map.png", "map.yaml")}
    kept = {"world.yaml.bak", "map/map.png.bak", "map/map.yaml.bak", "map/map.world.yaml"}
    assert files(old) == made | kept
    assert (old / "world.yaml.bak").read_text() == text
    assert (old / "map" / "map.world.yaml").read_text() == "map.world.yaml"
    after = load_world(old)
    assert after.value == before
    assert not any(problem.code == "world.root_ignored" for problem in after.warnings)
    assert main([str(old), "--all", "--check"]) == 0


def test_without_all_a_single_file_stays_and_is_still_the_world(tmp_path: Path) -> None:
    old = legacy(tmp_path, LEVEL)
    assert main([str(old)]) == 0
    assert (old / "world.yaml").read_text() == LEVEL
    assert (old / "0" / "map.png").is_file()
    assert load_world(old).value.all_level_ids == ("0",)


def test_older_backup_is_never_overwritten(tmp_path: Path) -> None:
    old = legacy(tmp_path, LEVEL)
    (old / "world.yaml.bak").write_text("mine")
    assert main([str(old), "--all"]) == 0
    assert (old / "world.yaml.bak").read_text() == "mine"
    assert (old / "world.yaml.bak1").read_text() == LEVEL


def test_ignored_root_file_beside_level_folders_becomes_a_backup_too(tmp_path: Path) -> None:
    house = world(tmp_path)
    (house / "world.yaml").write_text("zones: []")
    assert main([str(house), "--all", "--check"]) == 1
    assert main([str(house), "--all"]) == 0
    assert not (house / "world.yaml").exists()
    assert (house / "world.yaml.bak").is_file()


def test_single_file_is_not_converted_by_halves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = legacy(tmp_path, TWO_LEVELS)
    before = files(old)
    assert main([f"{old}[007]", "--all"]) == 2
    assert "leave out the brackets" in capsys.readouterr().err
    assert files(old) == before


@pytest.mark.parametrize("level_id", ["'../out'", "scenarios", "'.'", "world.yaml"])
def test_level_that_can_have_no_folder_is_an_error_and_nothing_is_written(tmp_path: Path, level_id: str) -> None:
    old = legacy(tmp_path, TWO_LEVELS.replace("1e3", level_id))
    before = files(tmp_path)
    assert main([str(old), "--all"]) == 1
    assert files(tmp_path) == before


def test_failed_write_leaves_the_old_files(tmp_path: Path) -> None:
    house = world(tmp_path, **{"0": LEVEL, "1": LEVEL.replace("'no'", "'off'")})
    assert main([f"{house}[0]"]) == 0
    before = (house / "0" / "map.yaml").read_bytes()
    (house / "1" / "map.png").mkdir()
    (house / "1" / "map.png" / "in_the_way").touch()
    (house / "1" / "map.yaml").mkdir()
    assert main([str(house), "--resolution", "0.1"]) == 1
    assert not [name for name in files(house) if Path(name).name.startswith(".map")]
    assert (house / "0" / "map.yaml").read_bytes() == before


def test_assets_are_drawn_in_their_colour_and_overhead_ones_are_not(tmp_path: Path) -> None:
    lamp = DESK.replace("name: y", "name: lamp").replace("[2, 1.5, 0]", "{x: 1, y: 1, z: 2.1}")
    low = world(tmp_path, "low", **{"0": LEVEL + DESK})
    high = world(tmp_path, "high", **{"0": LEVEL + lamp})
    for house in (low, high):
        assert main([str(house), "--assets", "#c08040"]) == 0
    shown = pixels(low / "0" / "map.png")
    assert shown.shape == (71, 90, 3)
    desk = (shown == (0xC0, 0x80, 0x40)).all(axis=2)
    assert desk.sum() == 11 * 11
    assert pixels(high / "0" / "map.png").ndim == 2


def test_black_assets_make_a_binary_map(tmp_path: Path) -> None:
    house = world(tmp_path, **{"0": LEVEL + DESK})
    assert main([str(house), "--assets", "black"]) == 0
    shown = pixels(house / "0" / "map.png")
    assert shown.ndim == 2
    assert set(np.unique(shown)) == {0, 255}
    assert read_map(house / "0" / "map.yaml").warnings == ()


def test_box_option_stands_for_objects_that_have_none_of_their_own(tmp_path: Path) -> None:
    plain = world(tmp_path, "plain", **{"0": LEVEL + DESK})
    boxed = world(tmp_path, "boxed", **{"0": LEVEL + DESK.replace("none_such", "none_such, bbox: [[0, 1], [0, 1]]")})
    for house in (plain, boxed):
        assert main([str(house), "--assets", "red", "--assets-bbox", "((-1,1),(-0.5,0.5))"]) == 0
    red = [(pixels(house / "0" / "map.png") == (255, 0, 0)).all(axis=2).sum() for house in (plain, boxed)]
    assert red == [41 * 21, 21 * 21]


def test_labels_are_written_without_the_footprints(tmp_path: Path) -> None:
    house = world(tmp_path, **{"0": LEVEL + DESK})
    assert main([str(house), "--assets-label", "blue"]) == 0
    shown = pixels(house / "0" / "map.png").astype(int)
    assert (shown[:, :, 2] - shown[:, :, 0] > 100).any()
    assert (shown[35, 45] == 255).all()


def test_combined_map_has_all_levels_and_says_where_they_lie(tmp_path: Path) -> None:
    house = world(tmp_path, **{"0": LEVEL, "1": LEVEL.replace("'no'", "'off'")})
    assert main([str(house), "--combined"]) == 0
    grid = read_map(house / "map" / "map.yaml").value
    assert grid.origins == load_world(house).value.origins
    single = read_map(house / "0" / "map.yaml").value
    assert (grid.cells == 0).sum() == 2 * (single.cells == 0).sum()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "required: WORLD"),
        (["./nope"], "'./nope' not found"),
        (["map_empty", "--resolution", "0"], "expected metres per pixel above 0"),
        (["map_empty", "--assets", "blak"], "expected a colour such as black"),
        (["map_empty", "--assets", "red", "--assets-bbox", "((1,0),(0,1))"], "min < max"),
        (["map_empty", "--assets", "red", "--assets-bbox", "__import__('os')"], "expected"),
        (["map_empty", "--assets-bbox", "((0,1),(0,1))"], "no effect without --assets"),
        (["map_empty", "--chek"], "unrecognized arguments: --chek; did you mean '--check'?"),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_code_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert "exit codes: 0" in shown


def test_map_too_large_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = world(tmp_path)
    assert main([str(house), "--resolution", "1e-5"]) == 1
    assert "is too large" in capsys.readouterr().err
