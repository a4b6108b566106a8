"""Everybody's disc in one set of arrays, with who is near whom."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

# As many discs as can touch one body between two searches when they are packed as tightly as possible.
NEIGHBOUR_COUNT = 16
# Above this number of discs a tree finds neighbours faster than all distances do.
TREE_SIZE = 96
# The last disc stands for "nobody" where a body has fewer neighbours.
_NOWHERE = 1e9


class Bodies:
    """Discs of P people followed by R robots and one that nobody ever meets.

    Attributes:
        place: Shape (2, P + R + 1): x and y, metres, map frame.
        velocity: Shape (2, P + R + 1): m/s.
        x: First row of ``place``; ``y`` the second, ``vx`` and ``vy`` the rows of ``velocity``.
        radius: Shape (P + R + 1,), metres.
        neighbours: Shape (P, N): discs nearest to each person, nearest first.
        touching: Shape (P, N): squared distance at which two bodies touch, m^2.
    """

    def __init__(self, radii: Floats) -> None:
        self.people = len(radii)
        self._take(np.full((2, self.people + 1), _NOWHERE), np.zeros((2, self.people + 1)))
        self.radius = np.concatenate((radii, [0.0]))
        self.neighbours: Integers = np.full((self.people, 1), self.people, dtype=np.intp)
        self.touching: Floats = np.zeros((self.people, 1))

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
        count, first = len(robots), self.people
        if count != self.robots:
            self._resize(count)
            self.velocity[:, first:] = 0.0
        elif count:
            self.velocity[:, first:-1] = (robots[:, :2].T - self.place[:, first:-1]) / dt
        if count:
            self.place[:, first:-1] = robots[:, :2].T
            self.radius[first:-1] = robots[:, 2] + margin

    def find_neighbours(self) -> None:
        """Search the nearest discs of every person anew."""
        count = min(NEIGHBOUR_COUNT, len(self.x) - 1)
        people = self.people
        if len(self.x) <= TREE_SIZE:
            off = self.place[:, None] - self.place[:, :people, None]
            off *= off
            squared = off[0] + off[1]
            np.fill_diagonal(squared, np.inf)
            self.neighbours = np.argsort(squared, axis=1, kind="stable")[:, :count]
        else:
            points = self.place.T
            found = cKDTree(points).query(points[:people], k=count + 1)[1]
            itself = found == np.arange(people)[:, None]
            itself[:, 0] |= ~itself.any(axis=1)
            self.neighbours = found[~itself].reshape(people, count)
        reach = self.radius[self.neighbours] + self.radius[:people, None]
        self.touching = reach * reach

    def _resize(self, robots: int) -> None:
        people, nobody = self.people, np.ones((2, robots + 1))
        self._take(
            np.hstack((self.place[:, :people], _NOWHERE * nobody)), np.hstack((self.velocity[:, :people], 0.0 * nobody))
        )
        self.radius = np.concatenate((self.radius[:people], np.zeros(robots + 1)))
        self.neighbours = np.full((people, 1), people + robots, dtype=np.intp)

    def _take(self, place: Floats, velocity: Floats) -> None:
        self.place, self.velocity = place, velocity
        self.x, self.y = place
        self.vx, self.vy = velocity
