"""Readers of single values: the type that the schema declares decides what the written characters mean."""

import math
import re
from collections.abc import Collection
from typing import Any

from arena_simulation_setup.files.cursor import Cursor, Reader
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.nodes import Items, Node, Pairs, Scalar

_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_PLAIN_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_PLAIN_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]*)?(\.[0-9]*)?([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.?(inf|nan)(inity)?", re.IGNORECASE)
_TRUE = ("true", "True", "TRUE")
_FALSE = ("false", "False", "FALSE")
LARGEST = 1e9
"""Size of a number that nothing in a building exceeds; so many seconds still are a 64-bit number of nanoseconds."""
_OTHER_BOOLEANS = ("on", "off", "yes", "no", "y", "n")


def text(cursor: Cursor) -> str:
    """The characters as written, with or without quotes."""
    if not isinstance(cursor.node, Scalar) or cursor.node.is_null:
        raise cursor.wrong("a text")
    return cursor.node.text


def name(cursor: Cursor) -> str:
    """A name: not empty, on one line, without a slash (which stands between a name and its level)."""
    found = text(cursor)
    if not found.strip() or found != found.strip() or "/" in found or not found.isprintable():
        raise cursor.rejection("value.name", f"{found!r} is no name", expected="a word without slashes")
    return found


def place_name(cursor: Cursor) -> str:
    """The name of a zone, door, elevator or person, with ``/<level>`` where several levels have it."""
    bare, slash, level = text(cursor).partition("/")
    parts = (bare, level) if slash else (bare,)
    if not all(part.strip() == part and part and part.isprintable() and "/" not in part for part in parts):
        found = text(cursor)
        raise cursor.rejection("value.name", f"{found!r} is no name", expected="<name> or <name>/<level>")
    return text(cursor)


def name_without_colon(cursor: Cursor) -> str:
    """A name that also has no colon."""
    found = name(cursor)
    if ":" in found:
        raise cursor.rejection("value.name", f"{found!r} has a colon", expected="a name without ':'")
    return found


def choice(accepted: Collection[str]) -> Reader[str]:
    """A reader for one of a few words."""

    def read(cursor: Cursor) -> str:
        expected = f"one of {', '.join(accepted)}"
        if not isinstance(cursor.node, Scalar) or cursor.node.is_null:
            raise cursor.wrong(expected)
        found = cursor.node.text
        if found not in accepted:
            near = nearest(found, accepted)
            raise cursor.rejection("value.choice", f"unknown word {found!r}", expected=expected, suggestion=near)
        return found

    return read


def boolean(cursor: Cursor) -> bool:
    """``true`` or ``false``; the words that older YAML also took for booleans are refused."""
    if isinstance(cursor.node, Scalar) and not cursor.node.quoted:
        if cursor.node.text in _TRUE:
            return True
        if cursor.node.text in _FALSE:
            return False
        if cursor.node.text.lower() in _OTHER_BOOLEANS:
            meant = "true" if cursor.node.text.lower() in ("on", "yes", "y") else "false"
            raise cursor.wrong("true or false", meant)
    raise cursor.wrong("true or false")


def number(
    minimum: float | None = None,
    above: float | None = None,
    maximum: float | None = None,
    below: float | None = None,
    largest: float = LARGEST,
) -> Reader[float]:
    """A reader for finite numbers within bounds.

    Args:
        minimum: Smallest accepted number.
        above: Bound that the number must exceed.
        maximum: Largest accepted number.
        below: Bound that the number must stay under.
        largest: Largest accepted size, with either sign; named only where it is exceeded.
    """
    bounds = ((">=", minimum), (">", above), ("<=", maximum), ("<", below))
    domain = " and ".join(f"{sign} {bound:g}" for sign, bound in bounds if bound is not None)
    expected = f"a finite number {domain}".strip()

    def read(cursor: Cursor) -> float:
        value = _finite(cursor, expected)
        inside = (
            (minimum is None or value >= minimum)
            and (above is None or value > above)
            and (maximum is None or value <= maximum)
            and (below is None or value < below)
        )
        if abs(value) > largest:
            size = f"{expected}, at most {largest:g} in size"
            raise cursor.rejection("value.range", f"{cursor.shown} is out of range", expected=size)
        if not inside:
            raise cursor.rejection("value.range", f"{cursor.shown} is out of range", expected=expected)
        return value

    return read


def integer(minimum: int) -> Reader[int]:
    """A reader for whole numbers from ``minimum``."""
    expected = f"a whole number >= {minimum}"

    def read(cursor: Cursor) -> int:
        node = cursor.node
        if not isinstance(node, Scalar) or node.quoted or not _INTEGER.fullmatch(node.text) or len(node.text) > 18:
            raise cursor.wrong(expected)
        if int(node.text) < minimum:
            raise cursor.rejection("value.range", f"{node.text} is out of range", expected=expected)
        return int(node.text)

    return read


def plain(cursor: Cursor) -> Any:
    """Whatever stands there, for keys that no schema describes: text, number, boolean, None, list or mapping."""
    return plain_value(cursor.node)


def plain_value(node: Node) -> Any:
    """A node's value where no type is declared.

    Words such as ``on``, ``007`` or a date stay text; ``1e-1`` is a number, ``true`` a boolean and ``null`` None.
    """
    if isinstance(node, Items):
        return [plain_value(item) for item in node.nodes]
    if isinstance(node, Pairs):
        return {key.text: plain_value(value) for key, value in node.pairs}
    return node.text if node.quoted else plain_word(node.text)


def plain_word(word: str) -> str | int | float | bool | None:
    """What an unquoted word means where no type is declared."""
    if Scalar(word).is_null:
        return None
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    if _PLAIN_INTEGER.fullmatch(word):
        return int(word)
    if _NUMBER.fullmatch(word) and _PLAIN_NUMBER.fullmatch(word) and math.isfinite(float(word)):
        return float(word)
    return word


def _finite(cursor: Cursor, expected: str) -> float:
    node = cursor.node
    if not isinstance(node, Scalar) or node.is_null:
        raise cursor.wrong(expected)
    if node.quoted:
        hint = " without quotes" if _NUMBER.fullmatch(node.text) else ""
        raise cursor.wrong(f"{expected}{hint}")
    if _NOT_FINITE.fullmatch(node.text) or not _NUMBER.fullmatch(node.text) or not math.isfinite(float(node.text)):
        raise cursor.wrong(expected)
    return float(node.text)
