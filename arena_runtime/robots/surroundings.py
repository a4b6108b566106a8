"""What a navigator is told about everything that moves."""

import math

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_runtime.rider import Rider
from arena_simulation_setup.geometry import Corner

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# Who is slower than this counts as standing, m/s.
STANDING_SPEED = 0.15


@frozen
class DoorLine:
    """A door as a navigator knows it.

    Attributes:
        name: Name of the door; of a cabin's door, the cabin ``<elevator>/<level>``.
        start: One end of the opening, metres, map frame.
        end: The other end.
        width: Thickness of the slab, metres.
        call_distance: Distance of the robot's centre from the opening, metres, that makes the door open.
    """

    name: str
    start: Corner
    end: Corner
    width: float
    call_distance: float = math.inf


@frozen(eq=False)
class Surroundings:
    """The moving world as of the previous frame, map frame.

    Attributes:
        discs: Shape (N, 5): x, y, radius (m), vx, vy (m/s) of people and other robots; NaN rows are ignored.
        slabs: Shape (S, 4, 2): rectangles of door slabs where they are and of the bands that closing slabs sweep.
        door_progress: Shape (D,): 0 shut to 1 open, in the order of the navigator's doors.
        riders: Everybody else who waits at a cabin for a ride.
    """

    discs: Floats = field(factory=lambda: np.empty((0, 5)))
    slabs: Floats = field(factory=lambda: np.empty((0, 4, 2)))
    door_progress: Floats = field(factory=lambda: np.empty(0))
    riders: tuple[Rider, ...] = ()

    def occupies(self, x: float, y: float, radius: float) -> bool:
        """Whether a disc at a place (metres, map frame) would overlap anybody."""
        reach = self.discs[:, 2] + radius
        return bool(((self.discs[:, 0] - x) ** 2 + (self.discs[:, 1] - y) ** 2 < reach * reach).any())


def stands(discs: Floats) -> Bools:
    """Who stands, of discs as in ``Surroundings``: shape (N,); nobody whose row is NaN."""
    found: Bools = np.hypot(discs[:, 3], discs[:, 4]) < STANDING_SPEED
    return found
