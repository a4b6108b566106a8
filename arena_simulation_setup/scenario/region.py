"""Sources and sinks of people."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Position

REGION_TYPES = ("source", "sink")


@frozen
class Region:
    """A polygon in which people appear or disappear.

    Attributes:
        name: Key in the scenario.
        type: ``source`` or ``sink``.
        polygon: Metres, level frame; empty where ``ref`` names a place.
        ref: Zone, door or elevator whose polygon it takes.
        config: Documented and unknown keys as authored.
    """

    name: str
    type: str
    polygon: tuple[Position, ...] = ()
    ref: str = ""
    config: Mapping[str, Any] = field(factory=dict)
