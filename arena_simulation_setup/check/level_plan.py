"""One level as shapes, level frame: what the geometric checks look at."""

from collections.abc import Iterator
from functools import cached_property

import shapely
from attrs import frozen
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.geometry import band_corners
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.footprints import Footprint, authored_box, entity_footprint
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.realization import RealizedLevel, WallSlab, realize
from arena_simulation_setup.world.zone import Zone

HEADROOM = 2.0
"""Metres; what hangs higher is in nobody's way."""
LINE_TOLERANCE = 0.06
"""Metres; zones and walls that are drawn by hand miss each other by as much."""
MIDDLE = 0.05
"""Metres around the middle of a thing of unknown size."""


@frozen(eq=False)
class Room:
    """A zone with a polygon and its place in the file."""

    zone: Zone
    path: str
    shape: Polygon


@frozen(eq=False)
class Piece:
    """A static entity and its place in the file.

    Attributes:
        entity: The entity.
        path: Its place.
        zone: The zone that lists it.
        footprint: Its outline as it is built.
        shape: The outline as far as it is known: only the middle of a placeholder whose size nobody gave.
    """

    entity: Obstacle
    path: str
    zone: Zone
    footprint: Footprint
    shape: Polygon

    def shares_height(self, bottom: float, top: float) -> bool:
        """Whether it stands somewhere between two heights in metres."""
        return self.footprint.bottom < top and bottom < self.footprint.top


@frozen(eq=False)
class SolidWall:
    """A solid slab of wall with its centre line and its outline."""

    slab: WallSlab
    line: LineString
    shape: Polygon


@frozen(eq=False, slots=False)
class LevelPlan:
    """A level, its file, and everything that is built of it.

    Attributes:
        level_id: Id of the level.
        level: Its description.
        file: Where it stands.
        catalogue: The assets that it sees.
    """

    level_id: str
    level: LevelDescription
    file: CheckedFile
    catalogue: AssetCatalogue

    @cached_property
    def realized(self) -> RealizedLevel:
        """Walls, floors and ceilings as they are built."""
        return realize(self.level_id, self.level, self.catalogue)

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        """Zones that have a polygon."""
        zones = enumerate(self.level.zones)
        return tuple(Room(zone, f"zones[{z}]", Polygon(zone.polygon)) for z, zone in zones if len(zone.corners) > 2)

    @cached_property
    def floor(self) -> BaseGeometry:
        """All zones together; slits as narrow as the tolerance are closed."""
        union = shapely.union_all([room.shape for room in self.rooms])
        return union.buffer(LINE_TOLERANCE / 2, join_style="mitre").buffer(-LINE_TOLERANCE / 2, join_style="mitre")

    @cached_property
    def walls(self) -> tuple[SolidWall, ...]:
        """Solid slabs that bodies collide with, cut for doors and elevators."""
        slabs = (slab for slab in self.realized.walls if slab.solid and slab.bottom < HEADROOM)
        return tuple(
            SolidWall(slab, LineString((slab.start, slab.end)), Polygon(_outline(slab)))
            for slab in slabs
            if slab.start != slab.end
        )

    @cached_property
    def wall_tree(self) -> shapely.STRtree:
        """Index of the outlines of ``walls``."""
        return shapely.STRtree([wall.shape for wall in self.walls])

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Static entities with a pose, in file order."""
        return tuple(self._pieces())

    @cached_property
    def piece_tree(self) -> shapely.STRtree:
        """Index of the outlines of ``pieces``."""
        return shapely.STRtree([piece.shape for piece in self.pieces])

    @cached_property
    def doors(self) -> tuple[tuple[str, Door], ...]:
        """Path and door; one that two zones list is given once."""
        found: dict[str, tuple[str, Door]] = {}
        for z, zone in enumerate(self.level.zones):
            for index, door in enumerate(zone.doors):
                found.setdefault(door.name, (f"zones[{z}].doors[{index}]", door))
        return tuple(found.values())

    @cached_property
    def lifts(self) -> tuple[tuple[str, Elevator], ...]:
        """Path and elevator."""
        zones = enumerate(self.level.zones)
        return tuple(
            (f"zones[{z}].elevators[{index}]", lift) for z, zone in zones for index, lift in enumerate(zone.elevators)
        )

    @property
    def door_names(self) -> tuple[str, ...]:
        """Everything that a plate may open: doors, and cabin doors as ``<elevator>/door``."""
        return (*(door.name for _, door in self.doors), *(f"{lift.name}/door" for _, lift in self.lifts))

    def walls_at(self, area: BaseGeometry) -> list[SolidWall]:
        """Walls that touch an area, in file order."""
        return [self.walls[index] for index in sorted(self.wall_tree.query(area, "intersects"))]

    def pieces_at(self, area: BaseGeometry) -> list[Piece]:
        """Entities that touch an area, in file order."""
        return [self.pieces[index] for index in sorted(self.piece_tree.query(area, "intersects"))]

    def rooms_at(self, x: float, y: float, reach: float = 0.0) -> list[Room]:
        """Rooms that cover a point or come within ``reach`` metres of it."""
        point = Point(x, y)
        return [room for room in self.rooms if room.shape.distance(point) <= reach]

    def _pieces(self) -> Iterator[Piece]:
        for z, zone in enumerate(self.level.zones):
            for index, entity in enumerate(zone.entities.static):
                if not isinstance(entity.pose, str):
                    footprint = entity_footprint(entity.name, entity, self.catalogue)
                    path = f"zones[{z}].entities.static[{index}]"
                    yield Piece(entity, path, zone, footprint, self._known_outline(entity, footprint))

    def _known_outline(self, entity: Obstacle, footprint: Footprint) -> Polygon:
        outline = Polygon(footprint.corners)
        guessed = authored_box(entity.extra) is None and self.catalogue.object(entity.model).placeholder
        return outline.centroid.buffer(MIDDLE) if guessed else outline


def _outline(slab: WallSlab) -> tuple[tuple[float, float], ...]:
    return band_corners(slab.start, slab.end, slab.thickness / 2.0)
