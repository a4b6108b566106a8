"""Fitting a value to the declaration of its parameter."""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from task_generator.declarations import (
    BOOL,
    DOUBLE,
    DOUBLE_ARRAY,
    INTEGER,
    INTEGER_ARRAY,
    STRING,
    STRING_ARRAY,
    ParameterDeclaration,
    Scalar,
    Value,
)

ELEMENT: Mapping[str, str] = MappingProxyType({INTEGER_ARRAY: INTEGER, DOUBLE_ARRAY: DOUBLE, STRING_ARRAY: STRING})
PAIRS = ("range:int_pair", "range:float_pair")


def number_or_text(text: str) -> int | float | str:
    """A whole number or a number where the text is one, else the text as it stands."""
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def coerced(declaration: ParameterDeclaration, value: Any) -> Value:
    """The value in the parameter's own type.

    Whole numbers are taken where numbers are asked for, never the other way round; an empty list fits every array;
    a pair is sorted, and one number stands for both of its ends.

    Raises:
        ValueError: If the value does not fit; the sentence names the parameter, the value and what was expected.
    """
    element = ELEMENT.get(declaration.kind)
    if element is None:
        return _scalar(declaration, declaration.kind, value)
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise _misfit(declaration, value, f"a list of type {declaration.kind}")
    values = tuple(_scalar(declaration, element, item) for item in value)
    tokens = declaration.additional_constraints.split(";")
    if any(token in PAIRS for token in tokens):
        return _pair(declaration, values)
    return values


def _pair(declaration: ParameterDeclaration, values: tuple[Scalar, ...]) -> Value:
    if not values:
        return declaration.default
    if len(values) > 2:
        raise _misfit(declaration, list(values), "[min, max]")
    numbers = sorted(value for value in values if not isinstance(value, str))
    return (numbers[0], numbers[-1])


def _scalar(declaration: ParameterDeclaration, kind: str, value: Any) -> Scalar:
    if kind == STRING and isinstance(value, str):
        return _checked(declaration, _chosen(declaration, value))
    if kind == BOOL and isinstance(value, bool):
        return value
    whole = isinstance(value, int) and not isinstance(value, bool)
    if kind == INTEGER and whole:
        return _in_range(declaration, int(value))
    if kind == DOUBLE and isinstance(value, float) and math.isnan(value) and _may_be_nan(declaration):
        return value
    if kind == DOUBLE and (whole or isinstance(value, float)) and math.isfinite(value):
        return _in_range(declaration, float(value))
    raise _misfit(declaration, value, f"a value of type {kind}")


def _may_be_nan(declaration: ParameterDeclaration) -> bool:
    """Whether no value is a value, which it is where it is the default."""
    return isinstance(declaration.default, float) and math.isnan(declaration.default)


def _in_range(declaration: ParameterDeclaration, number: float) -> float:
    if declaration.range is not None and not declaration.range[0] <= number <= declaration.range[1]:
        low, high = declaration.range
        raise _misfit(declaration, number, f"a number from {low:g} to {high:g}")
    return number


def _chosen(declaration: ParameterDeclaration, text: str) -> str:
    for token in declaration.additional_constraints.split(";"):
        if token.startswith("enum:"):
            choices = token.removeprefix("enum:").split(",")
            if text not in choices and text != declaration.default:
                raise _misfit(declaration, text, f"one of {', '.join(choices)}")
    return text


def _checked(declaration: ParameterDeclaration, text: str) -> str:
    if declaration.check is not None:
        try:
            declaration.check(text)
        except ValueError as error:
            raise ValueError(f"{declaration.name}: {error}") from None
    return text


def _misfit(declaration: ParameterDeclaration, value: Any, expected: str) -> ValueError:
    return ValueError(f"{declaration.name}: got {value!r} of type {type(value).__name__}, expected {expected}")
