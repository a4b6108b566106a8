"""`arena bench generator`: what making random episodes costs, and whether they keep their promises."""

import json
from collections.abc import Sequence

from arena_cli.argument import Argument, bool_value, count_value, seed_value
from arena_cli.bench_words import EXIT_FAILED, EXIT_OK, JSON, asked

SHOWN_FAULTS = 20

BENCH_GENERATOR_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "hospital_1", "world to make episodes in"),
    Argument("episodes", 10_000, "how many", count_value),
    Argument("seed", 1, "seed of the first; each further one has the next", seed_value),
    Argument("check", True, "whether to look at every episode for overlaps and goals out of reach", bool_value),
)

USAGE = """usage: arena bench generator [name:=value …] [--json]

Makes episodes of random modes without simulating them, and measures each. Looks at each of them, outside of what is
measured: no two bodies overlap, goals of robots included, nobody stands in a wall, and every robot can get from its
start to its goal. Exit code 1 when the median is above {limit:g} ms or anything is wrong.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    from arena_lab.bench_generator import LARGEST_MS, generator_cost

    call = asked(words, USAGE, BENCH_GENERATOR_ARGUMENTS, limit=LARGEST_MS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_cli.run import open_world
    from arena_cli.run_report import RunReport
    from arena_evaluation.table import text_table

    site = open_world(parsed["world"], RunReport(as_json=False, bar=False))
    cost = generator_cost(site, parsed["episodes"], parsed["seed"], parsed["check"])
    if JSON in flags:
        figures = {
            "median_ms": round(cost.median_ms, 3),
            "p99_ms": round(cost.p99_ms, 3),
            "cpu_ms": round(cost.cpu_ms, 3),
        }
        checks = {"checked": cost.checked, "faults": list(cost.faults)}
        print(json.dumps({"world": site.argument, "episodes": cost.episodes, **figures, "limit": LARGEST_MS, **checks}))
        return EXIT_OK if cost.holds else EXIT_FAILED
    rows = [
        ("episodes", str(cost.episodes)),
        ("median", f"{cost.median_ms:.2f} ms (at most {LARGEST_MS:g})"),
        ("99 of 100", f"{cost.p99_ms:.2f} ms"),
        ("median, processor time", f"{cost.cpu_ms:.2f} ms"),
        ("faults", str(len(cost.faults)) if cost.checked else "not looked for"),
    ]
    print(text_table(("figure", "value"), rows))
    for fault in cost.faults[:SHOWN_FAULTS]:
        print(fault)
    return EXIT_OK if cost.holds else EXIT_FAILED
