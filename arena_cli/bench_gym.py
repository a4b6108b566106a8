"""`arena bench gym`: how many steps a second the environment for learning makes."""

from collections.abc import Sequence

from arena_cli.argument import Argument, UsageError, count_value, seed_value
from arena_cli.bench_words import EXIT_OK, JSON, asked, progress, shown

BENCH_GYM_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "hospital_1", "world to measure in"),
    Argument("scenario", "demo", "scenario, or empty for a random episode"),
    Argument("seed", 1, "seed of the episode and of the actions", seed_value),
    Argument("repeats", 3, "runs, of which the fastest counts", count_value),
)

USAGE = """usage: arena bench gym [name:=value …] [--json]

Drives a robot with random actions for a hundred simulated seconds through gymnasium.make("Arena-v0"), with its laser
scans and without, beside the bare ticks of the same episode. Exit code 1 when a figure is beyond its bound, which holds
for an idle machine. Takes about ten seconds.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    call = asked(words, USAGE, BENCH_GYM_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    from arena_lab.bench_gym import gym_figures

    try:
        figures = gym_figures(parsed["world"], parsed["scenario"], parsed["seed"], parsed["repeats"], progress)
    except (ValueError, FileNotFoundError, ModuleNotFoundError) as error:
        raise UsageError(str(error)) from None
    return shown(figures, JSON in flags)
