"""Static objects on maps: which of them stand in the way, and how they are drawn."""

from collections.abc import Sequence

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from arena_simulation_setup.map.occupancy import OccupancyImage, canvas_of
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.object_model import BoundingBox
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.entity import Entities, Obstacle
from arena_simulation_setup.world.footprints import Footprint, authored_box, world_footprints
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.realization import realize
from arena_simulation_setup.world.zone import Zone

OVERHEAD = 2.0
"""Metres; what hangs higher is passed under and not drawn."""
LABEL_SIZE = 10.0

Color = tuple[int, int, int]


@frozen
class FurnitureStyle:
    """How static objects are drawn.

    Attributes:
        fill: Colour of their footprints; None draws none.
        label: Colour of their names; None writes none.
    """

    fill: Color | None = None
    label: Color | None = None


def standing_footprints(
    world: CompactedWorld, catalogue: AssetCatalogue, default_box: BoundingBox | None = None
) -> tuple[Footprint, ...]:
    """The outlines of everything static that does not hang overhead, in the frame of ``world``.

    Args:
        world: Levels in one frame.
        catalogue: Where models come from.
        default_box: Extent of entities that have no ``bbox`` and whose model is in no asset folder; None takes the
            placeholder's.

    Raises:
        ValueError: If an entity's pose is a name instead of a pose.
    """
    known = world if default_box is None else _boxed(world, catalogue, default_box)
    realized = {level_id: realize(level_id, level, catalogue) for level_id, level in known.levels.items()}
    return tuple(outline for outline in world_footprints(known, realized, catalogue) if outline.bottom <= OVERHEAD)


def with_furniture(plan: OccupancyImage, outlines: Sequence[Footprint], style: FurnitureStyle) -> NDArray[np.uint8]:
    """The pixels of a map with static objects.

    Args:
        plan: The map without them.
        outlines: Footprints, metres, frame of the map.
        style: Colours.

    Returns:
        Shape (rows, columns, 3): red, green, blue; row 0 is the north.
    """
    image = Image.fromarray(plan.cells).convert("RGB")
    pen, canvas = ImageDraw.Draw(image), canvas_of(plan)
    polygons = canvas.polygons([outline.corners for outline in outlines])
    if style.fill is not None:
        for polygon in polygons:
            pen.polygon(polygon, fill=style.fill)
    if style.label is not None:
        font = ImageFont.load_default(LABEL_SIZE)
        for polygon, outline in zip(polygons, outlines, strict=True):
            corner = (max(x for x, _ in polygon), max(y for _, y in polygon))
            pen.text(corner, outline.name.removeprefix("world_"), fill=style.label, font=font)
    return np.array(image, dtype=np.uint8)


def _boxed(world: CompactedWorld, catalogue: AssetCatalogue, box: BoundingBox) -> CompactedWorld:
    levels = {level_id: _boxed_level(level, catalogue, box) for level_id, level in world.levels.items()}
    return evolve(world, levels=levels)


def _boxed_level(level: LevelDescription, catalogue: AssetCatalogue, box: BoundingBox) -> LevelDescription:
    def boxed(entity: Obstacle) -> Obstacle:
        if authored_box(entity.extra) is not None or not catalogue.object(entity.model).placeholder:
            return entity
        return evolve(entity, extra={**entity.extra, "bbox": [list(box.x), list(box.y), list(box.z)]})

    def boxed_zone(zone: Zone) -> Zone:
        static = tuple(boxed(entity) for entity in zone.entities.static)
        return evolve(zone, entities=Entities(static, zone.entities.dynamic))

    return evolve(level, zones=tuple(boxed_zone(zone) for zone in level.zones))
