"""Building nodes from the events of a YAML parser, without recursion."""

from typing import Any

import yaml
from attrs import define, field

from arena_simulation_setup.files.nodes import Items, Mark, Node, Pairs, Scalar
from arena_simulation_setup.files.report import Report

DEEPEST = 64
MOST_NODES = 500_000
MERGE_KEY = "<<"


class TooMuch(Exception):  # noqa: N818 - it ends the reading of a document and never leaves this package
    """The document is beyond a limit; the report says which."""


@define
class _Open:
    """A list or mapping whose end has not been seen yet."""

    mark: Mark
    is_mapping: bool
    anchor: str | None
    nodes: list[Node] = field(factory=list)
    weight: int = 1


class NodeBuilder:
    """Takes parser events one by one.

    Attributes:
        document: The root once the document is complete.
    """

    def __init__(self, report: Report) -> None:
        self.document: Node | None = None
        self._report = report
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._documents = 0

    def feed(self, event: Any) -> None:
        """Take one event.

        Raises:
            TooMuch: If the document is beyond a limit or of a kind that no file here may be.
        """
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._start(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end()
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._refuse("yaml.documents", _mark(event), "a second document starts here", "one document")

    def _refuse(self, code: str, mark: Mark, message: str, expected: str) -> None:
        self._report.error(code, mark, "", message, expected=expected)
        raise TooMuch

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            self._refuse("yaml.tag", _mark(event), f"tag {event.tag!r}", "no tags: the schema gives the types")

    def _scalar(self, event: Any) -> None:
        self._refuse_tag(event)
        quoted = event.style not in (None, "")
        self._add(Scalar(event.value, quoted, _mark(event), _text_mark(event, quoted)), 1, event.anchor)

    def _alias(self, event: Any) -> None:
        if any(opened.anchor == event.anchor for opened in self._open):
            self._refuse("yaml.alias", _mark(event), f"alias *{event.anchor} stands inside what it names", "no rings")
        known = self._anchors.get(event.anchor)
        if known is None:
            self._refuse("yaml.alias", _mark(event), f"alias *{event.anchor} names nothing", "an earlier anchor")
        else:
            self._add(known[0], known[1], None)

    def _start(self, event: Any) -> None:
        self._refuse_tag(event)
        if len(self._open) >= DEEPEST:
            self._refuse("yaml.depth", _mark(event), "nested too deeply", f"at most {DEEPEST} levels")
        self._open.append(_Open(_mark(event), isinstance(event, yaml.MappingStartEvent), event.anchor))

    def _end(self) -> None:
        closed = self._open.pop()
        node: Node = self._pairs(closed) if closed.is_mapping else Items(tuple(closed.nodes), closed.mark)
        self._add(node, closed.weight, closed.anchor)

    def _add(self, node: Node, weight: int, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = (node, weight)
        if not self._open:
            self.document = node
            return
        parent = self._open[-1]
        parent.nodes.append(node)
        parent.weight += weight
        if parent.weight > MOST_NODES:
            self._refuse("yaml.nodes", node.mark, "too many values", f"at most {MOST_NODES}, aliases written out")

    def _pairs(self, closed: _Open) -> Pairs:
        own: dict[str, tuple[Scalar, Node]] = {}
        merged: list[Pairs] = []
        for key, value in zip(closed.nodes[::2], closed.nodes[1::2], strict=True):
            if not isinstance(key, Scalar):
                self._report.error("yaml.key", key.mark, "", "a list or mapping stands as a key", expected="a word")
            elif key.text == MERGE_KEY and not key.quoted:
                merged += self._merged(value)
            elif key.text in own:
                first = own[key.text][0].mark.line
                message = f"duplicate key {key.text!r}, the first stands at line {first}"
                self._report.error("yaml.duplicate_key", key.mark, "", message, found=key.text)
            else:
                own[key.text] = (key, value)
        for mapping in merged:
            for key, value in mapping.pairs:
                own.setdefault(key.text, (key, value))
        return Pairs(tuple(own.values()), closed.mark)

    def _merged(self, value: Node) -> list[Pairs]:
        nodes = value.nodes if isinstance(value, Items) else (value,)
        mappings = [node for node in nodes if isinstance(node, Pairs)]
        if len(mappings) < len(nodes):
            self._report.error("yaml.merge", value.mark, "", "'<<' merges something else", expected="mappings")
        return mappings


def _mark(event: Any) -> Mark:
    return Mark(event.start_mark.line + 1, event.start_mark.column + 1)


def _text_mark(event: Any, quoted: bool) -> Mark | None:
    """Where the text of a scalar starts, if it stands in the file letter by letter."""
    start, end = event.start_mark, event.end_mark
    around = 1 if quoted else 0
    if start.line != end.line or end.column - start.column != len(event.value) + 2 * around:
        return None
    return Mark(start.line + 1, start.column + 1 + around)
