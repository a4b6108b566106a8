"""Strict YAML: one document, unique keys, bounded size, depth and number of nodes; every node knows its place."""

from pathlib import Path

import yaml

from arena_simulation_setup.files.node_builder import NodeBuilder, TooMuch
from arena_simulation_setup.files.nodes import Mark, Node
from arena_simulation_setup.files.report import Report

LARGEST_FILE = 16 * 1024 * 1024


def read_document(path: Path, report: Report) -> Node | None:
    """The document of a file; None where the report says why there is none.

    Raises:
        FileNotFoundError: If there is no such file.
    """
    content = file_bytes(path, report)
    return None if content is None else parse_document(content, report)


def file_bytes(path: Path, report: Report) -> bytes | None:
    """What is in a file of any notation; None where the report says why it is not read.

    Raises:
        FileNotFoundError: If there is no such file.
    """
    size = path.stat().st_size
    if size > LARGEST_FILE:
        expected = f"at most {LARGEST_FILE // 1024 // 1024} MiB"
        report.error("file.size", Mark(), "", f"the file has {size} bytes", found=str(size), expected=expected)
        return None
    if not path.is_file():
        report.error("file.kind", Mark(), "", "this is not a file")
        return None
    return path.read_bytes()


def parse_document(content: bytes, report: Report) -> Node | None:
    """The document in the bytes of a file (UTF-8 or UTF-16); None where the report says why there is none."""
    builder = NodeBuilder(report)
    try:
        for event in yaml.parse(content, Loader=yaml.CSafeLoader):
            builder.feed(event)
    except TooMuch:
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Mark(mark.line + 1, mark.column + 1) if mark else Mark()
        said = " ".join(part for part in (error.context, error.problem) if part)
        report.error("yaml.syntax", place, "", f"this is not YAML: {said}")
        return None
    except (yaml.YAMLError, UnicodeError) as error:
        report.error("yaml.syntax", Mark(), "", f"this is not YAML: {' '.join(str(error).split())}")
        return None
    if builder.document is None:
        report.error("yaml.empty", Mark(1, 1), "", "the file is empty", expected="a mapping")
    return builder.document
