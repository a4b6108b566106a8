"""`arena campaign`: what is refused, and where things are found."""

from __future__ import annotations

import fcntl
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_cli.main import main
from arena_lab.campaign.job_result import TABLE_COLUMNS, Delivery, JobResult, failed_result
from arena_lab.campaign.plan import Job
from arena_lab.campaign.process_engine import ProcessEngine

STAGES = "stages: [{name: a, map: map_empty, episodes: 2}]\n"


def files(folder: Path) -> list[str]:
    (folder / "s.yaml").write_text(STAGES, encoding="utf-8")
    (folder / "c.yaml").write_text("robot: [jackal, turtlebot]\n", encoding="utf-8")
    return [str(folder / "s.yaml"), str(folder / "c.yaml")]


@pytest.fixture
def no_simulation(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Episodes pass at once, but the second one of each step is not run to its end; which ones were asked for."""
    asked: list[tuple[str, int]] = []

    def deliveries(self: ProcessEngine, jobs: list[Job], run: Path, notice: object) -> Iterator[Delivery]:
        for job in jobs:
            asked.append(job.key)
            good = JobResult(job.step, job.episode, "SUCCESS", "done", rows=(dict.fromkeys(TABLE_COLUMNS),))
            yield Delivery(good if job.episode == 1 else failed_result(job, "worker", "died"))

    monkeypatch.setattr(ProcessEngine, "deliveries", deliveries)
    return asked


def test_check_counts_the_episodes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "check", *files(tmp_path)]) == 0
    assert capsys.readouterr().out == "suite s with contest c: stages 1, contestants 2, episodes 4\n"


def test_check_tells_the_mistakes_of_both_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = files(tmp_path)
    Path(names[0]).write_text("stages: [{name: a, map: nowhere}]\n", encoding="utf-8")
    Path(names[1]).write_text("robot: nobody\n", encoding="utf-8")
    assert main(["campaign", "check", *names]) == 2
    said = capsys.readouterr().err
    assert f"{names[0]}:1:25" in said
    assert f"{names[1]}:1:8" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["smoke"], "expected a SUITE and a CONTEST"),
        (["smok", "robots"], "did you mean 'smoke'?"),
        (["smoke", "no/where.yaml"], "contest 'no/where.yaml' not found"),
        (["smoke", "robots", "--retry-failed"], "--retry-failed needs --resume"),
        (["smoke", "robots", "--address", "local"], "--address needs --engine ray"),
        (["smoke", "robots", "--workers", "0"], "expected a whole number from 1"),
        (["smoke", "robots", "--scale-episodes", "0"], "expected a number above 0"),
        (["smoke", "robots", "--engine", "magic"], "invalid choice"),
        (["smoke", "robots", "--run-id", "../up"], "'../up' is no name of a run"),
        (["--resume"], "there is no run in"),
        (["smoke", "--resume"], "expected both SUITE and CONTEST"),
        (["smoke", "robots", "--resume"], "there is no run of suite smoke and contest robots in"),
        (["--resume", "--scale-episodes", "2"], "--scale-episodes belongs to a new run"),
        (["--resume", "--run-id", "x"], "--run-id belongs to a new run"),
        (["--resume", "nothing"], "there is no run 'nothing'"),
    ],
)
def test_bad_usage(words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "run", *words, "-o", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "benchmarks").exists()


def test_without_ray_one_sentence_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["campaign", "run", "smoke", "robots", "--engine", "ray", "-o", str(tmp_path)]) == 2
    assert "pip install 'arena_simulation_setup[ray]'" in capsys.readouterr().err
    assert not (tmp_path / "benchmarks").exists()


def test_resume_runs_what_died_and_nothing_else(
    tmp_path: Path, no_simulation: list[tuple[str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["campaign", "run", *files(tmp_path), "-o", str(tmp_path), "--run-id", "r"]) == 1
    assert len(no_simulation) == 4
    no_simulation.clear()
    assert main(["campaign", "run", "--resume", "-o", str(tmp_path)]) == 1
    assert no_simulation == [("jackal/a", 2), ("turtlebot/a", 2)]
    assert "contestant" in capsys.readouterr().out


def test_a_run_does_not_go_on_with_other_episodes(
    tmp_path: Path, no_simulation: list[tuple[str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    names = files(tmp_path)
    main(["campaign", "run", *names, "-o", str(tmp_path), "--run-id", "r"])
    Path(names[0]).write_text(STAGES.replace("2", "3"), encoding="utf-8")
    no_simulation.clear()
    assert main(["campaign", "run", *names, "--resume", "r", "-o", str(tmp_path)]) == 2
    assert "was begun with other episodes" in capsys.readouterr().err
    assert no_simulation == []
    # Its own copies of the files are those that it was begun with.
    assert main(["campaign", "run", "--resume", "r", "-o", str(tmp_path)]) == 1


def test_resume_with_a_suite_and_a_contest_takes_the_last_run_of_both_in_its_scale(
    tmp_path: Path, no_simulation: list[tuple[str, int]]
) -> None:
    names = files(tmp_path)
    where = ["-o", str(tmp_path)]
    main(["campaign", "run", *names, *where, "--run-id", "wanted", "--scale-episodes", "2"])
    main(["campaign", "run", "smoke", "pair", *where, "--run-id", "later"])
    no_simulation.clear()
    assert main(["campaign", "run", *names, *where, "--resume"]) == 1
    assert no_simulation == [(f"{robot}/a", number) for robot in ("jackal", "turtlebot") for number in (2, 3, 4)]


def test_two_processes_do_not_work_on_one_run(
    tmp_path: Path, no_simulation: list[tuple[str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["campaign", "run", *files(tmp_path), "-o", str(tmp_path), "--run-id", "r"])
    no_simulation.clear()
    with (tmp_path / "benchmarks" / "r" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert main(["campaign", "run", "--resume", "r", "-o", str(tmp_path)]) == 2
    assert "is being worked on by another process" in capsys.readouterr().err
    assert no_simulation == []


def test_a_name_that_is_taken_is_refused_and_one_from_the_time_is_never_taken(
    tmp_path: Path, no_simulation: list[tuple[str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["campaign", "run", *files(tmp_path), "-o", str(tmp_path)]
    assert main([*words, "--run-id", "r"]) == 1
    assert main([*words, "--run-id", "r"]) == 2
    assert "--resume r goes on with it" in capsys.readouterr().err
    for _ in range(2):
        assert main(words) == 1
    assert main(["campaign", "list", "-o", str(tmp_path), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()[-6:] if '"run"' in line]
    assert len({row["name"] for row in rows}) == 3
    assert all(row["name"] == "r" or row["name"].rstrip("-2").endswith("-s-c") for row in rows)


def test_rows_alone_are_on_stdout_whatever_libraries_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def talkative(self: ProcessEngine, jobs: list[Job], run: Path, notice: object) -> Iterator[Delivery]:
        for job in jobs:
            sys.stdout.write("(raylet) a worker died\n")
            yield Delivery(JobResult(job.step, job.episode, "SUCCESS", "done", rows=(dict.fromkeys(TABLE_COLUMNS),)))

    monkeypatch.setattr(ProcessEngine, "deliveries", talkative)
    assert main(["campaign", "run", *files(tmp_path), "-o", str(tmp_path), "--json"]) == 0
    shown = capsys.readouterr()
    assert [json.loads(line)["episode"] for line in shown.out.splitlines()] == [1, 2, 1, 2]
    assert shown.err.count("a worker died") == 4


def test_an_interrupt_leaves_a_run_that_can_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(self: ProcessEngine, jobs: list[Job], run: Path, notice: object) -> Iterator[Delivery]:
        yield Delivery(JobResult(jobs[0].step, 1, "SUCCESS", "done", rows=(dict.fromkeys(TABLE_COLUMNS),)))
        raise KeyboardInterrupt

    monkeypatch.setattr(ProcessEngine, "deliveries", interrupted)
    assert main(["campaign", "run", *files(tmp_path), "-o", str(tmp_path), "--run-id", "r"]) == 130
    capsys.readouterr()
    assert main(["campaign", "status", "-o", str(tmp_path)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("run r: interrupted")
    assert shown[4].split() == ["jackal", "a", "2", "1", "1", "0", "0"]


def test_a_run_whose_manifest_is_damaged_is_listed_and_passed_over(
    tmp_path: Path, no_simulation: list[tuple[str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["campaign", "run", *files(tmp_path), "-o", str(tmp_path), "--run-id"]
    assert main([*words, "good"]) == main([*words, "torn"]) == 1
    (tmp_path / "benchmarks" / "torn" / "manifest.yaml").write_text("{", encoding="utf-8")
    capsys.readouterr()
    assert main(["campaign", "list", "-o", str(tmp_path), "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines() if '"run"' in line]
    assert {row["name"]: row["detail"] for row in rows} == {"good": "complete", "torn": "damaged"}
    assert main(["campaign", "status", "-o", str(tmp_path)]) == 0
    assert "run good" in capsys.readouterr().out
    assert main(["campaign", "status", "torn", "-o", str(tmp_path)]) == 2
    assert "manifest.yaml:2:1: this is not YAML" in capsys.readouterr().err


def test_suites_of_ones_own_come_before_the_shipped_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "suites").mkdir()
    (tmp_path / "suites" / "smoke.yaml").write_text(STAGES, encoding="utf-8")
    monkeypatch.setenv("ARENA_CAMPAIGN_PATH", str(tmp_path))
    assert main(["campaign", "check", "smoke", "robots"]) == 0
    assert "suite smoke with contest robots: stages 1, contestants 3, episodes 6" in capsys.readouterr().out
