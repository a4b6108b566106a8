"""What is really built of a level: slabs of wall with their openings, floors, ceilings, things on walls."""

from attrs import frozen

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.material import Material
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall_builder import build_walls, edge_slabs, lintels
from arena_simulation_setup.world.wall_slab import WallSlab
from arena_simulation_setup.world.zone import Zone

LOWEST_CEILING = 2.0
"""Metres; a ceiling without an authored height is never lower."""

__all__ = ["Floor", "RealizedLevel", "WallSlab", "realize"]


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

    Walls of a zone with an explicit ceiling height rise to it; doors and elevators cut all walls they touch; a wall
    that is listed twice is built once, with the surface of the first.

    Args:
        level_id: Id of the level, for the placements of objects.
        level: The level, in its own frame or shifted into the map frame; the result is in the same frame.
        catalogue: Where wall presets and materials come from.
    """
    built = build_walls(level_id, level, catalogue)
    floors = tuple(
        Floor(f"{zone.name}/floor", zone.polygon, zone.corners[0].z, catalogue.material(zone.material))
        for zone in level.zones
        if zone.material.name and len(zone.corners) > 2
    )
    ceilings = tuple(
        _ceiling(zone, built.tops.get(zone.name, 0.0), catalogue)
        for zone in level.zones
        if zone.ceiling and zone.ceiling_material.name and len(zone.corners) > 2
    )
    walls = (*built.slabs, *lintels(level, catalogue), *edge_slabs(level, catalogue))
    return RealizedLevel(walls, floors, ceilings, built.models)


def _ceiling(zone: Zone, tallest: float, catalogue: AssetCatalogue) -> Floor:
    height = zone.ceiling_height if zone.ceiling_height is not None else max(LOWEST_CEILING, tallest)
    material = catalogue.material(zone.ceiling_material)
    return Floor(f"{zone.name}/ceiling", zone.polygon, height, material, zone.ceiling_cast_shadows)
