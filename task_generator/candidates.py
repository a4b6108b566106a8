"""Points where something may be placed, sorted by the room around them."""

from functools import lru_cache

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.clearance import ClearanceField

Floats = NDArray[np.float64]
Polygon = tuple[Corner, ...]
Segment = tuple[Corner, Corner]

# Nothing is placed nearer to the line of a door than this, so that doors open and people get through, metres.
DOOR_DISTANCE = 0.6


@frozen(eq=False)
class Candidates:
    """Centres of free cells.

    Attributes:
        points: Shape (N, 2), metres, map frame.
        room: Shape (N,), ascending: the largest radius in metres that fits around each point.
        cell_area: What one point stands for, square metres.
    """

    points: Floats
    room: Floats
    cell_area: float

    def with_room(self, radius: float) -> Floats:
        """The points with at least that much room, the tightest first: shape (M, 2)."""
        roomy: Floats = self.points[self.room.searchsorted(radius) :]
        return roomy

    @property
    def most_room(self) -> float:
        """Room around the best point, metres; 0 without points."""
        return float(self.room[-1]) if len(self.room) else 0.0

    def area(self, radius: float) -> float:
        """How much of the floor has room for the centre of a disc, square metres."""
        return len(self.with_room(radius)) * self.cell_area


@lru_cache(maxsize=8)
def candidates(clearance: ClearanceField, doors: tuple[Segment, ...]) -> Candidates:
    """All free cells of a map.

    Args:
        clearance: Distance to the nearest solid.
        doors: Lines of doors to keep clear, each with a length, metres, map frame.
    """
    rows, columns = np.nonzero(clearance.values > 0.0)
    room = clearance.values[rows, columns]
    points: Floats = np.asarray(clearance.origin) + (np.column_stack((columns, rows)) + 0.5) * clearance.resolution
    if doors:
        room = np.minimum(room, _distances(points, doors) - DOOR_DISTANCE)
    return _sorted(points, room, clearance.resolution**2)


@lru_cache(maxsize=256)
def inside(table: Candidates, polygons: tuple[Polygon, ...]) -> Candidates:
    """The candidates inside any of some polygons (metres, map frame)."""
    shape = shapely.union_all([shapely.make_valid(shapely.Polygon(polygon)) for polygon in polygons])
    x_min, y_min, x_max, y_max = shape.bounds if not shape.is_empty else (0.0, 0.0, 0.0, 0.0)
    x, y = table.points[:, 0], table.points[:, 1]
    near = np.flatnonzero((x >= x_min) & (x <= x_max) & (y >= y_min) & (y <= y_max))
    shapely.prepare(shape)
    kept = near[shapely.intersects_xy(shape, x[near], y[near])]
    return Candidates(table.points[kept], table.room[kept], table.cell_area)


def _distances(points: Floats, doors: tuple[Segment, ...]) -> Floats:
    """Distance of each point from the nearest line."""
    nearest: Floats = np.full(len(points), np.inf)
    for start, end in np.asarray(doors, dtype=np.float64):
        along = end - start
        fraction = np.clip((points - start) @ along / float(along @ along), 0.0, 1.0)
        offsets = points - start - fraction[:, None] * along
        np.minimum(nearest, np.hypot(offsets[:, 0], offsets[:, 1]), out=nearest)
    return nearest


def _sorted(points: Floats, room: Floats, cell_area: float) -> Candidates:
    order = np.argsort(room, kind="stable")
    return Candidates(points[order], room[order], cell_area)
