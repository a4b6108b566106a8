"""In which order a person walks to the waypoints."""

from numpy.random import Generator

from arena_simulation_setup.episode import WAYPOINT_MODES, EpisodePerson
from arena_simulation_setup.geometry import Corner


class Itinerary:
    """The waypoints of one person and the one that is walked to now.

    ``repeat`` starts again at the first after the last, ``reverse`` goes back and forth, ``once`` ends at the last and
    ``random`` draws any of the others.

    Args:
        person: Waypoints and mode.
        random: Stream that ``random`` draws from.

    Raises:
        ValueError: If the mode is unknown.
    """

    def __init__(self, person: EpisodePerson, random: Generator) -> None:
        if person.waypoint_mode not in WAYPOINT_MODES:
            raise ValueError(
                f"person {person.name}: waypoint mode {person.waypoint_mode!r} is unknown, "
                f"expected one of {', '.join(WAYPOINT_MODES)}"
            )
        # Waypoints that are all the same place are one, where the person stays.
        elsewhere = any(waypoint != person.waypoints[0] for waypoint in person.waypoints)
        self._waypoints = person.waypoints if elsewhere else person.waypoints[:1]
        self._mode = person.waypoint_mode
        self._random = random
        self._index = 0
        self._step = 1
        if self._mode == "random" and len(self._waypoints) > 1:
            self._index = int(random.integers(len(self._waypoints)))

    @property
    def target(self) -> Corner | None:
        """The waypoint that is walked to, metres, map frame; None without any."""
        return self._waypoints[self._index] if self._waypoints else None

    @property
    def final(self) -> bool:
        """Whether the person stays at the target."""
        count = len(self._waypoints)
        return count < 2 or (self._mode == "once" and self._index == count - 1)

    def advance(self) -> None:
        """Turn to the next waypoint; at the final one nothing happens."""
        if self.final:
            return
        count = len(self._waypoints)
        if self._mode == "random":
            self._index = (self._index + 1 + int(self._random.integers(count - 1))) % count
        elif self._mode == "reverse":
            if not 0 <= self._index + self._step < count:
                self._step = -self._step
            self._index += self._step
        else:
            self._index = (self._index + 1) % count
