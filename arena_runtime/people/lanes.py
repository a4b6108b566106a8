"""People keep to the right where it is narrow, so that those who come towards them get past."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_simulation_setup.route import ClearanceField

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

# People look at the place this far ahead, metres, and this far to both sides of it.
AHEAD = 0.7
SIDEWAYS = 0.3
# Where walls are farther away than this, metres, there is room for everybody.
NARROW = 1.4
# Beside the right lane this much stays free, metres.
LANE_MARGIN = 0.05
# Tangent of the angle by which people turn to the right until they are in their lane.
TILT = 0.6
_LENGTH = 1.0 / (1.0 + TILT * TILT) ** 0.5


def keep_right(
    clearance: ClearanceField, bodies: Bodies, index: Integers, towards_x: Floats, towards_y: Floats
) -> tuple[Floats, Floats]:
    """Directions turned to the right for those who walk in the middle or on the left of somewhere narrow.

    Args:
        clearance: Walls and furniture.
        bodies: Everybody.
        index: Shape (W,): rows of those who walk.
        towards_x: Shape (W,): unit vector of the wished direction, map frame.
        towards_y: As ``towards_x``.

    Returns:
        The unit vectors to walk along.
    """
    ahead_x, ahead_y = bodies.x[index] + AHEAD * towards_x, bodies.y[index] + AHEAD * towards_y
    side_x, side_y = SIDEWAYS * towards_y, -SIDEWAYS * towards_x
    right = clearance.nearest(ahead_x + side_x, ahead_y + side_y)
    left = clearance.nearest(ahead_x - side_x, ahead_y - side_y)
    tilt = (right < NARROW) & (right > bodies.radius[index] + LANE_MARGIN) & (right >= left - SIDEWAYS)
    turn, length = TILT * tilt, np.where(tilt, _LENGTH, 1.0)
    return (towards_x + turn * towards_y) * length, (towards_y - turn * towards_x) * length
