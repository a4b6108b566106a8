"""Readers of what only the files of campaigns hold: durations, modes, values of mode parameters."""

import re
from collections.abc import Mapping
from typing import Any

from arena_simulation_setup.files.cursor import Cursor, Reader
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.nodes import Scalar
from arena_simulation_setup.files.values import number, plain, text
from arena_simulation_setup.timebase import LONGEST_DURATION_S
from task_generator.coercion import ELEMENT, coerced
from task_generator.declarations import ParameterDeclaration, Value
from task_generator.parameters import declared_parameters
from task_generator.tasks.registry import OBSTACLES_MODES, ROBOTS_MODES, TaskModeRegistry

RANGE_KEYS = {"min", "max"}
_PARTS: Mapping[str, float] = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_DURATION = re.compile(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?")
_seconds = number(minimum=0.0, maximum=LONGEST_DURATION_S)


def duration(cursor: Cursor) -> float:
    """Seconds, as a number from 0 or as text such as ``1h2m3s`` or ``500ms`` that is more than nothing."""
    expected = "a number of seconds from 0, or a text such as 1h2m3s or 500ms"
    node = cursor.node
    if not isinstance(node, Scalar) or node.is_null or not node.text or not node.text[-1].isalpha():
        return _seconds(cursor)
    found = _DURATION.fullmatch(node.text)
    if found is None:
        raise cursor.wrong(expected)
    seconds = sum(int(count or 0) * part for count, part in zip(found.groups(), _PARTS.values(), strict=True))
    if not 0.0 < seconds <= LONGEST_DURATION_S:
        raise cursor.rejection("value.range", f"{node.text} is out of range", expected="more than 0 seconds")
    return seconds


def mode(registry: TaskModeRegistry[Any]) -> Reader[str]:
    """A reader of the name of a mode, in upper or lower case."""

    def read(cursor: Cursor) -> str:
        name = text(cursor).lower()
        if name not in registry:
            hints = {
                "expected": f"one of {', '.join(registry.names())}",
                "suggestion": nearest(name, registry.names()),
            }
            raise cursor.rejection("mode.unknown", f"unknown mode {text(cursor)!r}", **hints)
        return name

    return read


def namespace_of(mode_name: str) -> str:
    """The prefix of the parameters of a mode (``task.random``); empty where there is no such mode."""
    for registry in (OBSTACLES_MODES, ROBOTS_MODES):
        if mode_name in registry:
            return str(registry[mode_name].namespace)
    return ""


def is_range(cursor: Cursor) -> bool:
    """Whether a mapping stands for a pair: ``{min: 1, max: 5}``."""
    return cursor.is_mapping and not cursor.is_empty and {key for key, _, _ in cursor.pairs()} <= RANGE_KEYS


def parameter_value(name: str) -> Reader[Value]:
    """A reader of a mode parameter; ``{min, max}`` is a pair, one value stands for a list of one."""
    return fitting(declared_parameters()[name])


def fitting(declaration: ParameterDeclaration) -> Reader[Value]:
    """A reader of values that fit a declaration."""

    def read(cursor: Cursor) -> Value:
        value = _ends(cursor) if is_range(cursor) else plain(cursor)
        if declaration.kind in ELEMENT and not isinstance(value, list):
            value = [value]
        try:
            return coerced(declaration, value)
        except ValueError as error:
            raise cursor.rejection("parameter.value", str(error)) from None

    return read


def unknown_parameter(cursor: Cursor, name: str, known: tuple[str, ...]) -> None:
    """Note that there is no such parameter; the nearest one is offered, else all of them are."""
    near = nearest(name, known)
    expected = "" if near else f"one of {', '.join(known) or 'none'}"
    message = f"there is no parameter {name!r}"
    cursor.error("parameter.unknown", message, found=name, expected=expected, suggestion=near)


def _ends(cursor: Cursor) -> list[Any]:
    values = {key: plain(value) for key, value, _ in cursor.pairs()}
    missing = sorted(RANGE_KEYS - set(values))
    if missing:
        raise cursor.rejection("key.missing", f"{missing[0]!r} is missing", expected="both min and max")
    return [values["min"], values["max"]]
