"""What an atom says about one frame: true, false or unknown."""

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_ward import FALSE, LAYOUT, NO_VALUE, TRUE, episode, frame, square

from arena_simulation_setup.conditions.facts import texts_equal
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.conditions.parse import parse_atom
from arena_simulation_setup.frame import FactColumn, FrameLayout

IN_WARD = (2.0, 2.0)
TRUTHS = [
    ("jackal_0 in ward", {}, True),
    ("jackal_0 in lab", {}, False),
    ("not jackal_0 in lab", {}, True),
    ("nurse in ward", {"nurse": (0.0, 0.0)}, True),
    ("nurse in ward", {"nurse": (4.0, 2.0)}, True),
    ("nurse in lab", {"nurse": (4.0, 2.0)}, True),
    ("nurse in ward", {"nurse": (4.000001, 2.0)}, False),
    ("nurse in ward", {}, False),
    ("not nurse in ward", {}, True),
    ("nurse within 1000 of jackal_0", {}, False),
    ("not nurse within 1000 of jackal_0", {}, True),
    ("jackal_0 within 1000 of nurse", {}, False),
    ("stranger in ward", {}, None),
    ("not stranger in ward", {}, None),
    ("nurse in cellar", {}, None),
    ("not jackal_0 in cellar", {}, None),
    ("stranger within 5 of jackal_0", {}, None),
    ("not nurse within 5 of stranger", {}, None),
    ("robot in ward", {}, None),
    ("nurse within 5 of visitor", {"nurse": (1.0, 1.0), "visitor": (4.0, 5.0)}, True),
    ("nurse within 4.9 of visitor", {"nurse": (1.0, 1.0), "visitor": (4.0, 5.0)}, False),
    ("nurse within 0 of visitor", {"nurse": (1.0, 1.0), "visitor": (1.0, 1.0)}, True),
    ("jackal_0 in hall/0", {}, False),
    ("nurse in hall/1", {"nurse": (51.0, 5.0)}, True),
    ("nurse in hall/2", {"nurse": (51.0, 5.0)}, None),
    ("door_1/0.open == true", {"door": (1.0, 2, TRUE)}, True),
    ("door_1.open == true", {"door": (1.0, 2, TRUE)}, True),
    ("door_1.open == false", {"door": (1.0, 2, FALSE)}, True),
    ("door_1.open == 1", {"door": (1.0, 2, TRUE)}, False),
    ("door_1.state == open", {"door": (1.0, 2, TRUE)}, True),
    ("door_1.state == ajar", {"door": (1.0, 2, TRUE)}, False),
    ("door_1.state == open", {"door": (1.0, NO_VALUE, TRUE)}, None),
    ("not door_1.state == open", {"door": (1.0, NO_VALUE, TRUE)}, None),
    ("door_1.progress == 0.5", {"door": (0.5000001, 1, FALSE)}, True),
    ("door_1.progress == 0.5", {"door": (0.500002, 1, FALSE)}, False),
    ("door_1.progress == 5e-1", {"door": (0.5, 1, FALSE)}, True),
    ("door_1.progress == half", {"door": (0.5, 1, FALSE)}, False),
    ("door_1.progress == 0.5", {"door": (float("nan"), 1, FALSE)}, None),
    ("door_1.colour == red", {}, None),
    ("door_2.open == true", {}, None),
    ("jackal_0.phase == 0", {}, False),
    ("jackal_0.mood == good", {}, None),
]


def observed(layout: FrameLayout = LAYOUT, **parts: Any) -> Judge:
    judged = Judge(episode(), layout)
    judged.observe(frame(0, IN_WARD, **parts))
    return judged


@pytest.mark.parametrize(("text", "parts", "truth"), TRUTHS)
def test_truth_of_an_atom(text: str, parts: dict[str, Any], truth: bool | None) -> None:
    assert observed(**parts).holds(parse_atom(text)) is truth


@pytest.mark.parametrize(("text", "parts", "truth"), [case for case in TRUTHS if not case[0].startswith("not")])
def test_negation_turns_truth_and_keeps_the_unknown(text: str, parts: dict[str, Any], truth: bool | None) -> None:
    negated = observed(**parts).holds(parse_atom(f"not {text}"))
    assert negated is (None if truth is None else not truth)


@pytest.mark.parametrize(
    ("text", "value", "equal"),
    [
        ("4.0000001", "4", True),
        ("4.0000011", "4", False),
        ("4.0", "4", True),
        ("true", "true", True),
        ("true", "True", False),
        ("true", "1", False),
        ("inf", "inf", True),
        ("nan", "0", False),
        ("", "", True),
        ("2", "02", True),
    ],
)
def test_values_are_compared_as_numbers_or_letter_by_letter(text: str, value: str, equal: bool) -> None:
    assert texts_equal(text, value) is equal
    assert texts_equal(value, text) is equal


def test_a_bare_place_name_on_two_levels_is_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match="hall/0 or hall/1"):
        observed().holds(parse_atom("nurse in hall"))


def test_a_bare_entity_name_on_two_levels_is_refused_with_the_choices() -> None:
    upstairs = FactColumn("door_1/1", "door", "open", "predicate", codes=("false", "true"))
    judged = Judge(episode(), attrs.evolve(LAYOUT, codes=(*LAYOUT.codes, upstairs)))
    judged.observe(attrs.evolve(frame(0, IN_WARD), codes=[2, FALSE, TRUE]))
    with pytest.raises(ValueError, match="door_1/0 or door_1/1"):
        judged.fields("door_1", "open")
    assert judged.fields("door_1/1", "open") == "true"
    assert judged.fields("door_1", "state") == "open"


def test_the_first_kind_in_order_gives_a_field_that_several_kinds_have() -> None:
    codes = (
        FactColumn("lift/0", "signal", "in_transit", "predicate", codes=("false", "true")),
        FactColumn("lift/0", "elevator", "in_transit", "predicate", codes=("false", "true")),
        FactColumn("lift/0", "zone", "in_transit", "predicate", codes=("false", "true")),
    )
    judged = Judge(episode(), attrs.evolve(LAYOUT, codes=codes))
    judged.observe(attrs.evolve(frame(0), codes=[FALSE, TRUE, FALSE]))
    assert judged.fields("lift/0", "in_transit") == "true"
    assert judged.holds(parse_atom("lift.in_transit == true")) is True


def test_texts_of_fields_are_those_of_python() -> None:
    judged = observed(door=(0.1, 1, TRUE))
    assert judged.fields("door_1/0", "progress") == "0.1"
    assert judged.fields("door_1", "state") == "opening"
    assert judged.fields("door_1", "open") == "true"
    assert judged.fields("door_9", "open") is None
    assert observed(door=(float("nan"), NO_VALUE, TRUE)).fields("door_1", "progress") is None
    assert judged.fields("jackal_0", "met") == ""


def test_on_one_level_a_zone_comes_before_a_door_of_the_same_name() -> None:
    areas = (square("dock", 20.0, 20.0, kind="door"), square("dock", 0.0, 0.0, kind="zone"))
    judged = observed(attrs.evolve(LAYOUT, areas=areas))
    assert judged.holds(parse_atom("jackal_0 in dock")) is True


def test_an_area_with_two_corners_is_no_place() -> None:
    line = attrs.evolve(square("line", 0.0, 0.0), corners=((0.0, 0.0), (4.0, 4.0)))
    assert observed(attrs.evolve(LAYOUT, areas=(line,))).holds(parse_atom("jackal_0 in line")) is None


@given(st.tuples(*[st.integers(-3, 3)] * 4), st.integers(0, 6))
@settings(max_examples=100, deadline=None)
def test_distance_is_inclusive_and_symmetric(points: tuple[int, int, int, int], radius: int) -> None:
    x, y, other_x, other_y = points
    judged = observed(nurse=(x, y), visitor=(other_x, other_y))
    expected = (x - other_x) ** 2 + (y - other_y) ** 2 <= radius**2
    assert judged.holds(parse_atom(f"nurse within {radius} of visitor")) is expected
    assert judged.holds(parse_atom(f"visitor within {radius} of nurse")) is expected


def test_a_frame_that_does_not_fit_its_layout_is_refused() -> None:
    judged = Judge(episode(), LAYOUT)
    with pytest.raises(ValueError, match="frame 0 has"):
        judged.observe(attrs.evolve(frame(0), codes=[0]))
