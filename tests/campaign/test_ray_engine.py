"""Campaigns on a Ray cluster: one on this machine, with the rows and recordings of processes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import polars
import pytest

from arena_lab.campaign.contest import Contest, Contestant
from arena_lab.campaign.plan import Campaign
from arena_lab.campaign.process_engine import ProcessEngine
from arena_lab.campaign.ray_engine import LOCAL, NoRayError, RayEngine, unpack
from arena_lab.campaign.run_folder import RunFolder
from arena_lab.campaign.runner import CampaignRun
from arena_lab.campaign.suite import Stage, Suite

QUIET = {"task.random.static.n": (1, 1), "task.random.dynamic.n": (1, 1)}
STAGES = (
    Stage("hall", "map_empty", 2, 3, parameters=QUIET, timeout_s=2.0),
    Stage("nowhere", "no_such_world", 1, 3),
)
CAMPAIGN = Campaign(Suite("s", STAGES, references=True), Contest("c", (Contestant("jackal"),)))


def contents(folder: Path, engine: ProcessEngine | RayEngine, killed: list[int] | None = None) -> dict[str, bytes]:
    """What the run leaves, apart from what tells of time and place; a list is told which process was killed."""
    folder.mkdir()
    run = CampaignRun(CAMPAIGN, RunFolder(folder), engine, lambda _: None)
    run.begin({})
    for _ in run.run():
        if killed is not None and not killed:
            killed += a_worker_killed()
    own = {"manifest.yaml", "progress.csv", "runner.log", ".lock"}
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in own)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def a_worker_killed() -> list[int]:
    """End a process of this test's own cluster that is running an episode; none where none is."""
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes()
            parents = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if words.startswith(b"ray::_remotely") and is_below(int(parents[1]), os.getpid()):
            os.kill(int(folder.name), signal.SIGKILL)
            return [int(folder.name)]
    return []


def is_below(process: int, ancestor: int) -> bool:
    while process > 1:
        if process == ancestor:
            return True
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return False


@pytest.mark.slow
def test_a_cluster_gives_the_rows_recordings_and_reference_runs_of_one_process_even_where_a_worker_dies(
    tmp_path: Path,
) -> None:
    ray = pytest.importorskip("ray")
    alone = contents(tmp_path / "alone", ProcessEngine(1))
    killed: list[int] = []
    cluster = contents(tmp_path / "cluster", RayEngine(2, LOCAL), killed)
    assert not ray.is_initialized()
    assert len(killed) == 1
    assert len(alone) == 1 + 2 * 7 + 1
    assert list(alone) == list(cluster)
    for name, content in alone.items():
        assert content == cluster[name], name
    deflections = polars.read_parquet(tmp_path / "cluster" / "combined_metrics.parquet")["person_path_deflection_max"]
    assert deflections.null_count() == 1


def test_a_cluster_that_is_not_there_is_said(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    engine = RayEngine(1, "nonsense://nowhere")
    with pytest.raises(NoRayError, match="no Ray cluster at nonsense://nowhere"):
        next(iter(engine.deliveries(CAMPAIGN.jobs(), tmp_path, lambda _: None)))


def test_files_of_an_episode_get_their_place_whole(tmp_path: Path) -> None:
    files = {"result.json": b"{}", "deep/x.mcap": b"1"}
    unpack(files, tmp_path / "part", tmp_path / "a" / "b")
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {"a/b/result.json", "a/b/deep/x.mcap"}
    # A second answer about the same episode changes nothing.
    unpack({"result.json": b"other"}, tmp_path / "part", tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b" / "result.json").read_bytes() == b"{}"
    assert not (tmp_path / "part").exists()
