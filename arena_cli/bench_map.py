"""`arena bench map`: what drawing a map costs."""

import json
from collections.abc import Sequence

from arena_cli.argument import Argument, count_value
from arena_cli.bench_words import EXIT_FAILED, EXIT_OK, JSON, asked

BENCH_MAP_ARGUMENTS: tuple[Argument, ...] = (Argument("repeats", 15, "runs, of which the fastest counts", count_value),)

USAGE = """usage: arena bench map [name:=value …] [--json]

Draws the map of a level of 100 m x 100 m at 0.05 m per cell, and in the same run an image of that size with one
filled polygon. Exit code 1 when the map costs more than 20 fills.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    call = asked(words, USAGE, BENCH_MAP_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_evaluation.table import text_table
    from arena_lab.bench_map import LARGEST_RATIO, map_cost

    cost = map_cost(parsed["repeats"])
    if JSON in flags:
        figures = {"map_ms": round(cost.map_ms, 3), "fill_ms": round(cost.fill_ms, 3), "ratio": round(cost.ratio, 2)}
        print(json.dumps({"rooms": cost.rooms, "pixels": list(cost.pixels), **figures, "limit": LARGEST_RATIO}))
    else:
        rows = [
            ("level", f"{cost.rooms} rooms, {cost.pixels[0]} x {cost.pixels[1]} pixels"),
            ("map", f"{cost.map_ms:.1f} ms"),
            ("one polygon fill", f"{cost.fill_ms:.2f} ms"),
            ("map / fill", f"{cost.ratio:.1f} (at most {LARGEST_RATIO:g})"),
        ]
        print(text_table(("figure", "value"), rows))
    return EXIT_FAILED if cost.ratio > LARGEST_RATIO else EXIT_OK
