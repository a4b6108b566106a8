"""Where static entities stand: their outlines on the floor."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.geometry import Corner, Pose, rectangle_corners
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.object_model import BoundingBox
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.realization import RealizedLevel

Scale = tuple[float, float, float]
UNSCALED: Scale = (1.0, 1.0, 1.0)


@frozen
class Footprint:
    """The outline of an object.

    Attributes:
        name: Name of the object in the scene; the world's own begin with ``world_``.
        corners: Its bounding box on the floor, metres, map frame, counter-clockwise.
        bottom: Height of its lowest point, metres.
        top: Height of its highest point, metres.
    """

    name: str
    corners: tuple[Corner, ...]
    bottom: float
    top: float


def authored_box(extra: Mapping[str, Any]) -> BoundingBox | None:
    """The ``bbox`` of an entity: ranges along x, y and, where given, z in metres; None where it has none."""
    ranges = extra.get("bbox")
    if not isinstance(ranges, (list, tuple)) or len(ranges) not in (2, 3):
        return None
    (x_low, x_high), (y_low, y_high), (z_low, z_high) = (*ranges, (0.0, 1.0))[:3]
    return BoundingBox((float(x_low), float(x_high)), (float(y_low), float(y_high)), (float(z_low), float(z_high)))


def object_footprint(entry: EpisodeObject, catalogue: AssetCatalogue) -> Footprint:
    """The outline of an object of an episode."""
    model = ObjectIdentifier.parse(entry.model)
    box = catalogue.object(model, authored_box(entry.extra)).bounding_box
    return _footprint(entry.name, entry.pose, entry.scale, box)


def with_box(entry: EpisodeObject, catalogue: AssetCatalogue) -> EpisodeObject:
    """The object with the box of its model written down; see ``boxed``."""
    return evolve(entry, extra=boxed(entry.extra, ObjectIdentifier.parse(entry.model), catalogue))


def boxed(extra: Mapping[str, Any], model: ObjectIdentifier, catalogue: AssetCatalogue) -> Mapping[str, Any]:
    """Further keys of an object with the box of its model as ``bbox``, so that a recording tells how large it is.

    Args:
        extra: Its authored keys; a ``bbox`` among them stays.
        model: What it is.
        catalogue: Where models come from.
    """
    if authored_box(extra) is not None:
        return extra
    box = catalogue.object(model).bounding_box
    return {**extra, "bbox": [list(box.x), list(box.y), list(box.z)]}


def world_footprints(
    world: CompactedWorld, realized: Mapping[str, RealizedLevel], catalogue: AssetCatalogue
) -> tuple[Footprint, ...]:
    """The outlines of all static entities of a world and of the models on its walls.

    Raises:
        ValueError: If an entity's pose is a name instead of a pose.
    """
    entities = [
        (f"world_{entity.name}", entity)
        for level in world.levels.values()
        for zone in level.zones
        for entity in zone.entities.static
    ]
    entities += [(entity.name, entity) for level in realized.values() for entity in level.models]
    return tuple(entity_footprint(name, entity, catalogue) for name, entity in entities)


def entity_footprint(name: str, entity: Obstacle, catalogue: AssetCatalogue) -> Footprint:
    """The outline of a static entity, in the frame of its pose.

    Raises:
        ValueError: If its pose is a name instead of a pose.
    """
    if isinstance(entity.pose, str):
        raise ValueError(f"entity {entity.name} of a world needs a pose, got the name {entity.pose!r}")
    box = catalogue.object(entity.model, authored_box(entity.extra)).bounding_box
    return _footprint(name, entity.pose, entity.scale or UNSCALED, box)


def _footprint(name: str, pose: Pose, scale: Scale, box: BoundingBox) -> Footprint:
    x_range = (box.x[0] * scale[0], box.x[1] * scale[0])
    y_range = (box.y[0] * scale[1], box.y[1] * scale[1])
    bottom, top = (pose.z + height * scale[2] for height in box.z)
    return Footprint(name, rectangle_corners(pose, x_range, y_range), bottom, top)
