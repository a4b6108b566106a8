"""Which agents are near which sensing areas, as compiled loops."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bytes = NDArray[np.uint8]

TRIGGERS, TOUCHES = 1, 2

ANYBODY, TRIGGERED, LEFT = 0, 1, 2
"""What is looked for in an area: whoever is near, only a trigger, only that nobody triggers any more."""


@kernel
def near_pairs(
    areas: Floats, floors: Floats, floor_sizes: Integers, sought: Bytes, x: Floats, y: Floats, radius: Floats
) -> Integers:
    """Pairs of an area and an agent that triggers it or that could touch what moves there.

    Areas where what is looked for has not come about have no pairs.

    Args:
        areas: Shape (M, 10): start x, start y, along x, along y of the segment (metres), its squared length (m^2, 1 for
            points), its middle x, middle y (metres), how far from the middle a centre may trigger (metres), the squared
            distance from the segment within which it does (m^2, -1 where nobody triggers), and how far from the segment
            anything that moves may be (metres, minus infinity where nothing does).
        floors: Shape (M, E, 2): corners of the areas that are floors, metres.
        floor_sizes: Shape (M,): number of those corners; 0 for an area round a segment.
        sought: Shape (M,): ``ANYBODY``, ``TRIGGERED`` or ``LEFT``.
        x: Shape (N,): agents, metres; NaN for the absent.
        y: As ``x``.
        radius: Shape (N,), metres.

    Returns:
        Shape (K, 3): area, agent, and ``TRIGGERS``, ``TOUCHES`` or their sum; areas ascending, then agents. An area
        that is ``LEFT`` comes first with agent -1 and 0.
    """
    pairs = np.empty((len(areas) * (len(x) + 1), 3), dtype=np.int64)
    count = 0
    for area in range(len(areas)):
        first, triggered = count, False
        if sought[area] == LEFT:
            pairs[count] = area, -1, 0
            count += 1
        half_length = np.sqrt(areas[area, 2] ** 2 + areas[area, 3] ** 2) / 2.0
        for agent in range(len(x)):
            dx, dy = x[agent] - areas[area, 5], y[agent] - areas[area, 6]
            body = areas[area, 9] + radius[agent]
            reach = max(areas[area, 7], body + half_length + 1e-6)
            if not dx * dx + dy * dy <= reach * reach:
                continue
            squared = _distance_squared(areas, area, floors, floor_sizes, x[agent], y[agent])
            relation = TRIGGERS if squared <= areas[area, 8] else 0
            triggered |= relation == TRIGGERS
            if body >= 0.0 and squared <= body * body:
                relation += TOUCHES
            if relation:
                pairs[count] = area, agent, relation
                count += 1
        if sought[area] != ANYBODY and triggered != (sought[area] == TRIGGERED):
            count = first
    return pairs[:count]


@kernel
def _distance_squared(
    areas: Floats, area: int, floors: Floats, floor_sizes: Integers, point_x: float, point_y: float
) -> float:
    """Squared distance (m^2) of a point from a segment, or 0 on a floor and infinity beside it."""
    if floor_sizes[area]:
        return 0.0 if _covers(floors[area], floor_sizes[area], point_x, point_y) else np.inf
    start_x, start_y, along_x, along_y = areas[area, 0], areas[area, 1], areas[area, 2], areas[area, 3]
    fraction = ((point_x - start_x) * along_x + (point_y - start_y) * along_y) / areas[area, 4]
    fraction = min(1.0, max(0.0, fraction))
    dx, dy = point_x - (start_x + fraction * along_x), point_y - (start_y + fraction * along_y)
    squared: float = dx * dx + dy * dy
    return squared


@kernel
def _covers(corners: Floats, count: int, x: float, y: float) -> bool:
    """Whether the first corners make a polygon that covers a point, with the rule of ``geometry.covers``."""
    inside = False
    before = count - 1
    for corner in range(count):
        begin_x, begin_y = corners[before, 0], corners[before, 1]
        end_x, end_y = corners[corner, 0], corners[corner, 1]
        cross = (end_x - begin_x) * (y - begin_y) - (end_y - begin_y) * (x - begin_x)
        beside = min(begin_x, end_x) <= x <= max(begin_x, end_x) and min(begin_y, end_y) <= y <= max(begin_y, end_y)
        if cross == 0.0 and beside:
            return True
        if (end_y > y) != (begin_y > y) and (cross > 0.0) == (end_y > begin_y):
            inside = not inside
        before = corner
    return inside
