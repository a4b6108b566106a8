from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena_cli.argument import Argument, UsageError, bool_value, count_value, float_value, help_lines, parse_arguments

ARGUMENTS = (
    Argument("world", "map_empty", "the world"),
    Argument("episodes", 1, "how many", count_value),
    Argument("timeout", None, "seconds", float_value),
    Argument("record.auto", True, "record", bool_value, old_names=("record",)),
    Argument("task.random.*", None, "leaves of the random mode"),
)


def test_values_keep_their_text_and_defaults_are_filled_in() -> None:
    parsed = parse_arguments(ARGUMENTS, ["world:=007"])
    assert parsed["world"] == "007"
    assert parsed["episodes"] == 1
    assert parsed.given == {"world"}


def test_a_value_may_contain_the_separator_and_be_empty() -> None:
    assert parse_arguments(ARGUMENTS, ["world:=a:=b"])["world"] == "a:=b"
    assert parse_arguments(ARGUMENTS, ["world:="])["world"] == ""


def test_names_below_a_wildcard_are_kept_as_text() -> None:
    parsed = parse_arguments(ARGUMENTS, ["task.random.static.n:=[3, 3]"])
    assert parsed.wildcard == {"task.random.static.n": "[3, 3]"}


def test_an_old_name_works_and_warns() -> None:
    parsed = parse_arguments(ARGUMENTS, ["record:=false"])
    assert parsed["record.auto"] is False
    assert parsed.warnings == ("record is the old name of record.auto",)


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("wrld:=x", "did you mean 'world'"),
        ("world=x", "not of the form name:=value; did you mean 'world:=x'"),
        ("wrld=x", "did you mean 'world:=x'"),
        ("x", "not of the form name:=value$"),
        (":=x", "not of the form name:=value"),
        ("episodes:=0", "whole number from 1"),
        ("episodes:=two", "whole number"),
        ("timeout:=nan", "finite number"),
        ("record.auto:=maybe", "true or false"),
    ],
)
def test_a_wrong_token_is_named_with_what_was_expected(token: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_arguments(ARGUMENTS, [token])


def test_a_name_given_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="world is given twice"):
        parse_arguments(ARGUMENTS, ["world:=a", "world:=b"])


def test_help_names_every_argument_with_its_default() -> None:
    text = "\n".join(help_lines(ARGUMENTS))
    for argument in ARGUMENTS:
        assert argument.name in text
        assert argument.description in text
    assert "[map_empty]" in text


@given(st.lists(st.text(max_size=20), max_size=4))
def test_any_tokens_give_values_or_a_usage_error(tokens: list[str]) -> None:
    with suppress(UsageError):
        assert parse_arguments(ARGUMENTS, tokens).values.keys() == {"world", "episodes", "timeout", "record.auto"}
