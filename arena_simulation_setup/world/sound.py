"""Sound sources."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.semantics.annotation import SemanticCfg


@frozen
class Sound:
    """A sound source at exactly one of a position, a static entity or a frame.

    Attributes:
        name: Name without a colon.
        asset_id: Entry of the sound catalog.
        position: Metres, level frame.
        entity_ref: Static entity that carries the sound.
        frame: Transform frame that carries the sound.
        offset: Metres, in the frame of the carrier.
        level: Level of ``position``; needed for sounds of a scenario in a world with several levels.
        loop: Whether it repeats.
        reference_distance_m: Distance of the catalog's level, metres.
        semantics: The sound preset.
        extra: Unknown keys, written back as they came.
    """

    name: str
    asset_id: str
    position: Position | None = None
    entity_ref: str = ""
    frame: str = ""
    offset: Position = Position(0.0, 0.0, 0.0)
    level: str = ""
    loop: bool = True
    reference_distance_m: float = 1.0
    semantics: tuple[SemanticCfg, ...] = ()
    extra: Mapping[str, Any] = field(factory=dict)
