"""The cost of a condition per robot and tick."""

from __future__ import annotations

import json

import pytest

from arena_cli.main import main
from arena_lab.bench_judge import has_rtamt, judge_cost


def test_every_monitor_is_measured_to_the_end() -> None:
    cost = judge_cost(20, 1)
    assert (cost.monitors, cost.ticks) == (80, 20)
    assert cost.monitor_us > 0.0


def test_bench_judge_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["bench", "judge", "ticks:=20", "repeats:=1", "--json"])
    row = json.loads(capsys.readouterr().out)
    assert (row["monitors"], row["ticks"]) == (80, 20)
    assert (row["rtamt_us"] is None) is not has_rtamt()
    assert code == (1 if row["monitor_us"] > row["limit_us"] else 0)


def test_bench_judge_says_that_rtamt_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena_lab.bench_judge.has_rtamt", lambda: False)
    main(["bench", "judge", "ticks:=5", "repeats:=1"])
    assert "not installed" in capsys.readouterr().out
    assert main(["bench", "judge", "--jsn"]) == 2
