"""Whether a robot still gets anywhere."""

from attrs import define

from arena_simulation_setup.conditions.sample import Row

SPOT_RADIUS = 1.0


@define
class ProgressTimer:
    """Time that a robot has spent within 1 m of one spot.

    Attributes:
        spot: x, y (metres) where it was first; None before the first pose.
        since_ns: Episode time of that.
    """

    spot: tuple[float, float] | None = None
    since_ns: int = 0

    def restart(self) -> None:
        """Begin with a new spot at the next pose."""
        self.spot = None

    def stood_ns(self, row: Row | None, time_ns: int) -> int:
        """Take a pose and tell how long the robot has been near its spot, nanoseconds; 0 without a pose."""
        if row is None:
            self.spot = None
            return 0
        if self.spot is None or _left(self.spot, row):
            self.spot, self.since_ns = (row[0], row[1]), time_ns
        return time_ns - self.since_ns


def _left(spot: tuple[float, float], row: Row) -> bool:
    dx, dy = row[0] - spot[0], row[1] - spot[1]
    return dx * dx + dy * dy > SPOT_RADIUS * SPOT_RADIUS
