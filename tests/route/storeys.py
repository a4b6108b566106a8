"""Buildings of bare rooms, one per storey, with elevators at their west walls."""

from __future__ import annotations

from collections.abc import Mapping

from arena_simulation_setup.geometry import Corner, Position
from arena_simulation_setup.route import RouteCache, RoutePlanner
from arena_simulation_setup.route.space import free_space
from arena_simulation_setup.world.compaction import CompactedWorld, compacted, level_origins
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.zone import Zone

WIDTH, DEPTH = 8.0, 6.0
CACHE = RouteCache()


def lift(name: str, destination: str, y: float = 3.0, size: float = 1.6, activation: float = 1.5) -> Elevator:
    """A cabin at the west wall whose door opens to the east."""
    position = Position(size / 2, y)
    return Elevator(name, position, (size, size, 2.2), "+x", destination=destination, activation_distance=activation)


def building(*storeys: Mapping[str, str], size: float = 1.6, activation: float = 1.5) -> CompactedWorld:
    """Storeys "0", "1", ... of 8 m x 6 m; each maps names of elevators to destinations, at most two on a storey."""
    levels = {}
    for number, elevators in enumerate(storeys):
        corners = (Position(0, 0), Position(WIDTH, 0), Position(WIDTH, DEPTH), Position(0, DEPTH))
        places = (1.5, 4.5) if len(elevators) > 1 else (3.0,)
        cabins = tuple(
            lift(name, destination, y, size, activation)
            for (name, destination), y in zip(elevators.items(), places, strict=True)
        )
        levels[str(number)] = LevelDescription((Zone(f"floor_{number}", corners, elevators=cabins),))
    return compacted(WorldDescription("storeys", levels, tuple(levels), level_origins(levels)))


def planner(world: CompactedWorld) -> RoutePlanner:
    """Routes through a building."""
    areas = {area.name: area.corners for area in world.areas()}
    return RoutePlanner(free_space(world, ()), areas, CACHE)


def place(world: CompactedWorld, level: str, x: float, y: float) -> Corner:
    """A point of a storey (metres, storey's frame) in the map frame."""
    corner = world.levels[level].zones[0].corners[0]
    return (corner.x + x, corner.y + y)


TWO = building({"lift_0": "1.lift_1"}, {"lift_1": "0.lift_0"})
# One lift serves both upper storeys; those lead down only.
THREE = building({"hub": "1.first, 2.second"}, {"first": "0.hub"}, {"second": "0.hub"})
# Up only.
ONE_WAY = building({"up": "1.top"}, {"top": ""})
# Two lifts side by side on each storey: riding up and down again would be a way along the west wall.
TWINS = building({"a0": "1.a1", "b0": "1.b1"}, {"a1": "0.a0", "b1": "0.b0"})
