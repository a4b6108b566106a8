"""Robots and worlds that requests name are looked for when they are asked for, not at the reset."""

from collections.abc import Sequence

from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from task_generator.fleet import fleet_names, parse_fleet
from task_generator.ros.ports import ResetError, Worlds
from task_generator.staging import QueueRequest


def joined_name(fleet: Sequence[str], model: str, name: str, site: Site) -> str:
    """The name of a robot that joins a fleet.

    Args:
        fleet: The fleet, one text per entry.
        model: Model of the robot.
        name: The name that is wanted; empty for the one that it gets.
        site: The world with its assets.

    Raises:
        ResetError: If it can not have that name.
        FileNotFoundError: If there is no such model.
    """
    site.catalogue.robot(RobotIdentifier.parse(model))
    coming = fleet_names(parse_fleet(",".join((*fleet, model))))[-1]
    if name not in ("", coming):
        raise ResetError(f"name {name!r}: a robot of the next episode is called {coming}, the next of its model")
    return coming


def request_problem(request: QueueRequest, coming: str, here: str, worlds: Worlds) -> str:
    """Why a request can not be carried out; empty where it can.

    Args:
        request: What is asked for.
        coming: World argument of the next reset.
        here: World argument in force.
        worlds: Where worlds come from.
    """
    try:
        if request.world:
            worlds.check(request.world)
    except (ValueError, FileNotFoundError) as error:
        return f"world: {error}"
    try:
        models = dict.fromkeys(parse_fleet(",".join(request.robots)))
        # Robots that another world brings are looked for when that one is loaded.
        for model in models if coming == here else ():
            worlds.of(here).catalogue.robot(RobotIdentifier.parse(model))
    except (ValueError, FileNotFoundError) as error:
        return f"robots: {error}"
    return ""
