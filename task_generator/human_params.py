"""Parameters of the people, ``<backend namespace>.<parameter>``, as text."""

from collections.abc import Iterable, Mapping
from typing import Any

from task_generator.coercion import number_or_text
from task_generator.staging import human_param_problem


def human_value(text: str) -> bool | int | float | str:
    """A value as it is written: ``true`` and ``false``, numbers, everything else as it stands."""
    if text in ("true", "false"):
        return text == "true"
    return number_or_text(text)


def parse_human_params(words: Iterable[str]) -> Mapping[str, Any]:
    """Values by name from words of the form ``name:=value``.

    Raises:
        ValueError: If a word has another form, or a name is under no known namespace.
    """
    values: dict[str, Any] = {}
    for word in words:
        name, separator, text = word.partition(":=")
        if not separator:
            raise ValueError(f"human_params: {word!r} is not of the form name:=value")
        problem = human_param_problem(name)
        if problem:
            raise ValueError(problem)
        values[name] = human_value(text)
    return values
