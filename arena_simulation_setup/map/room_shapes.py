"""Floors and walls of the rooms of a map, in cells."""

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.ndimage import find_objects
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, split, unary_union
from shapely.validation import make_valid

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.map.outline import Outline, offset, outlines, straightened
from arena_simulation_setup.map.rooms import Rooms

Cells = NDArray[np.bool_]
Segment = tuple[Corner, Corner]

HALF_CELL = 0.5
"""Walls run through the middle of the occupied cells next to free ones."""
SHORTEST_WALL = 0.75
"""Cells."""
SHORTEST_OPEN = 0.5
"""Metres; a shorter edge towards unknown cells is a hole in the measured wall."""
HOLLOW_RADIUS = 0.25
"""Metres; a block in which a disc of this radius fits is cut out of the floor, a thinner one only walled."""
MITRE_LIMIT = 5.0
NEAR = 1e-6


@frozen
class RoomShape:
    """One room.

    Attributes:
        floors: Simple polygons that together are its floor, in cells.
        walls: Segments in cells.
    """

    floors: tuple[tuple[Corner, ...], ...]
    walls: tuple[Segment, ...]


def room_shapes(rooms: Rooms, occupied: Cells, resolution: float, tolerance: float) -> tuple[RoomShape, ...]:
    """Floors and walls of all rooms.

    Args:
        rooms: The rooms.
        occupied: Shape (rows, columns): the cells that are walls; the border to others stays without a wall.
        resolution: Edge of a cell, metres.
        tolerance: Cells by which straight walls may leave the cells.
    """
    shapes = []
    for number, window in enumerate(find_objects(rooms.labels), start=1):
        if window is not None:
            corner = (window[1].start, window[0].start)
            lines = [_straight(line, tolerance) for line in outlines(rooms.labels[window] == number)]
            shapes.append(_shape([_shifted(line, corner) for line in lines], occupied, resolution, tolerance))
    return tuple(shapes)


def _shape(lines: Sequence[Outline], occupied: Cells, resolution: float, tolerance: float) -> RoomShape:
    outer = max(lines, key=lambda line: line.signed_area)
    floor = _grown(outer, HALF_CELL)
    for line in lines:
        block = _grown(line, -HALF_CELL) if line is not outer else Polygon()
        if not block.buffer(-HOLLOW_RADIUS / resolution).is_empty:
            floor = _largest(floor.difference(block))
    shortest_open = SHORTEST_OPEN / resolution
    walls = tuple(wall for line in lines for wall in _walls(line, occupied, shortest_open, tolerance))
    return RoomShape(tuple(_ring(part) for part in _without_holes(floor)), walls)


def _straight(line: Outline, tolerance: float) -> Outline:
    """The straightened outline; the original one where straightening would close a narrow passage."""
    result = straightened(line, tolerance)
    return result if Polygon(result.points).is_valid else line


def _grown(line: Outline, distance: float) -> Polygon:
    sound = make_valid(Polygon(line.points))
    return _largest(sound.buffer(distance, join_style="mitre", mitre_limit=MITRE_LIMIT))


def _walls(line: Outline, occupied: Cells, shortest_open: float, tolerance: float) -> Iterator[Segment]:
    edges = zip(line.points, (*line.points[1:], line.points[0]), offset(line, HALF_CELL), strict=True)
    for start, end, moved in edges:
        length = math.dist(*moved)
        if length >= SHORTEST_WALL and (length < shortest_open or _is_wall(start, end, occupied, tolerance)):
            yield moved


def _is_wall(start: Corner, end: Corner, occupied: Cells, tolerance: float) -> bool:
    """Whether at least half of an edge has occupied cells on its right, within two cells and the tolerance."""
    length = math.dist(start, end)
    along = np.linspace(0.0, 1.0, max(2, math.ceil(length)) + 1)
    along = (along[:-1] + along[1:]) / 2.0
    side = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
    rows, columns = occupied.shape
    hit = np.zeros(len(along), dtype=np.bool_)
    for depth in np.arange(0.5 - math.ceil(tolerance - 1.0), tolerance + 1.0):
        x = start[0] + along * (end[0] - start[0]) + side[0] * depth
        y = start[1] + along * (end[1] - start[1]) + side[1] * depth
        column, row = np.floor(x).astype(int), np.floor(y).astype(int)
        known = (column >= 0) & (row >= 0) & (column < columns) & (row < rows)
        hit[known] |= occupied[row[known], column[known]]
    return bool(hit.mean() >= 0.5)


def merged(walls: Iterable[Segment]) -> list[Segment]:
    """Walls without repetitions: those along an axis joined where they overlap or touch, slanted ones once each."""
    level: dict[tuple[int, float], list[tuple[float, float]]] = {}
    slanted: dict[tuple[Corner, ...], Segment] = {}
    for start, end in walls:
        for axis in (0, 1):
            if start[axis] == end[axis]:
                low, high = sorted((start[1 - axis], end[1 - axis]))
                level.setdefault((axis, start[axis]), []).append((low, high))
                break
        else:
            near = tuple(sorted((round(x), round(y)) for x, y in (start, end)))
            slanted.setdefault(near, (start, end))
    joined: list[Segment] = []
    for (axis, at), ranges in sorted(level.items()):
        for low, high in _union(ranges):
            joined.append(((at, low), (at, high)) if axis == 0 else ((low, at), (high, at)))
    return [*joined, *slanted.values()]


def _union(ranges: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


def _without_holes(floor: Polygon) -> list[Polygon]:
    """Pieces without holes: cut straight through each hole, in the direction that gives fewer pieces."""
    open_pieces, closed = [floor], []
    while open_pieces:
        piece = open_pieces.pop()
        if piece.is_empty:
            continue
        if not piece.interiors:
            closed.append(piece)
            continue
        cut = min((_cut_at(piece, line) for line in _lines_through_hole(piece)), key=len)
        open_pieces += reversed(cut if _holes(cut) < _holes([piece]) else [Polygon(piece.exterior)])
    return closed


def _holes(pieces: Sequence[Polygon]) -> int:
    return sum(len(piece.interiors) for piece in pieces)


def _lines_through_hole(floor: Polygon) -> tuple[LineString, LineString]:
    """An upright and a level line through the largest hole, in the middle of cells where that meets it."""
    hole = max((Polygon(ring) for ring in floor.interiors), key=lambda ring: ring.area)
    middle = hole.representative_point()
    x, y = math.floor(middle.x) + HALF_CELL, math.floor(middle.y) + HALF_CELL
    if not hole.contains(Point(x, y)):
        x, y = middle.x, middle.y
    x_min, y_min, x_max, y_max = floor.bounds
    return LineString([(x, y_min - 1), (x, y_max + 1)]), LineString([(x_min - 1, y), (x_max + 1, y)])


def _cut_at(floor: Polygon, line: LineString) -> list[Polygon]:
    """Pieces of a floor cut along a line where it leaves the largest hole, or along all of it where that opens none."""
    hole = max((Polygon(ring) for ring in floor.interiors), key=lambda ring: ring.area)
    inside = floor.intersection(line)
    near = [part for part in getattr(inside, "geoms", [inside]) if part.distance(hole) < NEAR]
    faces = polygonize(unary_union([floor.boundary, *near]))
    pieces = [face for face in faces if floor.contains(face.representative_point())]
    return pieces if _holes(pieces) < len(floor.interiors) else list(split(floor, line).geoms)


def _largest(shape: BaseGeometry) -> Polygon:
    sound = shape if shape.is_valid else make_valid(shape)
    parts = [part for part in getattr(sound, "geoms", [sound]) if isinstance(part, Polygon)]
    return max(parts, key=lambda part: part.area, default=Polygon())


def _ring(polygon: Polygon) -> tuple[Corner, ...]:
    coordinates = list(polygon.simplify(1e-6).exterior.coords)[:-1]
    return tuple((x, y) for x, y in coordinates)


def _shifted(line: Outline, corner: Corner) -> Outline:
    return Outline(tuple((x + corner[0], y + corner[1]) for x, y in line.points))
