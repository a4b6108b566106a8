"""What `arena episode` is asked for in ``name:=value`` words, as the task generator takes it."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from arena_cli.argument import Argument, Parsed, UsageError, check_known, int_value, parse_arguments
from arena_cli.task_arguments import listed_fleet
from arena_simulation_setup.name_list import name_list

QUEUE_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "", "name of a world, name[0,3] for some of its levels, or a path"),
    Argument("robot", "", "fleet from the next reset on: model, model[n], or a comma list of these"),
    Argument("task.obstacles", "", "obstacle mode", old_names=("tm_obstacles",)),
    Argument("task.robots", "", "robot mode", old_names=("tm_robots",)),
    Argument(
        "task.modules", "", "modules, a comma list; those that are not named are left out", old_names=("tm_modules",)
    ),
    Argument("task.*", None, "leaf of a mode, such as task.random.static.n:=[3,3]"),
    Argument("arena.*", None, "parameter of the people"),
    Argument("humansim.*", None, "parameter of the people"),
    Argument("hunav.*", None, "parameter of the people"),
)

START_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "", "name of a world, name[0,3] for some of its levels, or a path; kept where not given"),
    Argument("seed", -1, "seed of the episode; below 0 derives it from that of the run", int_value),
)


@frozen
class QueueWords:
    """What shall be staged.

    Attributes:
        world: World argument; empty keeps it.
        obstacles: Obstacle mode; empty keeps it.
        robots: Robot mode; empty keeps it.
        modules: Modules; None keeps them.
        fleet: Fleet, one text per entry; empty keeps it.
        leaves: Values by mode and leaf.
        people: Values by name with its namespace.
    """

    world: str
    obstacles: str
    robots: str
    modules: tuple[str, ...] | None
    fleet: tuple[str, ...]
    leaves: Mapping[tuple[str, str], Any]
    people: Mapping[str, Any]


def queue_words(words: Sequence[str]) -> tuple[QueueWords, tuple[str, ...]]:
    """Read the words of `arena episode queue`; the second value are warnings.

    Raises:
        UsageError: If there is nothing to stage, or a word does not fit.
    """
    from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES

    parsed = parse_arguments(QUEUE_ARGUMENTS, words)
    if not parsed.given and not parsed.wildcard:
        raise UsageError("there is nothing to stage (`arena episode queue --help` explains)")
    for name, registry in (("task.obstacles", OBSTACLES_MODES), ("task.robots", ROBOTS_MODES)):
        if parsed[name]:
            check_known(name, parsed[name], registry.names())
    listed_fleet(parsed["robot"])
    queued = QueueWords(
        world=parsed["world"],
        obstacles=parsed["task.obstacles"],
        robots=parsed["task.robots"],
        modules=name_list(parsed["task.modules"]) if "task.modules" in parsed.given else None,
        fleet=tuple(entry.strip() for entry in parsed["robot"].split(",") if entry.strip()),
        leaves=_leaves(parsed),
        people=_people(parsed),
    )
    return queued, parsed.warnings


def axes(queued: QueueWords, obstacles: str, robots: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The leaves of the obstacle mode and of the robot mode.

    A mode that both axes have shares its parameters; they go to the obstacles then.

    Args:
        queued: What shall be staged.
        obstacles: Obstacle mode that the next reset would use without it.
        robots: Robot mode, likewise.

    Raises:
        UsageError: If a leaf belongs to a mode that the next reset does not use.
    """
    obstacles, robots = queued.obstacles or obstacles, queued.robots or robots
    split: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for (mode, leaf), value in queued.leaves.items():
        if mode not in (obstacles, robots):
            raise UsageError(
                f"task.{mode}.{leaf} belongs to mode {mode}, but the next reset uses {obstacles} for obstacles and "
                f"{robots} for robots (name the mode in the same call: task.obstacles:={mode} or task.robots:={mode})"
            )
        split[0 if mode == obstacles else 1][leaf] = value
    return split


def _leaves(parsed: Parsed) -> dict[tuple[str, str], Any]:
    from task_generator.parameters import parse_parameter

    leaves: dict[tuple[str, str], Any] = {}
    for name, text in parsed.wildcard.items():
        if name.startswith("task."):
            try:
                value = parse_parameter(name, text)
            except ValueError as error:
                raise UsageError(f"{name}:={text}: {error}") from None
            _, mode, leaf = name.split(".", 2)
            leaves[mode, leaf] = value
    return leaves


def _people(parsed: Parsed) -> dict[str, Any]:
    from task_generator.human_params import human_value

    return {name: human_value(text) for name, text in parsed.wildcard.items() if not name.startswith("task.")}
