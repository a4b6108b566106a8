"""What a YAML document is made of, before anybody has decided what its words mean."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen


@frozen
class Mark:
    """A place in a file; line and column count from 1, 0 stands for a node that came from no file."""

    line: int = 0
    column: int = 0


@frozen(eq=False)
class Scalar:
    """One word, number or text, exactly as written.

    Attributes:
        text: Its characters, without quotes.
        quoted: Whether it stood in quotes or in a block, and so can be nothing but text.
        mark: Where it starts.
        start: Where its first character stands; None where it is written differently (escapes, blocks, several lines).
    """

    text: str
    quoted: bool = False
    mark: Mark = Mark()
    start: Mark | None = None

    def at(self, offset: int) -> Mark:
        """Where the character with a number (from 0) stands, or where it all starts if that is not known."""
        return self.mark if self.start is None else Mark(self.start.line, self.start.column + offset)

    @property
    def is_null(self) -> bool:
        """Whether it says that there is no value."""
        return not self.quoted and self.text in ("", "~", "null", "Null", "NULL")


@frozen(eq=False)
class Items:
    """A list."""

    nodes: "tuple[Node, ...]"
    mark: Mark = Mark()


@frozen(eq=False)
class Pairs:
    """A mapping, in file order; keys are unique."""

    pairs: "tuple[tuple[Scalar, Node], ...]"
    mark: Mark = Mark()


Node = Scalar | Items | Pairs


def node_of(value: Any) -> Node:
    """The node of a plain value as JSON delivers it.

    Raises:
        TypeError: If the value has a part that JSON does not know.
    """
    if value is None:
        return Scalar("null")
    if isinstance(value, bool):
        return Scalar("true" if value else "false")
    if isinstance(value, str):
        return Scalar(value, quoted=True)
    if isinstance(value, int | float):
        return Scalar(repr(value))
    if isinstance(value, Mapping):
        return Pairs(tuple((Scalar(str(key), quoted=True), node_of(item)) for key, item in value.items()))
    if isinstance(value, Sequence):
        return Items(tuple(node_of(item) for item in value))
    raise TypeError(f"{value!r} has no place in a file")
