"""Everything that a scenario may name, and atoms that name something else."""

from collections.abc import Collection, Iterator, Mapping
from itertools import chain

from attrs import frozen

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.conditions.atom import Atom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.names import JUDGED_ROBOT, complaints, entity_fields
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.semantics.object_lights import WORLD_PREFIX
from arena_simulation_setup.semantics.vocabulary import FIXTURE_FIELDS, ROBOT_FIELDS
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.entity import Obstacle


@frozen
class WorldNames:
    """What a world has that scenarios may name.

    Attributes:
        areas: Zones, doors and elevators, by name and by ``<name>/<level>``.
        repeated_zones: Names that zones of several levels have.
        fields: Entity, by name and by ``<name>/<level>``, to its fields.
        people: People of the world itself.
        robot_models: Models that robots are named after.
        levels: Ids of the levels.
    """

    areas: tuple[str, ...]
    repeated_zones: Mapping[str, tuple[str, ...]]
    fields: Mapping[str, tuple[str, ...]]
    people: tuple[str, ...]
    robot_models: tuple[str, ...]
    levels: tuple[str, ...]


def names_of(world: WorldDescription, catalogue: AssetCatalogue) -> WorldNames:
    """The names of a world."""
    unmoved = CompactedWorld(world.name, world.levels, dict.fromkeys(world.levels, (0.0, 0.0)))
    areas = dict.fromkeys(name for area in unmoved.areas() for name in (area.name, f"{area.name}/{area.level}"))
    levels: dict[str, list[str]] = {}
    for level_id, zone in unmoved.zones():
        levels.setdefault(zone.name, []).append(level_id)
    repeated = {name: tuple(found) for name, found in levels.items() if len(found) > 1}
    fields = dict(entity_fields(unmoved))
    people: list[str] = []
    for level_id, zone in unmoved.zones():
        people += [f"{WORLD_PREFIX}{person.name}" for person in zone.entities.dynamic]
        for name in _object_lights(zone.entities.static, catalogue):
            for spelled in (f"{WORLD_PREFIX}{name}", f"{WORLD_PREFIX}{name}/{level_id}"):
                fields[spelled] = FIXTURE_FIELDS
    return WorldNames(tuple(areas), repeated, fields, tuple(people), catalogue.names("Robot"), tuple(world.levels))


def scenario_fields(scenario: Scenario, world: WorldNames, catalogue: AssetCatalogue) -> dict[str, tuple[str, ...]]:
    """Entity to its fields, with those of the scenario itself and of its robots."""
    fields = dict(world.fields)
    only = world.levels[0] if len(world.levels) == 1 else ""
    for sound in scenario.sounds:
        own = tuple(item.name for item in sound.semantics)
        fields.update(dict.fromkeys(_spellings(sound.name, sound.level or only), own))
    for entity in scenario.static:
        for name in _object_lights([entity], catalogue):
            fields.update(dict.fromkeys(_spellings(name, entity.level_id or only), FIXTURE_FIELDS))
    return fields


def _spellings(name: str, level: str) -> tuple[str, ...]:
    return (name, f"{name}/{level}") if level else (name,)


def atom_problems(
    file: CheckedFile, scenario: Scenario, world: WorldNames, fields: Mapping[str, tuple[str, ...]]
) -> Iterator[Problem]:
    """Atoms of a scenario that can never be judged, or that mean a zone of several levels."""
    for path, atom in scenario_atoms(scenario):
        robots = tuple(name for name in _subjects(atom) if is_robot(name, len(scenario.robots), world.robot_models))
        people = [person.name for person in scenario.dynamic]
        subjects = (JUDGED_ROBOT, *people, *world.people, *_comers(scenario), *robots)
        known = {**fields, **dict.fromkeys(robots, ROBOT_FIELDS)}
        for complaint in complaints(atom, subjects, world.areas, known):
            message = f"{atom_text(atom)!r} can never be judged: {complaint}"
            yield file.problem("condition.unknown", path, message, found=atom_text(atom))
        zone = _zone_of(atom)
        if zone in world.repeated_zones:
            expected = " or ".join(f"{zone}/{level}" for level in world.repeated_zones[zone])
            message = f"{atom_text(atom)!r} is ambiguous: several levels have a zone {zone!r}"
            yield file.problem("condition.ambiguous", path, message, found=zone, expected=expected)


def is_robot(name: str, count: int, models: Collection[str]) -> bool:
    """Whether a name is that of a robot of any fleet as large as a number of tasks: ``<model>_<i>``."""
    model, _, index = name.rpartition("_")
    return index.isdecimal() and int(index) < max(count, 1) and model in models


def _comers(scenario: Scenario) -> Iterator[str]:
    """Names of people who come from sources."""
    return chain.from_iterable(region.people for region in scenario.regions)


def _object_lights(objects: Collection[Obstacle], catalogue: AssetCatalogue) -> Iterator[str]:
    for entity in objects:
        if catalogue.folder(entity.model) is not None:
            yield from (f"{entity.name}_{light.name}" for light in catalogue.object(entity.model).lights)


def scenario_atoms(scenario: Scenario) -> Iterator[tuple[str, Atom]]:
    """Path and atom of every clause and every ``until``."""
    yield from _clause_atoms(scenario.conditions, "conditions")
    for r, robot in enumerate(scenario.robots):
        yield from _clause_atoms(robot.conditions, f"robots[{r}].conditions")
        for p, phase in enumerate(robot.phases):
            path = f"robots[{r}].phases[{p}]"
            yield from _clause_atoms(phase.conditions, f"{path}.conditions")
            if phase.until is not None:
                yield f"{path}.until", phase.until


def _clause_atoms(clauses: Collection[Clause], path: str) -> Iterator[tuple[str, Atom]]:
    for index, clause in enumerate(clauses):
        yield f"{path}[{index}].p", clause.p
        if clause.q is not None:
            yield f"{path}[{index}].q", clause.q


def _subjects(atom: Atom) -> tuple[str, ...]:
    """Names of an atom that may be those of robots or people."""
    if isinstance(atom, NotAtom):
        return _subjects(atom.atom)
    keys = ("subject", "other", "entity")
    return tuple(str(getattr(atom, key)) for key in keys if hasattr(atom, key))


def _zone_of(atom: Atom) -> str:
    inner = atom.atom if isinstance(atom, NotAtom) else atom
    return inner.zone if isinstance(inner, MembershipAtom) else ""


def goal_names(scenario: Scenario, world: WorldNames) -> tuple[str, ...]:
    """Everything that a robot may be sent to."""
    people = (person.name for person in scenario.dynamic)
    return tuple(chain(world.areas, people, world.people, _comers(scenario)))


def named_goals(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Path and name of each named start and goal."""
    for r, robot in enumerate(scenario.robots):
        if isinstance(robot.start, str):
            yield f"robots[{r}].start", robot.start
        for p, phase in enumerate(robot.phases):
            if isinstance(phase, GotoPhase) and phase.target is not None:
                yield f"robots[{r}].phases[{p}].goto", phase.target
