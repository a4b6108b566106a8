"""One sink: how many it takes, and from where on people have left."""

from numpy.random import Generator

from arena_simulation_setup.geometry import Corner, covers
from arena_simulation_setup.scenario.region import EpisodeRegion

# Nobody walks to a point more exactly than this, metres.
CLOSEST = 0.1


class Sink:
    """Lets people leave.

    Whoever walks to a sink has a place in it from the start, so that nobody comes to a full one.

    Args:
        region: The sink.

    Attributes:
        radius: Within this distance of the place that they walk to people leave, metres.
        places: Points that people walk to, metres, map frame.
    """

    def __init__(self, region: EpisodeRegion) -> None:
        self.radius = max(region.absorption_radius, CLOSEST)
        self._corners = region.corners
        self.places = region.places
        self._left = region.capacity

    @property
    def has_room(self) -> bool:
        """Whether another one may come."""
        return bool(self.places) and (self._left is None or self._left > 0)

    def reserve(self, random: Generator | None = None) -> Corner | None:
        """Count one more, and give a place to walk to, metres, map frame; None where no place was asked for."""
        if self._left is not None:
            self._left -= 1
        return None if random is None else self.places[int(random.integers(len(self.places)))]

    def covers(self, x: float, y: float) -> bool:
        """Whether a point lies in the polygon."""
        return covers(self._corners, x, y)
