"""Points, poses and planar predicates that every other part of the language shares.

All lengths are metres, all angles radians, frames are right handed with z up (REP-103). The predicates use only
+ - * / and ``math.remainder`` so that two machines with different maths libraries answer alike.
"""

import math
from collections.abc import Sequence

from attrs import frozen

Corner = tuple[float, float]


@frozen
class Position:
    """A point in metres.

    Attributes:
        x: Along the map frame's x axis.
        y: Along the map frame's y axis.
        z: Height above the level's floor.
    """

    x: float
    y: float
    z: float = 0.0

    @property
    def xy(self) -> Corner:
        """The planar part as a tuple."""
        return (self.x, self.y)

    def shifted(self, dx: float, dy: float) -> "Position":
        """A copy moved by (dx, dy) metres; z is kept."""
        return Position(self.x + dx, self.y + dy, self.z)


@frozen
class Pose:
    """A position with an orientation given as intrinsic roll, pitch, yaw (z-y-x) in radians."""

    x: float
    y: float
    yaw: float = 0.0
    z: float = 0.0
    roll: float = 0.0
    pitch: float = 0.0

    @property
    def xy(self) -> Corner:
        """The planar part as a tuple."""
        return (self.x, self.y)

    def shifted(self, dx: float, dy: float) -> "Pose":
        """A copy moved by (dx, dy) metres; the orientation is kept."""
        return Pose(self.x + dx, self.y + dy, self.yaw, self.z, self.roll, self.pitch)


def wrapped_angle(angle: float) -> float:
    """The same direction within [-pi, pi] radians."""
    return math.remainder(angle, math.tau)


def segment_distance_squared(x: float, y: float, start: Corner, end: Corner) -> float:
    """Squared distance (m^2) of a point from a segment, end points included."""
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    length_squared = along_x * along_x + along_y * along_y
    fraction = 0.0
    if length_squared > 0.0:
        fraction = ((x - start[0]) * along_x + (y - start[1]) * along_y) / length_squared
        fraction = min(1.0, max(0.0, fraction))
    dx, dy = x - (start[0] + fraction * along_x), y - (start[1] + fraction * along_y)
    return dx * dx + dy * dy


def covers(corners: Sequence[Corner], x: float, y: float) -> bool:
    """Whether a simple polygon covers a point; the boundary belongs to the polygon.

    Even-odd ray casting with an exact test for points on an edge first, so that a point on the line shared by two
    zones is in both. The polygon may be given in either direction and is closed implicitly.
    """
    inside = False
    previous_x, previous_y = corners[-1]
    for corner_x, corner_y in corners:
        cross = (corner_x - previous_x) * (y - previous_y) - (corner_y - previous_y) * (x - previous_x)
        if (
            cross == 0.0
            and min(previous_x, corner_x) <= x <= max(previous_x, corner_x)
            and min(previous_y, corner_y) <= y <= max(previous_y, corner_y)
        ):
            return True
        if (corner_y > y) != (previous_y > y) and (cross > 0.0) == (corner_y > previous_y):
            inside = not inside
        previous_x, previous_y = corner_x, corner_y
    return inside


def band_corners(start: Corner, end: Corner, half_width: float) -> tuple[Corner, ...]:
    """The rectangle of all points within ``half_width`` metres beside a segment, counter-clockwise.

    Raises:
        ValueError: If the segment has no length.
    """
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    length = math.sqrt(along_x * along_x + along_y * along_y)
    if length == 0.0:
        raise ValueError(f"a band needs a segment with a length, got {start} to {end}")
    side_x, side_y = -along_y / length * half_width, along_x / length * half_width
    return (
        (start[0] - side_x, start[1] - side_y),
        (end[0] - side_x, end[1] - side_y),
        (end[0] + side_x, end[1] + side_y),
        (start[0] + side_x, start[1] + side_y),
    )


def rectangle_corners(pose: Pose, x_range: Corner, y_range: Corner) -> tuple[Corner, ...]:
    """The corners of an axis-aligned rectangle of an object's own frame, placed at a pose, counter-clockwise."""
    cos_yaw, sin_yaw = math.cos(pose.yaw), math.sin(pose.yaw)
    local = (
        (x_range[0], y_range[0]),
        (x_range[1], y_range[0]),
        (x_range[1], y_range[1]),
        (x_range[0], y_range[1]),
    )
    return tuple((pose.x + x * cos_yaw - y * sin_yaw, pose.y + x * sin_yaw + y * cos_yaw) for x, y in local)
