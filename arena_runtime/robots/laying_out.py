"""The candidates of a robot laid over the map, as compiled loops."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.clearance_kernel import Grid, clearance_at
from arena_simulation_setup.route.slab_kernel import rectangle_distance, rectangle_from

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

WALL_MARGIN = 0.015
"""Kept to walls and slabs on top of the radius, metres."""
DISC_MARGIN = 0.1
"""Kept to people and robots on top of both radii, metres."""
REACH = 4.0
"""People farther away than this, metres, do not matter for the next steps."""
SLOWEST = 0.4
"""A robot that hardly moves is taken to go this fast, m/s."""
FORESIGHT = 1.5
"""Everybody is expected to keep the velocity for this long, seconds."""
NO_NEARER = 0.005
"""A robot that is nearer to something than it should be may go where it gets no nearer than this, metres."""


@kernel
def lengths_free(
    template: Floats,
    pose: Floats,
    radius: float,
    grid: Grid,
    slabs: Floats,
    discs: Floats,
    places: Floats,
    speed: float,
) -> tuple[Floats, Floats]:
    """Where the points of the candidates are, how much room is there, and how far each candidate is free.

    Args:
        template: Shape (2, K, M): points in the robot's frame, metres.
        pose: Shape (4,): x, y (metres, map frame), cosine and sine of the yaw.
        radius: Of the robot, metres.
        grid: Walls and furniture.
        slabs: As for ``shorten_at_slabs``.
        discs: As for ``shorten_at_discs``.
        places: Shape (M,): how far along a candidate its points are, metres.
        speed: How fast the robot will go along it, m/s; slower ones count as ``SLOWEST``.

    Returns:
        Shape (3, K, M): as ``laid_out`` gives it; and shape (K,): how far each is free, metres.
    """
    found, free = laid_out(template, pose, radius, grid)
    shorten_at_slabs(free, found, pose, (radius, places[-1]), slabs)
    times = np.minimum(places / max(speed, SLOWEST), FORESIGHT)
    shorten_at_discs(free, found, pose, radius, discs, times)
    lengths = np.zeros(len(free))
    for row in range(len(free)):
        if free[row]:
            lengths[row] = places[free[row] - 1]
    return found, lengths


@kernel
def gap_ahead(discs: Floats, x: float, y: float, yaw: float, radius: float) -> float:
    """Distance in metres between a body and the nearest disc in front of it; infinite where nobody is.

    Args:
        discs: As for ``shorten_at_discs``.
        x: Of the body, metres, map frame.
        y: As ``x``.
        yaw: Radians, map frame.
        radius: Of the body, metres.
    """
    nearest, cos, sin = np.inf, math.cos(yaw), math.sin(yaw)
    for disc in range(len(discs)):
        off_x, off_y = discs[disc, 0] - x, discs[disc, 1] - y
        if off_x * cos + off_y * sin > 0.0:
            nearest = min(nearest, math.sqrt(off_x * off_x + off_y * off_y) - discs[disc, 2] - radius)
    return nearest


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
        x, y, axis, half_length, half_width = rectangle_from(slabs[slab])
        here = rectangle_distance(pose[0] - x, pose[1] - y, axis, half_length, half_width)
        if here >= radius + length:
            continue
        needed = min(radius + WALL_MARGIN, here - NO_NEARER)
        for row in range(len(free)):
            for point in range(free[row]):
                dx, dy = found[0, row, point] - x, found[1, row, point] - y
                if rectangle_distance(dx, dy, axis, half_length, half_width) < needed:
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
