"""Parameters of the modes: what is declared, what a text means, and what an episode's values are."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import frozen

from arena_simulation_setup.files.near_names import near_or_all
from task_generator.coercion import ELEMENT, coerced, number_or_text
from task_generator.declarations import BOOL, DOUBLE, INTEGER, DictionaryNode, ParameterDeclaration, Value
from task_generator.tasks.registry import walk_schemas


@frozen
class Parameters:
    """Values by full name; every declared parameter has one."""

    values: Mapping[str, Value]

    def text(self, name: str) -> str:
        """The value of a text parameter."""
        return str(self.values[name])

    def names(self, name: str) -> tuple[str, ...]:
        """The value of a list of names."""
        value = self.values[name]
        return tuple(str(item) for item in value) if isinstance(value, tuple) else (str(value),)

    def number(self, name: str) -> float:
        """The value of a number."""
        value = self.values[name]
        if isinstance(value, str | tuple):
            raise TypeError(f"parameter {name} is no number: {value!r}")
        return float(value)

    def integer(self, name: str) -> int:
        """The value of a whole number."""
        return int(self.number(name))

    def numbers(self, name: str) -> tuple[float, ...]:
        """The value of a list of numbers."""
        value = self.values[name]
        if not isinstance(value, tuple):
            raise TypeError(f"parameter {name} is no list: {value!r}")
        return tuple(float(item) for item in value)

    def int_pair(self, name: str) -> tuple[int, int]:
        """The value of a range of whole numbers."""
        value = self.values[name]
        if not isinstance(value, tuple) or len(value) != 2:
            raise TypeError(f"parameter {name} is no pair: {value!r}")
        return (int(value[0]), int(value[1]))


@cache
def declared_parameters() -> Mapping[str, ParameterDeclaration]:
    """The parameters of all registered modes by full name."""
    node = DictionaryNode()
    walk_schemas(node)
    return node.declarations


def resolved_parameters(given: Mapping[str, Any]) -> tuple[Parameters, tuple[str, ...]]:
    """Defaults overlaid with given values, and a sentence for each given name that is not declared.

    Raises:
        ValueError: If a value does not fit its declaration.
    """
    declared = declared_parameters()
    values = {name: declaration.default for name, declaration in declared.items()}
    values |= {name: coerced(declared[name], value) for name, value in given.items() if name in declared}
    return Parameters(values), tuple(_undeclared(name) for name in given if name not in declared)


def parse_parameter(name: str, text: str) -> Value:
    """The value of a parameter written as text: numbers, ``true`` and ``false``, ``[3, 3]``, or words as they are.

    Raises:
        ValueError: If no mode declares the name (the nearest one is offered), or the text does not fit.
    """
    declaration = declared_parameters().get(name)
    if declaration is None:
        raise ValueError(_undeclared(name))
    return parse_declared(declaration, text)


def parse_declared(declaration: ParameterDeclaration, text: str) -> Value:
    """The value of a parameter written as text; see ``parse_parameter``.

    Raises:
        ValueError: If the text does not fit.
    """
    element = ELEMENT.get(declaration.kind)
    if element is None:
        return coerced(declaration, _scalar(declaration.kind, text.strip()))
    return coerced(declaration, [_scalar(element, item) for item in _items(text)])


def _undeclared(name: str) -> str:
    return f"no task mode has a parameter {name} ({near_or_all(name, declared_parameters())})"


def _items(text: str) -> list[str]:
    stripped = text.strip()
    if stripped.startswith("[") and stripped.endswith("]"):
        stripped = stripped[1:-1].strip()
    return [_unquoted(item.strip()) for item in stripped.split(",")] if stripped else []


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if quoted else text


def _scalar(kind: str, text: str) -> Any:
    if kind == BOOL and text in ("true", "false"):
        return text == "true"
    return number_or_text(text) if kind in (INTEGER, DOUBLE) else text
