"""Names in conditions that nothing in the world or the episode has: such atoms stay unknown for ever."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.attachment import attachment
from arena_simulation_setup.semantics.object_lights import object_lights
from arena_simulation_setup.semantics.sound_level import episode_sound_name
from arena_simulation_setup.semantics.vocabulary import FIXTURE_FIELDS, RIG_FIELDS, ROBOT_FIELDS, VOCABULARY
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.zone import Zone

JUDGED_ROBOT = "robot"


def unknown_names(episode: Episode, world: CompactedWorld, catalogue: AssetCatalogue | None = None) -> tuple[str, ...]:
    """One sentence for each name in a condition or ``until`` that does not exist, with the nearest one that does.

    Args:
        episode: Its conditions and phases are looked at.
        world: The world that it happens in.
        catalogue: Where the models of objects come from; without it, no light of an object is known.
    """
    atoms = tuple(_atoms(episode))
    if not atoms:
        return ()
    robots = [robot.name for robot in episode.robots]
    subjects = [JUDGED_ROBOT, *robots, *(person.name for person in episode.people)]
    areas = [name for area in world.areas() for name in (area.name, f"{area.name}/{area.level}")]
    fields = {**episode_fields(episode, world, catalogue), **dict.fromkeys(robots, ROBOT_FIELDS)}
    sentences: dict[str, None] = {}
    for atom in atoms:
        for complaint in complaints(atom, subjects, areas, fields):
            sentences[f"condition {atom_text(atom)!r} can never be judged: {complaint}"] = None
    return tuple(sentences)


def entity_fields(world: CompactedWorld) -> Mapping[str, tuple[str, ...]]:
    """Fields of every entity of a world, by its bare name and by ``<name>/<level>``.

    Lights of objects are left out: only the models tell which there are.
    """
    fields: dict[str, tuple[str, ...]] = {}
    for level, description in world.levels.items():
        for light in description.lights:
            _add(fields, f"{light.name}/{level}", FIXTURE_FIELDS)
        for zone in description.zones:
            for name, own in _zone_entities(zone):
                _add(fields, f"{name}/{level}", own)
    return fields


def episode_fields(
    episode: Episode, world: CompactedWorld, catalogue: AssetCatalogue | None = None
) -> Mapping[str, tuple[str, ...]]:
    """Fields of every entity of a world in an episode, with the episode's sounds and the lights of all objects.

    Args:
        episode: Its sounds and objects are looked at.
        world: The world that it happens in.
        catalogue: Where the models of objects come from; without it, their lights are left out.
    """
    fields = dict(entity_fields(world))
    for sound in episode.sounds:
        _add(fields, episode_sound_name(sound, episode, world), _annotated(sound.semantics))
    for found in object_lights(world, episode.objects, catalogue) if catalogue is not None else ():
        _add(fields, found.entity, FIXTURE_FIELDS)
    return fields


def _add(fields: dict[str, tuple[str, ...]], entity: str, own: tuple[str, ...]) -> None:
    for spelling in dict.fromkeys((entity.rpartition("/")[0] or entity, entity)):
        fields[spelling] = fields.get(spelling, ()) + own


def _zone_entities(zone: Zone) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield zone.name, _annotated(zone.semantics)
    for door in zone.doors:
        yield door.name, _published("door") + _annotated(door.semantics)
    for elevator in zone.elevators:
        plate = attachment("elevator", elevator.semantics, "pressure_plate")
        yield elevator.name, _published("elevator") + (plate.fields if plate else ())
    scripted: tuple[Schedule | Signal | Sound, ...] = (*zone.schedules, *zone.signals, *zone.sounds)
    for entity in scripted:
        yield entity.name, _annotated(entity.semantics)
    for light in zone.lights:
        yield light.name, FIXTURE_FIELDS
    if zone.ceiling_lights is not None:
        yield zone.name, RIG_FIELDS


def _published(kind: str) -> tuple[str, ...]:
    return tuple(field.name for field in VOCABULARY[kind])


def _annotated(semantics: Iterable[SemanticCfg]) -> tuple[str, ...]:
    return tuple(item.name for item in semantics)


def _atoms(episode: Episode) -> Iterator[Atom]:
    clauses: list[Clause] = list(episode.conditions)
    for robot in episode.robots:
        clauses += robot.conditions
        for phase in robot.phases:
            clauses += phase.conditions
            if phase.until is not None:
                yield phase.until
    for clause in clauses:
        yield clause.p
        if clause.q is not None:
            yield clause.q


def complaints(
    atom: Atom, subjects: Sequence[str], areas: Sequence[str], fields: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """What an atom names that does not exist, half a sentence each.

    Args:
        atom: The atom.
        subjects: Names of robots and people.
        areas: Names of zones, doors and elevators.
        fields: Entity to the names of its fields.
    """
    if isinstance(atom, NotAtom):
        yield from complaints(atom.atom, subjects, areas, fields)
    elif isinstance(atom, MembershipAtom):
        yield from _missing("robot or person", atom.subject, subjects)
        yield from _missing("zone, door or elevator", atom.zone, areas)
    elif isinstance(atom, DistanceAtom):
        for name in (atom.subject, atom.other):
            yield from _missing("robot or person", name, subjects)
    elif atom.entity in fields:
        yield from _missing(f"field of {atom.entity}", atom.field, fields[atom.entity])
    elif atom.entity == JUDGED_ROBOT and atom.field in ROBOT_FIELDS:
        yield _robot_by_name(atom.field, fields)
    else:
        yield from _missing("entity", atom.entity, tuple(fields))


def _robot_by_name(field: str, fields: Mapping[str, tuple[str, ...]]) -> str:
    robots = [name for name, known in fields.items() if known == ROBOT_FIELDS]
    by_name = " or ".join(f"{name}.{field}" for name in robots) or f"<model>_<i>.{field}"
    return f"there is no entity {JUDGED_ROBOT!r}; fields of a robot go by its name: {by_name}"


def _missing(what: str, name: str, known: Iterable[str]) -> Iterator[str]:
    names = tuple(known)
    if name not in names:
        near = nearest(name, names)
        yield f"there is no {what} {name!r}" + (f" (did you mean {near!r}?)" if near else "")
