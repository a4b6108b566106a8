"""All people of an episode, moved together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.route import RoutePlanner

Floats = NDArray[np.float64]

NO_ROBOTS: Floats = np.empty((0, 3))
NO_SLABS: Floats = np.empty((0, 4, 2))


class Crowd:
    """People walking their waypoints, in arrays.

    Args:
        people: People of the episode, in order of their index.
        planner: Free space of the episode, its objects included.
        seed: Seed of the episode; each person draws from the stream ("people", name).
    """

    def __init__(self, people: Sequence[EpisodePerson], planner: RoutePlanner, seed: int) -> None:
        self._people = tuple(people)

    @property
    def rows(self) -> Floats:
        """Shape (P, 5): x, y (m), yaw (rad), vx, vy (m/s), map frame; NaN where a person is absent. A copy."""
        raise NotImplementedError

    @property
    def radii(self) -> Floats:
        """Shape (P,): radius of each person, metres."""
        raise NotImplementedError

    def step(self, dt: float, now_ns: int, robots: Floats = NO_ROBOTS, slabs: Floats = NO_SLABS) -> Floats:
        """Move everybody by one tick.

        Args:
            dt: Length of the tick, seconds.
            now_ns: Episode time at its end, nanoseconds.
            robots: Shape (R, 3): x, y, radius of each robot, metres; the same robots in the same order every tick.
            slabs: Shape (S, 4, 2): rectangles (corners in order round the rectangle, metres, map frame) that nobody
                may enter: door slabs where they are, and the bands that closing slabs sweep.

        Returns:
            The new rows, as ``rows``.
        """
        raise NotImplementedError

    def teleport(self, index: int, x: float, y: float, yaw: float) -> None:
        """Put a person at a pose (metres, radians, map frame), standing still; an absent person becomes present."""
        raise NotImplementedError

    def remove(self, index: int) -> None:
        """Make a person absent."""
        raise NotImplementedError
