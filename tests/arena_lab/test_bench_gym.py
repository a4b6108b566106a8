"""`arena bench gym`: what steps of the environment for learning cost."""

from __future__ import annotations

import json

import pytest

from arena_cli.main import main
from arena_lab import bench_gym


def test_steps_are_measured_with_and_without_scans_beside_bare_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_gym, "STEPS", 20)
    told: list[str] = []
    figures = {figure.key: figure for figure in bench_gym.gym_figures("map_empty", "crossing", 1, 1, told.append)}
    assert list(figures) == ["steps_per_s", "blind_steps_per_s", "over_ticks", "reset_ms"]
    assert all(figure.value > 0.0 for figure in figures.values())
    assert told[-1] == "20 steps with scans, without, and their bare ticks, in turn"


def test_an_unknown_world_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "gym", "world:=map_emty"]) == 2
    assert "did you mean 'map_empty'?" in capsys.readouterr().err


def test_figures_are_printed_for_programs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench_gym, "STEPS", 20)
    main(["bench", "gym", "world:=map_empty", "scenario:=", "repeats:=1", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["steps_per_s"] > 0.0
