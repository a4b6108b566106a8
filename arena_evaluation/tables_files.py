"""Tables of metrics as files: Parquet, CSV, JSON."""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from arena_evaluation.tables import REASONS, MetricRow, column_types
from arena_simulation_setup.optional_library import not_installed


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
    write_values(path, {**column_types(names), REASONS: str}, [row.mapping() for row in rows])


def write_values(path: Path, types: Mapping[str, type], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write a table of plain values in the format of the file's suffix.

    Args:
        path: ``.parquet``, ``.csv`` or ``.json``; replaced where it exists.
        types: Column to the type of its values, in order, the column of reasons among them.
        rows: Values by column; reasons as a mapping.

    Raises:
        ValueError: If the suffix is none of these.
        ModuleNotFoundError: If Parquet is wanted and polars is not installed; the text says what to do.
        OSError: If the file can not be written.
    """
    check_format(path)
    _WRITERS[path.suffix](path, types, rows)


def check_format(path: Path) -> None:
    """Make sure that tables can be written to a file.

    Raises:
        ValueError: If its suffix is unknown.
    """
    if path.suffix not in _WRITERS:
        raise ValueError(
            f"{path}: expected a name that ends in {', '.join(_WRITERS)}, got {path.suffix or 'no suffix'!r}"
        )


def need_polars() -> Any:
    """The library that reads and writes Parquet.

    Raises:
        ModuleNotFoundError: If it is not installed; the text says what to do.
    """
    try:
        import polars
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f"{not_installed('Parquet', 'polars', 'evaluate')} or write CSV") from None
    return polars


def _write_parquet(path: Path, types: Mapping[str, type], rows: Sequence[Mapping[str, Any]]) -> None:
    polars = need_polars()
    values = [_flat(row) for row in rows]
    columns = {name: [row[name] for row in values] for name in types}
    polars.DataFrame(columns, schema=dict(types), strict=False).write_parquet(path)


def _write_csv(path: Path, types: Mapping[str, type], rows: Sequence[Mapping[str, Any]]) -> None:
    text = StringIO()
    writer = csv.DictWriter(text, list(types), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _cell(value) for name, value in _flat(row).items()})
    path.write_text(text.getvalue(), encoding="utf-8")


def _write_json(path: Path, types: Mapping[str, type], rows: Sequence[Mapping[str, Any]]) -> None:
    del types
    path.write_text(json.dumps(list(rows), indent=1) + "\n", encoding="utf-8")


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, REASONS: json.dumps(row[REASONS])}


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else value


_WRITERS: Mapping[str, Callable[[Path, Mapping[str, type], Sequence[Mapping[str, Any]]], None]] = {
    ".parquet": _write_parquet,
    ".csv": _write_csv,
    ".json": _write_json,
}
