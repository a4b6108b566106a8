from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.read_environment import load_environment
from arena_simulation_setup.files.read_parametrized import load_parametrized

WORDS = st.sampled_from(
    [
        "<random>",
        "</random>",
        "<static>",
        "</static>",
        "<obstacle",
        ' min="1"',
        ' max="2"',
        ' model="bin"',
        "/>",
        ">",
        "<dynamic/>",
        "<min>",
        "</min>",
        "3",
        "<!-- x -->",
        "&amp;",
        "&lol;",
        "\n",
        "groups:",
        "- name: a",
        "  size: [1, 1]",
        "  entities:",
        "{",
        "}",
        "[",
        "]",
        "static:",
        "- {model: bin, min: 1, max: 2}",
        "null",
        "1e9",
        "-1",
        "*",
        "é",
    ]
)
TEXTS = st.lists(WORDS, max_size=14).map("".join) | st.lists(WORDS, max_size=14).map("\n".join) | st.text(max_size=40)


@given(text=TEXTS)
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_whatever_stands_in_a_file_it_is_read_or_its_problems_are_listed(tmp_path: Path, text: str) -> None:
    for name, load in (("a.xml", load_parametrized), ("a.yaml", load_parametrized), ("b.yaml", load_environment)):
        path = tmp_path / name
        path.write_bytes(text.encode())
        with suppress(FileProblems):
            load(path)


def test_an_xml_file_without_measure_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.xml"
    path.write_text("<random>" + "<static>" * 1000 + "</static>" * 1000 + "</random>")
    with pytest.raises(FileProblems, match="nested too deeply"):
        load_parametrized(path)
    path.write_bytes(b" " * (16 * 1024 * 1024 + 1))
    with pytest.raises(FileProblems, match="at most 16 MiB"):
        load_parametrized(path)


@pytest.mark.parametrize("encoding", ["nonsense", "shift_jis", "hex", "idna", "utf-16"])
def test_an_encoding_that_no_parser_knows_is_a_problem_of_the_file(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "some.xml"
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?><random/>')
    with pytest.raises(FileProblems, match=r"some\.xml:1:.*encoding"):
        load_parametrized(path)
