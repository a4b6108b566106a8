"""Doors."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Corner, Position, band_corners
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.tree.identifiers import MaterialIdentifier

DOOR_KINDS = ("sliding", "sliding_top", "teleport", "hinged")
DOOR_REFERENCE_HALF_WIDTH = 0.3
DOOR_MATERIAL = MaterialIdentifier("Aluminum_Anodized")


@frozen
class Door:
    """A door between two points of a wall line.

    Attributes:
        name: Unique within the world.
        start: One end of the opening, metres, level frame; a sliding slab moves from here towards ``end``.
        end: The other end.
        kind: One of ``DOOR_KINDS``; ``hinged`` behaves as ``teleport``.
        width: Thickness of the slab, metres.
        height: Height of the slab, metres.
        material: Surface of the slab.
        activation_distance: Two distances in metres; only the larger one opens the door.
        transition_time: Seconds from shut to open.
        hold_time: Seconds that the door stays open after the last trigger.
        semantics: Scripted kinds attached to the door.
        extra: Unknown keys, written back as they came.
    """

    name: str
    start: Position
    end: Position
    kind: str = "sliding"
    width: float = 0.1
    height: float = 2.0
    material: MaterialIdentifier = DOOR_MATERIAL
    activation_distance: tuple[float, float] = (3.0, 3.0)
    transition_time: float = 1.0
    hold_time: float = 2.0
    semantics: tuple[SemanticCfg, ...] = ()
    extra: Mapping[str, Any] = field(factory=dict)

    @property
    def reference_area(self) -> tuple[Corner, ...]:
        """The polygon that a condition or a named goal means by this door: 0.3 m to either side of its line."""
        return band_corners(self.start.xy, self.end.xy, DOOR_REFERENCE_HALF_WIDTH)
