"""Suites that ask for reference runs: the disturbance of people in the table, the same whatever runs it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import polars
import pytest
from attrs import evolve

from arena_evaluation.tables import REASONS
from arena_lab.campaign import perform
from arena_lab.campaign.contest import Contest, Contestant
from arena_lab.campaign.known import KnownNames
from arena_lab.campaign.perform import Performer
from arena_lab.campaign.plan import Campaign, Job
from arena_lab.campaign.process_engine import ProcessEngine
from arena_lab.campaign.read_suite import load_suite
from arena_lab.campaign.run_folder import RunFolder
from arena_lab.campaign.runner import CampaignRun
from arena_lab.campaign.suite import Stage, Suite
from arena_runtime.simulation import SimulationError
from arena_simulation_setup.recording.metadata import read_metadata
from arena_simulation_setup.reference_run import is_reference

Written = Callable[[str, str], Path]
NAMES = ("person_path_deflection_mean", "person_path_deflection_max", "person_delay_mean")
CROWDED = {"task.random.static.n": (0, 0), "task.random.dynamic.n": (4, 4)}
STAGE = Stage("hall", "map_empty", 3, 3, parameters=CROWDED, timeout_s=3.0)
CAMPAIGN = Campaign(Suite("s", (STAGE,), references=True), Contest("c", (Contestant("jackal"),)))
PLAIN = evolve(CAMPAIGN, suite=evolve(CAMPAIGN.suite, references=False))


def first_job(campaign: Campaign) -> Job:
    return campaign.jobs()[0]


def test_a_suite_says_whether_it_wants_them(written: Written, known: KnownNames) -> None:
    stages = "stages:\n  - {name: one, map: map_empty}\n"
    for text, wanted in (("references: true\n", True), ("references: false\n", False), ("", False)):
        loaded = load_suite(written("suite.yaml", text + stages), known)
        assert (loaded.value.references, loaded.warnings) == (wanted, ())
    assert all(job.references for job in CAMPAIGN.jobs())
    assert CAMPAIGN.fingerprint != PLAIN.fingerprint


def test_an_episode_is_simulated_without_its_robots_and_its_row_compares_both(tmp_path: Path) -> None:
    result = Performer(os.environ).perform(first_job(CAMPAIGN), tmp_path / "e").result
    (row,) = result.rows
    assert set(NAMES) & set(row[REASONS]) == set()
    assert 0.0 <= row[NAMES[0]] <= row[NAMES[1]]
    reference = tmp_path / "e" / "reference" / "episode_001.mcap"
    assert is_reference(read_metadata(reference))
    assert row["recording"] == "episodes/jackal/hall/episode_001/episode_001.mcap"
    plain = Performer(os.environ).perform(first_job(PLAIN), tmp_path / "plain").result
    assert {plain.rows[0][REASONS][name] for name in NAMES} == {"no reference run"}
    assert not (tmp_path / "plain" / "reference").exists()
    others = {name: value for name, value in row.items() if name not in (*NAMES, REASONS)}
    assert others == {name: plain.rows[0][name] for name in others}


def test_a_reference_run_that_fails_is_the_reason_and_takes_nothing_else_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> int:
        raise SimulationError("tick 3 failed: no")

    monkeypatch.setattr(perform, "record_reference", failing)
    result = Performer(os.environ).perform(first_job(CAMPAIGN), tmp_path / "e").result
    (row,) = result.rows
    assert (result.error_kind, row["path_length"] > 0.0) == ("", True)
    assert {row[REASONS][name] for name in NAMES} == {"reference run: tick 3 failed: no"}


@pytest.mark.slow
def test_two_workers_and_a_resumed_run_give_the_table_and_files_of_one_worker(tmp_path: Path) -> None:
    alone, shared, resumed = (tmp_path / name for name in ("alone", "shared", "resumed"))
    for folder, workers in ((alone, 1), (shared, 2), (resumed, 1)):
        folder.mkdir()
        run = CampaignRun(CAMPAIGN, RunFolder(folder), ProcessEngine(workers), lambda _: None)
        run.begin({})
        done = run.run()
        next(done)
        if folder == resumed:
            done.close()
            assert not (folder / "combined_metrics.parquet").exists()
            done = run.run()
        list(done)
    files = [path.relative_to(alone) for path in sorted((alone / "episodes").rglob("*.*"))]
    assert len(files) == 3 * 7
    for other in (shared, resumed):
        for name in (*files, Path("combined_metrics.parquet")):
            assert (alone / name).read_bytes() == (other / name).read_bytes(), name
    assert polars.read_parquet(alone / "combined_metrics.parquet")[NAMES[1]].null_count() == 0
