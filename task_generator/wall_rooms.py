"""Rooms of a level that has no zones with a floor: rectangles between walls along the axes."""

from collections.abc import Iterable, Iterator, Sequence

import shapely
from attrs import frozen
from shapely.geometry import LineString, Polygon

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.world.wall import Wall

LONGEST_GAP = 4.0
"""Metres; a wider opening makes two spaces one room."""
NEAR = 0.3
"""Metres; walls this near to each other touch, or lie on one line."""
SMALLEST_ROOM = 2.0
"""Square metres."""
RECTANGLE = 0.99
"""Part of its bounding box that a room fills at least."""


@frozen
class Line:
    """A wall along an axis, with the gaps in it closed.

    Attributes:
        axis: 0 where it runs along x, 1 along y.
        at: Its other coordinate, metres.
        low: Where it begins, metres.
        high: Where it ends, metres.
    """

    axis: int
    at: float
    low: float
    high: float

    @property
    def ends(self) -> tuple[Corner, Corner]:
        """Both ends, metres."""
        if self.axis == 0:
            return (self.low, self.at), (self.high, self.at)
        return (self.at, self.low), (self.at, self.high)


def rooms_between(walls: Iterable[Wall]) -> tuple[tuple[Corner, ...], ...]:
    """Floors of the rooms, from the lower left to the upper right; walls that run aslant do not count.

    Openings of at most ``LONGEST_GAP`` count as closed. A space that is no rectangle is as good as the largest one in
    it, and the rectangle around all walls is no room unless it is the only one.

    Args:
        walls: Walls in one frame, metres.
    """
    lines = _reaching(list(_lines(walls)))
    if not lines:
        return ()
    drawn = shapely.union_all([LineString(line.ends) for line in lines])
    faces = [_rectangle(face) for face in shapely.get_parts(shapely.polygonize([drawn]))]
    boxes = sorted({box for box in faces if box is not None and _area(box) >= SMALLEST_ROOM})
    around = drawn.bounds
    inner = [box for box in boxes if not all(abs(a - b) < NEAR for a, b in zip(box, around, strict=True))]
    return tuple(_corners(box) for box in inner or boxes)


Box = tuple[float, float, float, float]


def _lines(walls: Iterable[Wall]) -> Iterator[Line]:
    """Walls on one line become one where only a gap is between them."""
    pieces: dict[int, list[Line]] = {0: [], 1: []}
    for wall in walls:
        (x, y), (to_x, to_y) = wall.start.xy, wall.end.xy
        if y == to_y and x != to_x:
            pieces[0].append(Line(0, y, min(x, to_x), max(x, to_x)))
        elif x == to_x and y != to_y:
            pieces[1].append(Line(1, x, min(y, to_y), max(y, to_y)))
    for axis in (0, 1):
        for together in _side_by_side(pieces[axis]):
            yield from _joined(together)


def _side_by_side(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines of one axis in groups that lie on one line."""
    groups: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.at, line.low, line.high)):
        if groups and line.at - groups[-1][0].at < NEAR:
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _joined(lines: Sequence[Line]) -> Iterator[Line]:
    first, *others = sorted(lines, key=lambda line: (line.low, line.high))
    low, high = first.low, first.high
    for line in others:
        if line.low - high > LONGEST_GAP:
            yield Line(first.axis, lines[0].at, low, high)
            low, high = line.low, line.high
        high = max(high, line.high)
    yield Line(first.axis, lines[0].at, low, high)


def _reaching(lines: Sequence[Line]) -> list[Line]:
    """Lines that end short of another one are continued to it across a gap."""
    found = []
    for line in lines:
        crossing = [
            other.at
            for other in lines
            if other.axis != line.axis and other.low - LONGEST_GAP <= line.at <= other.high + LONGEST_GAP
        ]
        low = max((at for at in crossing if line.low - LONGEST_GAP <= at <= line.low + NEAR), default=line.low)
        high = min((at for at in crossing if line.high - NEAR <= at <= line.high + LONGEST_GAP), default=line.high)
        found.append(Line(line.axis, line.at, low, high))
    return found


def _rectangle(face: Polygon) -> Box | None:
    """A face as a box; the largest box with corners of it where it is no rectangle."""
    box: Box = face.bounds
    if face.area >= RECTANGLE * _area(box):
        return box
    xs = sorted({x for x, _ in face.exterior.coords})
    ys = sorted({y for _, y in face.exterior.coords})
    inside = [
        (x, y, to_x, to_y)
        for i, x in enumerate(xs)
        for to_x in xs[i + 1 :]
        for j, y in enumerate(ys)
        for to_y in ys[j + 1 :]
        if face.covers(shapely.box(x, y, to_x, to_y))
    ]
    return max(inside, key=_area, default=None)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _corners(box: Box) -> tuple[Corner, ...]:
    x, y, to_x, to_y = box
    return ((x, y), (to_x, y), (to_x, to_y), (x, to_y))
