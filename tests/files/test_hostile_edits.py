"""Whatever is done to a world's text, the answer is a world or a list of problems, never another exception."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from rich_texts import LEGACY, PHASES, RICH
from small_world import written_world

from arena_simulation_setup.files.canonical import world_from_json, world_json
from arena_simulation_setup.files.load_scenario import load_scenario
from arena_simulation_setup.files.load_world import load_level, load_world
from arena_simulation_setup.files.near_names import edit_distance, typo_of
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.save import save_level
from arena_simulation_setup.files.values import plain_value
from arena_simulation_setup.files.yaml_nodes import parse_document
from arena_simulation_setup.files.yaml_text import yaml_text

PIECES = (
    "null", "[]", "{}", "true", "on", "-1", "1e999", ".nan", "007", '""', "'x'", "[[]]", "{x: 1}", "&a ", "*a", "<<: ",
    "!!int ", ":", "- ", "\n", "  ", "\t", "#", "|", "\x00", "é", "[0, 0]", "[1, 2, 3, 4]", "room", "%", "@",
)  # fmt: skip


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """A text with a few words replaced, cut out or put in."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([0, 1, 3, 8, 20]))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)))
        text = text[:start] + piece + text[start + length :]
    return text


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


@settings(max_examples=250, deadline=None)
@given(edited(RICH))
def test_edited_world_loads_or_has_problems(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        directory = written_world(Path(folder), _x="")
        (directory / "x" / "world.yaml").write_bytes(encoded(text))
        try:
            world = load_world(directory).value
        except FileProblems:
            return
        save_level(world.levels["x"], directory / "x" / "world.yaml")
        assert load_level(directory / "x" / "world.yaml") == world.levels["x"]
        assert world_from_json(world_json(world)) == world


@settings(max_examples=150, deadline=None)
@given(st.one_of(edited(PHASES), edited(LEGACY)))
def test_edited_scenario_loads_or_has_problems(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "scenario.yaml").write_bytes(encoded(text))
        with contextlib.suppress(FileProblems):
            load_scenario(Path(folder))


finite = st.floats(allow_nan=False, allow_infinity=False)
plain_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**17), 10**17),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(), plain_values, min_size=1, max_size=3))
def test_written_values_read_back_alike(values: dict[str, object]) -> None:
    report = Report("file.yaml")
    node = parse_document(yaml_text(values).encode(), report)
    assert report.problems == []
    assert node is not None
    assert plain_value(node) == values


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="abc_", max_size=8), st.text(alphabet="abc_", max_size=8))
def test_edit_distance_is_symmetric_and_zero_for_equal_words_only(first: str, second: str) -> None:
    assert edit_distance(first, second) == edit_distance(second, first)
    assert (edit_distance(first, second) == 0) == (first == second)


def test_slips_are_told_from_other_words() -> None:
    known = ("activation_distance", "width", "name", "pose")
    assert typo_of("activation_distnace", known) == "activation_distance"
    assert typo_of("widht", known) == "width"
    assert typo_of("nam", known) == ""
    assert typo_of("facility", known) == ""
