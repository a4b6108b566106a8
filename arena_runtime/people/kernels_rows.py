"""What people see of robots, and what others see of people, as compiled loops."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@kernel
def take_robots(place: Floats, velocity: Floats, radius: Floats, robots: Floats, margin: float, dt: float) -> None:
    """Put robots where they are now; their velocities follow from where they were.

    Args:
        place: Shape (2, D): discs; robots come before the last one; metres, map frame.
        velocity: Shape (2, D): m/s.
        radius: Shape (D,): metres.
        robots: Shape (R, 3): x, y, radius in metres.
        margin: Added to the radius of each, metres.
        dt: Time since the last call, seconds.
    """
    first = len(radius) - 1 - len(robots)
    for robot in range(len(robots)):
        for axis in range(2):
            velocity[axis, first + robot] = (robots[robot, axis] - place[axis, first + robot]) / dt
            place[axis, first + robot] = robots[robot, axis]
        radius[first + robot] = robots[robot, 2] + margin


@kernel
def rows_of(place: Floats, velocity: Floats, yaw: Floats, present: Bools) -> Floats:
    """Rows of people: shape (P, 5), as ``Crowd.rows``.

    Args:
        place: Shape (2, D): discs, those of the P people first, metres, map frame.
        velocity: Shape (2, D): m/s.
        yaw: Shape (P,): radians.
        present: Shape (P,): who is there.
    """
    rows = np.full((len(yaw), 5), np.nan)
    for person in range(len(yaw)):
        if present[person]:
            rows[person, 0], rows[person, 1], rows[person, 2] = place[0, person], place[1, person], yaw[person]
            rows[person, 3], rows[person, 4] = velocity[0, person], velocity[1, person]
    return rows
