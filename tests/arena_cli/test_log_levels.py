"""Levels of the logs: one for all, or patterns of names of loggers, of which the first match counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_cli.environments import NodePlan
from arena_cli.log_level_file import log_level_value
from arena_cli.log_levels import LOG_LEVELS, LogLevels, parse_log_levels

GENERATOR = "task_generator"


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("warn", LogLevels("warn")),
        ("WARN", LogLevels("warn")),
        ("{task_generator:debug, warn}", LogLevels("warn", ((GENERATOR, "debug"),))),
        ("[warn, task_generator:debug]", LogLevels("warn", ((GENERATOR, "debug"),))),
        ('{task_generator: debug, "*": warn}', LogLevels("warn", ((GENERATOR, "debug"),))),
        ("{*:warn, /env_1/task_generator:debug}", LogLevels("warn", (("env_1.task_generator", "debug"),))),
        ("[task_generator:debug]+", LogLevels("info", ((GENERATOR, "debug"),))),
        ("+[task_generator:debug]", LogLevels("info", ((GENERATOR, "debug"),))),
        ("+{task_generator:debug, error}", LogLevels("error", ((GENERATOR, "debug"),))),
        ("{task_generator:debug}", LogLevels("info", ((GENERATOR, "debug"),))),
        ("{}", LogLevels()),
    ],
)
def test_one_level_and_patterns_are_read(text: str, levels: LogLevels) -> None:
    assert parse_log_levels(text) == levels


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wran", "did you mean 'warn'"),
        ("{task_generator:debgu}", "did you mean 'debug'"),
        ("{a:debug, a:info}", "a stands twice"),
        ("{debug, *:info}", "the level of the rest stands twice"),
        ("{a b:debug}", "'a b' is no name of a logger"),
        ("{a[:debug}", "is no name of a logger"),
        ("{a..b:debug}", "is no name of a logger"),
        ("{a:debug", "expected a level"),
        ("a:debug", "expected a level"),
        ("", "expected a level"),
    ],
)
def test_what_is_no_level_is_said_with_the_nearest_one(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("*", "[*]")):
        parse_log_levels(text)


names = st.from_regex(r"[a-z_]{1,4}(\.[a-z*?]{1,3})?", fullmatch=True)
levels = st.sampled_from(LOG_LEVELS)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(names, levels), unique_by=lambda entry: entry[0]), levels, names)
def test_the_first_match_counts_and_the_rest_is_last(patterns: list[tuple[str, str]], rest: str, name: str) -> None:
    made = LogLevels(rest, tuple(patterns))
    assert parse_log_levels(str(made)) == made
    exact = LogLevels(rest, ((name, "fatal"), *patterns))
    assert exact.level_of(name) == "fatal"
    behind = LogLevels(rest, (*patterns, (name, "fatal")))
    first = made.level_of(name)
    assert behind.level_of(name) in (first, "fatal")
    first_in_text = ", ".join([rest, *(f"{pattern}:{level}" for pattern, level in patterns)])
    assert parse_log_levels(f"[{first_in_text}]+") == made


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=20))
def test_any_text_is_levels_or_one_sentence(text: str) -> None:
    try:
        said = parse_log_levels(text).level_of("x")
    except ValueError as error:
        said = str(error)
    assert said
    assert "\n" not in said


def test_each_node_is_told_its_own_level_and_that_of_libraries() -> None:
    found = parse_log_levels("{env_1.*:debug, task_generator:error, rcl:fatal, warn}")
    words = {space: NodePlan(GENERATOR, namespace=space, log_level=found).log_words for space in ("", "/env_1", "/lab")}
    own = {space: [word for word in said if word != "--log-level"] for space, said in words.items()}
    assert own == {
        "": ["warn", "task_generator:=error", "rcl:=fatal"],
        "/env_1": ["warn", "env_1.task_generator:=debug", "rcl:=fatal"],
        "/lab": ["warn", "lab.task_generator:=error", "rcl:=fatal"],
    }
    below = parse_log_levels("{env_1:debug, warn}")
    assert below.words(GENERATOR, "/env_1") == ["--log-level", "warn", "--log-level", "env_1:=debug"]
    assert NodePlan(GENERATOR).log_words == ["--log-level", "info"]


def test_a_file_has_them_as_a_mapping_and_its_errors_have_places(tmp_path: Path) -> None:
    file = tmp_path / "levels.yaml"
    file.write_text('"*": warn\ntask_generator: debug\n', encoding="utf-8")
    assert log_level_value(str(file)) == LogLevels("warn", ((GENERATOR, "debug"),))
    file.write_text("rcl: warn\ntask_generator: debgu\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"levels\.yaml:2:17: task_generator: .*did you mean 'debug'"):
        log_level_value(str(file))
    with pytest.raises(ValueError, match="no such file"):
        log_level_value(str(tmp_path / "gone.yaml"))
