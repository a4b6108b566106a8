"""Strict YAML: what is refused, where, and how fast."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import pytest

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.nodes import Node
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.values import plain, plain_value
from arena_simulation_setup.files.yaml_nodes import LARGEST_FILE, parse_document, read_document
from arena_simulation_setup.files.yaml_text import yaml_text


def parsed(text: str | bytes) -> tuple[Node | None, list[Problem]]:
    report = Report("file.yaml")
    content = text if isinstance(text, bytes) else text.encode()
    return parse_document(content, report), report.problems


def plain_of(text: str) -> object:
    node, problems = parsed(text)
    assert node is not None
    assert problems == []
    return plain(Cursor(node, "", Report("file.yaml")))


def only_problem(text: str | bytes) -> Problem:
    _, problems = parsed(text)
    assert len(problems) == 1
    return problems[0]


def test_duplicate_key_is_an_error_at_the_second_key() -> None:
    problem = only_problem("a: 1\nb: 2\na: 3\n")
    assert (problem.code, problem.line, problem.column, problem.found) == ("yaml.duplicate_key", 3, 1, "a")
    assert "line 1" in problem.message


def test_every_duplicate_key_is_reported() -> None:
    _, problems = parsed("a: {x: 1, x: 2}\nb: {y: 1, y: 2}\n")
    assert [(problem.line, problem.found) for problem in problems] == [(1, "x"), (2, "y")]


def test_alias_inside_its_own_anchor_is_an_error() -> None:
    problem = only_problem("a: &a [*a]\n")
    assert (problem.code, problem.line, problem.column) == ("yaml.alias", 1, 8)


def test_alias_of_a_finished_anchor_stands_for_its_value() -> None:
    assert plain_of("a: &a [1, 2]\nb: *a\n") == {"a": [1, 2], "b": [1, 2]}


def test_merge_key_adds_what_is_not_given() -> None:
    assert plain_of("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\n")["b"] == {"x": 1, "y": 3}  # type: ignore[index]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_twenty_thousand_nested_collections_are_refused_at_once(opening: str) -> None:
    begun = time.process_time()
    problem = only_problem(opening * 20_000)
    assert problem.code in ("yaml.depth", "yaml.syntax")  # the scanner of libyaml has a limit of its own
    assert time.process_time() - begun < 1.0


def test_alias_bomb_is_refused_within_a_second_and_200_megabytes() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)]
    text = "\n".join(lines)
    assert len(text) < 500
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    assert only_problem(text).code == "yaml.nodes"
    assert time.process_time() - begun < 1.0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 * 1024


def test_file_above_16_mebibytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "world.yaml"
    with path.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    report = Report(str(path))
    begun = time.process_time()
    assert read_document(path, report) is None
    assert time.process_time() - begun < 0.1
    assert report.problems[0].code == "file.size"
    assert LARGEST_FILE == 16 * 1024 * 1024


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: 1\n---\nb: 2\n", "yaml.documents"),
        ("a: !!python/object/apply:os.system [ls]\n", "yaml.tag"),
        ("a: !!int '3'\n", "yaml.tag"),
        ("a: *nobody\n", "yaml.alias"),
        ("[a, b]: 1\n", "yaml.key"),
        ("a: [1, 2\n", "yaml.syntax"),
        ("a: 'x\n", "yaml.syntax"),
        ("\ta: 1\n", "yaml.syntax"),
        ("", "yaml.empty"),
        ("# nothing\n", "yaml.empty"),
        (b"a: \xff\xfe\n", "yaml.syntax"),
        (b"a: \x00\n", "yaml.syntax"),
    ],
)
def test_unusable_document_gives_one_problem(text: str | bytes, code: str) -> None:
    assert only_problem(text).code == code


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("on", "on"),
        ("007", "007"),
        ("2024-01-01", "2024-01-01"),
        ("12:30", "12:30"),
        ("0x1f", "0x1f"),
        (".nan", ".nan"),
        ("1_000", "1_000"),
        ("1e-1", 0.1),
        ("+.5", 0.5),
        ("-3", -3),
        ("true", True),
        ("~", None),
        ("'3'", "3"),
        ("''", ""),
    ],
)
def test_word_without_declared_type_is_what_it_looks_like(word: str, value: object) -> None:
    found = plain_of(f"a: {word}\n")
    assert found == {"a": value}
    assert type(found["a"]) is type(value)  # type: ignore[index]


@pytest.mark.parametrize(
    "value", ["on", "007", "1e3", "null", "", "- x", "a: b", "#", "true", "~", " x ", "zeile\nzwei", "ä"]
)
def test_written_text_reads_back_as_that_text(value: str) -> None:
    node, problems = parsed(yaml_text({"a": value, value: [value]}))
    assert problems == []
    assert node is not None
    assert plain_value(node) == {"a": value, value: [value]}
