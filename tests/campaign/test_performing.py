"""One episode: whatever goes wrong has a name and a row."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from arena_evaluation.tables import RecordingRows, RowMaker
from arena_lab.campaign import perform
from arena_lab.campaign.job_result import TABLE_COLUMNS, JobResult
from arena_lab.campaign.perform import NotWantedError, Performer, place, read_result
from arena_lab.campaign.plan import Job
from arena_lab.row import EpisodeRow
from arena_runtime.simulation import Simulation, SimulationError
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.timebase import seconds_to_ns
from arena_simulation_setup.verdict import Verdict
from task_generator.request import EpisodeRequest

PARAMETERS = {"task.random.static.n": (0, 0), "task.random.dynamic.n": (0, 0)}
LIMITS = Limits(timeout_ns=seconds_to_ns(1.5))


def job(**changes: object) -> Job:
    request = EpisodeRequest(2, 7, parameters=PARAMETERS, limits=LIMITS, **changes)  # type: ignore[arg-type]
    return Job("c", "s", "map_empty", request)


def performed(one: Job, folder: Path, performer: Performer | None = None) -> JobResult:
    result = (performer or Performer(os.environ)).perform(one, folder).result
    assert read_result(folder) == result
    assert all(list(row) == list(TABLE_COLUMNS) for row in result.rows)
    assert {(row["contestant"], row["stage"], row["episode"], row["seed"]) for row in result.rows} == {("c", "s", 2, 7)}
    return result


def test_an_episode_leaves_its_recording_and_a_row_with_metrics(tmp_path: Path) -> None:
    result = performed(job(), tmp_path / "e")
    assert (result.outcome_state, result.failure, result.error_kind) == ("FAILED", "FAILED: timeout", "")
    (row,) = result.rows
    assert (row["robot"], row["recording"]) == ("jackal_0", "episodes/c/s/episode_002/episode_002.mcap")
    assert row["path_length"] > 0.0
    names = sorted(path.name for path in (tmp_path / "e").iterdir())
    assert names == ["episode_002.mcap", "episode_002.yaml", "metadata.yaml", "result.json"]


def test_a_world_that_can_not_be_loaded(tmp_path: Path) -> None:
    result = performed(Job("c", "s", "nowhere", job().request), tmp_path / "e")
    assert (result.outcome_state, result.error_kind, result.rows[0]["world"]) == ("FATAL", "world", "nowhere")
    assert "world 'nowhere' not found" in result.error_detail


def test_an_episode_that_can_not_be_made(tmp_path: Path) -> None:
    result = performed(job(default_model="nobody"), tmp_path / "e")
    assert (result.error_kind, result.passed) == ("episode", False)
    assert "nobody" in result.error_detail


def test_a_mistake_of_the_program_costs_one_episode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TypeError("no such thing")

    monkeypatch.setattr(perform, "run_request", broken)
    assert performed(job(), tmp_path / "e").error_detail == "TypeError: no such thing"


def test_a_tick_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    step = Simulation.step

    def failing(self: Simulation, *orders: object) -> object:
        if self.frame.tick == 20:
            raise SimulationError("the floor is gone")
        return step(self, *orders)  # type: ignore[arg-type]

    monkeypatch.setattr(Simulation, "step", failing)
    result = performed(job(), tmp_path / "e")
    assert (result.error_kind, result.passed) == ("simulation", False)
    assert result.rows[0]["robot"] == "jackal_0"


def test_a_recording_that_can_not_be_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RowMaker, "__call__", lambda self, path: RecordingRows(path, problem="torn"))
    result = performed(job(), tmp_path / "e")
    assert (result.outcome_state, result.error_kind, result.error_detail) == ("FAILED", "metrics", "torn")
    assert (result.rows[0]["recording"][-4:], result.rows[0]["success"]) == ("mcap", None)


def test_an_episode_that_nobody_waits_for_ends_within_a_simulated_second(tmp_path: Path) -> None:
    with pytest.raises(NotWantedError):
        Performer(os.environ, lambda: False).perform(job(), tmp_path / "e")
    assert read_result(tmp_path / "e") is None


def test_what_stood_in_the_folder_before_is_gone(tmp_path: Path) -> None:
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "old").touch()
    performed(Job("c", "s", "nowhere", job().request), tmp_path / "e")
    assert [path.name for path in (tmp_path / "e").iterdir()] == ["result.json"]


def test_the_second_of_two_gives_way_and_what_is_not_whole_does_not_count(tmp_path: Path) -> None:
    target = tmp_path / "episodes" / "e"
    target.mkdir(parents=True)
    (target / "half.mcap").touch()
    for name in ("first", "second"):
        part = tmp_path / name
        part.mkdir()
        (part / "result.json").write_text(json.dumps(name), encoding="utf-8")
        place(part, target)
    assert [path.name for path in target.iterdir()] == ["result.json"]
    assert json.loads((target / "result.json").read_text(encoding="utf-8")) == "first"
    assert read_result(target) is None


GOOD = EpisodeRow(2, "map_empty", "", 7, "SUCCESS", "finished")
VIOLATED = Verdict("e0", "never", "robot in a", "", "jackal_0", "violated", 3, "inside")


@pytest.mark.parametrize(
    ("row", "failure"),
    [
        (GOOD, ""),
        (EpisodeRow(2, "w", "", 7, "FAILED", "timeout"), "FAILED: timeout"),
        (
            EpisodeRow(2, "w", "", 7, "SUCCESS", "", verdicts=(VIOLATED,)),
            "jackal_0: never robot in a is violated: inside",
        ),
        (EpisodeRow(2, "w", "", 7, "SUCCESS", "", collisions=2), ""),
        (EpisodeRow(2, "w", "", 7, "SUCCESS", "", collisions=3), "3 collisions, 3 are too many"),
    ],
)
def test_what_keeps_an_episode_from_passing(row: EpisodeRow, failure: str) -> None:
    assert perform.failure_of(Job("c", "s", "w", job().request, max_collisions=3), row) == failure
