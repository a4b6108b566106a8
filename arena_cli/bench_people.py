"""`arena bench people`: what moving people costs."""

import json
import os
import sys
from collections.abc import Sequence

from arena_cli.argument import Argument, UsageError, count_value, help_lines, parse_arguments, seed_value

EXIT_OK = 0
EXIT_FAILED = 1

BENCH_PEOPLE_ARGUMENTS: tuple[Argument, ...] = (
    Argument("seed", 1, "seed of places, waypoints and episodes", seed_value),
    Argument("repeats", 2, "runs, of which the fastest counts", count_value),
)

USAGE = """usage: arena bench people [name:=value …] [--json]

Moves 1,000 people through the airport and, in turn, the same agents with the bare step of pyrvo (ORCA), which
`make pyrvo` puts beside the environment; and an episode in hospital_1 with 20 and with 200 people. Exit code 1
when a step of people costs more than 3 times the library's, or ten times the people more than 6 times the tick.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    if "-h" in words or "--help" in words:
        print(USAGE.format(arguments="\n".join(help_lines(BENCH_PEOPLE_ARGUMENTS))))
        return EXIT_OK
    unknown = [word for word in words if word.startswith("-") and word != "--json"]
    if unknown:
        raise UsageError(f"unknown option {unknown[0]!r} (expected --json or --help)")
    parsed = parse_arguments(BENCH_PEOPLE_ARGUMENTS, [word for word in words if word != "--json"])
    return _measure(parsed["seed"], parsed["repeats"], "--json" in words)


def _measure(seed: int, repeats: int, as_json: bool) -> int:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from arena_cli.run import open_world
    from arena_cli.run_report import RunReport
    from arena_evaluation.table import text_table
    from arena_lab.bench_people import people_figures

    report = RunReport(as_json=False, bar=False)
    airport, hospital = open_world("airport", report), open_world("hospital_1", report)
    try:
        figures = people_figures(airport, hospital, seed, repeats, _progress)
    except ModuleNotFoundError as error:
        raise UsageError(f"{error.name} is not there: `make pyrvo` puts it beside the environment") from None
    if as_json:
        print(json.dumps({figure.key: round(figure.value, 3) for figure in figures}))
    else:
        rows = [(figure.key, figure.meaning, f"{figure.value:.2f}", figure.bound) for figure in figures]
        print(text_table(("key", "figure", "value", "bound"), rows))
    return EXIT_OK if all(figure.holds for figure in figures) else EXIT_FAILED


def _progress(sentence: str) -> None:
    print(f"{sentence} …", file=sys.stderr, flush=True)
