"""What a launch looks at before any node is started: nodes could only refuse it afterwards."""

from collections.abc import Callable

from arena_cli.argument import Parsed, UsageError, check_known
from arena_cli.error_text import check_folder
from arena_cli.robot_words import located, located_words
from arena_cli.task_arguments import (
    check_models,
    checked_adapter,
    checked_human,
    checked_modules,
    listed_fleet,
)
from arena_simulation_setup.name_list import name_list

SCENARIO, SCENARIO_FILE = "scenario", "task.scenario.file"


def check_call(parsed: Parsed, note: Callable[[str], None]) -> None:
    """Check everything that a launch asks for.

    Args:
        parsed: Its values, those of a parameter file included.
        note: Takes a line about what is fetched.

    Raises:
        UsageError: For a value that does not fit, a world that can not be loaded, a scenario that it has not, a robot
            that no place has, or a folder that nothing can be written to.
    """
    check_modes(parsed)
    check_channels(parsed)
    check_world(parsed, note)
    if parsed["record.auto"] and parsed["record.dir"]:
        check_folder("record.dir", parsed["record.dir"])


def check_modes(parsed: Parsed) -> None:
    """Check the modes and what they take.

    Raises:
        UsageError: For a mode, a parameter of a mode, a fleet, an adapter or a human backend that does not fit.
    """
    from task_generator.parameters import declared_parameters, parse_parameter
    from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES

    located_words(parsed["robot"])
    checked_human(parsed)
    checked_modules(parsed)
    checked_adapter(parsed, listed_fleet(parsed["robot"]))
    check_known("task.obstacles", parsed["task.obstacles"], OBSTACLES_MODES.names())
    check_known("task.robots", parsed["task.robots"], ROBOTS_MODES.names())
    for name in sorted(parsed.given & set(declared_parameters())):
        try:
            parse_parameter(name, parsed[name])
        except ValueError as error:
            raise UsageError(f"{name}:={parsed[name]}: {error}") from None


def check_channels(parsed: Parsed) -> None:
    """Check who is waited for, where it is known who takes part.

    Raises:
        UsageError: If a robot takes no part, or is not driven from outside.
    """
    from task_generator.adapters import EXTERNAL, parse_adapters
    from task_generator.fleet import fleet_names, parse_fleet

    fleet = listed_fleet(parsed["robot"])
    if fleet is None and not parsed[SCENARIO] and parsed["task.robots"] != SCENARIO:
        fleet = parse_fleet(parsed["robot"])
    if fleet is None or not parsed["lockstep"]:
        return
    names = fleet_names(fleet)
    adapters = parse_adapters(parsed["robot.mobile"]).of(list(zip(names, fleet, strict=True)))
    driven = [name for name, adapter in zip(names, adapters, strict=True) if adapter == EXTERNAL]
    for name in name_list(parsed["lockstep.channels"]):
        if name in names and name not in driven:
            listed = ", ".join(driven) or "none, see robot.mobile"
            raise UsageError(f"lockstep.channels: {name} is not driven from outside (expected one of {listed})")
        if name not in driven:
            check_known("lockstep.channels", name, driven)


def check_world(parsed: Parsed, note: Callable[[str], None]) -> None:
    """Load the world, its scenario and the capabilities of the robots once; what the nodes need is fetched by that.

    Raises:
        UsageError: If one of them is not there, or has errors.
    """
    from arena_cli.run import known_robots
    from arena_cli.run_worlds import load_world
    from arena_cli.scenario_words import known_scenario, scenario_of
    from task_generator.fleet import parse_fleet

    site = load_world(parsed["world"], note, parsed["assets.strict"])
    fleet = located(parse_fleet(parsed["robot"]))
    check_models(fleet, known_robots(fleet, site))
    argument = SCENARIO if parsed[SCENARIO] else SCENARIO_FILE
    is_used = parsed[SCENARIO] or SCENARIO in (parsed["task.obstacles"], parsed["task.robots"])
    if is_used and parsed[argument]:
        scenario_of(site.view, known_scenario(argument, parsed[argument], site))
