"""`arena evaluation metrics`: numbers about recorded episodes."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError
from arena_cli.error_text import check_target, sentence_of
from arena_cli.evaluation_paths import add_paths, complain, results, show
from arena_cli.option_parser import OptionParser
from arena_cli.reference_option import add_reference, references_of, told_partners
from arena_simulation_setup.files.near_names import near_or_all

if TYPE_CHECKING:
    from arena_evaluation.tables import MetricRow

EXIT_OK, EXIT_FAILED = 0, 1

EXAMPLES = """\
  arena evaluation metrics recordings/hospital_1_001
  arena evaluation metrics recordings -o table.parquet --workers 2
  arena evaluation metrics episode_001.mcap --metrics success,spl,path_length --json
  arena evaluation metrics recordings --reference references

One row per episode and robot. docs/metrics.md says what each metric is; one that has no value says why.

exit codes: 0 done, 1 a recording could not be read or the table not be written, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    parser = OptionParser("arena evaluation metrics", "Compute metrics of recorded episodes.", EXAMPLES)
    add_paths(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write .parquet, .csv or .json")
    parser.add_argument("--metrics", metavar="A,B", help="only these metrics")
    add_reference(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object per row on stdout")
    options = parser.parse_args(list(words))
    names = _names(options.metrics)
    if options.output is not None:
        _check_format(options.output)
        check_target(options.output)
    from arena_evaluation.tables import RowMaker

    rows: list[MetricRow] = []
    failed = False
    try:
        references = references_of(options.reference)
        made = results(RowMaker(names, references), options.paths, options.workers)
        for found in told_partners(made, references):
            if found.problem:
                failed = True
                complain(found.problem)
            if options.json:
                for row in found.rows:
                    show(json.dumps(row.mapping()))
            elif options.output is None:
                for row in found.rows:
                    show(_text(row))
            rows += found.rows if options.output is not None else ()
        if options.output is not None:
            _write(options.output, rows, names)
    except (OSError, ModuleNotFoundError) as error:
        complain(sentence_of(error))
        return EXIT_FAILED
    return EXIT_FAILED if failed else EXIT_OK


def _names(text: str | None) -> tuple[str, ...]:
    from arena_evaluation.metrics.catalogue import METRICS

    if text is None:
        return tuple(METRICS)
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        if name not in METRICS:
            raise UsageError(f"--metrics: there is no metric {name!r} ({near_or_all(name, METRICS)})")
    return names


def _check_format(path: Path) -> None:
    from arena_evaluation.tables_files import check_format

    try:
        check_format(path)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _write(path: Path, rows: "Sequence[MetricRow]", names: Sequence[str]) -> None:
    from arena_evaluation.tables_files import write_table

    write_table(path, rows, names)
    show(f"{path}: {len(rows)} {'row' if len(rows) == 1 else 'rows'}, {len(names)} metrics")


def _text(row: "MetricRow") -> str:
    from arena_evaluation.metrics.catalogue import METRICS
    from arena_evaluation.table import text_table

    cells = [
        (name, "-" if found.value is None else _value(found.value), METRICS[name].unit, found.reason)
        for name, found in row.measures.items()
    ]
    title = f"{row.identity['recording']}, {row.identity['robot']}"
    return f"{title}\n\n{text_table(('metric', 'value', 'unit', 'why there is none'), cells)}\n"


def _value(value: float | bool | str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.3f}" if isinstance(value, float) else str(value)
