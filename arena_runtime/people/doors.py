"""What people do at closed doors: they stand back, and beside the way of whoever wants to come out."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_runtime.people.kernels_doors import wait_at_slabs
from arena_runtime.people.shut import Shut

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Times = NDArray[np.int64]


class DoorManners:
    """Keeps those back whose way a slab bars.

    Args:
        bodies: Everybody.
    """

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self._waiting_since_ns: Times = np.full(bodies.people, -1, dtype=np.int64)
        # Where the slab is that each waits for, metres.
        self._slab_at = np.full((2, bodies.people), np.inf)
        self._barred_ns: Times = np.full(bodies.people, -1, dtype=np.int64)

    def take_over(self, before: "DoorManners") -> None:
        """Remember of everybody in a smaller crowd whom they wait for."""
        known = len(before._waiting_since_ns)
        self._waiting_since_ns[:known] = before._waiting_since_ns
        self._slab_at[:, :known] = before._slab_at
        self._barred_ns[:known] = before._barred_ns

    def wait(self, now_ns: int, shut: Shut, towards: Floats, pace: Floats) -> Bools:
        """Slow those down who come to a shut slab, and turn those aside who are in somebody's way.

        Args:
            now_ns: Episode time, nanoseconds.
            shut: What nobody may enter, and who is near it.
            towards: Shape (2, P): wished directions, changed in place.
            pace: Shape (P,): preferred speed in m/s, changed in place.

        Returns:
            Shape (P,): who waits in front of a slab.
        """
        if not len(shut.point):
            self._waiting_since_ns[:] = -1
            return np.zeros(len(pace), dtype=np.bool_)
        bodies, near = self._bodies, (shut.rectangles, shut.point, shut.slab, shut.distance)
        memory = self._waiting_since_ns, self._slab_at, self._barred_ns
        return wait_at_slabs(now_ns, bodies.place, bodies.radius, *near, towards, pace, *memory)
