"""`nav_at_r`: arguments, rows, exit codes; the numbers themselves are tested with the metric."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from arena_cli.nav_at_r import main

LEVEL = """
zones:
- name: hall
  corners: [[0, 0], [8, 0], [8, 4], [0, 4]]
  walls: [{start: [2, 0], end: [2, 4]}]
  entities: {static: [{name: block, model: none_such, pose: [6, 2, 0]}]}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house" / "0" / "world.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(LEVEL)
    return tmp_path / "house"


def rows(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert main([*words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_row_has_the_documented_keys_and_nothing_else_is_on_stdout(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (row,) = rows(capsys, str(house))
    assert list(row) == [
        "world",
        "level",
        "nav_at_r",
        "radius",
        "resolution",
        "walls_only",
        "traversable_m2",
        "components",
        "cut_off_zones",
    ]
    assert (row["level"], row["radius"], row["resolution"], row["walls_only"]) == ("0", 0.267, 0.05, False)
    shares = [(part["traversable_share"], part["spawn_share"]) for part in row["components"]]
    assert row["nav_at_r"] == pytest.approx(sum(m * w for m, w in shares), abs=1e-5)
    assert row["traversable_m2"] == pytest.approx(sum(part["area_m2"] for part in row["components"]), abs=0.01)


def test_walls_only_leaves_objects_out(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (with_block,), (without,) = rows(capsys, str(house)), rows(capsys, str(house), "--walls-only")
    # The block of half a metre with 0.267 m around it: a square, four strips and four quarters of a disc.
    blocked = 0.5 * 0.5 + 4 * 0.5 * 0.267 + np.pi * 0.267**2
    assert without["traversable_m2"] - with_block["traversable_m2"] == pytest.approx(blocked, abs=0.15)


def test_radius_comes_from_the_robot(house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bot" / "caps").mkdir(parents=True)
    (tmp_path / "bot" / "caps" / "mobile.yaml").write_text("radius: 0.41\nanything: {else: 1}\n")
    assert rows(capsys, str(house), "--robot", "jackal")[0]["radius"] == 0.267
    assert rows(capsys, str(house), "--robot", str(tmp_path / "bot"))[0]["radius"] == 0.41
    assert rows(capsys, str(house), "--radius", "0.3")[0]["radius"] == 0.3


def test_start_reports_share_and_snap_distance(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = rows(capsys, str(house), "--start", "1,2", "--walls-only")
    assert row["start"]["point"] == [1.0, 2.0]
    assert row["start"]["share"] == row["components"][1]["traversable_share"]
    assert row["start"]["snap_distance_m"] < 0.05
    (outside,) = rows(capsys, str(house), "--start", "-3,2", "--walls-only")
    assert outside["start"]["snap_distance_m"] == pytest.approx(3.3, abs=0.1)


def test_too_large_a_robot_gives_null(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = rows(capsys, str(house), "--radius", "3", "--start", "1,1")
    assert row["nav_at_r"] is None
    assert row["start"] == {"point": [1.0, 1.0], "share": None, "snap_distance_m": None}
    assert main([str(house), "--radius", "3"]) == 0
    assert "n/a" in capsys.readouterr().out


def test_each_level_is_a_row_and_an_image_of_its_own(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "1").mkdir()
    (house / "1" / "world.yaml").write_text(LEVEL)
    found = rows(capsys, str(house), "--image", str(house / "reach.png"))
    assert [row["level"] for row in found] == ["0", "1"]
    assert {path.name for path in house.glob("*.png")} == {"reach_0.png", "reach_1.png"}
    (row,) = rows(capsys, f"{house}[1]", "--image", str(house / "one.png"))
    assert row["level"] == "1"
    with Image.open(house / "one.png") as image:
        assert image.size == (160 + 10, 80 + 10)
    assert main([str(house), "--start", "1,1"]) == 2
    assert "--start needs one level" in capsys.readouterr().err


def test_text_names_the_value_and_the_parts(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(house), "--start", "1,2"]) == 0
    said = capsys.readouterr().out
    assert "NAV@0.267 = 0." in said
    assert "from 1,2: " in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["./nope"], "'./nope' not found"),
        (["HOUSE", "--radius", "-1"], "expected metres above 0"),
        (["HOUSE", "--radius", "nan"], "expected a finite number"),
        (["HOUSE", "--radius", "0.2", "--robot", "jackal"], "not allowed with"),
        (["HOUSE", "--robot", "jakal"], "did you mean 'jackal'?"),
        (["HOUSE", "--robot", "./nope"], "holds no caps/mobile.yaml"),
        (["HOUSE", "--start", "1"], "expected X,Y in metres"),
        (["HOUSE[7]"], "unknown level '7'"),
        (["HOUSE", "--resolution", "1e-6"], "too large"),
        (["HOUSE", "--image", "/nope/reach.png"], "/nope/reach.png"),
    ],
)
def test_bad_argument_is_one_sentence_and_exit_code_2(
    house: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.replace("HOUSE", str(house)) for word in words]) == 2
    assert said in capsys.readouterr().err


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "light grey" in capsys.readouterr().out
