"""Arguments that say what an episode shall be; shared by `arena run`, `arena launch` and the launch file."""

from collections.abc import Sequence
from math import radians
from typing import TYPE_CHECKING, Any

from arena_cli.argument import (
    Argument,
    Parsed,
    UsageError,
    bool_value,
    check_known,
    duration_value,
    file_value,
    float_value,
    size_value,
)
from arena_simulation_setup.episode import ADAPTERS, Limits
from arena_simulation_setup.files.near_names import near_or_all
from arena_simulation_setup.name_list import name_list
from arena_simulation_setup.timebase import seconds_to_ns

if TYPE_CHECKING:
    from task_generator.clearances import Clearances
    from task_generator.generator import TaskDefaults

TASK_ARGUMENTS: tuple[Argument, ...] = (
    Argument("world", "map_empty", "name of a world, name[0,3] for some of its levels, or a path"),
    Argument("robot", "jackal", "robots: model, model[n], the folder of one, auto, or a comma list of these"),
    Argument(
        "robot.mobile",
        "navigator",
        f"who drives: {', '.join(ADAPTERS)}, one for each robot (navigator,external), or jackal_1=external",
        old_names=("mobile",),
    ),
    Argument("human", "arena", "form in which mode prompt writes people: arena, hunav"),
    Argument(
        "task.obstacles",
        None,
        "obstacle mode: random, parametrized, environment, scenario, prompt",
        old_names=("tm_obstacles",),
    ),
    Argument(
        "task.robots", None, "robot mode: random, explore, guided, demo, stationary, scenario", old_names=("tm_robots",)
    ),
    Argument(
        "task.modules", "", "modules that take part in resets, a comma list: staged, dynamic_map", str, ("tm_modules",)
    ),
    Argument("task.scenario.file", "", "name of the scenario for the scenario modes", old_names=("scenario_file",)),
    Argument("task.random.*", None, "leaf of the random modes, such as task.random.static.n:=[3,3]"),
    Argument("task.*", None, "leaf of any other mode, such as task.environment.file:=hospital (docs/tasks.md)"),
    Argument(
        "task.episode.timeout",
        None,
        "simulated seconds until it fails, below 0 never",
        duration_value,
        ("timeout",),
    ),
    Argument(
        "task.episode.goto_pose.timeout.no_progress",
        None,
        "simulated seconds within 1 m of one spot until an episode fails, below 0 never",
        duration_value,
        ("no_progress_timeout",),
    ),
    Argument(
        "task.episode.fail_on_collision",
        False,
        "whether a contact ends it",
        bool_value,
        ("fail_on_collision", "task.fail_on_collision"),
    ),
    Argument(
        "task.episode.goto_pose.tolerance.radius",
        1.0,
        "distance in metres from a goal pose that counts as there",
        size_value,
        ("goal_tolerance_radius",),
    ),
    Argument(
        "task.episode.goto_pose.tolerance.angle",
        radians(30.0),
        "difference in radians from a goal's heading that counts as turned, 0 for any",
        size_value,
        ("goal_tolerance_angle",),
    ),
    Argument("task.episode.goto_pose.hold_time", 0.0, "seconds to stay parked at a goal", size_value),
    Argument("task.episode.goto_pose.signal", "", "what a robot must signal at a goal; empty for nothing"),
    Argument(
        "task.episode.spawn.robot_clearance",
        0.25,
        "metres of room around a robot's start and goal that a mode draws",
        size_value,
        ("spawn.robot_clearance", "robot_safe_dist"),
    ),
    Argument(
        "task.episode.spawn.obstacle_clearance",
        0.35,
        "metres of room around a static object that a mode draws",
        size_value,
        ("spawn.obstacle_clearance", "obstacle_safe_dist"),
    ),
    Argument(
        "task.episode.spawn.obstacle_max_radius",
        15.0,
        "metres, radius of the widest object that a mode draws, below 0 any",
        float_value,
        ("spawn.obstacle_max_radius", "obstacle_max_radius"),
    ),
    Argument("assets.strict", False, "whether a missing asset is an error, not a placeholder", bool_value),
)

PARAMETER_FILE = Argument(
    "task.params", "", "parameter file of the task generator; arguments that are given count more", file_value
)
TASK_CONFIG = Argument(
    "task.config",
    "",
    "file with a robot mode (kind) and its parameters (config), which counts more than task.robots",
    file_value,
    ("tm_config",),
)


def limits_of(parsed: Parsed, timeout_s: float, no_progress_s: float) -> Limits:
    """The limits that a call asks for; below zero means without limit.

    Args:
        parsed: Values of the call.
        timeout_s: Timeout where none is given, seconds.
        no_progress_s: No-progress limit where none is given, seconds.
    """
    timeout = parsed["task.episode.timeout"]
    no_progress = parsed["task.episode.goto_pose.timeout.no_progress"]
    return Limits(
        timeout_ns=_limit_ns(timeout_s if timeout is None else timeout),
        no_progress_ns=_limit_ns(no_progress_s if no_progress is None else no_progress),
        fail_on_collision=parsed["task.episode.fail_on_collision"],
    )


def task_defaults(parsed: Parsed) -> "TaskDefaults":
    """The tolerances that phases inherit."""
    from task_generator.generator import TaskDefaults

    prefix = "task.episode.goto_pose."
    return TaskDefaults(
        tolerance_radius=parsed[f"{prefix}tolerance.radius"],
        tolerance_angle=parsed[f"{prefix}tolerance.angle"],
        hold_time=parsed[f"{prefix}hold_time"],
        signal=parsed[f"{prefix}signal"],
    )


def clearances_of(parsed: Parsed) -> "Clearances":
    """The room around what modes place."""
    from task_generator.clearances import Clearances

    prefix = "task.episode.spawn."
    return Clearances(
        robot=parsed[f"{prefix}robot_clearance"],
        obstacle=parsed[f"{prefix}obstacle_clearance"],
        largest_obstacle=parsed[f"{prefix}obstacle_max_radius"],
    )


def task_parameters(parsed: Parsed) -> dict[str, Any]:
    """The mode parameters that a call gives, by full name.

    Raises:
        UsageError: For a parameter that no mode declares, or a value that it does not take.
    """
    from task_generator.parameters import declared_parameters, parse_parameter

    parameters = {}
    for name, text in parsed.wildcard.items():
        if name not in declared_parameters():
            known = [argument.name for argument in TASK_ARGUMENTS if not argument.name.endswith("*")]
            raise UsageError(f"unknown argument {name!r} ({near_or_all(name, [*known, *declared_parameters()])})")
        try:
            parameters[name] = parse_parameter(name, text)
        except ValueError as error:
            raise UsageError(f"{name}:={text}: {error}") from None
    return parameters


def checked_modes(parsed: Parsed, default: str) -> tuple[str, str]:
    """Obstacle mode and robot mode of a call.

    Args:
        parsed: Values of the call.
        default: Mode where none is given.

    Raises:
        UsageError: If there is no such mode.
    """
    from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES

    obstacles, robots = parsed["task.obstacles"] or default, parsed["task.robots"] or default
    check_known("task.obstacles", obstacles, OBSTACLES_MODES.names())
    check_known("task.robots", robots, ROBOTS_MODES.names())
    return obstacles, robots


def check_models(fleet: Sequence[str], known: Sequence[str]) -> None:
    """Make sure that every robot model exists.

    Raises:
        UsageError: If one does not.
    """
    for model in fleet:
        check_known("robot", model, known)


def listed_fleet(text: str) -> tuple[str, ...] | None:
    """Model of each robot; None where one model is named, of which the scenario says how many there are.

    Raises:
        UsageError: If it can not be read.
    """
    from task_generator.fleet import parse_fleet, single_model

    try:
        return None if single_model(text) else parse_fleet(text)
    except ValueError as error:
        raise UsageError(f"robot:={text}: {error}") from None


def checked_adapter(parsed: Parsed, fleet: Sequence[str] | None) -> str:
    """The adapters that a call asks for, as text.

    Args:
        parsed: Values of the call.
        fleet: Model of each robot; None where the scenario says how many there are.

    Raises:
        UsageError: If there is no such adapter or no such robot.
    """
    from task_generator.adapters import parse_adapters
    from task_generator.fleet import fleet_names

    text: str = parsed["robot.mobile"]
    try:
        adapters = parse_adapters(text)
        if fleet is not None:
            adapters.of(list(zip(fleet_names(fleet), fleet, strict=True)))
    except ValueError as error:
        raise UsageError(f"robot.mobile:={text}: {error}") from None
    return text


def checked_modules(parsed: Parsed) -> tuple[str, ...]:
    """The modules that a call asks for.

    Raises:
        UsageError: If there is no such module.
    """
    from task_generator.tasks.registry import MODULES

    names = name_list(parsed["task.modules"])
    for name in names:
        check_known("task.modules", name, MODULES.names())
    return names


def checked_human(parsed: Parsed) -> str:
    """The human backend that a call asks for.

    Raises:
        UsageError: If there is no such backend.
    """
    from task_generator import humans

    try:
        return humans.checked_human(parsed["human"])
    except ValueError as error:
        raise UsageError(f"human:={parsed['human']}: {error}") from None


def _limit_ns(seconds: float) -> int | None:
    return None if seconds < 0.0 else seconds_to_ns(seconds)
