"""`arena bench replay`: how many frames a second are judged again."""

import json
import os
import sys
from collections.abc import Sequence

from arena_cli.argument import Argument, UsageError, count_value, help_lines, parse_arguments, seed_value

EXIT_OK = 0
EXIT_FAILED = 1

BENCH_REPLAY_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "hospital_1", "world to record in"),
    Argument("seed", 1, "seed of the episode", seed_value),
    Argument("repeats", 5, "runs on one core, of which the fastest counts", count_value),
    Argument("episodes", 64, "recordings that one and two processes share", count_value),
)

USAGE = """usage: arena bench replay [name:=value …] [--json]

Records two minutes of 20 people, a robot and ten clauses, and judges the recording again: on one core, and copies of it
in one process and in two. Exit code 1 when fewer than 20,000 frames a second are judged, or two processes are not 1.8
times as fast as one, which needs two idle cores. Takes about a minute.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    if "-h" in words or "--help" in words:
        print(USAGE.format(arguments="\n".join(help_lines(BENCH_REPLAY_ARGUMENTS))))
        return EXIT_OK
    unknown = [word for word in words if word.startswith("-") and word != "--json"]
    if unknown:
        raise UsageError(f"unknown option {unknown[0]!r} (expected --json or --help)")
    parsed = parse_arguments(BENCH_REPLAY_ARGUMENTS, [word for word in words if word != "--json"])
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from arena_cli.run import open_world
    from arena_cli.run_report import RunReport
    from arena_evaluation.table import text_table
    from arena_lab.bench_replay import replay_figures

    site = open_world(parsed["world"], RunReport(as_json=False, bar=False))
    figures = replay_figures(site, parsed["seed"], parsed["repeats"], parsed["episodes"], _progress)
    if "--json" in words:
        print(json.dumps({figure.key: round(figure.value, 3) for figure in figures}))
    else:
        rows = [(figure.key, figure.meaning, f"{figure.value:.2f}", figure.bound) for figure in figures]
        print(text_table(("key", "figure", "value", "bound"), rows))
    return EXIT_OK if all(figure.holds for figure in figures) else EXIT_FAILED


def _progress(sentence: str) -> None:
    print(f"{sentence} …", file=sys.stderr, flush=True)
