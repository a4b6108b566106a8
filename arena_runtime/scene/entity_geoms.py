"""Static objects: the primitives of their models at their place."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from arena_runtime.scene.errors import SceneError
from arena_runtime.scene.shapes import PlacedShape, placed
from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.models.object_model import BoundingBox, ObjectModel, Primitive
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.footprints import UNSCALED

WORLD_PREFIX = "world_"
BOX_COLOR = (0.62, 0.6, 0.57, 1.0)


@frozen
class StaticEntity:
    """An object to be placed, map frame."""

    name: str
    model: ObjectIdentifier
    pose: Pose
    scale: tuple[float, float, float]
    level: str
    extra: Mapping[str, Any]


def episode_entities(world: CompactedWorld, objects: Sequence[EpisodeObject]) -> tuple[StaticEntity, ...]:
    """The world's own objects as ``world_<name>``, then those of the episode.

    Where the episode places an object of the same name and level, as it does for objects that the world puts somewhere
    in a zone, the episode's place counts.

    Raises:
        SceneError: If an object of the world has no pose and the episode gives it none.
    """
    placed_by_episode = {(entry.name, entry.level) for entry in objects} | {
        (entry.name, "") for entry in objects if not entry.level
    }
    own = [
        _world_entity(level_id, entity)
        for level_id, zone in world.zones()
        for entity in zone.entities.static
        if not {(WORLD_PREFIX + entity.name, level_id), (WORLD_PREFIX + entity.name, "")} & placed_by_episode
    ]
    return (*own, *(object_entity(entry) for entry in objects))


def wall_entity(level_id: str, model: Obstacle) -> StaticEntity:
    """An object that a wall preset puts on a wall; it keeps its name."""
    return _entity(model.name, level_id, model)


def _world_entity(level_id: str, entity: Obstacle) -> StaticEntity:
    return _entity(WORLD_PREFIX + entity.name, level_id, entity)


def _entity(name: str, level_id: str, entity: Obstacle) -> StaticEntity:
    if isinstance(entity.pose, str):
        raise SceneError(f"object {name!r} on level {level_id!r} stands somewhere in {entity.pose!r}, expected a pose")
    return StaticEntity(name, entity.model, entity.pose, entity.scale or UNSCALED, level_id, entity.extra)


def object_entity(entry: EpisodeObject) -> StaticEntity:
    """An object of an episode."""
    model = ObjectIdentifier.parse(entry.model)
    return StaticEntity(entry.name, model, entry.pose, entry.scale, entry.level, entry.extra)


def entity_shapes(model: ObjectModel, pose: Pose, scale: tuple[float, float, float]) -> tuple[PlacedShape, ...]:
    """The solids of a model at a pose of the map frame; its bounding box where it has no primitives."""
    primitives = model.primitives or (_box_primitive(model.bounding_box),)
    return tuple(placed(primitive, pose, scale) for primitive in primitives)


def _box_primitive(box: BoundingBox) -> Primitive:
    size = (box.x[1] - box.x[0], box.y[1] - box.y[0], box.z[1] - box.z[0])
    centre = Position(sum(box.x) / 2, sum(box.y) / 2, sum(box.z) / 2)
    return Primitive("box", size, centre, color=BOX_COLOR)
