"""One table names every code, and the documentation shows that table."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from arena_simulation_setup.check.codes import CHECK_CODES, CODES, code_table
from arena_simulation_setup.check.loader_codes import LOADER_CODES
from arena_simulation_setup.files.problem import ERROR, INFO, WARNING

REPOSITORY = Path(__file__).resolve().parents[2]
SETUP = REPOSITORY / "arena_simulation_setup"
READERS = ("files", "models")
CODE = re.compile(r"[a-z]+\.[a-z_]+|atom|polygon")
# Methods that note a problem: name to the number of arguments before the code.
NOTING = {"error": (0, 1), "warn": (0, 1), "rejection": (0,), "Rejection": (0,), "_refuse": (0,)}
# Codes that are put together from the kind of thing they are about.
COMPOSED = {"sound.anchor", "light.anchor", "sound.entity", "light.entity"}


def literal_codes(path: Path) -> Iterator[tuple[str, str]]:
    """Code and method of every call in a file that notes a problem."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for index in NOTING.get(name, ()):
            argument = node.args[index] if index < len(node.args) else None
            if isinstance(argument, ast.Constant) and CODE.fullmatch(str(argument.value)):
                yield str(argument.value), name


def noted() -> dict[str, set[str]]:
    """Code to the severities with which the readers note it."""
    found: dict[str, set[str]] = {}
    for folder in READERS:
        for path in sorted((SETUP / folder).rglob("*.py")):
            for code, method in literal_codes(path):
                found.setdefault(code, set()).add(WARNING if method == "warn" else ERROR)
    return found


def test_every_code_of_the_readers_is_in_the_table() -> None:
    assert set(noted()) | COMPOSED == {code.name for code in LOADER_CODES}


def test_every_code_has_the_severity_of_the_table() -> None:
    severities = {code.name: code.severity for code in LOADER_CODES}
    assert {code: found for code, found in noted().items() if found != {severities[code]}} == {}


def test_codes_are_unique_and_described() -> None:
    assert len(CODES) == len(LOADER_CODES) + len(CHECK_CODES)
    assert all(code.description and code.severity in (ERROR, WARNING, INFO) for code in CODES.values())


def test_documentation_shows_the_table() -> None:
    assert code_table() in (REPOSITORY / "docs" / "worlds.md").read_text(encoding="utf-8")
