"""Writes to facts: which entity, which field, which value; the same rules for every writer."""

from collections.abc import Iterable, Sequence
from math import isfinite

from arena_runtime.mechanisms.contract import FactValue
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.frame import FactColumn
from arena_simulation_setup.order import SetField
from arena_simulation_setup.semantics.parameters import TRUTHS
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS, KIND_ORDER, PREDICATE

Writable = frozenset[tuple[str, str, str]]
"""(entity, kind, field) of every field that an order may set."""


def resolve_entity(columns: Iterable[FactColumn], name: str) -> str | None:
    """The entity that a name means: itself, or the only one on any level that is called so; None where there is none.

    Args:
        columns: Columns of all entities.
        name: ``<name>/<level>`` or ``<name>``.
    """
    entities = dict.fromkeys(column.entity for column in columns)
    if name in entities:
        return name
    candidates = [entity for entity in entities if entity.rpartition("/")[0] == name]
    return candidates[0] if len(candidates) == 1 else None


def written_column(columns: Iterable[FactColumn], writable: Writable, entity: str, field: str) -> FactColumn | None:
    """The column that a write goes to: of the first kind, in vocabulary order, whose field of that name is writable."""
    found = [
        column
        for column in columns
        if column.entity == entity and column.field == field and (entity, column.kind, field) in writable
    ]
    return min(found, key=lambda column: KIND_ORDER.index(column.kind), default=None)


def validate_write(columns: Sequence[FactColumn], writable: Writable, write: SetField) -> str | None:
    """Why a write can not be carried out, or None where it can.

    Args:
        columns: Columns of all entities.
        writable: Fields that orders may set.
        write: What is asked for; its entity may be a bare name.

    Returns:
        A sentence that begins with ``unknown entity``, ``field not writable`` or ``malformed value``.
    """
    entity = resolve_entity(columns, write.entity)
    if entity is None:
        return _unknown_entity(columns, write.entity)
    column = written_column(columns, writable, entity, write.field)
    if column is None:
        return _not_writable(columns, writable, entity, write.field)
    try:
        parse_value(column, write.value)
    except ValueError as error:
        return str(error)
    return None


def parse_value(column: FactColumn, text: str) -> FactValue:
    """The value that a text means in a column.

    Raises:
        ValueError: If the text is no value of the column; begins with ``malformed value``.
    """
    if column.role == CONTINUOUS:
        return _number(column, text)
    if column.role == PREDICATE:
        if _truth_word(text) in TRUTHS:
            return written_truth(text)
        raise ValueError(_malformed(column, text, "true or false"))
    if text in column.codes:
        return text
    raise ValueError(_malformed(column, text, f"one of {', '.join(map(repr, column.codes))}", column.codes))


def written_truth(text: str) -> bool:
    """The truth that an accepted text of a predicate means."""
    return TRUTHS[_truth_word(text)]


def _truth_word(text: str) -> str:
    return text.strip().lower()


def _number(column: FactColumn, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if isfinite(number) and "_" not in text:
        return number
    unit = f" in {column.unit}" if column.unit else ""
    raise ValueError(_malformed(column, text, f"a finite number{unit}"))


def _unknown_entity(columns: Sequence[FactColumn], name: str) -> str:
    entities = list(dict.fromkeys(column.entity for column in columns))
    candidates = [entity for entity in entities if entity.rpartition("/")[0] == name]
    if candidates:
        return f"unknown entity: {name!r} is on several levels (expected one of {', '.join(candidates)})"
    bare = [entity.rpartition("/")[0] for entity in entities]
    return f"unknown entity: {name!r}{_expected(name, entities + bare, f'the name of one of {len(entities)} entities')}"


def _not_writable(columns: Sequence[FactColumn], writable: Writable, entity: str, field: str) -> str:
    fields = [c.field for c in columns if c.entity == entity and (entity, c.kind, c.field) in writable]
    accepted = f"one of {', '.join(fields)}" if fields else "none: everything about it is read-only"
    return f"field not writable: {field!r} of {entity}{_expected(field, fields, accepted)}"


def _malformed(column: FactColumn, text: str, accepted: str, words: Sequence[str] = ()) -> str:
    where = f"{column.field} of {column.entity}"
    return f"malformed value: {text!r} for {where}{_expected(text, words, accepted)}"


def _expected(found: str, words: Sequence[str], accepted: str) -> str:
    return f" (expected {accepted}{did_you_mean(found, words)})"
