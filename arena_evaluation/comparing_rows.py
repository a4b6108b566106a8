"""The two sides of a comparison: tables of metrics, runs of campaigns, or recordings."""

import csv
import json
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from attrs import frozen

from arena_evaluation.in_processes import in_processes
from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.recording_paths import recording_paths
from arena_evaluation.tables import RowMaker, column_types
from arena_evaluation.tables_files import need_polars

TABLES = ("combined_metrics.parquet", "combined_metrics.csv")
EPISODE = ("contestant", "stage", "recording", "world", "scenario", "seed", "episode")
NUMBERS = tuple(name for name, metric in METRICS.items() if metric.unit != "text")
Row = Mapping[str, Any]


@frozen
class Side:
    """One side.

    Attributes:
        label: What it was called.
        rows: One for each episode and robot.
    """

    label: str
    rows: tuple[Row, ...]

    @property
    def episodes(self) -> int:
        """Number of episodes."""
        return len({tuple(row.get(name) for name in EPISODE) for row in self.rows})

    def of_contestant(self, name: str) -> "Side":
        """The rows of one contestant.

        Raises:
            ValueError: If there are none; those that there are, are named.
        """
        rows = tuple(row for row in self.rows if row.get("contestant") == name)
        if not rows:
            known = dict.fromkeys(str(row["contestant"]) for row in self.rows if row.get("contestant"))
            raise ValueError(f"{self.label} has no contestant {name!r} (contestants: {', '.join(known) or 'none'})")
        return Side(f"{self.label}, {name}", rows)


def read_side(path: Path, workers: int = 1) -> Side:
    """One side of a comparison.

    Args:
        path: A table (``.parquet``, ``.csv``, ``.json``), the folder of a run with one, or recordings.
        workers: Processes that share recordings.

    Raises:
        ValueError: If the file has no rows, or is no table of metrics; a recording that can not be read is one.
        FileNotFoundError: If there is no such file, or nothing in the folder.
        ModuleNotFoundError: If it is Parquet and polars is not installed.
    """
    table = next((path / name for name in TABLES if (path / name).is_file()), path)
    rows = _READERS[table.suffix](table) if table.suffix in _READERS else _recorded(path, workers)
    if not rows:
        raise ValueError(f"{path} has no rows")
    if "robot" not in rows[0]:
        raise ValueError(f"{path} is no table of metrics: it has no column robot")
    for row in rows:
        _check(path, row)
    return Side(str(path), tuple(rows))


def _check(path: Path, row: Row) -> None:
    """Make sure that metrics are numbers."""
    for name in NUMBERS:
        value = row.get(name)
        if value is not None and not (isinstance(value, int | float) and isfinite(value)):
            raise ValueError(f"{path}: {name} is {value!r}, expected a finite number, true or false, or nothing")


def _recorded(path: Path, workers: int) -> list[Row]:
    rows: list[Row] = []
    for found in in_processes(RowMaker(), recording_paths([path]), workers):
        if found.problem:
            raise ValueError(found.problem)
        rows += [row.mapping() for row in found.rows]
    return rows


def _parquet(path: Path) -> list[Row]:
    polars = need_polars()
    try:
        return list(polars.read_parquet(path).to_dicts())
    except polars.exceptions.PolarsError as error:
        raise ValueError(f"{path} is no Parquet file: {error}") from None


def _csv(path: Path) -> list[Row]:
    types = column_types(tuple(METRICS))
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {name: _value(text, types.get(name, str)) for name, text in row.items()} for row in csv.DictReader(file)
        ]


def _json(path: Path) -> list[Row]:
    try:
        rows: Sequence[Row] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is no JSON: {error}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError(f"{path} is no list of rows")
    return list(rows)


def _value(text: str | None, kind: type) -> Any:
    if not text:
        return None
    if kind is bool:
        return {"true": True, "false": False}.get(text, text)
    try:
        return kind(text)
    except ValueError:
        return text


_READERS = {".parquet": _parquet, ".csv": _csv, ".json": _json}
