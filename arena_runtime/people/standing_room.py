"""Where somebody can appear without touching anybody."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.crowd import Crowd
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.slabs import Slabs

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# Kept to people, to slabs and to robots on top of the radii, metres: a robot must be able to brake.
PERSON_MARGIN = 0.05
SLAB_MARGIN = 0.05
ROBOT_MARGIN = 0.25


class StandingRoom:
    """What is taken within one tick; walls and furniture are not looked at.

    Args:
        crowd: Everybody who is there.
        robots: Shape (R, 3): x, y, radius of each robot, metres.
        slabs: Shape (S, 4, 2): rectangles that nobody may stand in, metres, map frame.
    """

    def __init__(self, crowd: Crowd, robots: Floats, slabs: Floats) -> None:
        self._radii = crowd.radii
        people = np.column_stack((crowd.rows[:, :2], self._radii + PERSON_MARGIN))
        others = robots + np.array([0.0, 0.0, ROBOT_MARGIN])
        self._taken = np.vstack((people[crowd.present], others))
        self._slabs = Slabs.of(slabs)

    def fits(self, row: int, places: Floats) -> Bools:
        """At which places (shape (N, 2), metres, map frame) the body of a person touches nobody and no slab."""
        radius = float(self._radii[row])
        off_x, off_y = (places[:, None, axis] - self._taken[:, axis] for axis in (0, 1))
        reach = self._taken[:, 2] + radius
        free: Bools = np.all(off_x * off_x + off_y * off_y >= reach * reach, axis=1)
        near = self._slabs.near(places[:, 0], places[:, 1], radius + SLAB_MARGIN)
        free[near.point[near.distance < radius + SLAB_MARGIN]] = False
        return free

    def take(self, row: int, place: Corner) -> None:
        """Somebody stands at a place from now on."""
        disc = np.array([[*place, float(self._radii[row]) + PERSON_MARGIN]])
        self._taken = np.vstack((self._taken, disc))
