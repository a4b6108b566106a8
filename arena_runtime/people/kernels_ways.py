"""Where people go next on their ways, as compiled loops."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]
Lattice = tuple[float, float, float, int, int]
"""Of the route graphs: x and y of its first point and distance of its points, metres; rows and columns."""

# A waypoint counts as reached within this distance, metres.
ARRIVAL_RADIUS = 0.3
# The last one is walked to until the person stands on it as exactly as this, metres.
FINAL_RADIUS = 0.05
# Who is blocked this near to a waypoint, by somebody who stands on it, has reached it, metres.
CROWDED_RADIUS = 1.0
# Approaching the last waypoint, speed is limited to this many metres per second per metre left.
SLOWING = 1.5
# The last centimetres are walked at this speed, m/s.
SLOWEST = 0.1


@kernel
def find_reached(place: Floats, goal_x: Floats, goal_y: Floats, final: Bools, blocked: Bools, reached: Bools) -> None:
    """Find who has reached a waypoint that is not the last one.

    Args:
        place: Shape (2, P or more): where people are, metres, map frame.
        goal_x: Shape (P,): waypoints, metres, map frame.
        goal_y: As ``goal_x``.
        final: Shape (P,): who stays at it.
        blocked: Shape (P,): who does not get on.
        reached: Shape (P,): filled.
    """
    for person in range(len(final)):
        off_x, off_y = goal_x[person] - place[0, person], goal_y[person] - place[1, person]
        near = CROWDED_RADIUS if blocked[person] else ARRIVAL_RADIUS
        reached[person] = not final[person] and off_x * off_x + off_y * off_y <= near * near


@kernel
def lattice_cells(place: Floats, people: int, lattice: Lattice) -> Integers:
    """Flat index of the lattice point nearest to each person, as ``RouteGraph.lattice_cells`` gives it: shape (P,).

    Args:
        place: Shape (2, P or more): where people are, metres, map frame.
        people: P.
        lattice: Of the route graphs.
    """
    origin_x, origin_y, spacing, rows, columns = lattice
    cells = np.empty(people, dtype=np.int64)
    for person in range(people):
        column = int(min(max(0.0, (place[0, person] - origin_x) / spacing + 0.5), columns - 0.5))
        row = int(min(max(0.0, (place[1, person] - origin_y) / spacing + 0.5), rows - 0.5))
        cells[person] = row * columns + column
    return cells


@kernel
def points_ahead(
    ahead: Integers, goal_cell: Integers, goal_x: Floats, goal_y: Floats, final: Bools, lattice: Lattice
) -> tuple[Floats, Floats, Bools]:
    """Points that people go to next, and whether they stay there.

    Args:
        ahead: Shape (P,): flat index of a visible lattice point down the way of each.
        goal_cell: Shape (P,): that of the waypoint.
        goal_x: Shape (P,): waypoints, metres, map frame.
        goal_y: As ``goal_x``.
        final: Shape (P,): who stays at the waypoint.
        lattice: Of the route graphs.

    Returns:
        x and y, metres, map frame, and who stays there: shape (P,) each.
    """
    origin_x, origin_y, spacing, _, columns = lattice
    people = len(ahead)
    x, y, ends = np.empty(people), np.empty(people), np.zeros(people, dtype=np.bool_)
    for person in range(people):
        if ahead[person] == goal_cell[person]:
            x[person], y[person], ends[person] = goal_x[person], goal_y[person], final[person]
        else:
            row = ahead[person] // columns
            x[person] = origin_x + (ahead[person] - row * columns) * spacing
            y[person] = origin_y + row * spacing
    return x, y, ends


@kernel
def wishes_towards(
    place: Floats, x: Floats, y: Floats, ends: Bools, under_way: Bools, speeds: Floats
) -> tuple[Floats, Floats]:
    """Direction and speed that people wish for on the way to their next points.

    Args:
        place: Shape (2, P or more): where people are, metres, map frame.
        x: Shape (P,): next points, metres, map frame.
        y: As ``x``.
        ends: Shape (P,): who stays there.
        under_way: Shape (P,): who is there and has a way.
        speeds: Shape (P,): desired speeds, m/s.

    Returns:
        Unit vectors, shape (2, P), and speeds in m/s, shape (P,).
    """
    people = len(x)
    towards, pace = np.empty((2, people)), np.zeros(people)
    for person in range(people):
        step_x, step_y = x[person] - place[0, person], y[person] - place[1, person]
        distance = math.sqrt(step_x * step_x + step_y * step_y)
        scale = 1.0 / max(distance, 1e-9)
        towards[0, person], towards[1, person] = step_x * scale, step_y * scale
        if not under_way[person] or (ends[person] and distance <= FINAL_RADIUS):
            continue
        pace[person] = speeds[person]
        if ends[person]:
            pace[person] = min(max(SLOWING * distance, SLOWEST), speeds[person])
    return towards, pace
