"""A node together with its place in the data and the report that hears of its problems."""

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import evolve, frozen

from arena_simulation_setup.files.nodes import Items, Mark, Node, Pairs, Scalar
from arena_simulation_setup.files.report import Claim, Report

LONGEST_QUOTE = 60

T = TypeVar("T")


class Rejection(Exception):  # noqa: N818 - it carries one problem to the field or list that notes it
    """A node is not what a reader wanted."""

    def __init__(self, code: str, cursor: "Cursor", message: str, **hints: str) -> None:
        self.code = code
        self.cursor = cursor
        self.message = message
        self.hints = hints
        super().__init__(message)

    def note(self) -> None:
        """Hand the problem to the report."""
        hints = {"found": self.cursor.shown, **self.hints}
        self.cursor.report.error(self.code, self.cursor.node.mark, self.cursor.path, self.message, **hints)


class NotedRejection(Rejection):
    """A node with parts that are wrong, all of which the report has heard of."""

    def note(self) -> None:
        """Nothing is left to say."""


@frozen(eq=False)
class Cursor:
    """A place in a document.

    Attributes:
        node: What stands there.
        path: How to get there from the root, such as ``zones[2].doors[0]``.
        report: Where problems go.
    """

    node: Node
    path: str
    report: Report

    @property
    def mark(self) -> Mark:
        """Line and column."""
        return self.node.mark

    @property
    def is_null(self) -> bool:
        """Whether there is no value."""
        return isinstance(self.node, Scalar) and self.node.is_null

    @property
    def is_text(self) -> bool:
        """Whether it is a word, in quotes or one that is no number, boolean or null."""
        return isinstance(self.node, Scalar) and not self.node.is_null

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self.node, Items)

    @property
    def is_mapping(self) -> bool:
        """Whether it is a mapping."""
        return isinstance(self.node, Pairs)

    @property
    def is_empty(self) -> bool:
        """Whether it is a list or mapping with nothing in it."""
        return (isinstance(self.node, Items) and not self.node.nodes) or (
            isinstance(self.node, Pairs) and not self.node.pairs
        )

    @property
    def shown(self) -> str:
        """What stands there, short enough for a message."""
        if isinstance(self.node, Items):
            return "[]" if not self.node.nodes else f"a list of {len(self.node.nodes)}"
        if isinstance(self.node, Pairs):
            return "{}" if not self.node.pairs else f"a mapping with {self.node.pairs[0][0].text!r}"
        if self.node.is_null:
            return "null"
        text = self.node.text
        text = text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."
        return f'"{text}"' if self.node.quoted else text

    def rejection(self, code: str, message: str, **hints: str) -> Rejection:
        """The exception that rejects this node."""
        return Rejection(code, self, message, **hints)

    def wrong(self, expected: str, suggestion: str = "") -> Rejection:
        """The exception for a node that is something else than expected."""
        return Rejection("value.type", self, f"found {self.shown}", expected=expected, suggestion=suggestion)

    def error(self, code: str, message: str, **hints: str) -> None:
        """Note an error here and go on."""
        self.rejection(code, message, **hints).note()

    def warn(self, code: str, message: str, **hints: str) -> None:
        """Note a doubt here."""
        self.report.warn(code, self.mark, self.path, message, **hints)

    def inside(self, offset: int) -> "Cursor":
        """The same place, marked at one of the characters of its text."""
        if not isinstance(self.node, Scalar):
            return self
        return Cursor(evolve(self.node, mark=self.node.at(offset)), self.path, self.report)

    def claim(self, kind: str, name: str, value: Any, may_repeat: bool = False) -> None:
        """Take a name for what stands here."""
        self.report.claim(kind, name, Claim(value, self.mark, self.path), may_repeat)

    def items(self) -> "list[Cursor]":
        """The places of a list.

        Raises:
            Rejection: If this is no list.
        """
        if not isinstance(self.node, Items):
            raise self.wrong("a list")
        return [Cursor(node, f"{self.path}[{index}]", self.report) for index, node in enumerate(self.node.nodes)]

    def pairs(self) -> "list[tuple[str, Cursor, Mark]]":
        """Key, place of the value and mark of the key, of a mapping.

        Raises:
            Rejection: If this is no mapping.
        """
        if not isinstance(self.node, Pairs):
            raise self.wrong("a mapping")
        prefix = f"{self.path}." if self.path else ""
        return [(key.text, Cursor(node, f"{prefix}{key.text}", self.report), key.mark) for key, node in self.node.pairs]


Reader = Callable[[Cursor], T]


def attempt(read: Reader[T], cursor: Cursor, fallback: T) -> T:
    """What a reader makes of a place; a rejection is noted and the fallback stands in."""
    try:
        return read(cursor)
    except Rejection as rejection:
        rejection.note()
        return fallback


def list_of(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """A reader for lists; items that are rejected are noted and left out."""

    def read_list(cursor: Cursor) -> tuple[T, ...]:
        values: list[T] = []
        for item in cursor.items():
            try:
                values.append(read(item))
            except Rejection as rejection:
                rejection.note()
        return tuple(values)

    return read_list
