"""A first draft of a level from an occupancy map: walls traced, rooms and doors guessed."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import shapely
from attrs import evolve, field, frozen
from numpy.typing import NDArray
from scipy.ndimage import label
from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.geometry import Corner, Position, band_corners
from arena_simulation_setup.map.gaps import EIGHT_NEIGHBOURS, Gap
from arena_simulation_setup.map.map_grid import FREE_CELL, OCCUPIED_CELL, MapGrid
from arena_simulation_setup.map.outline import TOLERANCE
from arena_simulation_setup.map.room_shapes import HALF_CELL, Segment, merged, room_shapes
from arena_simulation_setup.map.rooms import NARROWEST_DOOR, find_rooms
from arena_simulation_setup.map.thresholds import met_at, on_lattice, sound_floor
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.openings import Opening, cut
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

WIDEST_DOOR = 1.5
"""Metres; a wider opening between two spaces makes one room of them."""
CUT_MARGIN = 1.0
"""Cells beyond the tolerance to either side of a gap's line that are cleared of walls."""
ON_WALL = 0.75
"""Cells around the line of a wall in which a slab that slides beside it still counts as in front of it."""
LARGEST_SPECK = 2
"""Cells."""
SHORTEST_WALL = 0.5
"""Cells."""
DIGITS = 4

ToMetres = Callable[[Corner], Position]


@frozen
class TracedLevel:
    """What was made of a map.

    Attributes:
        level: The level, in the frame of the map.
        narrow: Middles of gaps between rooms that are too narrow for a door, metres; they were left open.
    """

    level: LevelDescription
    narrow: tuple[Corner, ...] = field(default=())


def level_from_map(grid: MapGrid, widest_door: float = WIDEST_DOOR, tolerance: float = TOLERANCE) -> TracedLevel:
    """Trace a level.

    Args:
        grid: The map; unknown cells are neither floor nor wall.
        widest_door: Widest gap between walls that is taken for a door, metres; 0 makes one room of all that hangs
            together.
        tolerance: Cells by which straight walls may leave the cells of the map; more for noisy maps.

    Raises:
        ValueError: If the map has no free space as large as a room.
    """
    free, occupied = _without_specks(grid.cells == FREE_CELL), grid.cells > OCCUPIED_CELL // 2
    rooms = find_rooms(free, widest_door, grid.resolution)
    shapes = room_shapes(rooms, occupied, grid.resolution, tolerance)
    floors: Sequence[Sequence[Corner]] = [floor for shape in shapes for floor in shape.floors]
    if not floors:
        raise ValueError("the map has no free space of a square metre or more")
    lines = [_gap_line(gap) for gap in rooms.gaps if len(gap.cells) > 1]
    floors = [sound_floor(floor) for floor in met_at(floors, lines, tolerance + CUT_MARGIN)]
    floors = [floor for floor in floors if floor]
    to_metres = _to_metres(grid)
    doors = [gap for gap in rooms.gaps if gap.width * grid.resolution >= NARROWEST_DOOR]
    walls = _cut_walls(merged(wall for shape in shapes for wall in shape.walls), rooms.gaps, tolerance)
    solid = shapely.union_all([LineString(wall).buffer(ON_WALL) for wall in walls])
    zones = _zones(floors, to_metres)
    zones = _with_walls(zones, floors, [(wall, _wall(wall, to_metres)) for wall in walls])
    zones = _with_doors(zones, floors, [(gap, _door(gap, solid, to_metres)) for gap in doors])
    narrow = tuple(to_metres(_middle(gap)).xy for gap in rooms.gaps if gap not in doors)
    return TracedLevel(LevelDescription(zones=tuple(zones)), narrow)


def _without_specks(free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Free cells, together with what stands alone in them and is no larger than the noise of a scanner."""
    pieces, count = label(~free, structure=EIGHT_NEIGHBOURS)
    sizes = np.bincount(pieces.ravel(), minlength=count + 1)
    specks = sizes <= LARGEST_SPECK
    specks[0] = True
    found: NDArray[np.bool_] = specks[pieces]
    return found


def _to_metres(grid: MapGrid) -> ToMetres:
    cos_yaw, sin_yaw = math.cos(grid.origin.yaw), math.sin(grid.origin.yaw)

    def to_metres(point: Corner) -> Position:
        x, y = point[0] * grid.resolution, point[1] * grid.resolution
        east, north = grid.origin.x + x * cos_yaw - y * sin_yaw, grid.origin.y + x * sin_yaw + y * cos_yaw
        return Position(round(east, DIGITS) + 0.0, round(north, DIGITS) + 0.0)

    return to_metres


def _zones(floors: Sequence[Sequence[Corner]], to_metres: ToMetres) -> list[Zone]:
    return [
        Zone(f"room_{number}", tuple(to_metres(point) for point in floor), description=f"Room {number}")
        for number, floor in enumerate(floors, start=1)
    ]


def _cut_walls(walls: Sequence[Segment], gaps: Sequence[Gap], tolerance: float) -> list[Segment]:
    half_width = tolerance + CUT_MARGIN
    openings = [Opening(band_corners(*_gap_line(gap), half_width)) for gap in gaps if len(gap.cells) > 1]
    kept: list[Segment] = []
    for start, end in walls:
        length = math.dist(start, end)
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        for low, high in cut(start, end, openings):
            if high - low >= SHORTEST_WALL:
                near, far = (
                    (on_lattice(start[0] + along[0] * at), on_lattice(start[1] + along[1] * at)) for at in (low, high)
                )
                kept += [(near, far)] if near != far else []
    return list({frozenset(wall): wall for wall in kept}.values())


def _gap_line(gap: Gap) -> Segment:
    return _center(gap.cells[0]), _center(gap.cells[-1])


def _center(cell: tuple[int, int]) -> Corner:
    return (cell[1] + HALF_CELL, cell[0] + HALF_CELL)


def _middle(gap: Gap) -> Corner:
    (x, y), (next_x, next_y) = _gap_line(gap)
    return ((x + next_x) / 2.0, (y + next_y) / 2.0)


def _wall(wall: Segment, to_metres: ToMetres) -> Wall:
    return Wall(to_metres(wall[0]), to_metres(wall[1]))


def _door(gap: Gap, solid: BaseGeometry, to_metres: ToMetres) -> Door:
    """A door that slides into the wall behind one of its ends; one that lifts where neither wall is long enough."""
    start, end = _gap_line(gap)
    directions = ((start, end), (end, start))
    sliding = [(near, far) for near, far in directions if solid.covers(_open_slab(near, far))]
    start, end = sliding[0] if sliding else (start, end)
    return Door("", to_metres(start), to_metres(end), kind="sliding" if sliding else "sliding_top")


def _open_slab(start: Corner, end: Corner) -> LineString:
    """Where the slab of an open door is, without the cell in which the wall begins."""
    length = math.dist(start, end)
    ahead = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    return LineString([(end[0] + ahead[0] * at, end[1] + ahead[1] * at) for at in (1.0, length)])


def _with_walls(
    zones: Sequence[Zone], floors: Sequence[Sequence[Corner]], walls: Sequence[tuple[Segment, Wall]]
) -> list[Zone]:
    own: dict[int, list[Wall]] = {}
    nearest = _nearest_floor(floors)
    for segment, wall in walls:
        middle = LineString(segment).centroid
        own.setdefault(nearest(middle), []).append(wall)
    return [evolve(zone, walls=tuple(own.get(index, ()))) for index, zone in enumerate(zones)]


def _with_doors(
    zones: Sequence[Zone], floors: Sequence[Sequence[Corner]], doors: Sequence[tuple[Gap, Door]]
) -> list[Zone]:
    own: dict[int, list[Door]] = {}
    nearest = _nearest_floor(floors)
    for number, (gap, door) in enumerate(doors, start=1):
        own.setdefault(nearest(Point(_middle(gap))), []).append(evolve(door, name=f"door_{number}"))
    return [evolve(zone, doors=tuple(own.get(index, ()))) for index, zone in enumerate(zones)]


def _nearest_floor(floors: Sequence[Sequence[Corner]]) -> Callable[[Point], int]:
    """The index of the floor whose outline is nearest to a point; of several the first."""
    tree = STRtree([Polygon(floor).exterior for floor in floors])
    return lambda point: int(tree.query_nearest(point).min())
