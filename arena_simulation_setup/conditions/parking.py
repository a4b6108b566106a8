"""How long a robot has stood still."""

import math

from attrs import define

from arena_simulation_setup.conditions.sample import Row

PARK_DRIFT = 0.05
PARK_TURN = math.pi / 36

_DRIFT_SQUARED = PARK_DRIFT * PARK_DRIFT


@define
class ParkTimer:
    """Time since a robot was last farther than 5 cm or 5 degrees from where it stands.

    Attributes:
        anchor: x, y (metres) and yaw (radians) that it is compared with; None before the first pose.
        since_ns: Episode time of the anchor.
    """

    anchor: tuple[float, float, float] | None = None
    since_ns: int = 0

    def restart(self) -> None:
        """Forget the anchor."""
        self.anchor = None

    def held_ns(self, row: Row, time_ns: int) -> int:
        """Take a pose and tell for how long it has been kept, nanoseconds; a larger drift starts again at 0."""
        x, y, yaw = row[0], row[1], row[2]
        if self.anchor is None or _drifted(self.anchor, x, y, yaw):
            self.anchor, self.since_ns = (x, y, yaw), time_ns
        return time_ns - self.since_ns


def _drifted(anchor: tuple[float, float, float], x: float, y: float, yaw: float) -> bool:
    dx, dy = x - anchor[0], y - anchor[1]
    return dx * dx + dy * dy > _DRIFT_SQUARED or abs(math.remainder(yaw - anchor[2], math.tau)) > PARK_TURN
