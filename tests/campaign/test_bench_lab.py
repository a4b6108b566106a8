"""`arena bench lab`: what a second process is worth."""

from __future__ import annotations

import json

import pytest

from arena_cli.main import main
from arena_lab import bench_lab
from arena_lab.bench_runtime import Figure


@pytest.mark.slow
def test_the_figures_are_about_the_episodes_that_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_lab, "TIMEOUT_S", 1.0)
    told: list[str] = []
    figures = {figure.key: figure for figure in bench_lab.lab_figures("map_empty", 1, 3, told.append)}
    alone, shared = figures["episodes_per_s"].value, figures["episodes_per_s_shared"].value
    assert figures["speed_up"].value == pytest.approx(shared / alone)
    assert figures["speed_up"].at_least == 1.8
    assert told == ["running 3 episodes in map_empty, processes: 1", "running 3 episodes in map_empty, processes: 2"]


@pytest.mark.parametrize(("value", "code"), [(1.8, 0), (1.79, 1)])
def test_too_small_a_speed_up_fails(
    value: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_lab, "lab_figures", lambda *_: (Figure("speed_up", "x", value, at_least=1.8),))
    assert main(["bench", "lab", "world:=map_empty", "--json"]) == code
    assert json.loads(capsys.readouterr().out) == {"speed_up": value}
