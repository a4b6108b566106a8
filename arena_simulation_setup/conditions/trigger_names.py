"""Names in the triggers of a timeline that nothing in the world or the episode has: such entries never fire."""

from arena_simulation_setup.conditions.atom import Atom, FieldAtom
from arena_simulation_setup.conditions.names import complaints, episode_fields
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.scenario.timeline import FieldEdge, TimelineEntry
from arena_simulation_setup.semantics.vocabulary import ROBOT_FIELDS
from arena_simulation_setup.world.compaction import CompactedWorld


def unknown_triggers(
    episode: Episode, world: CompactedWorld, catalogue: AssetCatalogue | None = None
) -> tuple[str, ...]:
    """One sentence for each name in a ``when`` that does not exist, with the nearest one that does.

    Args:
        episode: Its timeline is looked at.
        world: The world that it happens in.
        catalogue: Where the models of objects come from; without it, no light of an object is known.
    """
    if not episode.timeline:
        return ()
    robots = [robot.name for robot in episode.robots]
    subjects = [*robots, *(person.name for person in episode.people)]
    areas = [name for area in world.areas() for name in (area.name, f"{area.name}/{area.level}")]
    fields = {**episode_fields(episode, world, catalogue), **dict.fromkeys(robots, ROBOT_FIELDS)}
    sentences = []
    for index, entry in enumerate(episode.timeline):
        atom = watched_atom(entry)
        if atom is not None:
            never = f"timeline[{index}].when: {atom_text(atom)!r} can never be judged"
            sentences += [f"{never}: {complaint}" for complaint in complaints(atom, subjects, areas, fields)]
    return tuple(sentences)


def watched_atom(entry: TimelineEntry) -> Atom | None:
    """What a ``when`` watches, as an atom, so that both spellings compare values alike; None for other triggers."""
    if isinstance(entry.when, FieldEdge):
        return FieldAtom(entry.when.entity, entry.when.field, entry.when.value)
    return entry.when
