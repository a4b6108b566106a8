"""`arena bench generator`: what making random episodes costs, and whether they keep their promises."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from arena_cli.argument import Argument, bool_value, count_value, seed_value
from arena_cli.bench_words import EXIT_FAILED, EXIT_OK, JSON, asked, world_of

if TYPE_CHECKING:
    from arena_lab.bench_generator import GeneratorCost

SHOWN_FAULTS = 20
MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "overlap": "two bodies overlap",
        "wall": "in a wall",
        "door": "in a door",
        "reach": "no way to a goal or waypoint",
        "differing": "another episode for the same seed",
    }
)

BENCH_GENERATOR_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "hospital_1", "world to make episodes in"),
    Argument("episodes", 10_000, "how many", count_value),
    Argument("seed", 1, "seed of the first; each further one has the next", seed_value),
    Argument("check", True, "whether to make all of them again and look at each", bool_value),
)

USAGE = """usage: arena bench generator [name:=value …] [--json]

Makes episodes of random modes without simulating them, and measures each. Then makes all of them again, which must give
the same, and looks at each: no two bodies overlap, goals of robots included, nobody reaches into a wall or stands in a
door, and all robots and people can get to where they shall go. Exit code 1 when the median of the processor time, which
is what one takes on an idle machine, is above {limit:g} ms, anything is wrong, or memory grows by more than
{growth:g} %.

arguments:
{{arguments}}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    from arena_lab.bench_generator import LARGEST_GROWTH, LARGEST_MS, generator_cost

    usage = USAGE.format(limit=LARGEST_MS, growth=100 * (LARGEST_GROWTH - 1))
    call = asked(words, usage, BENCH_GENERATOR_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_evaluation.table import text_table

    site = world_of(parsed["world"])
    cost = generator_cost(site, parsed["episodes"], parsed["seed"], parsed["check"])
    faults = [f"seed {seed}: {fault.text}" for seed, fault in cost.faults or ()]
    faults += [f"seed {seed}: not the same episode again" for seed in cost.differing]
    if JSON in flags:
        checks = {"checked": cost.faults is not None, "violations": cost.violations, "faults": faults}
        print(json.dumps({"world": site.argument, **_figures(cost), **checks}))
        return EXIT_OK if cost.holds else EXIT_FAILED
    print(text_table(("figure", "value"), [*_rows(cost), *_violation_rows(cost)]))
    for fault in faults[:SHOWN_FAULTS]:
        print(fault)
    return EXIT_OK if cost.holds else EXIT_FAILED


def _figures(cost: "GeneratorCost") -> dict[str, float]:
    from arena_lab.bench_generator import LARGEST_GROWTH, LARGEST_MS

    return {
        "episodes": len(cost.wall_ms),
        "median_ms": round(cost.median_ms, 3),
        "p99_ms": round(cost.p99_ms, 3),
        "cpu_ms": round(cost.median_cpu_ms, 3),
        "limit": LARGEST_MS,
        "memory_mb": round(cost.memory_mb[1], 1),
        "growth": round(cost.growth, 4),
        "growth_limit": LARGEST_GROWTH,
    }


def _rows(cost: "GeneratorCost") -> list[tuple[str, str]]:
    from arena_lab.bench_generator import LARGEST_GROWTH, LARGEST_MS, SETTLED

    early = min(SETTLED, len(cost.wall_ms))
    return [
        ("episodes", str(len(cost.wall_ms))),
        ("processor time, median", f"{cost.median_cpu_ms:.2f} ms (at most {LARGEST_MS:g})"),
        ("wall time, median", f"{cost.median_ms:.2f} ms"),
        ("wall time, 99 of 100", f"{cost.p99_ms:.2f} ms"),
        ("memory", f"{cost.memory_mb[1]:.0f} MB"),
        (f"memory / after {early}", f"{cost.growth:.3f} (at most {LARGEST_GROWTH:g})"),
    ]


def _violation_rows(cost: "GeneratorCost") -> list[tuple[str, str]]:
    if cost.faults is None:
        return [("violations", "not looked for")]
    return [(f"violations: {MEANINGS[kind]}", str(count)) for kind, count in cost.violations.items()]
