"""The lamps of a building: ambient ones, single ones, those of objects, rigs."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
from attrs import evolve

from arena_runtime.scene.lamps import SPOT_CONE_DEG, LightSource, Vector, candela, cone_of, temperature_color
from arena_runtime.scene.shapes import rotation_matrix
from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.semantics.object_lights import WORLD_PREFIX, PlacedLight, object_lights
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.footprints import UNSCALED
from arena_simulation_setup.world.light import AMBIENT_FIXTURES, CeilingLights, Light
from arena_simulation_setup.world.light_rig import rig_fixtures
from arena_simulation_setup.world.zone import Zone

LIGHTINGS = ("authored", "auto")
AUTO_RIG = CeilingLights(lumens=7200.0)
"""What the lighting ``auto`` hangs into a room that has a ceiling and no light."""
BELOW_CEILING = 0.02
"""Metres from a ceiling to the lamps of its rig."""
DOWN = (0.0, 0.0, -1.0)
HERE = (0.0, 0.0, 0.0)

Placement = tuple[Pose, Vector]


def declares_light(world: CompactedWorld) -> bool:
    """Whether a world says how it is lit; lights of its objects do not count."""
    return any(level.lights for level in world.levels.values()) or any(
        zone.lights or zone.ceiling_lights is not None for _, zone in world.zones()
    )


def with_lighting(world: CompactedWorld, lighting: str) -> CompactedWorld:
    """The world under a lighting: ``authored`` as it is, ``auto`` with a rig in every room that lacks one.

    Raises:
        ValueError: If there is no such lighting.
    """
    if lighting not in LIGHTINGS:
        raise ValueError(f"expected one of {', '.join(LIGHTINGS)}, got {lighting!r}")
    if lighting == "authored":
        return world
    levels = {
        name: evolve(level, zones=tuple(_with_rig(zone) for zone in level.zones))
        for name, level in world.levels.items()
    }
    return evolve(world, levels=levels)


def light_sources(
    world: CompactedWorld, ceilings: dict[str, float], catalogue: AssetCatalogue, objects: Sequence[EpisodeObject]
) -> tuple[LightSource, ...]:
    """Every lamp of a world: ambient ones, single ones, those of objects, then the rigs.

    Args:
        world: The loaded levels, map frame.
        ceilings: Height of each ceiling in metres, by ``<zone>/<level>``.
        catalogue: Where models of objects come from.
        objects: Objects of the episode, which carry lamps as well.
    """
    places = _placements(world, objects)
    sources: list[LightSource] = []
    for level_id, level in world.levels.items():
        sources += [_ambient(light, level_id) for light in level.lights]
        for zone in level.zones:
            sources += [found for light in zone.lights if (found := _single(light, level_id, places)) is not None]
    carried: dict[str, LightSource] = {}
    for placed in object_lights(world, objects, catalogue):
        suffix = placed.entity.removeprefix(f"{placed.carrier}_{placed.light.name}")
        place = places.get(placed.carrier + suffix)
        if place is not None:
            carried[placed.entity] = _carried(placed, *place)
    rigs = [lamp for level_id, zone in world.zones() for lamp in _rig(zone, level_id, ceilings)]
    return (*sources, *carried.values(), *rigs)


def _with_rig(zone: Zone) -> Zone:
    if not zone.ceiling or zone.lights or zone.ceiling_lights is not None or len(zone.corners) < 3:
        return zone
    return evolve(zone, ceiling_lights=AUTO_RIG)


def _placements(world: CompactedWorld, objects: Sequence[EpisodeObject]) -> dict[str, Placement]:
    """Pose and scale of everything that may carry a lamp, by ``<name>/<level>``; the episode's place counts."""
    places: dict[str, Placement] = {}
    for level_id, zone in world.zones():
        for entity in zone.entities.static:
            if isinstance(entity.pose, Pose):
                places[f"{WORLD_PREFIX}{entity.name}/{level_id}"] = (entity.pose, entity.scale or UNSCALED)
    only = next(iter(world.levels)) if len(world.levels) == 1 else ""
    for entry in objects:
        level_id = entry.level or only
        places[f"{entry.name}/{level_id}" if level_id else entry.name] = (entry.pose, entry.scale)
    return places


def _ambient(light: Light, level_id: str) -> LightSource:
    return _source(light, f"{light.name}/{level_id}", HERE, _unit(light.direction))


def _single(light: Light, level_id: str, places: dict[str, Placement]) -> LightSource | None:
    entity, aim = f"{light.name}/{level_id}", _unit(light.direction)
    x, y, z = light.offset.x, light.offset.y, light.offset.z
    if light.position is not None:
        return _source(light, entity, (light.position.x + x, light.position.y + y, light.position.z + z), aim)
    if light.frame:
        carrier = "" if light.frame == "map" else light.frame.partition("/")[0]
        return evolve(_source(light, entity, (x, y, z), aim), carrier=carrier)
    place = places.get(f"{WORLD_PREFIX}{light.entity_ref}/{level_id}")
    if place is None:
        return None
    anchor = place[0]
    turned = Pose(anchor.x, anchor.y, anchor.yaw, anchor.z)
    return _source(light, entity, *_carried_to(turned, (x, y, z), aim))


def _carried(placed: PlacedLight, anchor: Pose, scale: Vector) -> LightSource:
    """A lamp that a model brings along, switched as its placement says."""
    light, switch = placed.light, placed.placed
    offset = (light.offset.x * scale[0], light.offset.y * scale[1], light.offset.z * scale[2])
    place, aim = _carried_to(anchor, offset, _unit(light.direction))
    source = _source(light, placed.entity, place, aim)
    if switch is None:
        return source
    lit = source.lit if switch.lit is None else switch.lit
    return evolve(source, lit=lit, level=source.level if switch.level is None else switch.level)


def _carried_to(anchor: Pose, offset: Vector, aim: Vector) -> tuple[Vector, Vector]:
    """A place and a direction of an object's frame in the map frame."""
    frame = rotation_matrix(anchor.roll, anchor.pitch, anchor.yaw)
    x, y, z = (frame @ np.array(offset)).tolist()
    turned = (frame @ np.array(aim)).tolist()
    return (anchor.x + x, anchor.y + y, anchor.z + z), (turned[0], turned[1], turned[2])


def _rig(zone: Zone, level_id: str, ceilings: dict[str, float]) -> Iterator[LightSource]:
    rig, ceiling = zone.ceiling_lights, ceilings.get(f"{zone.name}/{level_id}")
    if rig is None or ceiling is None:
        return
    for lamp in rig_fixtures(zone):
        yield LightSource(
            entity=f"{zone.name}/{level_id}",
            fixture=rig.fixture,
            place=(*lamp.position, ceiling - BELOW_CEILING),
            aim=DOWN,
            intensity=candela(rig.fixture, rig.lumens, SPOT_CONE_DEG),
            color=temperature_color(rig.cct_K),
            cone_deg=cone_of(rig.fixture, None),
            cast_shadows=rig.cast_shadows,
            lit=rig.lit is not False,
            level=rig.level,
            dead_fraction=rig.dead_fraction,
            rank=lamp.rank,
        )


def _source(light: Light, entity: str, place: Vector, aim: Vector) -> LightSource:
    cone_deg = cone_of(light.fixture, light.cone_deg)
    ambient = light.fixture in AMBIENT_FIXTURES
    return LightSource(
        entity=entity,
        fixture=light.fixture,
        place=place,
        aim=aim,
        intensity=(light.lux or 0.0) if ambient else candela(light.fixture, light.lumens or 0.0, cone_deg),
        color=temperature_color(light.cct_K),
        cone_deg=cone_deg,
        cast_shadows=light.cast_shadows,
        lit=light.lit is not False,
        level=light.level,
    )


def _unit(direction: Position | None) -> Vector:
    if direction is None:
        return DOWN
    length = math.sqrt(direction.x**2 + direction.y**2 + direction.z**2)
    return (direction.x / length, direction.y / length, direction.z / length) if length > 0.0 else DOWN
