"""`arena bench lab`: how much faster a campaign is with two processes than with one."""

from collections.abc import Sequence

from arena_cli.argument import Argument, count_value, seed_value
from arena_cli.bench_words import EXIT_OK, JSON, asked, progress, shown, world_of

BENCH_LAB_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "hospital_1", "world of the episodes"),
    Argument("seed", 1, "what their seeds are derived from", seed_value),
    Argument("episodes", 64, "how many", count_value),
)

USAGE = """usage: arena bench lab [name:=value …] [--json]

Runs a campaign of random episodes with ten people, recorded, judged and measured: by one process, then by two. Exit
code 1 when two processes are not 1.8 times as fast as one, which needs two idle cores; different rows are an error.
Takes about three minutes.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    call = asked(words, USAGE, BENCH_LAB_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_lab.bench_lab import lab_figures

    world_of(parsed["world"])
    return shown(lab_figures(parsed["world"], parsed["seed"], parsed["episodes"], progress), JSON in flags)
