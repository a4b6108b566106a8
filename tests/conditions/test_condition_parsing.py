"""Atoms and clauses are read exactly, and what is wrong is pointed at."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import BINARY_OPS, FAILURE_POLICIES, OPS, Clause
from arena_simulation_setup.conditions.parse import atom_text, clause_mapping, parse_atom, parse_clause

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=8).filter(
    lambda name: name.split() == [name] and name != "not" and not name.startswith("env_")
)
FIELDS = NAMES.filter(lambda name: "." not in name)
PLAIN_ATOMS = st.one_of(
    st.builds(FieldAtom, NAMES, FIELDS, NAMES),
    st.builds(MembershipAtom, NAMES, NAMES),
    st.builds(DistanceAtom, NAMES, st.floats(0.0, allow_infinity=False).map(abs), NAMES),
)
ATOMS = st.one_of(PLAIN_ATOMS, st.builds(NotAtom, PLAIN_ATOMS))


@st.composite
def clauses(draw: st.DrawFn) -> Clause:
    op = draw(st.sampled_from(OPS))
    second = draw(ATOMS) if op in BINARY_OPS else None
    return Clause(op, draw(ATOMS), second, draw(st.text(max_size=5)), draw(st.sampled_from(FAILURE_POLICIES)))


@pytest.mark.parametrize(
    ("text", "atom"),
    [
        ("a.b.c == 1", FieldAtom("a.b", "c", "1")),
        ("exam_room_1_door/0.open == false", FieldAtom("exam_room_1_door/0", "open", "false")),
        ("  robot in pharmacy\n", MembershipAtom("robot", "pharmacy")),
        ("robot in ward/1", MembershipAtom("robot", "ward/1")),
        ("robot within 1.5 of nurse", DistanceAtom("robot", 1.5, "nurse")),
        ("robot within 2e-1 of nurse", DistanceAtom("robot", 0.2, "nurse")),
        ("not robot in pharmacy", NotAtom(MembershipAtom("robot", "pharmacy"))),
        ("x.y == env_0/z", FieldAtom("x", "y", "env_0/z")),
        ("in in in", MembershipAtom("in", "in")),
    ],
)
def test_each_surface_form_is_read(text: str, atom: Atom) -> None:
    assert parse_atom(text) == atom


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 0, "one blank"),
        ("robot", 0, "second word"),
        ("robot inside pharmacy", 6, "inside"),
        ("robot  in pharmacy", 6, "one blank"),
        ("robot in\tpharmacy", 6, "one blank"),
        ("robot in", 8, "1 more word"),
        ("robot in waiting area", 17, "area"),
        ("door == open", 0, "<entity>.<field>"),
        ("door. == open", 0, "<entity>.<field>"),
        (".open == true", 0, "<entity>.<field>"),
        ("not not robot in pharmacy", 4, "negation"),
        ("robot within far of nurse", 13, "far"),
        ("robot within -1 of nurse", 13, "negative"),
        ("robot within nan of nurse", 13, "nan"),
        ("robot within inf of nurse", 13, "inf"),
        ("robot within 1e999 of nurse", 13, "finite"),
        ("robot within 1_0 of nurse", 13, "1_0"),
        ("robot within 1 from nurse", 15, "'of'"),
        ("env_0/robot in pharmacy", 0, "env_0/"),
        ("robot in env_12/pharmacy", 9, "env_12/"),
        ("not robot within 1 of env_0/nurse", 22, "env_0/"),
        ("env_0/door.open == true", 0, "env_0/"),
    ],
)
def test_an_error_points_at_the_token_and_names_the_forms(text: str, column: int, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_atom(text)
    sentence, shown, marker = str(caught.value).split("\n")
    assert words in sentence
    assert "<subject> within <radius> of <subject>" in sentence
    assert shown[2:] == text.strip()
    assert marker.index("^") == column + 2


@given(ATOMS)
@settings(max_examples=200, deadline=None)
def test_an_atom_survives_its_text(atom: Atom) -> None:
    assert parse_atom(atom_text(atom)) == atom


@given(st.text(st.sampled_from("ab.=in twof019-e_/\t\n"), max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_an_atom_or_a_value_error(text: str) -> None:
    try:
        atom = parse_atom(text)
    except ValueError:
        return
    assert parse_atom(atom_text(atom)) == atom


def test_a_radius_is_written_short() -> None:
    assert atom_text(DistanceAtom("a", 2.0, "b")) == "a within 2 of b"
    assert atom_text(DistanceAtom("a", 0.1, "b")) == "a within 0.1 of b"
    minus_zero = parse_atom("a within -0 of b")
    assert isinstance(minus_zero, DistanceAtom)
    assert math.copysign(1.0, minus_zero.radius) == 1.0


@given(clauses())
@settings(max_examples=100, deadline=None)
def test_a_clause_survives_its_mapping(clause: Clause) -> None:
    assert parse_clause(clause_mapping(clause)) == clause


def test_defaults_are_left_out_and_none_counts_as_absent() -> None:
    clause = parse_clause({"op": "never", "p": "robot in a", "q": None, "text": None, "on_failure": None})
    assert clause == Clause("never", MembershipAtom("robot", "a"))
    assert clause_mapping(clause) == {"op": "never", "p": "robot in a"}


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"op": "until", "p": "robot in a"}, ["op", "until", "never_during"]),
        ({"p": "robot in a"}, ["op", "always"]),
        ({"op": "nevr", "p": "robot in a"}, ["did you mean 'never'"]),
        ({"op": "never"}, ["p: ", "None"]),
        ({"op": "never", "p": True}, ["p: ", "True"]),
        ({"op": "never", "p": "robot on a"}, ["p: ", "on"]),
        ({"op": "before", "p": "robot in a"}, ["q: "]),
        ({"op": "never", "p": "robot in a", "q": "robot in b"}, ["q: ", "robot in b"]),
        ({"op": "never", "p": "robot in a", "on_failure": "stop"}, ["on_failure", "stop_task"]),
        ({"op": "never", "p": "robot in a", "text": 3}, ["text", "3"]),
        ({"op": "never", "p": "robot in a", "on_fail": "continue"}, ["on_fail", "did you mean 'on_failure'"]),
        ({"op": ["never"], "p": "robot in a"}, ["op"]),
        ({1: "never"}, ["1", "accepted"]),
        (["never"], ["mapping"]),
        (None, ["mapping"]),
    ],
)
def test_a_wrong_clause_names_key_value_and_what_is_accepted(mapping: object, words: list[str]) -> None:
    with pytest.raises(ValueError) as caught:
        parse_clause(mapping)  # type: ignore[arg-type]
    assert all(word in str(caught.value) for word in words)
