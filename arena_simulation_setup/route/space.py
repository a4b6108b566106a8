"""The free space of a world as plain polygons."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import blake2b

from attrs import evolve, frozen
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.geometry import Corner, band_corners
from arena_simulation_setup.route.grid import free_region
from arena_simulation_setup.world.compaction import CompactedWorld
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
        solids: Walls with doors already cut out, and footprints of furniture.
    """

    zones: tuple[Polygon, ...] = ()
    openings: tuple[Polygon, ...] = ()
    solids: tuple[Polygon, ...] = ()

    def with_solids(self, solids: Iterable[Sequence[Corner]]) -> "FreeSpace":
        """The same space with further solids, for example the objects of an episode."""
        return evolve(self, solids=self.solids + tuple(tuple(polygon) for polygon in solids))

    @property
    def region(self) -> BaseGeometry:
        """The free region as one shape."""
        return free_region(self.zones, self.solids, self.openings)

    @cached_property
    def digest(self) -> str:
        """Names the content: equal spaces have equal digests in every process."""
        return blake2b(repr((self.zones, self.openings, self.solids)).encode(), digest_size=16).hexdigest()


def free_space(world: CompactedWorld, solids: Iterable[Sequence[Corner]]) -> FreeSpace:
    """The free space of a compacted world.

    Args:
        world: Loaded levels in the map frame; its zones, doors and elevators are read.
        solids: Walls with doors already cut out, and footprints of furniture, metres, map frame.
    """
    zones = tuple(zone.polygon for _, zone in world.zones() if len(zone.corners) > 2)
    doors = tuple(
        band_corners(door.start.xy, door.end.xy, max(door.width / 2, OPENING_HALF_DEPTH))
        for _, door in world.doors()
        if door.start.xy != door.end.xy
    )
    cabins = tuple(
        polygon
        for level_id, lift in world.elevators()
        for polygon in (lift.reference_area, doorway_corners(lift, world.levels[level_id]))
    )
    return FreeSpace(zones, doors + cabins, tuple(tuple(polygon) for polygon in solids))
