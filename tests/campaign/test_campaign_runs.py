"""Runs of campaigns: the same rows whatever runs them, and nothing lost whatever dies."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as Xml

import polars
import pytest
from attrs import evolve

from arena_cli.main import main
from arena_lab.campaign.contest import Contest, Contestant
from arena_lab.campaign.plan import Campaign
from arena_lab.campaign.process_engine import ProcessEngine
from arena_lab.campaign.run_folder import RunFolder
from arena_lab.campaign.runner import CampaignRun
from arena_lab.campaign.suite import Stage, Suite

REPOSITORY = Path(__file__).parents[2]
QUIET = {"task.random.static.n": (1, 2), "task.random.dynamic.n": (1, 1)}
STAGE = Stage("hall", "map_empty", 4, 3, parameters=QUIET, timeout_s=2.0)
CAMPAIGN = Campaign(Suite("s", (STAGE,)), Contest("c", (Contestant("jackal"),)))

SUITE = """\
stages:
  - name: hall
    map: map_empty
    episodes: 8
    timeout: 4
    config: {random: {static: {min: 1, max: 2}, dynamic: {min: 1, max: 1}}}
"""
CONTEST = "- name: jackal\n"
SCENARIOS = """\
stages:
""" + "".join(
    f"""\
  - name: {name}
    map: hall
    tm_obstacles: scenario
    tm_robots: scenario
    config: {{scenario: {{file: {name}}}}}
"""
    for name in ("first", "second", "third")
)


def table(run: Path) -> bytes:
    return (run / "combined_metrics.parquet").read_bytes()


def lines(run: Path) -> list[dict[str, str]]:
    with (run / "progress.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def files(folder: Path, suite: str) -> list[str]:
    (folder / "suite.yaml").write_text(suite, encoding="utf-8")
    (folder / "contest.yaml").write_text(CONTEST, encoding="utf-8")
    return [str(folder / "suite.yaml"), str(folder / "contest.yaml")]


def begun(folder: Path, workers: int) -> CampaignRun:
    folder.mkdir()
    run = CampaignRun(CAMPAIGN, RunFolder(folder), ProcessEngine(workers), lambda _: None)
    run.begin({})
    return run


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced_and_the_rows_and_recordings_are_those_of_one_worker(
    tmp_path: Path,
) -> None:
    alone, shared = begun(tmp_path / "alone", 1), begun(tmp_path / "shared", 2)
    assert [job.episode for job, _ in alone.run()] == [1, 2, 3, 4]
    killed = False
    for _ in shared.run():
        if not killed:
            killed = True
            # Whatever it is at: the other episodes are begun, done or still to come.
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    assert "ended with code -9" in (tmp_path / "shared" / "runner.log").read_text(encoding="utf-8")
    assert table(tmp_path / "alone") == table(tmp_path / "shared")
    names = sorted(path.relative_to(tmp_path / "alone") for path in (tmp_path / "alone" / "episodes").rglob("*.*"))
    assert len(names) == 4 * 4
    for name in names:
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "shared" / name).read_bytes(), name


class Deadly:
    """Ends the process that it is sent to."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (7,)


@pytest.mark.slow
def test_an_episode_that_ends_every_process_is_given_up_and_the_others_run(tmp_path: Path) -> None:
    run = begun(tmp_path / "r", 1)
    jobs = CAMPAIGN.jobs()[:2]
    deadly = evolve(jobs[0], request=evolve(jobs[0].request, parameters={"task.random.static.n": Deadly()}))
    told: list[str] = []
    found = list(run.engine.deliveries([deadly, jobs[1]], tmp_path / "r", told.append))
    assert [(entry.result.episode, entry.result.error_kind) for entry in found] == [(1, "worker"), (2, "")]
    assert [sentence.rpartition("; ")[2] for sentence in told] == [
        "the episode is begun anew",
        "the episode is begun anew",
        "the episode is given up",
    ]
    assert all("ended with code 7 in jackal/hall, episode 1" in sentence for sentence in told)


@pytest.mark.slow
def test_an_interrupt_from_the_keyboard_ends_everything_and_a_parent_that_dies_leaves_nobody_behind(
    tmp_path: Path,
) -> None:
    words = ["campaign", "run", *files(tmp_path, SUITE), "--workers", "2", "-o", str(tmp_path), "--run-id"]
    for name, end in (("interrupted", signal.SIGINT), ("killed", signal.SIGKILL)):
        run = tmp_path / "benchmarks" / name
        with subprocess.Popen(
            [sys.executable, "-m", "arena_cli.main", *words, name],
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            wait_for_lines(run, 1)
            workers = children(process.pid)
            assert len(workers) >= 2
            # A terminal interrupts all of its processes; a kill is of one.
            if end == signal.SIGINT:
                os.killpg(process.pid, end)
            else:
                process.kill()
        assert process.returncode == (130 if end == signal.SIGINT else -9)
        deadline = time.monotonic() + 60.0
        while (alive := [worker for worker in workers if is_running(worker)]) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert alive == []
        assert ("interrupted" in (run / "manifest.yaml").read_text(encoding="utf-8")) == (end == signal.SIGINT)


def children(process: int) -> list[int]:
    return [int(text) for text in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.slow
def test_the_shipped_suite_passes_with_the_shipped_robots(tmp_path: Path) -> None:
    words = ["campaign", "run", "smoke", "robots", "--scale-episodes", "0.5", "--workers", "2", "-o", str(tmp_path)]
    assert main(words) == 0


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_without_doing_anything_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["campaign", "run", *files(tmp_path, SUITE), "-o", str(tmp_path), "--workers"]
    run, whole = (tmp_path / "benchmarks" / name for name in ("cut", "whole"))
    with subprocess.Popen(
        [sys.executable, "-m", "arena_cli.main", *words, "2", "--run-id", "cut"],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        wait_for_lines(run, 2)
        process.kill()
    before = lines(run)
    assert 2 <= len(before) < 8
    with (run / "progress.csv").open("a", encoding="utf-8") as file:
        file.write("2026-01-01T00:00:00.000+00:00,cut,jackal/ha")
    # Four seconds are too short for some of these ways.
    assert main(["campaign", "run", "--resume", "cut", "-o", str(tmp_path), "--workers", "1"]) == 1
    assert lines(run)[: len(before)] == before
    assert sorted(line["episode_id"] for line in lines(run)) == list("12345678")
    assert "is damaged; its episode is run again" in capsys.readouterr().err
    assert main([*words, "1", "--run-id", "whole"]) == 1
    assert table(run) == table(whole)


def wait_for_lines(run: Path, count: int) -> None:
    deadline = time.monotonic() + 60.0
    while time.monotonic() < deadline:
        if (run / "progress.csv").exists() and len(lines(run)) >= count:
            return
        time.sleep(0.02)
    raise TimeoutError(f"{run} has not got {count} lines")


@pytest.mark.slow
def test_a_scenario_that_does_not_parse_has_a_row_and_the_others_run_and_it_can_be_retried(
    tmp_path: Path, three_scenarios: Mapping[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    broken = three_scenarios["second"]
    good = broken.read_text(encoding="utf-8")
    broken.write_text("robots: [\n", encoding="utf-8")
    junit = tmp_path / "junit.xml"
    where = ["--workers", "1", "-o", str(tmp_path), "--junit", str(junit), "--json"]
    words = ["campaign", "run", *files(tmp_path, SCENARIOS), *where]
    assert main([*words, "--run-id", "r"]) == 1
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["stage"], row["passed"], row["error_kind"]) for row in shown] == [
        ("first", True, ""),
        ("second", False, "episode"),
        ("third", True, ""),
    ]
    assert f"{broken}:2:1" in shown[1]["error_detail"]
    rows = polars.read_parquet(tmp_path / "benchmarks" / "r" / "combined_metrics.parquet").to_dicts()
    assert [(row["stage"], row["outcome_state"], row["success"]) for row in rows] == [
        ("first", "SUCCESS", True),
        ("second", "FATAL", None),
        ("third", "SUCCESS", True),
    ]
    assert "this is not YAML" in rows[1]["error_detail"]
    root = Xml.parse(junit).getroot()
    assert root is not None
    assert (root.get("errors"), root.get("failures")) == ("1", "0")

    broken.write_text(good, encoding="utf-8")
    resume = ["campaign", "run", "--resume", "r", *where]
    assert main(resume) == 1, "an episode with a result is not run again unless that is asked for"
    assert main([*resume, "--retry-failed"]) == 0
    assert len(lines(tmp_path / "benchmarks" / "r")) == 3
    assert main([*words, "--run-id", "good"]) == 0
    assert table(tmp_path / "benchmarks" / "r") == table(tmp_path / "benchmarks" / "good")


@pytest.mark.slow
def test_an_episode_that_has_not_passed_gives_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = files(tmp_path, SUITE.replace("timeout: 4", "timeout: 500ms"))
    words = ["evaluation", "benchmark", "--suite", names[0], "--contest", names[1], "--scale-episodes", "0.1"]
    assert main([*words, "-o", str(tmp_path), "--run-id", "r"]) == 1
    out = capsys.readouterr().out
    assert "failed (FAILED: timeout)" in out
    (line,) = lines(tmp_path / "benchmarks" / "r")
    assert (line["outcome_state"], line["outcome_info"], line["error_kind"]) == ("FAILED", "timeout", "")
    assert main(["campaign", "status", "r", "-o", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "contestant": "jackal",
        "stage": "hall",
        "episodes": 1,
        "done": 1,
        "passed": 0,
        "failed": 1,
        "errors": 0,
    }
