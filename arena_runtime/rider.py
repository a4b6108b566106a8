"""Who waits at a cabin for a ride, as robots and people tell each other."""

from attrs import frozen


@frozen
class Rider:
    """Somebody outside of a cabin, near its door, who wants to ride in it.

    Attributes:
        cabin: Index of the cabin.
        since_ns: Episode time at which it came, nanoseconds; who came first goes in first.
        x: Metres, map frame.
        y: Metres, map frame.
        radius: Metres.
    """

    cabin: int
    since_ns: int
    x: float
    y: float
    radius: float

    @property
    def place_in_line(self) -> tuple[int, float, float]:
        """Smaller for who goes in first."""
        return (self.since_ns, self.x, self.y)
