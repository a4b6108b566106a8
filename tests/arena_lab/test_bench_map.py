"""The cost of a map, measured beside the cost of one fill."""

from __future__ import annotations

import json

import pytest

from arena_cli.main import main
from arena_lab.bench_map import grid_level


def test_level_is_as_large_as_it_says() -> None:
    level = grid_level(100.0, 5.0)
    assert len(level.zones) == 400
    assert max(corner.x for zone in level.zones for corner in zone.corners) == 100.0


def test_bench_map_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["bench", "map", "repeats:=3", "--json"])
    row = json.loads(capsys.readouterr().out)
    assert row["pixels"] == [2010, 2011]
    assert row["ratio"] == pytest.approx(row["map_ms"] / row["fill_ms"], rel=0.05)
    assert code == (1 if row["ratio"] > row["limit"] else 0)


def test_bench_without_a_subject_is_about_the_running_building(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--help"]) == 0
    assert "20 people" in capsys.readouterr().out
    assert main(["bench", "map", "--help"]) == 0
    assert "100 m" in capsys.readouterr().out
    assert main(["bench", "map", "--jsn"]) == 2
