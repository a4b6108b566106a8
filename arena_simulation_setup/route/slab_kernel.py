"""Distance of one point from one slab, for compiled loops."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]


@kernel
def rectangle_from(corners: Floats) -> tuple[float, float, tuple[float, float], float, float]:
    """A rectangle in the form that many distances come quickly from.

    Args:
        corners: Shape (4, 2): in order round the rectangle, metres, map frame.

    Returns:
        x and y of the centre, metres; unit vector along the first edge; half of both edges, metres.
    """
    along_x, along_y = corners[1, 0] - corners[0, 0], corners[1, 1] - corners[0, 1]
    across_x, across_y = corners[2, 0] - corners[1, 0], corners[2, 1] - corners[1, 1]
    length = math.sqrt(along_x * along_x + along_y * along_y)
    width = math.sqrt(across_x * across_x + across_y * across_y)
    axis = (along_x / max(length, 1e-9), along_y / max(length, 1e-9))
    centre_x, centre_y = 0.5 * (corners[0, 0] + corners[2, 0]), 0.5 * (corners[0, 1] + corners[2, 1])
    return centre_x, centre_y, axis, 0.5 * length, 0.5 * width


@kernel
def slab_distance(corners: Floats, x: float, y: float) -> float:
    """Signed distance in metres of a point from a rectangle, negative inside, as ``Slabs.distances`` gives it.

    Args:
        corners: Shape (4, 2): in order round the rectangle, metres, map frame.
        x: Metres, map frame.
        y: Metres, map frame.
    """
    centre_x, centre_y, axis, half_length, half_width = rectangle_from(corners)
    return rectangle_distance(x - centre_x, y - centre_y, axis, half_length, half_width)


@kernel
def rectangle_distance(dx: float, dy: float, axis: tuple[float, float], half_length: float, half_width: float) -> float:
    """Signed distance in metres of a point from a rectangle, negative inside.

    Args:
        dx: From the rectangle's centre to the point, metres.
        dy: As ``dx``.
        axis: Unit vector along the length.
        half_length: Metres.
        half_width: Metres.
    """
    beyond = abs(dx * axis[0] + dy * axis[1]) - half_length
    beside = abs(dy * axis[0] - dx * axis[1]) - half_width
    outside_x, outside_y = max(beyond, 0.0), max(beside, 0.0)
    distance: float = math.sqrt(outside_x * outside_x + outside_y * outside_y) + min(max(beyond, beside), 0.0)
    return distance
