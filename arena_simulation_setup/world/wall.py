"""Walls of a zone."""

from attrs import frozen

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.tree.identifiers import MaterialIdentifier, WallIdentifier

WALL_HEIGHT = 2.0
WALL_THICKNESS = 0.05


@frozen
class Wall:
    """A wall segment.

    Attributes:
        start: One end, metres, level frame.
        end: The other end.
        material: Surface of a plain wall; None means the default wall material. An empty name means no wall at all.
        kind: Wall preset; where given it overrides ``material``.
    """

    start: Position
    end: Position
    material: MaterialIdentifier | None = None
    kind: WallIdentifier | None = None
