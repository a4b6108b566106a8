"""A further robot for the fleet."""

from collections.abc import Sequence

from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from task_generator.fleet import fleet_names, parse_fleet
from task_generator.ros.ports import ResetError


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
