"""`arena world`: what it prints, and with which exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from arena_cli.main import main
from arena_simulation_setup.files.schema.scenario import scenario_schema
from arena_simulation_setup.files.schema.world import world_schema

ROW = ("code", "severity", "file", "line", "column", "path", "message", "found", "expected", "suggestion")
HALL = "zones:\n- name: hall\n  corners: [[0, 0], [8, 0], [8, 4], [0, 4]]\n"
DOUBTFUL = HALL + "  walls:\n  - {start: [0, 9], end: [4, 9]}\n"
BROKEN = HALL + "  doors:\n  - {name: a, start: [1, 1], end: [2, 1], kind: slidng}\n"

Written = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a one-level world and gives its path."""

    def write(text: str) -> str:
        folder = tmp_path / "place"
        (folder / "0").mkdir(parents=True)
        (folder / "0" / "world.yaml").write_text(text, encoding="utf-8")
        return str(folder)

    return write


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (HALL, [], 0),
        (HALL, ["--strict"], 0),
        (DOUBTFUL, [], 0),
        (DOUBTFUL, ["--strict"], 1),
        (BROKEN, [], 1),
        (BROKEN, ["--json"], 1),
    ],
)
def test_exit_code_tells_whether_something_is_wrong(written: Written, text: str, options: list[str], code: int) -> None:
    assert main(["world", "check", written(text), *options]) == code


@pytest.mark.parametrize(
    "words",
    [
        ["check"],
        ["check", "no_such_world"],
        ["check", "./no/such/world"],
        ["check", "map_empty", "--radius", "wide"],
        ["check", "map_empty", "--radius", "0"],
        ["check", "map_empty", "--bogus"],
        ["chek", "map_empty"],
        ["show", "no_such_world"],
        ["show", "map_empty", "--level", "7"],
        ["schema", "robot"],
        [],
    ],
)
def test_bad_usage_is_2_and_says_why(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", *words]) == 2
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert captured.err.startswith("arena: ") or not words


def test_empty_directory_is_no_world(tmp_path: Path) -> None:
    assert main(["world", "check", str(tmp_path)]) == 2


def test_json_rows_are_all_that_stands_on_stdout(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(DOUBTFUL)
    main(["world", "check", path, "--json"])
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert all(tuple(row) == ROW for row in rows)
    (lost,) = [row for row in rows if row["code"] == "wall.outside"]
    assert (lost["severity"], lost["line"], lost["path"]) == ("warning", 5, "zones[0].walls[0]")
    assert captured.err == f"{path}: 1 warning, 1 note\n"


def test_text_names_place_severity_and_remedy(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    main(["world", "check", written(DOUBTFUL)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].endswith(
        "place/0/world.yaml:5:5: warning: zones[0].walls[0]: the wall of zone 'hall' is 5.00 m away from the nearest "
        "zone (expected a wall at a zone)"
    )


def test_several_worlds_give_the_worst_code(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "check", "map_empty", written(BROKEN)]) == 1
    assert "map_empty: nothing to report" in capsys.readouterr().out


def test_radius_decides_what_is_reachable(written: Written) -> None:
    narrow = written("zones:\n- name: gap\n  corners: [[0, 0], [0.8, 0], [0.8, 5], [0, 5]]\n- name: hall\n"
                     "  corners: [[0.8, 0], [5, 0], [5, 5], [0.8, 5]]\n")  # fmt: skip
    assert main(["world", "check", narrow, "--strict"]) == 0
    assert main(["world", "check", narrow, "--strict", "--radius", "2.2"]) == 1


def test_list_has_a_row_per_world(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(BROKEN)
    monkeypatch.setenv("ARENA_WORLD_PATH", str(tmp_path))
    assert main(["world", "list", "--json"]) == 0
    rows = {row["name"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert rows["place"] == {
        "name": "place",
        "directory": str(tmp_path / "place"),
        "levels": ["0"],
        "zones": 1,
        "scenarios": [],
        "errors": 1,
    }
    assert rows["hospital_1"]["zones"] == 13
    assert "demo" in rows["hospital_1"]["scenarios"]
    assert main(["world", "list"]) == 0
    table = capsys.readouterr().out
    assert "place (1 errors)" in table
    assert "default, demo, rounds" in table


def test_show_prints_a_tree_of_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "show", "hospital_1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "hospital_1: 1 level, 13 zones, 15 doors"
    assert any("pharmacy (Pharmacy): 43.8 m2, 6.4 x 9.6 m, 2.70 m high [restricted=true]" in line for line in lines)
    assert any("door main_entrance: sliding, 1.80 m wide" in line for line in lines)
    assert any(line.endswith("demo: 1 robot, 1 phase, 3 people, 5 conditions") for line in lines)


def test_show_draws_a_plan_with_rooms_doors_and_lamps(written: Written, tmp_path: Path) -> None:
    path = written(
        HALL + "  ceiling_lights: {spacing: 2.0}\n  walls: [{start: [0, 0], end: [8, 0]}]\n"
        "  doors: [{name: exit_door, start: [2, 0], end: [3, 0]}]\n"
    )
    image = tmp_path / "plan.png"
    assert main(["world", "show", path, "--image", str(image)]) == 0
    drawn = Image.open(image).convert("RGB")
    assert drawn.size == (500, 315)
    colors = {color for _, color in drawn.getcolors(1_000_000) or ()}
    assert {(222, 235, 247), (196, 98, 22), (255, 214, 64)} <= colors
    assert min(sum(color) for color in colors) < sum((40, 44, 52)) + 10


def test_one_level_is_drawn_alone(tmp_path: Path) -> None:
    for level, side in (("0", 4), ("1", 6)):
        (tmp_path / "house" / level).mkdir(parents=True)
        corners = f"[[0, 0], [{side}, 0], [{side}, {side}], [0, {side}]]"
        (tmp_path / "house" / level / "world.yaml").write_text(f"zones: [{{name: z{level}, corners: {corners}}}]\n")
    sizes = []
    for options in ([], ["--level", "1"]):
        image = tmp_path / "plan.png"
        assert main(["world", "show", str(tmp_path / "house"), "--image", str(image), *options]) == 0
        sizes.append(Image.open(image).size)
    assert sizes[1] == (400, 400)
    assert sizes[0][0] * sizes[0][1] > 2 * 400 * 400


@pytest.mark.parametrize("name", ["nowhere/plan.png", "plan.unknown"])
def test_a_picture_that_can_not_be_written_is_a_failure(name: str, tmp_path: Path) -> None:
    assert main(["world", "show", "map_empty", "--image", str(tmp_path / name)]) == 1


def test_show_of_a_broken_world_names_the_check(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "show", written(BROKEN)]) == 2
    assert "arena world check" in capsys.readouterr().err


def test_a_reader_who_has_seen_enough_is_no_failure() -> None:
    command = [sys.executable, "-m", "arena_cli.main", "world", "schema"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_schema_is_the_one_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == world_schema()
    assert main(["world", "schema", "scenario"]) == 0
    assert json.loads(capsys.readouterr().out) == scenario_schema()


@pytest.mark.parametrize("action", ["check", "list", "show", "schema"])
def test_every_action_explains_itself(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", action, "--help"]) == 0
    assert f"arena world {action}" in capsys.readouterr().out
