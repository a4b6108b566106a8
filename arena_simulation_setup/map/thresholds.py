"""Floors that meet exactly on the lines between their rooms."""

from collections.abc import Iterable, Sequence

from shapely import STRtree
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.validation import make_valid

from arena_simulation_setup.geometry import Corner

SHRINKAGE = 0.1
"""Cells by which a floor that touches itself is drawn in."""
DIGITS = 3
SMALLEST_SHARE = 0.25
"""Part of a strip beside a line that a floor must cover to be one of the two that the line separates."""


def met_at(
    floors: Sequence[Sequence[Corner]], lines: Iterable[tuple[Corner, Corner]], depth: float
) -> list[tuple[Corner, ...]]:
    """Straightened floors brought back to the lines of the gaps between them.

    Args:
        floors: Simple polygons.
        lines: Lines between two floors.
        depth: How far a floor may have strayed from a line, in the unit of the floors.
    """
    shapes = [Polygon(floor) for floor in floors]
    for start, end in lines:
        left, right = _strip(start, end, depth), _strip(end, start, depth)
        for index in sorted(STRtree(shapes).query(left.union(right)).tolist()):
            shapes[index] = _fitted(shapes[index], left, right)
    return [_ring(shape) for shape in shapes]


def sound_floor(floor: Sequence[Corner]) -> tuple[Corner, ...]:
    """A floor with its corners on the lattice of half cells; where it touches itself there, a little smaller instead.

    Args:
        floor: Corners in cells.

    Returns:
        A simple polygon; empty where there is none.
    """
    snapped = tuple((on_lattice(x), on_lattice(y)) for x, y in floor)
    if Polygon(snapped).is_valid:
        return snapped
    smaller = _largest(_largest(Polygon(floor)).buffer(-SHRINKAGE, join_style="mitre"))
    rounded = tuple((round(x, DIGITS), round(y, DIGITS)) for x, y in _ring(smaller))
    return rounded if len(rounded) > 2 and Polygon(rounded).is_valid else ()


def on_lattice(value: float) -> float:
    """The nearest half cell, on which most walls lie anyway, so that maps of a draft have the cells of its map."""
    return round(2.0 * value) / 2.0


def _fitted(floor: Polygon, left: Polygon, right: Polygon) -> Polygon:
    shares = [floor.intersection(strip).area / strip.area for strip in (left, right)]
    if max(shares) < SMALLEST_SHARE:
        return floor
    own, other = (left, right) if shares[0] >= shares[1] else (right, left)
    fitted = _largest(floor.union(own).difference(other))
    return floor if fitted.interiors else fitted


def _strip(start: Corner, end: Corner, depth: float) -> Polygon:
    """The rectangle to the left of a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    side_x, side_y = -dy / length * depth, dx / length * depth
    return Polygon([start, end, (end[0] + side_x, end[1] + side_y), (start[0] + side_x, start[1] + side_y)])


def _largest(shape: BaseGeometry) -> Polygon:
    sound = shape if shape.is_valid else make_valid(shape)
    parts = [part for part in getattr(sound, "geoms", [sound]) if isinstance(part, Polygon)]
    return max(parts, key=lambda part: part.area, default=Polygon())


def _ring(polygon: Polygon) -> tuple[Corner, ...]:
    return tuple((x, y) for x, y in list(polygon.simplify(1e-6).exterior.coords)[:-1])
