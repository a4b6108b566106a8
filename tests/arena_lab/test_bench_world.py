"""The cost of loading a level, measured beside the bare YAML of its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena_cli.main import main
from arena_simulation_setup.tree.search_paths import shipped

ROOM = "zones: [{name: room, corners: [[0, 0], [4, 0], [4, 3], [0, 3]]}]\n"
HOSPITAL = Path("hospital_1") / "0" / "world.yaml"


def test_bench_world_measures_the_shipped_hospital(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["bench", "world", "repeats:=1", "--json"])
    row = json.loads(capsys.readouterr().out)
    assert row["file"] == str(shipped("worlds") / HOSPITAL)
    assert row["bytes"] == Path(row["file"]).stat().st_size
    assert row["zones"] > 10
    assert row["ratio"] == pytest.approx(row["load_ms"] / row["yaml_ms"], rel=0.05)
    assert code == (1 if row["ratio"] > row["limit"] else 0)


@pytest.mark.parametrize("path", ["0", "0/world.yaml"])
def test_bench_world_takes_a_file_or_its_folder(tmp_path: Path, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "0").mkdir()
    (tmp_path / "0" / "world.yaml").write_text(ROOM)
    main(["bench", "world", str(tmp_path / path), "repeats:=1"])
    assert f"({len(ROOM)} bytes, 1 zones)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.yaml"], "there is no file 'nowhere.yaml'"),
        (["a", "b"], "takes one PATH"),
        (["--jsn"], "unknown option '--jsn'"),
    ],
)
def test_wrong_call_is_bad_usage(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "world", *words]) == 2
    assert message in capsys.readouterr().err


def test_file_with_errors_is_not_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "world.yaml").write_text("zones: 3\n")
    assert main(["bench", "world", str(tmp_path)]) == 2
    assert "world.yaml:1:8" in capsys.readouterr().err


def test_help_says_what_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "world", "--help"]) == 0
    assert "yaml.CSafeLoader" in capsys.readouterr().out
    assert main(["bench", "--help"]) == 0
    assert "arena bench world" in capsys.readouterr().out
