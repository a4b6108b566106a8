"""`arena bench replay`: how many frames a second are judged again."""

from collections.abc import Sequence

from arena_cli.argument import Argument, count_value, seed_value
from arena_cli.bench_words import EXIT_OK, JSON, asked, progress, shown, world_of

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
    call = asked(words, USAGE, BENCH_REPLAY_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_lab.bench_replay import replay_figures

    site = world_of(parsed["world"])
    figures = replay_figures(site, parsed["seed"], parsed["repeats"], parsed["episodes"], progress)
    return shown(figures, JSON in flags)
