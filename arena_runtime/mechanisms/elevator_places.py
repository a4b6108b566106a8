"""Where riders stand in the cabin that they arrive in: in its room, and inside nobody and nothing."""

from collections.abc import Callable, Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.mechanisms.contract import Disc, Polygon
from arena_simulation_setup.geometry import Corner

Floats = NDArray[np.float64]

GAP = 1e-3
"""Metres between a rider and anything else, so that no rounding makes them overlap."""
STEP = 0.05
"""Metres between the places that are tried where a rider can not keep its own."""


@frozen
class Rectangle:
    """A part of the floor, metres, map frame."""

    x_low: float
    x_high: float
    y_low: float
    y_high: float

    @property
    def size(self) -> tuple[float, float]:
        """Extent along x and y, metres, without the rounding of the place that it is at."""
        return (round(self.x_high - self.x_low, 6), round(self.y_high - self.y_low, 6))

    def holds(self, radius: float) -> bool:
        """Whether a disc fits in."""
        reach = 2 * (radius + GAP)
        return self.x_high - self.x_low >= reach and self.y_high - self.y_low >= reach

    def nearest(self, disc: Disc) -> Floats:
        """Shape (2,): the centre nearest to the disc's own at which it lies inside."""
        reach = disc.radius + GAP
        x = min(max(disc.x, self.x_low + reach), self.x_high - reach)
        y = min(max(disc.y, self.y_low + reach), self.y_high - reach)
        return np.array((x, y))

    def lattice(self, radius: float) -> Floats:
        """Shape (N, 2): centres at which a disc lies inside, row by row, the far borders among them."""
        reach = radius + GAP
        x = _steps(self.x_low + reach, self.x_high - reach)
        y = _steps(self.y_low + reach, self.y_high - reach)
        return np.stack((np.tile(x, len(y)), np.repeat(y, len(x))), axis=1)


Chooser = Callable[[Rectangle, Disc, Floats], int]


def find_places(
    room: Rectangle, riders: Sequence[Disc], standing: Sequence[Disc], solids: Sequence[Polygon]
) -> tuple[Corner, ...] | None:
    """A place for every rider, in which it overlaps nobody; None where there is no room for all.

    Each keeps its own place where that is free, moved off the walls. Else it takes the nearest free one of a lattice;
    where that leaves no room for the last, all are packed, the largest first, from one corner or into all of them.

    Args:
        room: The floor to stand on.
        riders: Where they would stand by themselves.
        standing: Who stands there already.
        solids: Convex polygons (metres, map frame, counter-clockwise) of what stands there.
    """
    if not all(room.holds(rider.radius) for rider in riders):
        return None

    tries = ((True, _nearest), (False, _first), (False, _outermost))
    found = (_placed(room, riders, (standing, solids), keeps, choose) for keeps, choose in tries)
    return next((places for places in found if places is not None), None)


def _nearest(room: Rectangle, rider: Disc, free: Floats) -> int:
    offset = free - room.nearest(rider)
    return int(np.argmin((offset * offset).sum(axis=1)))


def _first(room: Rectangle, rider: Disc, free: Floats) -> int:
    return 0


def _outermost(room: Rectangle, rider: Disc, free: Floats) -> int:
    offset = free - ((room.x_low + room.x_high) / 2, (room.y_low + room.y_high) / 2)
    return int(np.argmax((offset * offset).sum(axis=1)))


def _placed(
    room: Rectangle,
    riders: Sequence[Disc],
    taken: tuple[Sequence[Disc], Sequence[Polygon]],
    keeps: bool,
    choose: Chooser,
) -> tuple[Corner, ...] | None:
    standing, solids = taken
    circles = [(disc.x, disc.y, disc.radius) for disc in standing]
    places: dict[int, Corner] = {}
    order = sorted(range(len(riders)), key=lambda index: (-riders[index].radius, riders[index].name))
    if keeps:
        for index in order:
            own = room.nearest(riders[index])
            if len(_free(own[np.newaxis], riders[index].radius, circles, solids)):
                places[index] = (float(own[0]), float(own[1]))
                circles.append((*places[index], riders[index].radius))
    for index in order:
        if index not in places:
            free = _free(room.lattice(riders[index].radius), riders[index].radius, circles, solids)
            if not len(free):
                return None
            x, y = free[choose(room, riders[index], free)].tolist()
            places[index] = (x, y)
            circles.append((x, y, riders[index].radius))
    return tuple(places[index] for index in range(len(riders)))


def _free(
    points: Floats, radius: float, circles: Sequence[tuple[float, float, float]], solids: Sequence[Polygon]
) -> Floats:
    """Those of the points, shape (N, 2), around which a disc of the radius touches nothing."""
    for x, y, other in circles:
        offset, reach = points - (x, y), radius + other + GAP
        points = points[(offset * offset).sum(axis=1) >= reach * reach]
    for polygon in solids:
        points = points[_distance_squared(points, polygon) >= (radius + GAP) * (radius + GAP)]
    return points


def _distance_squared(points: Floats, polygon: Polygon) -> Floats:
    """Shape (N,): squared distances (m^2) from a convex polygon, zero inside."""
    start = np.array(polygon, dtype=np.float64)
    along = np.roll(start, -1, axis=0) - start
    offset = points[:, np.newaxis] - start
    squared = np.maximum((along * along).sum(axis=1), np.finfo(np.float64).tiny)
    share = np.clip((offset * along).sum(axis=2) / squared, 0.0, 1.0)
    beside = offset - share[..., np.newaxis] * along
    inside = (along[:, 0] * offset[..., 1] - along[:, 1] * offset[..., 0] >= 0.0).all(axis=1)
    nearest: Floats = np.where(inside, 0.0, (beside * beside).sum(axis=2).min(axis=1))
    return nearest


def _steps(low: float, high: float) -> Floats:
    return np.append(np.arange(low, high, STEP), high)
