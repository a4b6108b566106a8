"""What a mode brings beside obstacles, turned into the map frame."""

from attrs import evolve

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.scenario.region import Region
from arena_simulation_setup.world.sound import Sound
from task_generator.mode_context import ModeContext
from task_generator.tasks.obstacles import Script


def script_in_map(script: Script, context: ModeContext) -> Script:
    """The script with sounds and regions in the map frame, and places by name as polygons.

    Raises:
        GenerationError: If a region names no place of the world, or a sound a level that it does not have.
    """
    sounds = (_sound(sound, context) for sound in script.sounds)
    return evolve(
        script,
        sounds=tuple(sound for sound in sounds if sound is not None),
        regions=tuple(_region(region, context) for region in script.regions),
    )


def _sound(sound: Sound, context: ModeContext) -> Sound | None:
    if not context.places.is_loaded(sound.level) and sound.level in context.places.all_levels:
        context.warn(f"sound {sound.name} is left out: level {sound.level!r} is not loaded")
        return None
    origin = context.places.origin(sound.level, f"sound {sound.name}")
    return sound if sound.position is None else evolve(sound, position=sound.position.shifted(*origin))


def _region(region: Region, context: ModeContext) -> Region:
    if not region.ref:
        origin = context.places.origin(region.level_id, f"region {region.name}")
        return evolve(region, polygon=tuple(corner.shifted(*origin) for corner in region.polygon))
    area = context.places.require(region.ref, region.level_id, f"region {region.name}")
    return evolve(region, polygon=tuple(Position(x, y) for x, y in area.corners))
