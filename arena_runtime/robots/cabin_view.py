"""What is in a cabin and before its door, as a robot looks at it."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import Cabin
from arena_simulation_setup.route.slabs import Slabs

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# The way in is looked at at such steps, metres.
SAMPLE = 0.1


def middle(cabin: Cabin) -> Corner:
    """The middle of a cabin's door, metres, map frame."""
    (start_x, start_y), (end_x, end_y) = cabin.door
    return ((start_x + end_x) / 2, (start_y + end_y) / 2)


def is_barred(start: Corner, end: Corner, radius: float, slabs: Floats) -> bool:
    """Whether a slab, as the open one of another cabin, is in the way of a straight line.

    Args:
        start: Where a body is, metres, map frame.
        end: Where it goes.
        radius: Of the body, metres.
        slabs: Shape (S, 4, 2): as ``Surroundings.slabs``.
    """
    share = np.linspace(0.0, 1.0, math.ceil(math.dist(start, end) / SAMPLE) + 1)
    x, y = (start[axis] + share * (end[axis] - start[axis]) for axis in (0, 1))
    near = Slabs.of(slabs).near(x, y, radius)
    return bool((near.distance < radius).any())


def held(cabin: Cabin, discs: Floats) -> Bools:
    """Shape (N,): which discs, as ``Surroundings.discs``, are in a cabin."""
    return np.array([cabin.holds(x, y) for x, y in discs[:, :2].tolist()], dtype=np.bool_)
