"""Text of atoms and plain mappings of clauses, in both directions."""

import math
import re
from collections.abc import Mapping
from typing import Any

from arena_simulation_setup.conditions.atom import Atom, DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import BINARY_OPS, CONTINUE, FAILURE_POLICIES, OPS, Clause
from arena_simulation_setup.files.near_names import did_you_mean

FORMS = "'<entity>.<field> == <value>', '<subject> in <zone>', '<subject> within <radius> of <subject>' or 'not <atom>'"
CLAUSE_KEYS = ("op", "p", "q", "text", "on_failure")

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_ENVIRONMENT_PREFIX = re.compile(r"env_[0-9]+/")


class AtomError(ValueError):
    """A text is no atom.

    Attributes:
        text: The text without the blanks around it.
        column: Where the offending token starts in it, from 0.
        expected: What is wrong and what was expected, in one sentence.
    """

    def __init__(self, text: str, column: int, expected: str) -> None:
        self.text, self.column = text, column
        self.expected = f"not an atom: {expected} (the forms are {FORMS})"
        super().__init__(f"{self.expected}\n  {text}\n  {' ' * column}^")


def parse_atom(text: str) -> Atom:
    """Read an atom in one of its four surface forms.

    Tokens are separated by single blanks; blanks around the whole text are ignored. An entity field is split at the
    last dot before ``==``. Names carry no ``env_<n>/`` prefix.

    Args:
        text: For example ``robot in pharmacy`` or ``not door_1/0.open == true``.

    Raises:
        AtomError: If the text has none of the forms, negates a negation, or has a radius that is not a finite number
            of metres from 0 on. The message marks the offending token.
    """
    stripped = text.strip()
    tokens = stripped.split(" ")
    column = 0
    for token in tokens:
        if token.split() != [token]:
            raise AtomError(stripped, column, "exactly one blank between words is expected here")
        column += len(token) + 1
    if tokens[0] != "not":
        return _plain_atom(stripped, tokens, 0)
    if tokens[1:2] == ["not"]:
        raise AtomError(stripped, 4, "'not' negates a negation; an atom without 'not' is expected here")
    return NotAtom(_plain_atom(stripped, tokens[1:], 4))


def parse_clause(mapping: Mapping[str, Any]) -> Clause:
    """Read a clause from plain values.

    Args:
        mapping: Keys ``op``, ``p``, ``q`` (exactly for ``before`` and ``never_during``), ``text``, ``on_failure``.
            A value of None counts as absent.

    Raises:
        ValueError: If a key is unknown, a needed key is missing, or a value is not what its key takes.
    """
    if not isinstance(mapping, Mapping):
        raise ValueError(f"a condition is a mapping with the keys {', '.join(CLAUSE_KEYS)}, got {mapping!r}")
    for key in mapping:
        if key not in CLAUSE_KEYS:
            raise ValueError(f"unknown key {key!r} of a condition; {_accepted(str(key), CLAUSE_KEYS)}")
    op = _choice(mapping, "op", OPS)
    return Clause(
        op=op,
        p=_clause_atom(mapping, "p"),
        q=_second_atom(mapping, op),
        text=_optional_text(mapping, "text", ""),
        on_failure=_choice(mapping, "on_failure", FAILURE_POLICIES, CONTINUE),
    )


def atom_text(atom: Atom) -> str:
    """The surface form of an atom; ``parse_atom`` reads it back to an equal atom."""
    match atom:
        case NotAtom():
            return f"not {atom_text(atom.atom)}"
        case FieldAtom():
            return f"{atom.entity}.{atom.field} == {atom.value}"
        case MembershipAtom():
            return f"{atom.subject} in {atom.zone}"
        case DistanceAtom():
            return f"{atom.subject} within {repr(float(atom.radius)).removesuffix('.0')} of {atom.other}"


def clause_mapping(clause: Clause) -> dict[str, str]:
    """A clause as plain values without defaults; ``parse_clause`` reads it back to an equal clause."""
    mapping = {"op": clause.op, "p": atom_text(clause.p)}
    if clause.q is not None:
        mapping["q"] = atom_text(clause.q)
    if clause.text:
        mapping["text"] = clause.text
    if clause.on_failure != CONTINUE:
        mapping["on_failure"] = clause.on_failure
    return mapping


def _plain_atom(text: str, tokens: list[str], column: int) -> FieldAtom | MembershipAtom | DistanceAtom:
    starts = [column]
    for token in tokens:
        starts.append(starts[-1] + len(token) + 1)
    operator = tokens[1] if len(tokens) > 1 else ""
    length = {"==": 3, "in": 3, "within": 5}.get(operator)
    if length is None:
        place, found = (1, repr(operator)) if operator else (0, f"nothing after {text[column:]!r}")
        raise AtomError(text, starts[place], f"'==', 'in' or 'within' is expected as second word, found {found}")
    if len(tokens) < length:
        raise AtomError(text, len(text), f"{length - len(tokens)} more word(s) are expected after {operator!r}")
    if len(tokens) > length:
        raise AtomError(text, starts[length], f"the end is expected before {tokens[length]!r}")
    if operator == "==":
        return _field_atom(text, tokens, starts)
    if operator == "in":
        return MembershipAtom(_name(text, tokens[0], starts[0]), _name(text, tokens[2], starts[2]))
    return _distance_atom(text, tokens, starts)


def _field_atom(text: str, tokens: list[str], starts: list[int]) -> FieldAtom:
    entity, dot, field = tokens[0].rpartition(".")
    if not (entity and dot and field):
        raise AtomError(text, starts[0], f"'<entity>.<field>' is expected before '==', found {tokens[0]!r}")
    return FieldAtom(_name(text, entity, starts[0]), field, tokens[2])


def _distance_atom(text: str, tokens: list[str], starts: list[int]) -> DistanceAtom:
    if tokens[3] != "of":
        raise AtomError(text, starts[3], f"'of' is expected after the radius, found {tokens[3]!r}")
    subject, other = _name(text, tokens[0], starts[0]), _name(text, tokens[4], starts[4])
    if not _NUMBER.fullmatch(tokens[2]):
        raise AtomError(text, starts[2], f"the radius must be a finite number of metres, found {tokens[2]!r}")
    radius = float(tokens[2])
    if not math.isfinite(radius):
        raise AtomError(text, starts[2], f"the radius must be finite, found {tokens[2]!r}")
    if radius < 0.0:
        raise AtomError(text, starts[2], f"the radius must not be negative, found {tokens[2]!r}")
    # The sum turns -0.0 into 0.0, which reads back from its text.
    return DistanceAtom(subject, radius + 0.0, other)


def _name(text: str, name: str, column: int) -> str:
    prefix = _ENVIRONMENT_PREFIX.match(name)
    if prefix:
        raise AtomError(text, column, f"a bare name without {prefix.group()!r} is expected, found {name!r}")
    return name


def _accepted(found: str, accepted: tuple[str, ...]) -> str:
    return f"accepted: {', '.join(accepted)}{did_you_mean(found, accepted)}"


def _choice(mapping: Mapping[str, Any], key: str, accepted: tuple[str, ...], default: str | None = None) -> str:
    value = mapping.get(key)
    if value is None and default is not None:
        return default
    if value is None:
        raise ValueError(f"a condition needs {key!r}; accepted: {', '.join(accepted)}")
    if not isinstance(value, str) or value not in accepted:
        raise ValueError(f"{key}: {value!r} is not known; {_accepted(str(value), accepted)}")
    return value


def _optional_text(mapping: Mapping[str, Any], key: str, default: str) -> str:
    value = mapping.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{key}: a text is expected, found {value!r}")
    return default if value is None else value


def _clause_atom(mapping: Mapping[str, Any], key: str) -> Atom:
    value = mapping.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{key}: the text of an atom is expected, found {value!r} (the forms are {FORMS})")
    try:
        return parse_atom(value)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from error


def _second_atom(mapping: Mapping[str, Any], op: str) -> Atom | None:
    if op in BINARY_OPS:
        return _clause_atom(mapping, "q")
    if mapping.get("q") is not None:
        raise ValueError(f"q: {op!r} takes no second atom, found {mapping['q']!r}; only {' and '.join(BINARY_OPS)} do")
    return None
