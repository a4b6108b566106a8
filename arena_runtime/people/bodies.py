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
        x: Shape (P + R + 1,), metres, map frame.
        y: As ``x``.
        vx: As ``x``, m/s.
        vy: As ``x``, m/s.
        radius: As ``x``, metres.
        neighbours: Shape (P, N): discs nearest to each person, nearest first.
        touching: Shape (P, N): squared distance at which two bodies touch, m^2.
    """

    def __init__(self, radii: Floats) -> None:
        self.people = len(radii)
        self.x = np.full(self.people + 1, _NOWHERE)
        self.y = np.full(self.people + 1, _NOWHERE)
        self.vx = np.zeros(self.people + 1)
        self.vy = np.zeros(self.people + 1)
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
            self.vx[first:], self.vy[first:] = 0.0, 0.0
        elif count:
            self.vx[first:-1] = (robots[:, 0] - self.x[first:-1]) / dt
            self.vy[first:-1] = (robots[:, 1] - self.y[first:-1]) / dt
        if count:
            self.x[first:-1], self.y[first:-1] = robots[:, 0], robots[:, 1]
            self.radius[first:-1] = robots[:, 2] + margin

    def find_neighbours(self) -> None:
        """Search the nearest discs of every person anew."""
        count = min(NEIGHBOUR_COUNT, len(self.x) - 1)
        x, y, people = self.x[: self.people], self.y[: self.people], self.people
        if len(self.x) <= TREE_SIZE:
            dx, dy = self.x - x[:, None], self.y - y[:, None]
            squared = dx * dx + dy * dy
            squared[np.arange(people), np.arange(people)] = np.inf
            self.neighbours = np.argsort(squared, axis=1, kind="stable")[:, :count]
        else:
            points = np.column_stack((self.x, self.y))
            found = cKDTree(points).query(points[:people], k=count + 1)[1]
            itself = found == np.arange(people)[:, None]
            itself[:, 0] |= ~itself.any(axis=1)
            self.neighbours = found[~itself].reshape(people, count)
        reach = self.radius[self.neighbours] + self.radius[:people, None]
        self.touching = reach * reach

    def _resize(self, robots: int) -> None:
        def resized(values: Floats, nobody: float) -> Floats:
            return np.concatenate((values[: self.people], np.full(robots + 1, nobody)))

        self.x, self.y = resized(self.x, _NOWHERE), resized(self.y, _NOWHERE)
        self.vx, self.vy = resized(self.vx, 0.0), resized(self.vy, 0.0)
        self.radius = resized(self.radius, 0.0)
        self.neighbours = np.full((self.people, 1), self.people + robots, dtype=np.intp)
