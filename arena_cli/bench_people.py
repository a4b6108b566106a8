"""`arena bench people`: what moving people costs."""

from collections.abc import Sequence

from arena_cli.argument import Argument, UsageError, count_value, seed_value
from arena_cli.bench_words import EXIT_OK, JSON, asked, progress, shown, world_of

BENCH_PEOPLE_ARGUMENTS: tuple[Argument, ...] = (
    Argument("seed", 1, "seed of places, waypoints and episodes", seed_value),
    Argument("repeats", 2, "runs, of which the fastest counts", count_value),
)

USAGE = """usage: arena bench people [name:=value …] [--json]

Moves 1,000 people through the airport and, in turn, the same agents with the bare step of pyrvo (ORCA), which
`make pyrvo` puts beside the environment; and an episode in hospital_1 with 20 and with 200 people. Exit code 1
when a step of people costs more than 3 times the library's, or ten times the people more than 6 times the tick.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the benchmark and give its exit code."""
    call = asked(words, USAGE, BENCH_PEOPLE_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    return _measure(parsed["seed"], parsed["repeats"], JSON in flags)


def _measure(seed: int, repeats: int, as_json: bool) -> int:
    from arena_lab.bench_people import people_figures

    airport, hospital = world_of("airport"), world_of("hospital_1")
    try:
        figures = people_figures(airport, hospital, seed, repeats, progress)
    except ModuleNotFoundError as error:
        raise UsageError(f"{error.name} is not there: `make pyrvo` puts it beside the environment") from None
    return shown(figures, as_json)
