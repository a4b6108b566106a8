"""Everybody's disc in one set of arrays, with who is near whom."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.kernels_neighbours import find_near
from arena_runtime.people.kernels_rows import take_robots

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Nobody evades what is farther away than this, metres.
SIGHT = 4.5
# Only the nearest few matter for whom to evade.
NEIGHBOUR_COUNT = 6
# The last disc stands for "nobody" where a body has fewer neighbours.
_NOWHERE = 1e9


class Bodies:
    """Discs of P people followed by R robots and one that nobody ever meets.

    Attributes:
        place: Shape (2, P + R + 1): x and y, metres, map frame.
        velocity: Shape (2, P + R + 1): m/s.
        x: First row of ``place``; ``y`` the second, ``vx`` and ``vy`` the rows of ``velocity``.
        radius: Shape (P + R + 1,), metres.
        neighbours: Shape (P, N): discs nearest to each person, nearest first; "nobody" where none is in sight.
        distances: Shape (P, N): how far their centres are, metres; infinite for "nobody".
        close: Shape (2, C or more): people who are close to somebody, in order, once for each; the disc that it is.
        close_count: C.
    """

    def __init__(self, radii: Floats) -> None:
        self.people = len(radii)
        self._take(np.full((2, self.people + 1), _NOWHERE), np.zeros((2, self.people + 1)))
        self.radius = np.concatenate((radii, [0.0]))
        self.neighbours: Integers = np.full((self.people, NEIGHBOUR_COUNT), self.people, dtype=np.int64)
        self.distances: Floats = np.full((self.people, NEIGHBOUR_COUNT), np.inf)
        self.close: Integers = np.empty((2, 8 * self.people), dtype=np.int64)
        self.close_count = 0

    def take_over(self, before: "Bodies") -> None:
        """Put everybody of a smaller set where they are in it, people and robots."""
        known = before.people
        self._resize(before.robots)
        for mine, other in ((self.place, before.place), (self.velocity, before.velocity)):
            mine[:, :known] = other[:, :known]
            mine[:, self.people :] = other[:, known:]
        self.radius[self.people :] = before.radius[known:]

    @property
    def robots(self) -> int:
        """Number of robots."""
        return len(self.x) - self.people - 1

    def see_robots(self, robots: Floats, margin: float, dt: float) -> None:
        """Take over the robots' places; their velocities follow from where they were.

        Args:
            robots: Shape (R, 3): x, y, radius in metres.
            margin: Added to the radius of each, metres.
            dt: Time since the last call, seconds.
        """
        if len(robots) != self.robots:
            self._resize(len(robots))
            take_robots(self.place, self.velocity, self.radius, robots, margin, dt)
            self.velocity[:, self.people :] = 0.0
        elif len(robots):
            take_robots(self.place, self.velocity, self.radius, robots, margin, dt)

    def find_neighbours(self, close: float) -> None:
        """Search who is near whom anew.

        Args:
            close: Two bodies with less free space between them than this, metres, are close.
        """
        found = self.neighbours, self.distances
        while True:
            self.close_count = find_near(self.place, self.radius, self._order, SIGHT, close, *found, self.close)
            if self.close_count <= self.close.shape[1]:
                return
            self.close = np.empty((2, 2 * self.close_count), dtype=np.int64)

    def _resize(self, robots: int) -> None:
        people, nobody = self.people, np.ones((2, robots + 1))
        self._take(
            np.hstack((self.place[:, :people], _NOWHERE * nobody)), np.hstack((self.velocity[:, :people], 0.0 * nobody))
        )
        self.radius = np.concatenate((self.radius[:people], np.zeros(robots + 1)))
        self.neighbours[:], self.distances[:], self.close_count = people + robots, np.inf, 0

    def _take(self, place: Floats, velocity: Floats) -> None:
        self.place, self.velocity = place, velocity
        self._order: Integers = np.arange(place.shape[1] - 1, dtype=np.int64)
        self.x, self.y = place
        self.vx, self.vy = velocity
