"""Atoms of a scenario that can never be true: places out of reach, distances within bodies, values of no field."""

from collections.abc import Iterator, Mapping, Sequence

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.check.people import BODY_RADIUS
from arena_simulation_setup.check.scenario_names import scenario_atoms
from arena_simulation_setup.check.scenario_ways import RobotWays, start_parts
from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.facts import number_of
from arena_simulation_setup.conditions.names import JUDGED_ROBOT
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.frame import PREDICATE_CODES
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS, PREDICATE, VOCABULARY, FactField
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.zone import Zone

PHASE = "phase"
"""The field of a robot that is the number of its phase."""

FactFields = Mapping[tuple[str, str], FactField]


def fact_fields(world: WorldDescription) -> FactFields:
    """Entity (by name and by ``<name>/<level>``) and field to what the field may say, where that is known."""
    found: dict[tuple[str, str], FactField] = {}
    for level_id, level in world.levels.items():
        for zone in level.zones:
            for name, fields in _zone_fields(zone):
                for spelled in (name, f"{name}/{level_id}"):
                    for known in fields:
                        found.setdefault((spelled, known.name), known)
    return found


def truth_problems(
    file: CheckedFile, scenario: Scenario, ways: RobotWays, robots: Sequence[str], fields: FactFields
) -> Iterator[Problem]:
    """Atoms that can never be true.

    Args:
        file: The scenario's file.
        scenario: The scenario.
        ways: Where robots get to.
        robots: Names of robots beside ``robot``.
        fields: What ``fact_fields`` knows.
    """
    starts = start_parts(scenario.robots, ways)
    subjects = (JUDGED_ROBOT, *robots)
    for path, atom in scenario_atoms(scenario):
        inner = atom.atom if isinstance(atom, NotAtom) else atom
        why, expected, suggestion = "", "", ""
        if isinstance(inner, MembershipAtom) and inner.subject in subjects and starts:
            there = ways.within(inner.zone)
            if there is not None and not there & starts:
                why = f"a robot of radius {ways.radius:g} m does not get there from its start"
                expected = "a place within reach"
        elif isinstance(inner, DistanceAtom) and inner.radius < BODY_RADIUS and inner.subject != inner.other:
            why = "two bodies never come as near, distances are between their centres"
            expected = f"at least {BODY_RADIUS:g} m"
        elif isinstance(inner, FieldAtom):
            accepted = _accepted(inner, fields, subjects)
            if accepted is not None:
                why = f"{inner.entity}.{inner.field} is never {inner.value!r}"
                expected, suggestion = accepted, nearest(inner.value, accepted.split(", "))
        if why:
            message = f"{atom_text(inner)!r} can never be true: {why}"
            hints = {"found": _found(inner), "expected": expected, "suggestion": suggestion}
            yield file.problem("condition.never", path, message, **hints)


def _accepted(atom: FieldAtom, fields: FactFields, robots: Sequence[str]) -> str | None:
    """What the field may say, where that is known and the atom's value is not among it."""
    if atom.entity in robots:
        return "the number of a phase" if atom.field == PHASE and not atom.value.isdecimal() else None
    known = fields.get((atom.entity, atom.field))
    if known is None:
        return None
    if known.role == CONTINUOUS:
        return "a number" if number_of(atom.value) is None else None
    codes = PREDICATE_CODES if known.role == PREDICATE else known.codes
    return ", ".join(codes) if codes and atom.value not in codes else None


def _found(atom: Atom) -> str:
    return atom.value if isinstance(atom, FieldAtom) else atom_text(atom)


def _zone_fields(zone: Zone) -> Iterator[tuple[str, tuple[FactField, ...]]]:
    """Name and fields of a zone and of what it lists, in the order in which kinds are asked."""
    for door in zone.doors:
        yield door.name, VOCABULARY["door"] + _predicates(door.semantics)
    for elevator in zone.elevators:
        yield elevator.name, VOCABULARY["elevator"] + _predicates(elevator.semantics)
    for light in zone.lights:
        yield light.name, VOCABULARY["light"]
    yield zone.name, _predicates(zone.semantics)


def _predicates(semantics: Sequence[SemanticCfg]) -> tuple[FactField, ...]:
    return tuple(FactField(item.name, PREDICATE) for item in semantics if item.role == PREDICATE)
