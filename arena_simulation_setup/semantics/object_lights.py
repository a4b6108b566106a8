"""Lights that objects carry: one for each placement of a model with lights, ``<entity>_<light>``."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.entity import EntityLight
from arena_simulation_setup.world.light import Light

WORLD_PREFIX = "world_"
"""Begins the names of entities that the world itself places."""


@frozen
class PlacedLight:
    """A light of an object's model where the object stands.

    Attributes:
        entity: Name on the wire: ``<entity>_<light>/<level>``; without level where the object is on none.
        carrier: Name of the object: as in the episode, with ``world_`` where the world places it.
        light: The light in the model.
        placed: What the placement says of it; None where it says nothing.
    """

    entity: str
    carrier: str
    light: Light
    placed: EntityLight | None = None


def object_lights(
    world: CompactedWorld, objects: Sequence[EpisodeObject], catalogue: AssetCatalogue
) -> Iterator[PlacedLight]:
    """Lights of the objects of a world, in file order, then of those of an episode.

    Args:
        world: The world.
        objects: What the episode places on top.
        catalogue: Where the models come from.
    """
    for level, zone in world.zones():
        for entity in zone.entities.static:
            carrier = f"{WORLD_PREFIX}{entity.name}"
            for light in catalogue.object(entity.model).lights:
                yield PlacedLight(f"{carrier}_{light.name}/{level}", carrier, light, entity.light)
    only = next(iter(world.levels)) if len(world.levels) == 1 else ""
    for placed in objects:
        level = placed.level or only
        for light in catalogue.object(ObjectIdentifier.parse(placed.model)).lights:
            name = f"{placed.name}_{light.name}"
            yield PlacedLight(f"{name}/{level}" if level else name, placed.name, light, _switch(placed.extra))


def _switch(extra: Mapping[str, Any]) -> EntityLight | None:
    given = extra.get("light")
    if not isinstance(given, Mapping):
        return None
    return EntityLight(given.get("lit"), given.get("light_on") or "", given.get("level"))
