"""What changes in a building for one episode only, or because of what stands in it: sounds, and lights of objects."""

from collections.abc import Iterator

from arena_runtime.mechanisms.contract import Mechanism
from arena_runtime.mechanisms.light import LightMechanism
from arena_runtime.mechanisms.sound import SoundMechanism
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.semantics.object_lights import object_lights
from arena_simulation_setup.semantics.sound_level import episode_sound_name
from arena_simulation_setup.world.compaction import CompactedWorld


def episode_mechanisms(episode: Episode, world: CompactedWorld, catalogue: AssetCatalogue) -> tuple[Mechanism, ...]:
    """Sounds of an episode, then the lights of objects that the world or the episode places.

    Args:
        episode: Its sounds and objects are looked at.
        world: The world in the map frame.
        catalogue: Where models come from.

    Raises:
        ValueError: If the parameters of a sound can not be used.
    """
    lights = object_lights(world, episode.objects, catalogue)
    return (
        *_sounds(episode, world),
        *(LightMechanism.of_fixture(found.light, found.entity, found.placed) for found in lights),
    )


def silent_sounds(episode: Episode, world: CompactedWorld) -> tuple[str, ...]:
    """One sentence for each sound that nothing turns on, with what would."""
    named = [(f"{sound.name}/{level}", sound) for level, zone in world.zones() for sound in zone.sounds]
    named += [(episode_sound_name(sound, episode, world), sound) for sound in episode.sounds]
    return tuple(
        f"sound {entity} stays silent: it has neither sound_on nor a value for sounding; to turn it on, "
        f"set its field sounding to true (a timeline, or the service semantics/set)"
        for entity, sound in named
        if sound.semantics
        and not any(item.params.get("sound_on") for item in sound.semantics)
        and not any(item.name == "sounding" and item.value is not None for item in sound.semantics)
    )


def _sounds(episode: Episode, world: CompactedWorld) -> Iterator[Mechanism]:
    for sound in episode.sounds:
        mechanism = SoundMechanism.of(sound, episode_sound_name(sound, episode, world))
        if mechanism is not None:
            yield mechanism
