"""Outlines of sets of cells: closed lines along the edges of cells, then straightened.

Coordinates are columns and rows as numbers: the cell in row r and column c covers (c, r) to (c + 1, r + 1).
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from shapely.geometry import LineString

from arena_simulation_setup.geometry import Corner

TOLERANCE = 1.45
"""Cells by which a straightened outline may leave the edges; steps of a slanted line are at most root two high."""
LONGEST_TIP = 3.0
SHORTEST_ARM = 2.0
SHORTEST_AXIS_EDGE = 4.0


@frozen
class Outline:
    """A closed line with the inside on the left as seen with rows growing upwards.

    Attributes:
        points: Corners, not repeated at the end, in cells.
    """

    points: tuple[Corner, ...]

    @property
    def signed_area(self) -> float:
        """Square cells; negative for the outline of a hole."""
        pairs = zip(self.points, (*self.points[1:], self.points[0]), strict=True)
        return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairs) / 2.0


def outlines(inside: NDArray[np.bool_]) -> tuple[Outline, ...]:
    """Outlines of all pieces and holes of a set of cells, corners only.

    Source: contour following along directed edges; where two cells touch at a corner only, they belong to different
    pieces.

    Args:
        inside: Shape (rows, columns).
    """
    following = _directed_edges(inside)
    found = []
    while following:
        start = next((point for point, ways in following.items() if len(ways) == 1), next(iter(following)))
        found.append(Outline(_followed(following, start)))
    return tuple(found)


def straightened(outline: Outline, tolerance: float = TOLERANCE) -> Outline:
    """An outline without the steps of slanted lines; edges along an axis stay on it.

    Ends of walls that are only a few cells thick keep their corners. Source: Douglas and Peucker's line
    simplification between fixed corners.

    Args:
        outline: As it was followed.
        tolerance: Cells by which the result may leave it.
    """
    points = outline.points
    fixed = _fixed_corners(points)
    kept: list[int] = []
    for begin, end in zip(fixed, (*fixed[1:], fixed[0] + len(points)), strict=True):
        kept += _kept_corners(points, begin, end, tolerance)
    if len(kept) < 3:
        return outline
    corners = _on_axes(kept, points, tolerance)
    return Outline(corners) if len(corners) > 2 else outline


def offset(outline: Outline, distance: float) -> tuple[tuple[Corner, Corner], ...]:
    """The edges of an outline, each moved to its outside; neighbouring edges meet in the corner between them.

    Edges may lie on each other afterwards, as the two faces of a wall one cell thick do at half a cell.

    Args:
        outline: The closed line.
        distance: Cells.

    Returns:
        One edge per point of the outline, from it to the next; those without length included.
    """
    points = outline.points
    corners = [
        _moved_corner(before, point, after, distance)
        for before, point, after in zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)
    ]
    return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))


def _directed_edges(inside: NDArray[np.bool_]) -> dict[Corner, list[Corner]]:
    """From each corner of cells to the next ones along the border, the inside on the left."""
    padded = np.pad(inside, 1)
    core = padded[1:-1, 1:-1]
    following: dict[Corner, list[Corner]] = {}
    sides = (
        (padded[:-2, 1:-1], (0, 0), (1, 0)),
        (padded[1:-1, 2:], (1, 0), (1, 1)),
        (padded[2:, 1:-1], (1, 1), (0, 1)),
        (padded[1:-1, :-2], (0, 1), (0, 0)),
    )
    for beside, begin, end in sides:
        rows, columns = np.nonzero(core & ~beside)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            start = (column + begin[0], row + begin[1])
            following.setdefault(start, []).append((column + end[0], row + end[1]))
    return following


def _followed(following: dict[Corner, list[Corner]], start: Corner) -> tuple[Corner, ...]:
    """Take one closed line out of the edges and give its corners."""
    path = [start, _taken(following, start, None)]
    while path[-1] != start:
        step = (path[-1][0] - path[-2][0], path[-1][1] - path[-2][1])
        path.append(_taken(following, path[-1], step))
    path.pop()
    triples = zip((path[-1], *path[:-1]), path, (*path[1:], path[0]), strict=True)
    return tuple(point for before, point, after in triples if (before[0] != after[0]) and (before[1] != after[1]))


def _taken(following: dict[Corner, list[Corner]], point: Corner, step: Corner | None) -> Corner:
    """The next corner; where two ways lead on, the left turn keeps cells that only touch at a corner apart."""
    ways = following[point]
    index = 0
    if len(ways) > 1 and step is not None:
        left = (point[0] - step[1], point[1] + step[0])
        index = ways.index(left)
    way = ways.pop(index)
    if not ways:
        del following[point]
    return way


def _fixed_corners(points: Sequence[Corner]) -> list[int]:
    """Corners that stay: both ends of each short edge between two long ones that run back beside each other."""
    count = len(points)
    edges = [(points[(i + 1) % count][0] - x, points[(i + 1) % count][1] - y) for i, (x, y) in enumerate(points)]
    lengths = [math.hypot(*edge) for edge in edges]
    fixed: dict[int, None] = {}
    for i in range(count):
        before, after = edges[i - 1], edges[(i + 1) % count]
        back = before[0] * after[0] + before[1] * after[1] < 0
        arms = min(lengths[i - 1], lengths[(i + 1) % count])
        if back and lengths[i] <= LONGEST_TIP and arms >= SHORTEST_ARM:
            fixed.update({i: None, (i + 1) % count: None})
    if len(fixed) < 2:
        west = min(range(count), key=lambda i: points[i])
        fixed.update({west: None, max(range(count), key=lambda i: math.dist(points[i], points[west])): None})
    return sorted(fixed)


def _kept_corners(points: Sequence[Corner], begin: int, end: int, tolerance: float) -> list[int]:
    """Indices of the corners that stay between two fixed ones, the first included; they may exceed the length."""
    count = len(points)
    if end - begin < 2:
        return [begin]
    line = LineString([points[index % count] for index in range(begin, end + 1)]).simplify(tolerance)
    kept, index = [begin], begin
    for x, y in list(line.coords)[1:-1]:
        index = next(later for later in range(index + 1, end) if points[later % count] == (x, y))
        kept.append(index)
    return kept


def _on_axes(kept: Sequence[int], points: Sequence[Corner], tolerance: float) -> tuple[Corner, ...]:
    """Corners with nearly axis-parallel edges put exactly on the line that most of the original edge lies on."""
    ends = (*kept[1:], kept[0] + len(points))
    lines = [_axis_line(points, begin, end, tolerance) for begin, end in zip(kept, ends, strict=True)]
    corners: list[Corner] = []
    for i, corner_index in enumerate(kept):
        x, y = points[corner_index % len(points)]
        for own, other in ((lines[i - 1], lines[i]), (lines[i], lines[i - 1])):
            corner = (_first(own[0], other[0], x), _first(own[1], other[1], y))
            if not corners or corners[-1] != corner:
                corners.append(corner)
    if len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()
    return tuple(corners)


def _axis_line(points: Sequence[Corner], begin: int, end: int, tolerance: float) -> tuple[float | None, float | None]:
    """The x of an upright edge or the y of a level one; both None where the edge is slanted."""
    chain = [points[index % len(points)] for index in range(begin, end + 1)]
    dx, dy = abs(chain[-1][0] - chain[0][0]), abs(chain[-1][1] - chain[0][1])
    short, long = sorted((dx, dy))
    if short > tolerance or (short > 0 and long < SHORTEST_AXIS_EDGE):
        return None, None
    axis = 0 if dy >= dx else 1
    weights: dict[float, float] = {}
    for here, after in pairwise(chain):
        if here[axis] == after[axis]:
            weights[here[axis]] = weights.get(here[axis], 0.0) + abs(after[1 - axis] - here[1 - axis])
    if not weights:
        return None, None
    level = max(weights, key=lambda value: weights[value])
    return (level, None) if axis == 0 else (None, level)


def _first(own: float | None, other: float | None, fallback: float) -> float:
    if own is not None:
        return own
    return fallback if other is None else other


def _moved_corner(before: Corner, point: Corner, after: Corner, distance: float) -> Corner:
    """A corner moved so that both its edges move to the outside (right) by a distance; sharp corners move less."""
    first, second = _outward(before, point), _outward(point, after)
    sum_x, sum_y = first[0] + second[0], first[1] + second[1]
    share = 1.0 + first[0] * second[0] + first[1] * second[1]
    if share < 0.2:
        return (point[0] + distance * first[0], point[1] + distance * first[1])
    return (point[0] + distance * sum_x / share, point[1] + distance * sum_y / share)


def _outward(start: Corner, end: Corner) -> Corner:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return (dy / length, -dx / length)
