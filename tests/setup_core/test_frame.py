"""A frame is a value: read-only, equal by its bits."""

import math
from typing import Any

import attrs
import numpy as np
import pytest

from arena_simulation_setup.frame import Frame, FrameLayout

FIELDS = ("robots", "people", "numbers", "codes", "contacts", "signals", "results")


def made(**parts: Any) -> Frame:
    defaults: dict[str, Any] = {
        "tick": 3,
        "time_ns": 100_000_000,
        "robots": [[1.0, 2.0, 0.5, 0.0, 0.0, 0.0]],
        "people": [[1.0, 2.0, 0.5, 0.0, 0.0]] * 2,
        "numbers": [math.nan, 0.0],
        "codes": [1, 255],
        "contacts": [[0, 1, -1]],
        "signals": [255],
        "results": [],
    }
    return Frame(**{**defaults, **parts})


def test_shapes_and_types_are_those_of_the_contract() -> None:
    frame = made()
    shapes = {name: (getattr(frame, name).shape, getattr(frame, name).dtype.name) for name in FIELDS}
    assert shapes == {
        "robots": ((1, 6), "float64"),
        "people": ((2, 5), "float64"),
        "numbers": ((2,), "float64"),
        "codes": ((2,), "uint8"),
        "contacts": ((1, 3), "int32"),
        "signals": ((1,), "uint8"),
        "results": ((0, 3), "int32"),
    }


@pytest.mark.parametrize("name", FIELDS)
def test_arrays_cannot_be_written(name: str) -> None:
    array = getattr(made(results=[[0, 0, 1]]), name)
    with pytest.raises(ValueError, match="read-only"):
        array[...] = 0


def test_a_frame_does_not_share_memory_with_what_it_was_made_of() -> None:
    robots = np.zeros((1, 6))
    frame = made(robots=robots)
    robots[0, 0] = 9.0
    assert frame.robots[0, 0] == 0.0


def test_missing_numbers_are_equal_and_the_sign_of_zero_counts() -> None:
    assert made() == made()
    assert hash(made()) == hash(made())
    assert made(numbers=[math.nan, 0.0]) != made(numbers=[math.nan, -0.0])


@pytest.mark.parametrize(
    "parts",
    [
        {"tick": 4},
        {"time_ns": 1},
        {"robots": [[1.0, 2.0, 0.5000000000000001, 0.0, 0.0, 0.0]]},
        {"people": []},
        {"numbers": [0.0, 0.0]},
        {"codes": [1, 254]},
        {"contacts": [[0, 1, 0]]},
        {"signals": [0]},
        {"results": [[0, 0, 1]]},
    ],
)
def test_any_other_bit_makes_another_frame(parts: dict[str, Any]) -> None:
    assert made(**parts) != made()
    assert attrs.evolve(made(), **parts) == made(**parts)


def test_a_frame_is_no_other_thing() -> None:
    assert made() != "frame"


def test_rows_of_the_wrong_width_are_refused() -> None:
    with pytest.raises(ValueError):
        made(robots=[[1.0, 2.0, 0.5]])


def test_a_layout_finds_rows_by_name() -> None:
    layout = FrameLayout(robots=("a", "b"), people=("c",))
    assert (layout.robot_index, layout.person_index) == ({"a": 0, "b": 1}, {"c": 0})
