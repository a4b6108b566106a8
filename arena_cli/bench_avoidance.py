"""`arena bench avoidance`: our crowd and ORCA side by side."""

import json
from collections.abc import Sequence

from attrs import asdict

from arena_cli.argument import Argument, UsageError, seed_value
from arena_cli.bench_words import EXIT_OK, JSON, asked, world_of

COUNTS = (20, 50, 200)

BENCH_AVOIDANCE_ARGUMENTS: tuple[Argument, ...] = (Argument("seed", 1, "seed of places and waypoints", seed_value),)

USAGE = """usage: arena bench avoidance [name:=value …] [--json]

Lets 20, 50 and 200 people walk to random waypoints in hospital_1 for a minute, moved by our crowd and by pyrvo
(ORCA), which `make pyrvo` puts beside the environment; and pairs meet in a door of 0.9 m. Takes about two minutes.

arguments:
{arguments}"""


def main(words: Sequence[str]) -> int:
    """Run the comparison and give its exit code."""
    call = asked(words, USAGE, BENCH_AVOIDANCE_ARGUMENTS)
    if call is None:
        return EXIT_OK
    parsed, flags = call
    return _compare(parsed["seed"], JSON in flags)


def _compare(seed: int, as_json: bool) -> int:
    from arena_evaluation.table import text_table
    from arena_lab.bench_avoidance import compared, share_through_door

    planner = world_of("hospital_1").planner
    try:
        doors = (share_through_door(library=False), share_through_door(library=True))
        walks = {count: compared(planner, count, seed) for count in COUNTS}
    except ModuleNotFoundError as error:
        raise UsageError(f"{error.name} is not there: `make pyrvo` puts it beside the environment") from None
    if as_json:
        found = {
            str(count): dict(zip(("ours", "orca"), map(asdict, pair), strict=True)) for count, pair in walks.items()
        }
        print(json.dumps({"through_door": dict(zip(("ours", "orca"), doors, strict=True)), "walks": found}))
        return EXIT_OK
    rows = [
        (
            str(count),
            name,
            f"{walk.step_ms:.2f}",
            f"{walk.jerk:.0f}",
            f"{walk.turning:.2f}",
            f"{walk.people_cm:.1f}",
            f"{walk.walls_cm:.1f}",
            f"{100 * walk.walked:.0f}",
        )
        for count, pair in walks.items()
        for name, walk in zip(("ours", "ORCA"), pair, strict=True)
    ]
    head = ("people", "model", "ms/step", "jerk m/s^3", "turning rad/s", "overlap cm", "in walls cm", "walked %")
    print(text_table(head, rows))
    print(f"through a door of 0.9 m within 30 s: ours {doors[0]:.0%}, ORCA {doors[1]:.0%}")
    return EXIT_OK
