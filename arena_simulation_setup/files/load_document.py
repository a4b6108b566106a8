"""Loading what one file describes."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from arena_simulation_setup.files.cursor import Cursor, Reader, attempt
from arena_simulation_setup.files.nodes import Node
from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.yaml_nodes import read_document

T = TypeVar("T")
Notation = Callable[[Path, Report], Node | None]


def load_document(path: Path, read: Reader[T], notation: Notation = read_document) -> Loaded[T]:
    """What a reader makes of a file.

    Args:
        path: The file.
        read: Makes a value of the root of its document.
        notation: Reads the document; by default it is YAML.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors; all of them are listed with file, line and column.
    """
    report = Report(str(path))
    node = notation(path, report)
    value = None if node is None else attempt(read, Cursor(node, "", report), None)
    report.raise_errors()
    assert value is not None
    return Loaded(value, report.warnings)
