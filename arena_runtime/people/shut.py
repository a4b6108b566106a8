"""What is shut at the moment, and who is near it."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people.kernels_slabs import near_slabs, rectangles_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@frozen(eq=False)
class Shut:
    """Rectangles that nobody may enter, and the N pairs of a person and a slab near each other, people in order.

    Attributes:
        rectangles: Shape (S, 6), as ``rectangles_of`` gives them.
        point: Shape (N,): rows of people.
        slab: Shape (N,): rows of slabs.
        distance: Shape (N,): signed distances, metres.
    """

    rectangles: Floats
    point: Integers
    slab: Integers
    distance: Floats

    @classmethod
    def near(cls, corners: Floats, place: Floats, people: int, reach: float) -> "Shut":
        """Find who is near which slab.

        Args:
            corners: Shape (S, 4, 2): in order round each rectangle, metres, map frame.
            place: Shape (2, P or more): people first, metres, map frame.
            people: P.
            reach: Metres.
        """
        rectangles, room = rectangles_of(corners), 2 * people
        while True:
            point, slab, distance = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.int64), np.empty(room)
            found = near_slabs(place, people, rectangles, reach, point, slab, distance)
            if found <= room:
                return cls(rectangles, point[:found], slab[:found], distance[:found])
            room = found
