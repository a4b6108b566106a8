"""Timelines that set or watch what does not exist, or what cannot be set."""

from collections.abc import Iterator, Mapping

from arena_simulation_setup.check.checked_file import CheckedFile
from arena_simulation_setup.conditions.names import complaints
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.scenario.timeline import FieldEdge
from arena_simulation_setup.semantics.vocabulary import VOCABULARY

Fields = Mapping[str, tuple[str, ...]]


def timeline_problems(
    file: CheckedFile, scenario: Scenario, fields: Fields, subjects: tuple[str, ...], areas: tuple[str, ...]
) -> Iterator[Problem]:
    """What is wrong with the names in a timeline.

    Args:
        file: The scenario's file.
        scenario: The scenario.
        fields: Entity to the names of its fields.
        subjects: Robots and people.
        areas: Zones, doors and elevators.
    """
    for index, entry in enumerate(scenario.timeline):
        path = f"timeline[{index}]"
        for number, action in enumerate(entry.actions):
            where = f"{path}.set[{number}]"
            yield from _field(file, where, action.entity, action.field, fields)
            if action.field in fields.get(action.entity, ()) and not _is_writable(action.field):
                message = f"field {action.field!r} of {action.entity!r} cannot be set"
                yield file.problem("timeline.read_only", f"{where}.field", message, found=action.field)
        if isinstance(entry.when, FieldEdge):
            yield from _field(file, f"{path}.when", entry.when.entity, entry.when.field, fields)
        elif entry.when is not None:
            for complaint in complaints(entry.when, subjects, areas, fields):
                message = f"{atom_text(entry.when)!r} can never be judged: {complaint}"
                yield file.problem("condition.unknown", f"{path}.when", message, found=atom_text(entry.when))


def _field(file: CheckedFile, path: str, entity: str, field: str, fields: Fields) -> Iterator[Problem]:
    if entity not in fields:
        message = f"there is no entity {entity!r} with fields"
        hints = {"found": entity, "suggestion": nearest(entity, tuple(fields))}
        yield file.problem("timeline.unknown", f"{path}.entity", message, **hints)
    elif field not in fields[entity]:
        message = f"{entity!r} has no field {field!r}"
        expected = f"one of {', '.join(dict.fromkeys(fields[entity]))}" if fields[entity] else ""
        hints = {"found": field, "expected": expected, "suggestion": nearest(field, fields[entity])}
        yield file.problem("timeline.unknown", f"{path}.field", message, **hints)


def _is_writable(field: str) -> bool:
    """Whether some kind lets the field be set; fields of no kind are a zone's own and can be."""
    found = [known.writable for kind in VOCABULARY.values() for known in kind if known.name == field]
    return any(found) or not found
