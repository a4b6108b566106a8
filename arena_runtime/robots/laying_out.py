"""The candidates of a robot laid over the map, as compiled loops."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.clearance_kernel import Grid, clearance_at
from arena_simulation_setup.route.slab_kernel import slab_distance

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

WALL_MARGIN = 0.015
"""Kept to walls and slabs on top of the radius, metres."""
DISC_MARGIN = 0.1
"""Kept to people and robots on top of both radii, metres."""
REACH = 4.0
"""People farther away than this, metres, do not matter for the next steps."""
NO_NEARER = 0.005
"""A robot that is nearer to something than it should be may go where it gets no nearer than this, metres."""


@kernel
def laid_out(template: Floats, pose: Floats, radius: float, grid: Grid) -> tuple[Floats, Integers]:
    """Where the points of the candidates are, how much room is there, and how many are free of walls.

    Args:
        template: Shape (2, K, M): points in the robot's frame, metres.
        pose: Shape (4,): x, y (metres, map frame), cosine and sine of the yaw.
        radius: Of the robot, metres.
        grid: Walls and furniture.

    Returns:
        Shape (3, K, M): x, y and clearance, metres, map frame; and shape (K,): points before the first in a wall.
    """
    _, candidates, points = template.shape
    found = np.empty((3, candidates, points))
    free = np.full(candidates, points, dtype=np.int64)
    x, y, cos, sin = pose[0], pose[1], pose[2], pose[3]
    needed = min(radius + WALL_MARGIN, clearance_at(grid, x, y) - NO_NEARER)
    for row in range(candidates):
        for point in range(points):
            ahead, left = template[0, row, point], template[1, row, point]
            at_x, at_y = x + cos * ahead - sin * left, y + sin * ahead + cos * left
            room = clearance_at(grid, at_x, at_y)
            found[0, row, point], found[1, row, point], found[2, row, point] = at_x, at_y, room
            if room < needed and point < free[row]:
                free[row] = point
    return found, free


@kernel
def shorten_at_slabs(free: Integers, found: Floats, pose: Floats, reach: tuple[float, float], slabs: Floats) -> None:
    """Take the points off each candidate from the first on that is in a slab.

    Args:
        free: Shape (K,): free points of each candidate, changed in place.
        found: Shape (3, K, M): as ``laid_out`` gives it.
        pose: As for ``laid_out``.
        reach: Radius of the robot, and how far the candidates lead, metres.
        slabs: Shape (S, 4, 2): rectangles nobody may enter, metres, map frame.
    """
    radius, length = reach
    for slab in range(len(slabs)):
        here = slab_distance(slabs[slab], pose[0], pose[1])
        if here >= radius + length:
            continue
        needed = min(radius + WALL_MARGIN, here - NO_NEARER)
        for row in range(len(free)):
            for point in range(free[row]):
                if slab_distance(slabs[slab], found[0, row, point], found[1, row, point]) < needed:
                    free[row] = point
                    break


@kernel
def shorten_at_discs(free: Integers, found: Floats, pose: Floats, radius: float, discs: Floats, times: Floats) -> None:
    """Take the points off each candidate from the first on where somebody will be met.

    Args:
        free: Shape (K,): free points of each candidate, changed in place.
        found: Shape (3, K, M): as ``laid_out`` gives it.
        pose: As for ``laid_out``.
        radius: Of the robot, metres.
        discs: Shape (N, 5): x, y, radius (m), vx, vy (m/s) of everybody else; NaN for the absent.
        times: Shape (M,): when the robot will be at the points of a candidate, seconds.
    """
    for disc in range(len(discs)):
        off_x, off_y = discs[disc, 0] - pose[0], discs[disc, 1] - pose[1]
        squared = off_x * off_x + off_y * off_y
        if not squared < REACH * REACH:
            continue
        needed = min(radius + discs[disc, 2] + DISC_MARGIN, math.sqrt(squared) - NO_NEARER)
        for row in range(len(free)):
            for point in range(free[row]):
                to_x = found[0, row, point] - (discs[disc, 0] + discs[disc, 3] * times[point])
                to_y = found[1, row, point] - (discs[disc, 1] + discs[disc, 4] * times[point])
                if to_x * to_x + to_y * to_y < needed * needed:
                    free[row] = point
                    break
