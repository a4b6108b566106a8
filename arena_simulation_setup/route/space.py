"""The free space of a world as plain polygons."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import blake2b

from attrs import evolve, frozen
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.geometry import Corner, band_corners
from arena_simulation_setup.route.grid import free_region
from arena_simulation_setup.route.lifts import Cabin, Lift, cabins_and_lifts, jammed
from arena_simulation_setup.world.cabin import cabin_walls
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door_side import effective_door_side
from arena_simulation_setup.world.openings import doorway_corners

Polygon = tuple[Corner, ...]

# A door's opening reaches this far to both sides, which bridges the thickness of any wall between two zones.
OPENING_HALF_DEPTH = 0.1


@frozen
class FreeSpace:
    """What bodies may touch and what they may not, metres, map frame.

    Attributes:
        zones: Floors.
        openings: Doors, elevator cabins and their doorways.
        solids: Walls with doors already cut out, walls of cabins, and footprints of furniture.
        cabins: Elevator cabins.
        lifts: Rides from one of the cabins to another.
    """

    zones: tuple[Polygon, ...] = ()
    openings: tuple[Polygon, ...] = ()
    solids: tuple[Polygon, ...] = ()
    cabins: tuple[Cabin, ...] = ()
    lifts: tuple[Lift, ...] = ()

    def with_solids(self, solids: Iterable[Sequence[Corner]]) -> "FreeSpace":
        """The same space with further furniture, for example the objects of an episode."""
        added = tuple(tuple(polygon) for polygon in solids)
        return evolve(self, solids=self.solids + added, cabins=jammed(self.cabins, added))

    @property
    def region(self) -> BaseGeometry:
        """The free region as one shape."""
        return free_region(self.zones, self.solids, self.openings)

    @cached_property
    def digest(self) -> str:
        """Names the content: equal spaces have equal digests in every process."""
        content = (self.zones, self.openings, self.solids, self.cabins, self.lifts)
        return blake2b(repr(content).encode(), digest_size=16).hexdigest()


def free_space(
    world: CompactedWorld, walls: Iterable[Sequence[Corner]], furniture: Iterable[Sequence[Corner]] = ()
) -> FreeSpace:
    """The free space of a compacted world.

    Args:
        world: Loaded levels in the map frame; its zones, doors and elevators are read; walls of cabins come from there.
        walls: With doors already cut out, metres, map frame; doors of cabins slide along them.
        furniture: Footprints of what stands loose, metres, map frame; it stops doors of cabins.
    """
    zones = tuple(zone.polygon for _, zone in world.zones() if len(zone.corners) > 2)
    doors = tuple(
        band_corners(door.start.xy, door.end.xy, max(door.width / 2, OPENING_HALF_DEPTH))
        for _, door in world.doors()
        if door.start.xy != door.end.xy
    )
    elevators = [(elevator, world.levels[level]) for level, elevator in world.elevators()]
    halls = tuple(
        polygon
        for elevator, level in elevators
        for polygon in (elevator.reference_area, doorway_corners(elevator, level))
    )
    cabin_sides = tuple(
        wall for elevator, level in elevators for wall in cabin_walls(elevator, effective_door_side(elevator, level))
    )
    cabins, lifts = cabins_and_lifts(world)
    solids = tuple(tuple(polygon) for polygon in walls) + cabin_sides
    return FreeSpace(zones, doors + halls, solids, cabins, lifts).with_solids(furniture)
