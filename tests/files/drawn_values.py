"""Drawn values of which worlds consist: numbers, names, identifiers, points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from hypothesis import strategies as st

from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.tree.identifiers import DomainIdentifier, MaterialIdentifier

T = TypeVar("T")
Identifier = TypeVar("Identifier", bound=DomainIdentifier)

TRICKY = (
    "on",
    "007",
    "1e3",
    "null",
    "~",
    "true",
    "-",
    "#1",
    "2024-01-01",
    "é",
    "a b",
    "'",
    '"',
    "[x]",
    "{",
    "*a",
    "&a",
    "!b",
    "%",
    "=",
)
"""Words that a careless writer of YAML would not get back."""
eighths = st.integers(-8_000, 8_000).map(lambda number: number / 8)
coordinates = st.one_of(eighths, eighths, st.floats(-1e4, 1e4))
lengths = st.one_of(st.integers(1, 800).map(lambda number: number / 8), st.floats(1e-2, 1e3))
seconds = st.one_of(st.integers(0, 800).map(lambda number: number / 8), st.floats(0.0, 1e5))
shares = st.sampled_from([0.0, 0.1, 0.5, 1 / 3, 1.0])
texts = st.one_of(st.sampled_from(TRICKY), st.text(max_size=12))
regimes = st.sampled_from(["", "alarm", "!alarm", "on"])
plain_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**17), 10**17), coordinates, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)
extras = st.dictionaries(st.integers(0, 99).map(lambda number: f"zz_{number}"), plain_values, max_size=2)


letters = st.characters(exclude_categories=["C", "Z"], exclude_characters="/:.,")
names = st.one_of(st.sampled_from(TRICKY), st.text(letters, min_size=1, max_size=8)).filter(str.isprintable)
"""Names on one line, without slash, colon or blank."""


def few(items: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    """One or two things."""
    return st.lists(items, min_size=1, max_size=2).map(tuple)


class Names:
    """Names that no other thing of the world has."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw, self._taken = draw, set[str]()

    def __call__(self) -> str:
        word = self._draw(names)
        while word in self._taken:
            word += str(len(self._taken))
        self._taken.add(word)
        return word


@st.composite
def identifiers(draw: st.DrawFn, kind: type[Identifier]) -> Identifier:
    return kind(draw(names), draw(st.sampled_from(["Common", "Lab"])))


@st.composite
def materials(draw: st.DrawFn) -> MaterialIdentifier:
    modifiers: Mapping[str, Any] = draw(st.sampled_from([{}, {}, {"tint": "red"}, {"tint": "#00ff0080", "wear": 0.5}]))
    if draw(st.integers(0, 5)) == 0:
        return MaterialIdentifier("")
    named = draw(identifiers(MaterialIdentifier))
    return MaterialIdentifier(named.name, named.domain, modifiers)


positions = st.builds(Position, coordinates, coordinates, coordinates)
poses = st.builds(Pose, *[coordinates] * 2, *[st.floats(-10.0, 10.0)] * 4)
directions = positions.filter(lambda found: found != Position(0.0, 0.0, 0.0))
