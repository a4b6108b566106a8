"""`arena bench episode`: what one episode costs."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from arena_cli.argument import Argument, UsageError, bool_value, count_value, seed_value
from arena_cli.bench_words import EXIT_OK, JSON, asked, progress, world_of

if TYPE_CHECKING:
    from arena_lab.bench import EpisodeCost

PROFILE = "--profile"

EPISODE_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "hospital_1", "world to measure in"),
    Argument("scenario", "demo", "scenario to measure"),
    Argument("seed", 1, "seed of the episode", seed_value),
    Argument("scans", False, "whether laser scanners are read", bool_value),
    Argument("repeats", 3, "runs, of which the fastest counts", count_value),
)

USAGE = """usage: arena bench episode [name:=value …] [--json] [--profile]

Measures an episode and, in the same run, the bare MuJoCo steps of its scene. `--profile` adds each part of a
tick beside its budget. Use an idle machine: ratios within one run hold elsewhere, absolute times do not.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code."""
    call = asked(words, USAGE, EPISODE_ARGUMENTS, (JSON, PROFILE))
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_lab.bench import episode_cost
    from arena_simulation_setup.episode import Limits
    from arena_simulation_setup.timebase import seconds_to_ns
    from task_generator.generator import generate
    from task_generator.request import EpisodeRequest

    site = world_of(parsed["world"])
    limits = Limits(timeout_ns=seconds_to_ns(300.0))
    request = EpisodeRequest(1, parsed["seed"], "scenario", "scenario", scenario=parsed["scenario"], limits=limits)
    try:
        episode = generate(site, request).episode
    except ValueError as error:
        raise UsageError(str(error)) from None
    progress(f"measuring {parsed['world']} {parsed['scenario']}")
    cost = episode_cost(site, episode, parsed["scans"], parsed["repeats"])
    print(json.dumps(_mapping(cost)) if JSON in flags else _text(cost, PROFILE in flags))
    return EXIT_OK


def _mapping(cost: "EpisodeCost") -> dict[str, object]:
    return {
        "ticks": cost.ticks,
        "simulated_s": cost.simulated_s,
        "rtf": round(cost.rtf, 1),
        "tick_us": round(cost.tick_us, 1),
        "bare_us": round(cost.bare_us, 1),
        "tick_over_bare": round(cost.tick_over_bare, 2),
        "reset_ms": round(cost.reset_ms, 1),
        "parts_us": {part: round(value, 1) for part, value in cost.parts_us.items()},
    }


def _text(cost: "EpisodeCost", profile: bool) -> str:
    from arena_evaluation.table import text_table

    rows = [
        ("simulated", f"{cost.simulated_s:.1f} s in {cost.ticks} ticks"),
        ("real-time factor", f"{cost.rtf:.0f}"),
        ("tick, median", f"{cost.tick_us:.0f} us"),
        ("bare mj_step of one tick", f"{cost.bare_us:.0f} us"),
        ("tick / bare", f"{cost.tick_over_bare:.1f}"),
        ("reset to first frame", f"{cost.reset_ms:.0f} ms"),
    ]
    text = text_table(("figure", "value"), rows)
    if not profile:
        return text
    return f"{text}\n\n{profile_text(cost.parts_us)}"


def profile_text(parts_us: Mapping[str, float]) -> str:
    """Each part of a tick beside its budget, in microseconds."""
    from arena_evaluation.table import text_table
    from arena_lab.bench import BUDGET_US

    parts = [(part, f"{value:.0f}", f"{BUDGET_US[part]:.0f}") for part, value in parts_us.items()]
    parts.append(("sum", f"{sum(parts_us.values()):.0f}", f"{sum(BUDGET_US.values()):.0f}"))
    return text_table(("part of a tick", "us", "budget us"), parts)
