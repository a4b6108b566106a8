"""Episodes in several processes give the rows of a single one."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from arena_cli.main import main
from arena_lab import parallel
from arena_lab.batch import Batch, requests
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.site import open_site
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.request import EpisodeRequest

CALL = ["run", "world:=map_empty", "task.random.static.n:=[2,2]", "task.random.dynamic.n:=[1,1]", "seed:=5"]
WALL_TIME = ("wall_s", "rtf", "recording")


def rows(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[Mapping[str, Any]]:
    assert main([*CALL, f"record.dir:={folder}", "picture:=false", "--json", "--quiet", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def same(row: Mapping[str, Any]) -> Mapping[str, Any]:
    return {key: value for key, value in row.items() if key not in WALL_TIME}


@pytest.mark.slow
def test_two_processes_give_the_rows_and_the_recordings_of_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("episodes:=3", "task.episode.timeout:=8")
    alone = rows(tmp_path / "alone", capsys, *words)
    together = rows(tmp_path / "together", capsys, *words, "env.n:=2")
    assert [row["episode"] for row in together] == [1, 2, 3]
    assert [same(row) for row in together] == [same(row) for row in alone]
    for one, other in zip(alone, together, strict=True):
        assert Path(one["recording"]).name == Path(other["recording"]).name
        assert Path(one["recording"]).read_bytes() == Path(other["recording"]).read_bytes()


def test_episodes_whose_process_dies_have_rows_that_say_so_and_the_others_run() -> None:
    site = open_site("map_empty", os.environ)
    batch = Batch(EpisodeRequest(1, 1, limits=Limits(timeout_ns=seconds_to_ns(0.5))), episodes=4, seed=1, run_seed="1")
    wanted = tuple(requests(site, batch))
    shares = [wanted[0::2], wanted[1::2]]
    started = [parallel.start(parallel.Work("map_empty", False, None, share)) for share in shares]
    # Before it has loaded anything.
    started[1][0].kill()
    rows = [result.row for result in parallel.in_order(wanted, parallel.collected(started, "map_empty", shares))]
    assert [(row.episode, row.failed_to_run) for row in rows] == [(1, False), (2, True), (3, False), (4, True)]
    assert (rows[3].info, rows[3].outcome, rows[3].world) == (
        "the process of this episode ended with code -9",
        "FATAL",
        "map_empty",
    )
