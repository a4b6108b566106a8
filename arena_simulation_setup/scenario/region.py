"""Sources and sinks of people."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Corner, Position

REGION_TYPES = SOURCE, SINK = ("source", "sink")
# Within this distance of the place that it walks to a person leaves through a sink, metres.
DEFAULT_ABSORPTION_RADIUS = 0.5
# As many people of a source are there at once where nothing says how many may be.
DEFAULT_SLOTS = 20
# People who come from a door appear before and behind it, within this distance of its band, metres.
DOOR_MARGIN = 0.6


@frozen
class Region:
    """A polygon in which people appear or disappear.

    Attributes:
        name: Key in the scenario.
        type: ``source`` or ``sink``.
        polygon: Metres, level frame; empty where ``ref`` names a place.
        ref: Zone, door or elevator whose polygon it takes.
        config: Documented and unknown keys as authored.
        level_id: Level that the polygon belongs to, or the place that ``ref`` names.
    """

    name: str
    type: str
    polygon: tuple[Position, ...] = ()
    ref: str = ""
    config: Mapping[str, Any] = field(factory=dict)
    level_id: str = ""

    def limit(self, key: str) -> int | None:
        """A number of people in the config; None where it is absent or the documented -1."""
        value = self.config.get(key)
        return None if value is None or value < 0 else int(value)

    @property
    def people(self) -> tuple[str, ...]:
        """Of a source: names of the people who can be there at once; none where no rate is above 0."""
        if self.type != SOURCE or not any(step["rate"] > 0.0 for step in self.config.get("rate_profile") or ()):
            return ()
        at_once, in_all = self.limit("max_concurrent"), self.limit("max_total")
        count = DEFAULT_SLOTS if at_once is None else at_once
        count = count if in_all is None else min(count, in_all)
        return tuple(f"{self.name}_{index}" for index in range(count))


@frozen
class RateStep:
    """From when on people arrive at a rate.

    Attributes:
        start_ns: Episode time, nanoseconds.
        rate: Mean number of arrivals per second.
    """

    start_ns: int
    rate: float


@frozen
class SinkWeight:
    """How much people of a source like a sink.

    Attributes:
        sink: Name of the sink.
        weight: Above 0; a sink of twice the weight is chosen twice as often.
    """

    sink: str
    weight: float = 1.0


@frozen
class EpisodeRegion:
    """A source or a sink of an episode, resolved.

    Attributes:
        name: Name of the region.
        type: ``source`` or ``sink``.
        polygon: Metres, map frame.
        ref: Place whose polygon it has; empty where the polygon is authored.
        config: Keys as authored.
        people: Of a source: names of the people who can be there at once, ``<name>_<n>`` from 0.
        rates: Of a source: arrivals per second as a step function, ascending; nobody comes before the first step, and
            the last one holds on.
        max_total: Of a source: how many arrive in all; None is without limit.
        margin: Of a source: people appear within this distance of the polygon too, metres; above 0 for a door, in which
            nobody can stand while it is closed.
        sinks: Of a source: where its people go.
        places: Of a sink: points that people walk to in order to leave, metres, map frame.
        absorption_radius: Of a sink: within this distance of such a point people leave, metres.
        capacity: Of a sink: how many leave through it in all; None is without limit.
    """

    name: str
    type: str
    polygon: tuple[Position, ...] = ()
    ref: str = ""
    config: Mapping[str, Any] = field(factory=dict)
    people: tuple[str, ...] = ()
    rates: tuple[RateStep, ...] = ()
    max_total: int | None = None
    margin: float = 0.0
    sinks: tuple[SinkWeight, ...] = ()
    places: tuple[Corner, ...] = ()
    absorption_radius: float = DEFAULT_ABSORPTION_RADIUS
    capacity: int | None = None

    @property
    def corners(self) -> tuple[Corner, ...]:
        """The polygon as points, metres, map frame."""
        return tuple(corner.xy for corner in self.polygon)
