"""Modules in `arena run`: a curriculum that follows the outcomes, and worlds in turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arena_cli.main import main

QUIET = ["record.auto:=false", "task.episode.timeout:=0.2", "--json", "--quiet", "seed:=4"]
STAGES = """stages:
- {name: alone, obstacles_params: {static.n: [1, 1], dynamic.n: [0, 0]}}
- {name: twins, fleet: ["jackal[2]"], robots: explore}
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, Any]], str]:
    code = main(["run", *QUIET, *words])
    said = capsys.readouterr()
    return code, [json.loads(line) for line in said.out.splitlines()], said.err


@pytest.fixture
def stages(tmp_path: Path) -> Path:
    path = tmp_path / "stages.yaml"
    path.write_text(STAGES, encoding="utf-8")
    return path


def test_a_curriculum_changes_modes_and_fleet_when_robots_succeed(
    capsys: pytest.CaptureFixture[str], stages: Path
) -> None:
    words = ["world:=map_empty", "task.modules:=staged", f"task.staged.file:={stages}", "task.staged.promote_after:=1"]
    code, rows, _ = run(capsys, *words, "task.robots:=stationary", "episodes:=3")
    assert code == 0
    robots = [sorted({phase["robot"] for phase in row["phases"]}) for row in rows]
    assert [row["outcome"] for row in rows] == ["SUCCESS"] * 3
    assert robots == [[], ["jackal_0", "jackal_1"], ["jackal_0", "jackal_1"]]


def test_worlds_come_in_turn_and_each_seed_is_that_of_its_world(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tm_modules:=dynamic_map", "task.dynamic_map.worlds:=[map_empty,hospital_1]", "episodes:=3"]
    code, rows, err = run(capsys, "world:=map_empty", *words)
    assert code == 0
    assert [row["world"] for row in rows] == ["map_empty", "hospital_1", "map_empty"]
    _, plain, _ = run(capsys, "world:=map_empty", "episodes:=3")
    assert [rows[0]["seed"], rows[2]["seed"]] == [plain[0]["seed"], plain[2]["seed"]]
    assert "tm_modules is the old name of task.modules" in err


def test_a_world_that_is_not_there_costs_its_episode_only(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["task.modules:=dynamic_map", "task.dynamic_map.worlds:=[map_empty,map_emty]", "episodes:=3"]
    code, rows, _ = run(capsys, "world:=map_empty", *words)
    assert code == 1
    assert [row["outcome"] for row in rows] == ["FAILED", "FATAL", "FAILED"]
    assert "did you mean 'map_empty'" in rows[1]["info"]


def test_a_file_without_stages_is_told_and_the_run_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    path.write_text("stages: []\n", encoding="utf-8")
    code, rows, err = run(capsys, "world:=map_empty", "task.modules:=staged", f"task.staged.file:={path}")
    assert (code, len(rows)) == (0, 1)
    assert "there is no stage" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["task.modules:=stagd"], "did you mean 'staged'"),
        (["task.modules:=staged", "env.n:=2", "episodes:=2"], "env.n:=1"),
    ],
)
def test_what_can_not_be_is_refused_before_anything_runs(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    code, rows, err = run(capsys, "world:=map_empty", *words)
    assert (code, rows) == (2, [])
    assert told in err
