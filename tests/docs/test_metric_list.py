"""The guide to metrics lists each metric once, with its unit."""

from __future__ import annotations

import re
from pathlib import Path

from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.tables import IDENTITY, REASONS

ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| ([^|]+) \|")


def test_metrics_and_units_of_the_guide_are_those_of_the_program(repository: Path) -> None:
    text = (repository / "docs" / "metrics.md").read_text(encoding="utf-8")
    found = [
        (name, row[2])
        for line in text.splitlines()
        if (row := ROW.match(line))
        for name in re.findall(r"`(\w+)`", row[1])
    ]
    assert sorted(found) == sorted((name, metric.unit) for name, metric in METRICS.items())
    columns = text.partition("## Columns")[2].partition("##")[0]
    assert re.findall(r"`(\w+)`", columns.partition(";")[0]) == list(IDENTITY)
    assert f"`{REASONS}`" in columns
