"""People whom a mode draws: a free place to start from, and points to walk between."""

import math

from attrs import frozen
from numpy.random import Generator

from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.tree.identifiers import PedestrianIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, Waypoint
from task_generator.candidates import Polygon
from task_generator.disc import Disc
from task_generator.ground import Demand
from task_generator.mode_context import ModeContext

WAYPOINTS = 2


@frozen
class Walker:
    """A person who is wanted.

    Attributes:
        name: Name of the person.
        model: Name of the model.
        what: Who that is, for messages.
        polygons: Where to start and walk; empty means anywhere. Metres, map frame.
    """

    name: str
    model: str
    what: str
    polygons: tuple[Polygon, ...] = ()


def place_walker(context: ModeContext, walker: Walker, random: Generator) -> DynamicObstacle:
    """A person with a place of their own, a heading and two waypoints that they can get to, map frame.

    Raises:
        PlacementError: If there is no room.
    """
    identifier = PedestrianIdentifier.parse(walker.model)
    radius = context.site.catalogue.pedestrian(identifier).radius
    ground = context.world_manager.ground
    start = ground.find(Demand(radius, polygons=walker.polygons), random)
    if start is None:
        raise context.world_manager.no_room(walker.what, Demand(radius, polygons=walker.polygons))
    ground.take(Disc(*start, radius))
    demand = Demand(radius, polygons=walker.polygons, reach=(start, radius))
    ends = [ground.find_passable(demand, random) or start for _ in range(WAYPOINTS)]
    return DynamicObstacle(
        name=walker.name,
        model=identifier,
        pose=Pose(*start, yaw=any_heading(random)),
        waypoints=tuple(Waypoint(Position(*end)) for end in ends),
    )


def any_heading(random: Generator) -> float:
    """A direction in radians, uniform."""
    return float(random.uniform(-math.pi, math.pi))
