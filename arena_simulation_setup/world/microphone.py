"""Microphones."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Position


@frozen
class WorldMicrophone:
    """A listener in a zone; validated and kept, published nowhere (there are no acoustics).

    Attributes:
        zone: Zone of the same level.
        placement: Free text; ``ceiling`` must match the zone's ceiling height.
        position: Metres, in ``frame``.
        frame: ``map`` or a transform frame.
        index: Distinguishes microphones of one zone and placement, from 1.
        extra: Unknown keys, written back as they came.
    """

    zone: str
    placement: str
    position: Position
    frame: str = "map"
    index: int = 1
    extra: Mapping[str, Any] = field(factory=dict)

    @property
    def listener_id(self) -> str:
        """Identity that is unique within the world."""
        return f"microphone:zone:{self.zone}:{self.placement}:{self.index}"
