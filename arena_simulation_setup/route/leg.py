"""A stretch of a way that is walked or driven in one go."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@frozen(eq=False)
class Leg:
    """The part of a way between two rides, or between a ride and an end.

    Attributes:
        points: Shape (N, 2), metres, map frame.
        lift: Index of the lift that is ridden at its end; -1 on the last leg.
        ride_from: Cabin ``<elevator>/<level>`` that the ride begins in; empty on the last leg.
        ride_to: Cabin that the ride leads to, where the next leg begins; empty on the last leg.
    """

    points: Floats
    lift: int = -1
    ride_from: str = ""
    ride_to: str = ""

    @property
    def length(self) -> float:
        """Metres."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())
