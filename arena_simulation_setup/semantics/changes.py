"""Which facts have changed enough to be told: any text or truth, and numbers by a quantum of their field."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.semantics.attachment import value_text
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS, DEFAULT_QUANTUM, VOCABULARY

Facts = Mapping[tuple[str, str], Mapping[str, Any]]
"""(entity, kind) to field to value: a number, text or truth, or None for no value."""


@frozen
class Change:
    """A fact that is another than before.

    Attributes:
        entity: Name on the wire.
        kind: Kind whose vocabulary has the field.
        field: Name of the field.
        before: Text of the value before; empty where there was none.
        after: Text of the value now; empty where there is none.
    """

    entity: str
    kind: str
    field: str
    before: str
    after: str


def quantum(kind: str, field: str) -> float:
    """How much a number of a field has to change to be told, in its unit."""
    return next((known.quantum for known in VOCABULARY.get(kind, ()) if known.name == field), DEFAULT_QUANTUM)


def steps(numbers: NDArray[np.float64] | Sequence[float], quanta: NDArray[np.float64]) -> NDArray[np.float64]:
    """Numbers in whole quanta, halves to even.

    Args:
        numbers: Shape (N,); NaN for no value stays NaN.
        quanta: Shape (N,).
    """
    rounded: NDArray[np.float64] = np.rint(np.asarray(numbers, dtype=np.float64) / quanta)
    return rounded


def changes(before: Facts, after: Facts) -> tuple[Change, ...]:
    """What is to be told of two snapshots, in the order of the later one.

    Whatever was not there before is told. Texts are those of conditions: ``true``/``false``, ``repr`` of numbers.

    Args:
        before: The snapshot that was looked at last; empty at the beginning of an episode.
        after: The snapshot now.
    """
    return tuple(
        Change(*key, name, value_text(before.get(key, {}).get(name)), value_text(value))
        for key, facts in after.items()
        for name, value in facts.items()
        if name not in before.get(key, {}) or _differs(key[1], name, before[key][name], value)
    )


def _differs(kind: str, field: str, before: Any, after: Any) -> bool:
    if not _is_number(kind, field, before) or not _is_number(kind, field, after):
        return bool(before != after)
    old, new = steps((before, after), np.full(2, quantum(kind, field)))
    return bool(old != new)


def _is_number(kind: str, field: str, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return all(known.role == CONTINUOUS for known in VOCABULARY.get(kind, ()) if known.name == field)
