"""Reading parametrized obstacles, from XML and from YAML."""

from pathlib import Path
from typing import cast

from arena_simulation_setup.files.cursor import Cursor, Reader
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.nodes import Node, Pairs, Scalar
from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.files.read_identifier import identifier
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.values import integer, place_name, text
from arena_simulation_setup.files.xml_nodes import Element, list_node, read_xml
from arena_simulation_setup.files.yaml_nodes import read_document
from arena_simulation_setup.scenario.parametrized import DYNAMIC, KINDS, ParametrizedConfig, ParametrizedEntry
from arena_simulation_setup.tree.identifiers import DomainIdentifier, ObjectIdentifier, PedestrianIdentifier

ROOT = "random"
ITEM = "obstacle"
MOST = 10_000


def load_parametrized(path: Path) -> Loaded[ParametrizedConfig]:
    """The entries of a file: XML where its name ends so, else YAML.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors; all of them are listed.
    """
    return load_document(path, _config, _xml_document if path.suffix == ".xml" else read_document)


def _config(cursor: Cursor) -> ParametrizedConfig:
    fields = Fields(cursor, KINDS)
    entries = tuple(entry for kind in KINDS for entry in fields.listed(kind, _entry_of(kind)))
    fields.rest()
    return ParametrizedConfig(entries)


def _entry_of(kind: str) -> Reader[ParametrizedEntry]:
    model: type[DomainIdentifier] = PedestrianIdentifier if kind == DYNAMIC else ObjectIdentifier

    def read(cursor: Cursor) -> ParametrizedEntry:
        fields = Fields(cursor, ("model", "min", "max", "type", "zone"))
        least, most = fields.required("min", integer(0), 0), fields.required("max", integer(0), MOST)
        if fields.sound("min", "max") and least > most:
            fields.error("min", "value.range", f"min {least} is above max {most}", expected="min <= max")
        if fields.sound("max") and most > MOST:
            fields.error("max", "value.range", f"max {most} is out of range", expected=f"at most {MOST}")
        entry = ParametrizedEntry(
            kind=kind,
            model=fields.required("model", identifier(model), model("")).text,
            least=least,
            most=most,
            type=fields.optional("type", text, ""),
            zone=fields.optional("zone", place_name, ""),
            place=f"{cursor.report.file}:{cursor.mark.line}:{cursor.mark.column}",
        )
        fields.rest()
        return entry

    return read


def _xml_document(path: Path, report: Report) -> Node | None:
    root = read_xml(path, report)
    if root is None:
        return None
    if root.tag != ROOT:
        found = f"<{root.tag}>"
        report.error("xml.root", root.mark, "", f"the root is {found}", found=found, expected=f"<{ROOT}>")
        return None
    lists: dict[str, list[Element]] = {}
    for child in root.children:
        if child.tag not in KINDS:
            _refuse(child, KINDS, report)
        for item in child.children:
            if item.tag != ITEM:
                _refuse(item, (ITEM,), report)
        lists.setdefault(child.tag, []).extend(child.children)
    pairs = tuple((Scalar(tag), list_node(items, report)) for tag, items in lists.items() if tag in KINDS)
    return Pairs(cast("tuple[tuple[Scalar, Node], ...]", pairs), root.mark)


def _refuse(element: Element, known: tuple[str, ...], report: Report) -> None:
    expected = " or ".join(f"<{tag}>" for tag in known)
    hints = {"found": element.tag, "expected": expected, "suggestion": nearest(element.tag, known)}
    report.error("xml.element", element.mark, "", f"unknown element <{element.tag}>", **hints)
