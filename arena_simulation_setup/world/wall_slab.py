"""One box of a wall."""

from attrs import frozen

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.models.material import Material


@frozen
class WallSlab:
    """An upright box along a segment, metres, in the frame of the level it was made from.

    Attributes:
        name: ``<zone>/wall_<i>`` by the wall's index in its zone; further pieces of one wall end in ``_1``, ``_2``.
            ``<zone>/lintel_<door>`` above a door; ``<zone>/edge_<i>`` where a floor ends in the open.
        start: One end of the centre line.
        end: The other end.
        bottom: Height of the lower face above the level's floor.
        top: Height of the upper face.
        thickness: Metres across the segment.
        material: Surface.
        visible: Whether it is drawn.
        solid: Whether it collides.
    """

    name: str
    start: Corner
    end: Corner
    bottom: float
    top: float
    thickness: float
    material: Material
    visible: bool = True
    solid: bool = True
