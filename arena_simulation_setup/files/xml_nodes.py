"""XML as the nodes that YAML is read into, so that the same readers serve both; every node knows its place."""

from collections.abc import Mapping
from pathlib import Path
from xml.parsers.expat import ErrorString, ExpatError, ParserCreate

from attrs import define, field

from arena_simulation_setup.files.nodes import Items, Mark, Node, Pairs, Scalar
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.yaml_nodes import file_bytes

DEEPEST = 16


@define
class Element:
    """One element.

    Attributes:
        tag: Its name.
        mark: Where it starts.
        attributes: Its attributes.
        children: The elements in it, in order.
        text: The characters in it.
    """

    tag: str
    mark: Mark
    attributes: Mapping[str, str]
    children: "list[Element]" = field(factory=list)
    text: str = ""


class _TooMuch(Exception):  # noqa: N818 - it ends the reading of a document and never leaves this module
    """The document has something that no file here may have; the report says what."""


class _TreeBuilder:
    """Takes the events of the parser."""

    def __init__(self, report: Report) -> None:
        self.root: Element | None = None
        self._report = report
        self._open: list[Element] = []
        self.parser = ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype

    def _mark(self) -> Mark:
        return Mark(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(self._open) >= DEEPEST:
            self._refuse("xml.depth", "nested too deeply", f"at most {DEEPEST} levels")
        element = Element(tag, self._mark(), dict(attributes))
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop()

    def _characters(self, characters: str) -> None:
        if self._open:
            self._open[-1].text += characters

    def _refuse_doctype(self, *_: object) -> None:
        # Entities of a document type can grow without measure and name other files.
        self._refuse("xml.doctype", "a document type", "none")

    def _refuse(self, code: str, message: str, expected: str) -> None:
        self._report.error(code, self._mark(), "", message, expected=expected)
        raise _TooMuch


def read_xml(path: Path, report: Report) -> Element | None:
    """The root element of a file; None where the report says why there is none.

    Raises:
        FileNotFoundError: If there is no such file.
    """
    content = file_bytes(path, report)
    if content is None:
        return None
    builder = _TreeBuilder(report)
    try:
        builder.parser.Parse(content, True)
    except _TooMuch:
        return None
    except ExpatError as error:
        said = f"this is not XML: {ErrorString(error.code)}"
        report.error("xml.syntax", Mark(error.lineno, error.offset + 1), "", said)
        return None
    except (LookupError, ValueError) as error:
        # Python's codecs are asked for an encoding that the parser does not know.
        report.error("xml.encoding", Mark(1, 1), "", f"the encoding cannot be read: {error}", expected="UTF-8")
        return None
    return builder.root


def thing_node(element: Element, report: Report) -> Pairs:
    """An element as a mapping: its attributes, and its children as texts; a key stands in one of them once."""
    pairs: dict[str, tuple[Scalar, Node]] = {}
    given = [(name, value, element.mark) for name, value in element.attributes.items()]
    given += [(child.tag, child.text.strip(), child.mark) for child in element.children]
    for key, text, mark in given:
        if key in pairs:
            report.error("xml.duplicate_key", mark, "", f"{key!r} is given twice", found=key)
        # An empty text means that nothing is given, as it does in YAML.
        pairs[key] = (Scalar(key, quoted=True, mark=mark), Scalar(text, mark=mark))
    return Pairs(tuple(pairs.values()), element.mark)


def list_node(elements: list[Element], report: Report) -> Items:
    """Elements as a list of mappings."""
    mark = elements[0].mark if elements else Mark()
    return Items(tuple(thing_node(element, report) for element in elements), mark)
