"""When a fact has changed enough to be told."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_simulation_setup.semantics.changes import Change, changes, quantum, steps

DOOR = ("front/0", "door")


def told(kind: str, field: str, before: object, after: object) -> list[tuple[str, str]]:
    key = ("thing/0", kind)
    return [(change.before, change.after) for change in changes({key: {field: before}}, {key: {field: after}})]


@pytest.mark.parametrize(
    ("kind", "field", "before", "after", "expected"),
    [
        ("door", "progress", 0.40, 0.44, []),
        ("door", "progress", 0.40, 0.46, [("0.4", "0.46")]),
        ("elevator", "occupants", 2.0, 2.4, []),
        ("occupancy_cap", "occupancy", 2.0, 2.4, []),
        ("occupancy_cap", "occupancy", 2.0, 2.6, [("2.0", "2.6")]),
        # Halves go to the even neighbour.
        ("occupancy_cap", "cap", 0.0, 0.5, []),
        ("occupancy_cap", "cap", 1.0, 1.5, [("1.0", "1.5")]),
        ("occupancy_cap", "cap", 2.0, 2.5, []),
        ("light", "level", 0.50, 0.504, []),
        ("light", "level", 0.50, 0.52, [("0.5", "0.52")]),
        ("zone", "max_speed", 1.0, 1.4, []),
        ("gate", "locked", True, True, []),
        ("gate", "locked", True, False, [("true", "false")]),
        ("door", "state", "closed", "opening", [("closed", "opening")]),
        ("signal", "phase_remaining", None, 3.0, [("", "3.0")]),
        ("signal", "phase_remaining", 3.0, None, [("3.0", "")]),
        ("signal", "phase_remaining", None, None, []),
    ],
)
def test_what_is_told(kind: str, field: str, before: object, after: object, expected: list[tuple[str, str]]) -> None:
    assert told(kind, field, before, after) == expected


def test_the_first_observation_is_always_told() -> None:
    facts = {DOOR: {"progress": 0.0, "open": False, "state": "closed"}}
    assert changes({}, facts) == (
        Change("front/0", "door", "progress", "", "0.0"),
        Change("front/0", "door", "open", "", "false"),
        Change("front/0", "door", "state", "", "closed"),
    )
    assert changes(facts, facts) == ()


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_one_number_and_many_are_rounded_alike(before: float, after: float) -> None:
    size = quantum("door", "progress")
    old, new = steps([before, after], np.full(2, size))
    assert (old != new) == (round(before / size) != round(after / size))
    assert bool(told("door", "progress", before, after)) == (old != new)


def test_fields_that_no_vocabulary_has_count_in_whole_units() -> None:
    assert quantum("zone", "max_speed") == quantum("door", "speed") == 1.0
