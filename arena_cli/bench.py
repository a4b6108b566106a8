"""`arena bench`: what the running building costs beside the bare library calls it needs."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from arena_cli.argument import Argument, UsageError, count_value, seed_value
from arena_cli.bench_episode import PROFILE, profile_text
from arena_cli.bench_words import EXIT_OK, JSON, asked, progress, shown, world_of
from arena_simulation_setup.files.near_names import near_or_all

BENCH_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "hospital_1", "world to measure in"),
    Argument("seed", 1, "seed of the episode", seed_value),
    Argument("repeats", 3, "runs, of which the fastest counts", count_value),
    Argument("resets", 1000, "resets after which memory is compared with that after ten", count_value),
)

SUBJECTS: Mapping[str, str] = {
    "avoidance": "arena_cli.bench_avoidance",
    "episode": "arena_cli.bench_episode",
    "generator": "arena_cli.bench_generator",
    "gym": "arena_cli.bench_gym",
    "judge": "arena_cli.bench_judge",
    "lab": "arena_cli.bench_lab",
    "map": "arena_cli.bench_map",
    "people": "arena_cli.bench_people",
    "replay": "arena_cli.bench_replay",
    "ros": "arena_cli.bench_ros",
    "world": "arena_cli.bench_world",
}
"""First word to the module that measures something of its own."""

USAGE = """usage: arena bench [name:=value …] [--json] [--profile]
{subjects}

Measures an episode of 20 people with random waypoints, a robot that drives from zone to zone and ten clauses:
real-time factors, the tick beside the bare library calls that the same episode needs, how it grows with people
and with the building, resets and memory. `--profile` adds each part of a tick beside its budget. Takes about
five minutes. Use an idle machine: ratios within one run hold elsewhere, absolute times do not.

arguments:
{arguments}

exit codes: 0 every figure is within its bound, 1 one is not, 2 bad usage"""


def main(words: Sequence[str]) -> int:
    """Run the verb and give its exit code."""
    if words and words[0] in SUBJECTS:
        subject: Callable[[Sequence[str]], int] = import_module(SUBJECTS[words[0]]).main
        return subject(words[1:])
    if words and ":=" not in words[0] and not words[0].startswith("-"):
        raise UsageError(f"arena bench has no subject {words[0]!r} ({near_or_all(words[0], SUBJECTS)})")
    subjects = "\n".join(f"       arena bench {name} …" for name in SUBJECTS)
    call = asked(words, USAGE, BENCH_ARGUMENTS, (JSON, PROFILE), subjects=f"{subjects}   (each with --help)")
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_lab.bench import parts_us
    from arena_lab.bench_episode import standard_episode
    from arena_lab.bench_people import library_figure, step_cost
    from arena_lab.bench_runtime import PEOPLE, all_figures

    site, seed, repeats = world_of(parsed["world"]), parsed["seed"], parsed["repeats"]
    try:
        library_us = step_cost(site.planner, PEOPLE, seed).library_us
        progress("measuring 1,000 people in the airport")
        people = [library_figure(world_of("airport"), seed, repeats)]
    except ModuleNotFoundError as error:
        print(f"warning: {error.name} is not there (`make pyrvo`): people are not compared with it", file=sys.stderr)
        library_us, people = 0.0, []
    figures = all_figures(site, seed, (repeats, parsed["resets"]), library_us, progress) + people
    code = shown(figures, JSON in flags)
    if PROFILE in flags:
        parts = profile_text(parts_us(site, standard_episode(site, PEOPLE, seed), scans=True))
        print(f"\n{parts}", file=sys.stderr if JSON in flags else sys.stdout)
    return code
