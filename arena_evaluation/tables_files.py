"""Tables of metrics as files: Parquet, CSV, JSON."""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from arena_evaluation.tables import REASONS, MetricRow, column_types


def write_table(path: Path, rows: Sequence[MetricRow], names: Sequence[str]) -> None:
    """Write a table in the format of the file's suffix.

    Args:
        path: ``.parquet``, ``.csv`` or ``.json``; replaced where it exists.
        rows: The rows.
        names: Metrics, in the order of columns.

    Raises:
        ValueError: If the suffix is none of these.
        ModuleNotFoundError: If Parquet is wanted and polars is not installed; the text says what to do.
        OSError: If the file can not be written.
    """
    check_format(path)
    _WRITERS[path.suffix](path, rows, names)


def check_format(path: Path) -> None:
    """Make sure that tables can be written to a file.

    Raises:
        ValueError: If its suffix is unknown.
    """
    if path.suffix not in _WRITERS:
        raise ValueError(
            f"{path}: expected a name that ends in {', '.join(_WRITERS)}, got {path.suffix or 'no suffix'!r}"
        )


def _write_parquet(path: Path, rows: Sequence[MetricRow], names: Sequence[str]) -> None:
    try:
        import polars
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "Parquet needs polars, which is not installed: pip install 'arena_simulation_setup[evaluate]' or write CSV"
        ) from None
    schema = {**column_types(names), REASONS: str}
    values = [_flat(row) for row in rows]
    columns = {name: [row[name] for row in values] for name in schema}
    polars.DataFrame(columns, schema=schema, strict=False).write_parquet(path)


def _write_csv(path: Path, rows: Sequence[MetricRow], names: Sequence[str]) -> None:
    text = StringIO()
    writer = csv.DictWriter(text, [*column_types(names), REASONS], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(value) for name, value in _flat(row).items()})
    path.write_text(text.getvalue(), encoding="utf-8")


def _write_json(path: Path, rows: Sequence[MetricRow], names: Sequence[str]) -> None:
    del names
    path.write_text(json.dumps([row.mapping() for row in rows], indent=1) + "\n", encoding="utf-8")


def _flat(row: MetricRow) -> dict[str, Any]:
    values = row.mapping()
    return {**values, REASONS: json.dumps(values[REASONS])}


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else value


_WRITERS: Mapping[str, Callable[[Path, Sequence[MetricRow], Sequence[str]], None]] = {
    ".parquet": _write_parquet,
    ".csv": _write_csv,
    ".json": _write_json,
}
