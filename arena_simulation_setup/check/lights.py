"""Lights outside their rooms, lights of objects with taken names, microphones away from their ceiling."""

from collections.abc import Iterator

from arena_simulation_setup.check.level_plan import LINE_TOLERANCE, LevelPlan
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.files.read_level import CEILING, CEILING_TOLERANCE
from arena_simulation_setup.semantics.object_lights import WORLD_PREFIX

CEILING_SUFFIX = "/ceiling"


def light_problems(plan: LevelPlan) -> Iterator[Problem]:
    """What is wrong with the lights and microphones of a level."""
    heights = {ceiling.name.removesuffix(CEILING_SUFFIX): ceiling.height for ceiling in plan.realized.ceilings}
    for room in plan.rooms:
        for index, light in enumerate(room.zone.lights):
            if light.position is None:
                continue
            x, y, z = light.position.x, light.position.y, light.position.z
            where = f"{room.path}.lights[{index}].position"
            if room not in plan.rooms_at(x, y, LINE_TOLERANCE):
                message = f"light {light.name!r} is at ({x:.2f}, {y:.2f}), outside zone {room.zone.name!r}"
                yield plan.file.problem("light.outside", where, message, expected="a point inside the zone")
            height = heights.get(room.zone.name)
            if height is not None and z > height + CEILING_TOLERANCE:
                message = f"light {light.name!r} at z {z:.2f} is above the ceiling at {height:.2f}"
                yield plan.file.problem("light.above_ceiling", where, message, expected=f"z <= {height:.2f}")
    yield from _object_lights(plan)
    yield from _microphones(plan, heights)


def _object_lights(plan: LevelPlan) -> Iterator[Problem]:
    taken = {light.name for light in plan.level.lights}
    for zone in plan.level.zones:
        taken.update(light.name for light in zone.lights)
        taken.update([zone.name] if zone.ceiling_lights is not None else [])
    for piece in plan.pieces:
        for light in plan.catalogue.object(piece.entity.model).lights:
            name = f"{WORLD_PREFIX}{piece.entity.name}_{light.name}"
            if name in taken:
                message = f"the light {name!r} of {piece.entity.name!r} collides with another light"
                yield plan.file.problem("light.collides", piece.path, message, found=name, expected="another name")
            taken.add(name)


def _microphones(plan: LevelPlan, heights: dict[str, float]) -> Iterator[Problem]:
    derived = {zone.name for zone in plan.level.zones if zone.ceiling and zone.ceiling_height is None}
    for index, microphone in enumerate(plan.level.microphones):
        height = heights.get(microphone.zone)
        on_map = microphone.frame == "map" and microphone.placement == CEILING
        if height is None or not on_map or microphone.zone not in derived:
            continue
        if abs(microphone.position.z - height) > CEILING_TOLERANCE:
            message = f"z {microphone.position.z:.2f} does not match the ceiling of {microphone.zone!r} at {height:.2f}"
            path = f"microphones[{index}].position"
            yield plan.file.problem("microphone.height", path, message, expected=f"z: {height:.2f}")
