"""`arena bench replay`: what judging recordings again costs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from arena_cli import bench_words as command
from arena_cli.main import main
from arena_evaluation.replay import replay
from arena_lab import bench_replay
from arena_lab.bench_episode import CLAUSES
from arena_lab.bench_runtime import Figure
from arena_simulation_setup.site import open_site
from arena_simulation_setup.verdict import PENDING


def test_ten_clauses_and_a_task_are_judged_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    bench_replay.record(open_site("hospital_1", os.environ), 1, path, seconds=3.0)
    result = replay(path)
    assert result.agrees
    assert (result.frames, len(result.judged_verdicts)) == (91, CLAUSES)
    # Decided at the end only, so that each is judged on every frame.
    assert {verdict.tick for verdict in result.judged_verdicts} == {90}
    assert {phase.outcome for phase in result.judged_phases} == {PENDING}
    assert len(result.judged_phases) == bench_replay.PHASES


@pytest.mark.slow
def test_the_figures_are_about_the_recordings_that_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_replay, "SECONDS", 2.0)
    told: list[str] = []
    figures = bench_replay.replay_figures(open_site("hospital_1", os.environ), 1, 1, 2, told.append)
    found = {figure.key: figure.value for figure in figures}
    assert list(found) == ["frames_per_s", "decode_us", "judge_us", "speed_up"]
    assert all(value > 0.0 for value in found.values())
    # They are taken one after the other, and others may use the processor meanwhile.
    assert 5e6 / found["frames_per_s"] > found["judge_us"]
    assert told[-1] == "judging 2 recordings again in one process and in 2"


@pytest.mark.parametrize(("value", "code"), [(20_000.0, 0), (19_999.0, 1)])
def test_a_figure_beyond_its_bound_fails(
    value: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figure = Figure("frames_per_s", "frames a second", value, at_least=bench_replay.LEAST_FRAMES_PER_SECOND)
    monkeypatch.setattr(bench_replay, "replay_figures", lambda *_: (figure,))
    assert main(["bench", "replay", "world:=map_empty", "--json"]) == code
    assert json.loads(capsys.readouterr().out) == {"frames_per_s": value}
    assert command.EXIT_FAILED == 1


def test_a_wrong_word_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "replay", "--jsn"]) == 2
    assert "--jsn" in capsys.readouterr().err
