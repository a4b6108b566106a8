"""What is really built of a level: slabs of wall with their openings, floors, ceilings, things on walls."""

from attrs import frozen

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.material import Material
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.level import LevelDescription


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


@frozen
class Floor:
    """The floor of a zone, or its ceiling: a horizontal polygon.

    Attributes:
        name: ``<zone>/floor`` or ``<zone>/ceiling``.
        corners: Polygon, metres.
        height: Metres above the level's origin.
        material: Surface.
        cast_shadows: Whether it occludes light.
    """

    name: str
    corners: tuple[Corner, ...]
    height: float
    material: Material
    cast_shadows: bool = True


@frozen
class RealizedLevel:
    """Everything of a level that never moves, without its furniture.

    Attributes:
        walls: Slabs with openings for doors and elevators.
        floors: One per zone with a floor material.
        ceilings: One per zone with a ceiling; visual only.
        models: Objects that wall presets put on walls; static entities like any other.
    """

    walls: tuple[WallSlab, ...] = ()
    floors: tuple[Floor, ...] = ()
    ceilings: tuple[Floor, ...] = ()
    models: tuple[Obstacle, ...] = ()


def realize(level_id: str, level: LevelDescription, catalogue: AssetCatalogue) -> RealizedLevel:
    """Build a level's walls, floors and ceilings.

    Args:
        level_id: Id of the level, for the placements of objects.
        level: The level, in its own frame or shifted into the map frame; the result is in the same frame.
        catalogue: Where wall presets and materials come from.
    """
    raise NotImplementedError
