"""`arena bench judge`: what a condition costs per tick."""

import json
from collections.abc import Sequence

from arena_cli.argument import Argument, count_value
from arena_cli.bench_words import EXIT_FAILED, EXIT_OK, JSON, asked

BENCH_JUDGE_ARGUMENTS: tuple[Argument, ...] = (
    Argument("ticks", 1000, "frames per run", count_value),
    Argument("repeats", 5, "runs, of which the fastest counts", count_value),
)

USAGE = """usage: arena bench judge [name:=value …] [--json]

Judges 20 conditions of 2 atoms over 13 zones, 4 robots and 20 people, and in the same run one condition with rtamt
where that library is installed. Exit code 1 when a monitor (condition x robot) costs more than 2 us per tick.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    call = asked(words, USAGE, BENCH_JUDGE_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_evaluation.table import text_table
    from arena_lab.bench_judge import LARGEST_MONITOR_US, judge_cost

    cost = judge_cost(parsed["ticks"], parsed["repeats"])
    if JSON in flags:
        rtamt_us = None if cost.rtamt_us is None else round(cost.rtamt_us, 3)
        figures = {"monitor_us": round(cost.monitor_us, 3), "rtamt_us": rtamt_us, "limit_us": LARGEST_MONITOR_US}
        print(json.dumps({"monitors": cost.monitors, "ticks": cost.ticks, **figures}))
    else:
        rows = [
            ("monitors", f"{cost.monitors} over {cost.ticks} ticks"),
            ("judge, per monitor and tick", f"{cost.monitor_us:.2f} us (at most {LARGEST_MONITOR_US:g})"),
            ("rtamt, per monitor and tick", "not installed" if cost.rtamt_us is None else f"{cost.rtamt_us:.2f} us"),
        ]
        print(text_table(("figure", "value"), rows))
    return EXIT_FAILED if cost.monitor_us > LARGEST_MONITOR_US else EXIT_OK
