"""Facts of all mechanisms as the flat arrays of a frame."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_runtime.mechanisms.contract import FactValue, Member, Outcome
from arena_runtime.mechanisms.writes import Writable
from arena_simulation_setup.frame import NO_CODE, FactColumn
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS, PREDICATE

Facts = Mapping[tuple[str, str], Mapping[str, FactValue]]


@frozen
class _Slots:
    """Where the facts of one mechanism go: (field, index) of numbers; (field, index, code of each value) of codes."""

    numbers: tuple[tuple[str, int], ...]
    codes: tuple[tuple[str, int, Mapping[Any, int]], ...]


def _distinct(mechanisms: Sequence[Member]) -> tuple[Member, ...]:
    keys = [(mechanism.entity, mechanism.kind) for mechanism in mechanisms]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"entity {key[0]!r} has two mechanisms of kind {key[1]!r}, expected one")
    return tuple(mechanisms)


@frozen
class FactTable:
    """Indices of every fact, in the order of the mechanisms and of each kind's vocabulary.

    Attributes:
        mechanisms: All mechanisms of an episode; an entity has at most one of a kind.
    """

    mechanisms: tuple[Member, ...] = field(converter=_distinct)

    @cached_property
    def number_columns(self) -> tuple[FactColumn, ...]:
        """Columns of ``Frame.numbers``."""
        return tuple(column for column in self.columns if column.role == CONTINUOUS)

    @cached_property
    def code_columns(self) -> tuple[FactColumn, ...]:
        """Columns of ``Frame.codes``."""
        return tuple(column for column in self.columns if column.role != CONTINUOUS)

    @cached_property
    def columns(self) -> tuple[FactColumn, ...]:
        """Columns of both."""
        return tuple(column for mechanism in self.mechanisms for column in mechanism.columns)

    @cached_property
    def writable(self) -> Writable:
        """(entity, kind, field) of everything that an order may set."""
        return frozenset(
            (mechanism.entity, mechanism.kind, name) for mechanism in self.mechanisms for name in mechanism.writable
        )

    @cached_property
    def _slots(self) -> tuple[_Slots, ...]:
        slots, number, code = [], 0, 0
        for mechanism in self.mechanisms:
            numbers, codes = [], []
            for column in mechanism.columns:
                if column.role == CONTINUOUS:
                    numbers.append((column.field, number))
                    number += 1
                else:
                    codes.append((column.field, code, _code_of(column)))
                    code += 1
            slots.append(_Slots(tuple(numbers), tuple(codes)))
        return tuple(slots)

    def empty_arrays(self) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
        """Numbers, shape (N,), and codes, shape (C,), that say "no value" throughout."""
        numbers = np.full(len(self.number_columns), np.nan, dtype=np.float64)
        return numbers, np.full(len(self.code_columns), NO_CODE, dtype=np.uint8)

    def encode(self, outcomes: Sequence[Outcome], numbers: NDArray[np.float64], codes: NDArray[np.uint8]) -> None:
        """Write the facts of all mechanisms, one outcome each, into the arrays."""
        for index, outcome in enumerate(outcomes):
            self.encode_one(index, outcome, numbers, codes)

    def encode_one(self, index: int, outcome: Outcome, numbers: NDArray[np.float64], codes: NDArray[np.uint8]) -> None:
        """Write the facts of one mechanism into the arrays.

        Raises:
            ValueError: If a fact is missing or a text is not in the table of its column.
        """
        facts, slots = outcome.facts, self._slots[index]
        try:
            for name, at in slots.numbers:
                value = facts[name]
                numbers[at] = np.nan if value is None else value
            for name, at, code_of in slots.codes:
                codes[at] = code_of[facts[name]]
        except KeyError as error:
            mechanism = self.mechanisms[index]
            raise ValueError(
                f"{mechanism.kind} {mechanism.entity}: {error.args[0]!r} is no field or no value of {dict(facts)}"
            ) from error


def _code_of(column: FactColumn) -> Mapping[Any, int]:
    values: Sequence[Any] = (False, True) if column.role == PREDICATE else column.codes
    return {None: NO_CODE, **{value: code for code, value in enumerate(values)}}
