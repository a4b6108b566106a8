"""Marked blocks of a document: files to write, commands to type, programs, and traces to judge."""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

REPOSITORY = Path(__file__).resolve().parents[2]
OTHER_PEOPLES_FOLDERS = {".venv", ".git", "build", "install", "log", "node_modules", "recordings"}

_BLOCK = re.compile(
    r"(?:<!-- (?P<marker>[a-z]+)(?:: (?P<detail>[^>]*?))? -->\n)?```(?P<language>[a-z]*)\n(?P<body>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


@frozen
class Block:
    """A fenced block.

    Attributes:
        marker: Word of the comment before it (``file``, ``run``, ``python``, ``clause``, ``trace``); empty without one.
        detail: What follows the word.
        language: Word after the fence.
        body: Its lines.
        line: Line of the document, from 1.
    """

    marker: str
    detail: str
    language: str
    body: str
    line: int


def documents() -> list[Path]:
    """Every document of the repository."""
    found = REPOSITORY.rglob("*.md")
    return sorted(path for path in found if not OTHER_PEOPLES_FOLDERS & set(path.relative_to(REPOSITORY).parts))


def name_of(document: Path) -> str:
    """The path below the repository, to name a test after."""
    return str(document.relative_to(REPOSITORY))


def blocks(document: Path) -> Iterator[Block]:
    """The fenced blocks of a document, in order."""
    text = document.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        yield Block(
            found["marker"] or "",
            found["detail"] or "",
            found["language"],
            found["body"],
            text.count("\n", 0, found.start()) + 1,
        )


def without_blocks(document: Path) -> str:
    """The prose of a document."""
    return _BLOCK.sub("", document.read_text(encoding="utf-8"))
