"""A path that a robot follows: where it is on it, and where to steer."""

import math
from bisect import bisect_left, bisect_right

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import ClearanceField

Floats = NDArray[np.float64]

# The robot is looked for from a little behind its last place on the path up to this far ahead, metres.
SEARCH_BEHIND = 0.3
SEARCH_AHEAD = 2.0
# Room is compared at such steps; more than so much is all the same, metres.
SAMPLE = 0.1
WIDE = 1.0


class TrackedPath:
    """A polyline with the place that the robot has reached on it.

    Args:
        points: Shape (N, 2) with N of at least 2, metres, map frame.
    """

    def __init__(self, points: Floats) -> None:
        self.points = points
        self._corners: list[Corner] = [(x, y) for x, y in points.tolist()]
        steps = zip(self._corners[:-1], self._corners[1:], strict=True)
        self._lengths = [math.hypot(end[0] - start[0], end[1] - start[1]) for start, end in steps]
        self._starts = [0.0, *np.cumsum(self._lengths).tolist()]
        self.travelled = 0.0
        self.deviation = 0.0

    @property
    def length(self) -> float:
        """Length of the whole path, metres."""
        return float(self._starts[-1])

    @property
    def end(self) -> Corner:
        """The last point, metres, map frame."""
        return self._corners[-1]

    @property
    def remaining(self) -> float:
        """Metres from the robot's place to the end."""
        return self.length - self.travelled

    def is_unchanged(self, before: ClearanceField, after: ClearanceField) -> bool:
        """Whether the rest of the path has the same room beside it in two spaces, as far as ways care."""
        x, y = np.array([self.point_at(at) for at in np.arange(self.travelled, self.length, SAMPLE)]).reshape(-1, 2).T
        old, new = (np.minimum(field.at_points(x, y), WIDE) for field in (before, after))
        return bool((old == new).all())

    def follow(self, x: float, y: float) -> None:
        """Find the place on the path that is nearest to a robot (metres, map frame) near its last place."""
        low, high = self.travelled - SEARCH_BEHIND, self.travelled + SEARCH_AHEAD
        end_x, end_y = self._corners[-1]
        best = (x - end_x) ** 2 + (y - end_y) ** 2 if self.length == 0.0 else math.inf
        place = self.travelled
        for index in range(max(0, bisect_left(self._starts, low) - 2), len(self._lengths)):
            start, length = self._starts[index], self._lengths[index]
            if start > high:
                break
            if start + length < low or length == 0.0:
                continue
            (x0, y0), (x1, y1) = self._corners[index], self._corners[index + 1]
            along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
            along = min(max(along, 0.0, low - start), length, max(high - start, 0.0))
            fraction = along / length
            off_x, off_y = x - x0 - (x1 - x0) * fraction, y - y0 - (y1 - y0) * fraction
            if off_x * off_x + off_y * off_y < best:
                best, place = off_x * off_x + off_y * off_y, start + along
        self.travelled = place
        self.deviation = math.sqrt(best)

    def point_at(self, arc_length: float) -> Corner:
        """The point at an arc length from the start in metres; an end of the path outside of it."""
        for index in range(bisect_right(self._starts, arc_length, 1) - 1, len(self._lengths)):
            length = self._lengths[index]
            if length > 0.0:
                fraction = max(0.0, arc_length - self._starts[index]) / length
                (x0, y0), (x1, y1) = self._corners[index], self._corners[index + 1]
                return (x0 + (x1 - x0) * fraction, y0 + (y1 - y0) * fraction)
        return self._corners[-1]
