"""Tells whether an environment was made from what is in the working tree now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from setup_environment.interpreter import Interpreter
from setup_environment.layout import INTERFACE_PACKAGES, LOCKS, Layout


def fingerprint(layout: Layout, python: Interpreter) -> str:
    """Digest of everything that decides what the environment holds.

    These are the pins, the sources of the interfaces, the project's own metadata, the recipe, the interpreter, and the
    place of the tree, since a virtual environment cannot be moved.

    Args:
        layout: the working tree.
        python: the interpreter that the environment is made with.

    Returns:
        A hexadecimal text.
    """
    digest = hashlib.sha256()
    for text in (str(layout.root), python.executable, str(python.version)):
        digest.update(text.encode() + b"\0")
    for path in _inputs(layout):
        digest.update(str(path.relative_to(layout.root)).encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_current(layout: Layout, expected: str) -> bool:
    """Whether the environment was finished, and from inputs with this digest."""
    return layout.stamp.is_file() and layout.python.exists() and layout.stamp.read_text(encoding="ascii") == expected


def _inputs(layout: Layout) -> Iterator[Path]:
    yield from (layout.requirements(name) for name in LOCKS)
    yield from (layout.root / name for name in ("setup.py", "setup.cfg"))
    for name in INTERFACE_PACKAGES:
        yield from _files(layout.root / name, ("*.msg", "*.srv", "*.action", "CMakeLists.txt", "package.xml"))
    yield from _files(layout.root / "scripts" / "setup_environment", ("*.py",))


def _files(folder: Path, patterns: Iterable[str]) -> list[Path]:
    return sorted(path for pattern in patterns for path in folder.rglob(pattern))
