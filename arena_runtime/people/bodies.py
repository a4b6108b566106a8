"""Everybody's disc in one set of arrays, with who is near whom."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

# Nobody evades what is farther away than this, metres.
SIGHT = 4.5
# Only the nearest few matter for whom to evade.
NEIGHBOUR_COUNT = 6
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
        neighbours: Shape (P, N): discs nearest to each person, nearest first; "nobody" where none is in sight.
        distances: Shape (P, N): how far their centres are, metres.
        close_row: Shape (C,): people who are close to somebody, in order, once for each.
        close_other: Shape (C,): the disc that each is close to.
    """

    def __init__(self, radii: Floats) -> None:
        self.people = len(radii)
        self._take(np.full((2, self.people + 1), _NOWHERE), np.zeros((2, self.people + 1)))
        self.radius = np.concatenate((radii, [0.0]))
        self._itself: Integers = np.arange(self.people, dtype=np.intp)[:, None]
        self.neighbours: Integers = np.full((self.people, 1), self.people, dtype=np.intp)
        self.distances: Floats = np.full((self.people, 1), np.inf)
        self.close_row: Integers = np.empty(0, dtype=np.intp)
        self.close_other: Integers = self.close_row

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
        count, first = len(robots), self.people
        if count != self.robots:
            self._resize(count)
            self.velocity[:, first:] = 0.0
        elif count:
            self.velocity[:, first:-1] = (robots[:, :2].T - self.place[:, first:-1]) / dt
        if count:
            self.place[:, first:-1] = robots[:, :2].T
            self.radius[first:-1] = robots[:, 2] + margin

    def find_neighbours(self, close: float) -> None:
        """Search who is near whom anew.

        Args:
            close: Two bodies with less free space between them than this, metres, are close.
        """
        count = min(NEIGHBOUR_COUNT, len(self.x) - 1)
        reach = 2.0 * float(self.radius.max()) + close
        if len(self.x) <= TREE_SIZE:
            self._find_among_all(count, reach)
        else:
            self._find_in_tree(count, reach)

    def _find_among_all(self, count: int, reach: float) -> None:
        off = self.place[:, None] - self.place[:, : self.people, None]
        off *= off
        squared = off[0] + off[1]
        np.fill_diagonal(squared, np.inf)
        self.neighbours = np.argsort(squared, axis=1, kind="stable")[:, :count]
        self.distances = np.sqrt(squared[self._itself, self.neighbours])
        self.close_row, self.close_other = np.nonzero(squared < reach * reach)

    def _find_in_tree(self, count: int, reach: float) -> None:
        people, points = self.people, self.place[:, :-1].T
        tree = cKDTree(points)
        # Where fewer are in sight the tree names the row behind its last one, which is nobody's.
        distances, found = tree.query(points[:people], k=count + 1, distance_upper_bound=SIGHT)
        itself = found == self._itself
        itself[:, 0] |= ~itself.any(axis=1)
        self.neighbours = found[~itself].reshape(people, count)
        self.distances = distances[~itself].reshape(people, count)
        pairs = tree.query_pairs(reach, output_type="ndarray")
        row, other = np.concatenate((pairs, pairs[:, ::-1])).T
        order = np.lexsort((other, row))
        order = order[row[order] < people]
        self.close_row, self.close_other = row[order], other[order]

    def _resize(self, robots: int) -> None:
        people, nobody = self.people, np.ones((2, robots + 1))
        self._take(
            np.hstack((self.place[:, :people], _NOWHERE * nobody)), np.hstack((self.velocity[:, :people], 0.0 * nobody))
        )
        self.radius = np.concatenate((self.radius[:people], np.zeros(robots + 1)))
        self.neighbours = np.full((people, 1), people + robots, dtype=np.intp)
        self.distances = np.full((people, 1), np.inf)

    def _take(self, place: Floats, velocity: Floats) -> None:
        self.place, self.velocity = place, velocity
        self.x, self.y = place
        self.vx, self.vy = velocity
