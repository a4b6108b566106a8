"""Which level a sound of an episode is on."""

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.sound import Sound


def episode_sound_name(sound: Sound, episode: Episode, world: CompactedWorld) -> str:
    """Name on the wire of a sound that an episode brings: ``<name>/<level>``, or ``<name>`` where it is on no level.

    A sound is on its own level, on that of the static entity that carries it, or on the only one that there is; what a
    frame carries through several levels is on none.

    Args:
        sound: The sound.
        episode: The episode that brings it.
        world: The world that it happens in.
    """
    level = sound.level or _carrier_level(sound, episode, world)
    if not level and len(world.levels) == 1:
        level = next(iter(world.levels))
    return f"{sound.name}/{level}" if level else sound.name


def _carrier_level(sound: Sound, episode: Episode, world: CompactedWorld) -> str:
    if not sound.entity_ref:
        return ""
    carriers = [placed.level for placed in episode.objects if placed.name == sound.entity_ref]
    carriers += [
        level
        for level, zone in world.zones()
        for entity in zone.entities.static
        if sound.entity_ref in (entity.name, f"world_{entity.name}")
    ]
    return next((level for level in carriers if level), "")
