"""Loading what one file describes."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.nodes import Node, Scalar
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.values import integer, text


def age(cursor: Cursor) -> int:
    fields = Fields(cursor, ("age",))
    found = fields.required("age", integer(0), 0)
    fields.rest()
    return found


def test_a_file_is_its_value_and_the_doubts_about_it(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("age: 3\nagee: 4\n")
    loaded = load_document(file, age)
    assert loaded.value == 3
    assert [(warning.line, warning.column) for warning in loaded.warnings] == [(2, 1)]
    # A value that counts as false is a value.
    file.write_text("age: 0\n")
    assert load_document(file, age).value == 0


@pytest.mark.parametrize("content", ["", "- 3\n", "age: old\n", "age: 3\nage: 3\n", "{"])
def test_a_file_with_errors_is_none_of_its_fallbacks(content: str, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(content)
    with pytest.raises(FileProblems, match=rf"^{file}:\d+:\d+: "):
        load_document(file, age)


def test_a_file_that_is_not_there_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_document(tmp_path / "a.yaml", age)


def test_a_file_may_have_another_notation(tmp_path: Path) -> None:
    def whole(path: Path, _: Report) -> Node:
        return Scalar("from " + path.name)

    assert load_document(tmp_path / "a.txt", text, whole).value == "from a.txt"
