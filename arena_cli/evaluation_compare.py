"""`arena evaluation compare`: which metrics changed between two sets of episodes."""

import json
import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena_cli.argument import UsageError, count_value, float_value
from arena_cli.error_text import sentence_of
from arena_cli.evaluation_paths import complain, show
from arena_cli.option_parser import OptionParser, value_of
from arena_simulation_setup.files.near_names import near_or_all

if TYPE_CHECKING:
    from arena_evaluation.comparing import Compared, Comparison
    from arena_evaluation.comparing_rows import Side

EXIT_OK, EXIT_FAILED, EXIT_DIFFERENT = 0, 1, 3

EXAMPLES = """\
  arena evaluation compare before.parquet after.parquet
  arena evaluation compare data/benchmarks/RUN data/benchmarks/OTHER --metric success,spl --gate
  arena evaluation compare RUN RUN --contestants jackal turtlebot
  arena evaluation compare recordings/a recordings/b --workers 2 --json

A and B are tables of metrics (.parquet, .csv, .json), folders of runs of campaigns, or recordings. Episodes of
the same stage, world, scenario, seed and robot are compared pair by pair. docs/campaigns.md says how.

exit codes: 0 done, 1 a side can not be read, 2 bad usage, 3 with --gate: a metric became worse"""


def main(words: Sequence[str]) -> int:
    """Run the action and give its exit code."""
    options = _parser().parse_args(list(words))
    names = _names(options.metric)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from arena_evaluation.comparing import compare

    try:
        first, second = _sides(options)
    except (OSError, ValueError, ModuleNotFoundError) as error:
        complain(sentence_of(error))
        return EXIT_FAILED
    comparison = compare(first, second, names, options.confidence)
    if options.json:
        for entry in comparison.metrics:
            show(json.dumps(_mapping(entry)))
    else:
        show(_text(first, second, comparison, everything=options.all or options.metric is not None))
    return EXIT_DIFFERENT if options.gate and comparison.worse else EXIT_OK


def _parser() -> OptionParser:
    parser = OptionParser("arena evaluation compare", "Which metrics changed between two sets of episodes.", EXAMPLES)
    parser.add_argument("a", type=Path, metavar="A", help="what was")
    parser.add_argument("b", type=Path, metavar="B", help="what is")
    parser.add_argument("--contestants", nargs=2, metavar=("X", "Y"), help="contestant X of A beside contestant Y of B")
    parser.add_argument("--metric", metavar="A,B", help="only these metrics")
    parser.add_argument("--confidence", type=value_of(_share), default=0.95, metavar="C", help="of intervals [0.95]")
    parser.add_argument("--all", action="store_true", help="show metrics without a change as well")
    parser.add_argument("--gate", action="store_true", help="exit code 3 where a metric became worse")
    parser.add_argument("--workers", type=value_of(count_value), default=1, metavar="N", help="processes [1]")
    parser.add_argument("--json", action="store_true", help="one JSON object per metric on stdout")
    return parser


def _share(text: str) -> float:
    share = float_value(text)
    if not 0.5 <= share < 1.0:
        raise ValueError(f"expected a number from 0.5 to below 1, got {text!r}")
    return share


def _names(text: str | None) -> tuple[str, ...]:
    from arena_evaluation.comparing_rows import NUMBERS

    if text is None:
        return NUMBERS
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        if name not in NUMBERS:
            raise UsageError(f"--metric: there is no metric {name!r} with numbers ({near_or_all(name, NUMBERS)})")
    return names


def _sides(options: Namespace) -> "tuple[Side, Side]":
    from arena_evaluation.comparing_rows import read_side

    sides = read_side(options.a, options.workers), read_side(options.b, options.workers)
    if options.contestants is None:
        return sides
    return sides[0].of_contestant(options.contestants[0]), sides[1].of_contestant(options.contestants[1])


def _text(first: "Side", second: "Side", comparison: "Comparison", everything: bool) -> str:
    from arena_evaluation.comparing import SAME, TOO_FEW, success_rate
    from arena_evaluation.comparing_text import comparison_table, counted, rate_text, summary

    lines = []
    for letter, side in (("A", first), ("B", second)):
        rate = rate_text(success_rate(side, comparison.confidence))
        lines.append(f"{letter}: {side.label}: {counted(side.episodes, 'episode')}, {rate}")
    lines.append(f"{counted(comparison.pairs, 'pair')} of episodes and robots\n")
    shown = [entry for entry in comparison.metrics if everything or entry.verdict not in (SAME, TOO_FEW)]
    if shown:
        lines.append(f"{comparison_table(shown)}\n")
    lines.append(summary(comparison))
    return "\n".join(lines)


def _mapping(entry: "Compared") -> Mapping[str, Any]:
    difference = entry.difference
    return {
        "metric": entry.metric,
        "mean_a": entry.means[0],
        "mean_b": entry.means[1],
        "count_a": entry.count[0],
        "count_b": entry.count[1],
        "paired": entry.paired,
        "difference": difference.mean,
        "low": difference.low,
        "high": difference.high,
        "p": difference.p,
        "p_holm": entry.p_holm,
        "verdict": entry.verdict,
    }
