"""How joints get from one set of angles to the next."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.timebase import seconds_to_ns

Floats = NDArray[np.float64]
PEAK = 1.875
"""Largest speed of the smoothest motion in multiples of the mean one."""


@frozen(eq=False)
class Trajectory:
    """Angles over time, at rest at every point.

    Attributes:
        points: Shape (K, J), radians.
        times_ns: Episode time at each point, ascending.
    """

    points: Floats
    times_ns: tuple[int, ...]

    @property
    def end(self) -> Floats:
        """The last angles; shape (J,), radians."""
        last: Floats = self.points[-1]
        return last

    def over(self, now_ns: int) -> bool:
        """Whether the end is reached at a time of the episode."""
        return now_ns >= self.times_ns[-1]

    def at(self, now_ns: int) -> Floats:
        """Angles at a time of the episode; shape (J,), radians.

        Source: minimum-jerk motion between two points at rest, Flash and Hogan (1985).
        """
        following = next((k for k, time_ns in enumerate(self.times_ns) if now_ns < time_ns), None)
        if following is None:
            return self.end
        if following == 0:
            first: Floats = self.points[0]
            return first
        begin_ns, end_ns = self.times_ns[following - 1], self.times_ns[following]
        share = (now_ns - begin_ns) / (end_ns - begin_ns)
        smooth = share**3 * (10.0 - 15.0 * share + 6.0 * share**2)
        between: Floats = self.points[following - 1] * (1.0 - smooth) + self.points[following] * smooth
        return between


def trajectory(start_ns: int, points: Sequence[Floats], max_speed: float) -> Trajectory:
    """The quickest smooth motion through points in which no joint is faster than it may be.

    Args:
        start_ns: Episode time at the first point.
        points: Angles, each of shape (J,), radians; the first are those of now.
        max_speed: rad/s.
    """
    times = [start_ns]
    for before, after in pairwise(points):
        widest = float(np.abs(after - before).max())
        times.append(times[-1] + seconds_to_ns(PEAK * widest / max_speed))
    return Trajectory(np.array(points), tuple(times))
