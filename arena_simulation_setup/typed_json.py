"""Frozen descriptions as JSON and back, checked against their declared types in both directions.

Nothing is coerced: a bool is no number and a text is no number; only an int where a float is declared becomes that
float. Atoms are written as their text and clauses as their authored mapping, so that a person can read them. In a union
of several classes the key ``kind`` carries the class name in snake case.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs

from arena_simulation_setup.conditions.atom import DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.parse import atom_text, clause_mapping, parse_atom, parse_clause
from arena_simulation_setup.files.near_names import did_you_mean

KIND_KEY = "kind"
_ATOMS = (FieldAtom, MembershipAtom, DistanceAtom, NotAtom)
_UNIONS = (Union, UnionType)
_NAMES = {
    str: "a text",
    int: "an integer",
    float: "a number",
    bool: "true or false",
    NoneType: "null",
    dict: "an object",
}


def dumped(value: Any, declared: Any) -> str:
    """Canonical text: sorted keys, shortest floats that read back equal, ASCII, no blanks.

    Args:
        value: A description.
        declared: Its type.

    Raises:
        ValueError: If a value is not of its declared type or would not read back equal; names its path.
    """
    return json.dumps(plain(value, declared), sort_keys=True, allow_nan=False, separators=(",", ":"))


def loaded(text: str, declared: Any) -> Any:
    """Read what ``dumped`` wrote.

    Raises:
        ValueError: If the text is no JSON, or a key is unknown, missing or doubled, or a value has another type than
            declared or is not finite; names its path.
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        return typed(value, declared)
    except RecursionError as error:
        raise ValueError("the text is nested too deeply") from error


def plain(value: Any, declared: Any, path: str = "$") -> Any:
    """A description as JSON values (dict, list, str, int, float, bool, None)."""
    if get_origin(declared) in _UNIONS:
        return _plain_member(value, get_args(declared), path)
    if declared in _ATOMS or declared is Clause:
        return _plain_condition(value, declared, path)
    if attrs.has(declared):
        _check_class(value, declared, path)
        fields = _fields(declared)
        return {name: plain(getattr(value, name), kind, f"{path}.{name}") for name, kind, _ in fields}
    if get_origin(declared) is tuple:
        if not isinstance(value, tuple):
            raise _mismatch(path, "a tuple", value)
        return [plain(item, kind, where) for item, kind, where in _items(value, declared, path)]
    return _value(value, declared, path)


def typed(value: Any, declared: Any, path: str = "$") -> Any:
    """JSON values as a description."""
    if get_origin(declared) in _UNIONS:
        return _typed_member(value, get_args(declared), path)
    if declared in _ATOMS or declared is Clause:
        return _typed_condition(value, declared, path)
    if attrs.has(declared):
        return _typed_class(value, declared, path)
    if get_origin(declared) is tuple:
        if not isinstance(value, list):
            raise _mismatch(path, "a list", value)
        return tuple(typed(item, kind, where) for item, kind, where in _items(value, declared, path))
    return _value(value, declared, path)


def _check_class(value: Any, declared: Any, path: str) -> None:
    if type(value) is not declared:
        raise _mismatch(path, declared.__name__, value)


def _value(value: Any, declared: Any, path: str) -> Any:
    """A number, text, truth value, or authored mapping: the same in both directions."""
    if declared is float and type(value) is not bool and isinstance(value, int | float):
        return _finite(value, path)
    if declared in (int, str, bool, NoneType) and type(value) is declared:
        return value
    if get_origin(declared) is not None and isinstance(value, Mapping):
        return {_key(key, path): _value(item, get_args(declared)[1], f"{path}.{key}") for key, item in value.items()}
    if declared is Any:
        return _authored(value, path)
    raise _mismatch(path, _NAMES.get(declared, "an object"), value)


def _authored(value: Any, path: str) -> Any:
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, float):
        return _finite(value, path)
    if isinstance(value, list):
        return [_authored(item, f"{path}[{index}]") for index, item in enumerate(value)]
    if isinstance(value, Mapping):
        return {_key(key, path): _authored(item, f"{path}.{key}") for key, item in value.items()}
    raise _mismatch(path, "null, a truth value, number, text, list or object", value)


def _finite(value: float, path: str) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _mismatch(path, "a finite number", value)
    return number


def _key(key: Any, path: str) -> str:
    if not isinstance(key, str):
        raise _mismatch(path, "texts as keys", key)
    return key


def _items(value: Any, declared: Any, path: str) -> Iterator[tuple[Any, Any, str]]:
    kinds = get_args(declared)
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise _mismatch(path, f"{len(kinds)} elements", value)
    return zip(value, kinds, (f"{path}[{index}]" for index in range(len(value))), strict=True)


def _plain_condition(value: Any, declared: Any, path: str) -> Any:
    _check_class(value, declared, path)
    written = clause_mapping(value) if declared is Clause else atom_text(value)
    if _typed_condition(written, declared, path) != value:
        raise ValueError(f"{path}: {value!r} does not survive its text {written!r}")
    return written


def _typed_condition(value: Any, declared: Any, path: str) -> Any:
    if declared is not Clause and not isinstance(value, str):
        raise _mismatch(path, "the text of an atom", value)
    try:
        return parse_clause(value) if declared is Clause else parse_atom(value)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _typed_class(value: Any, declared: Any, path: str) -> Any:
    if not isinstance(value, dict):
        raise _mismatch(path, f"an object ({declared.__name__})", value)
    names = [name for name, _, _ in _fields(declared)]
    for key in value:
        if key not in names:
            hint = did_you_mean(key, names)
            raise ValueError(f"{path}: unknown key {key!r} of {declared.__name__} (accepted: {', '.join(names)}{hint})")
    for name, _, needed in _fields(declared):
        if needed and name not in value:
            raise ValueError(f"{path}: key {name!r} of {declared.__name__} is missing")
    given = {name: kind for name, kind, _ in _fields(declared) if name in value}
    return declared(**{name: typed(value[name], kind, f"{path}.{name}") for name, kind in given.items()})


def _plain_member(value: Any, members: tuple[Any, ...], path: str) -> Any:
    kind = type(value)
    if kind in members:
        written = plain(value, kind, path)
        return {**written, KIND_KEY: _tag(kind)} if kind in _tagged(members) else written
    for member in members:
        if (member is float and isinstance(value, int | float)) or get_origin(member) is kind:
            return plain(value, member, path)
    raise _mismatch(path, _alternatives(members), value)


def _typed_member(value: Any, members: tuple[Any, ...], path: str) -> Any:
    classes = [member for member in members if attrs.has(member) and member not in _ATOMS]
    if isinstance(value, dict) and _tagged(members):
        return _typed_tagged(value, {_tag(member): member for member in classes}, path)
    if isinstance(value, dict) and classes:
        return typed(value, classes[0], path)
    if isinstance(value, str) and any(member in _ATOMS for member in members):
        return _typed_condition(value, FieldAtom, path)
    for member in members:
        fits = (float, int) if member is float else (list,) if get_origin(member) is tuple else (member,)
        if type(value) in fits:
            return typed(value, member, path)
    raise _mismatch(path, _alternatives(members), value)


def _typed_tagged(value: dict[str, Any], classes: dict[str, Any], path: str) -> Any:
    tag = value.get(KIND_KEY)
    if not isinstance(tag, str) or tag not in classes:
        raise _mismatch(f"{path}.{KIND_KEY}", f"one of {', '.join(classes)}", tag)
    return typed({key: item for key, item in value.items() if key != KIND_KEY}, classes[tag], path)


def _tagged(members: tuple[Any, ...]) -> tuple[Any, ...]:
    classes = tuple(member for member in members if attrs.has(member) and member not in _ATOMS)
    return classes if len(classes) > 1 else ()


def _tag(kind: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@cache
def _fields(declared: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Name, declared type and whether it must be given, of each field."""
    hints = get_type_hints(declared)
    return tuple((item.name, hints[item.name], item.default is attrs.NOTHING) for item in attrs.fields(declared))


def _alternatives(members: tuple[Any, ...]) -> str:
    return " or ".join(dict.fromkeys(_NAMES.get(member, getattr(member, "__name__", "a list")) for member in members))


def _mismatch(path: str, expected: str, found: Any) -> ValueError:
    shown = repr(found)
    return ValueError(f"{path}: {expected} expected, found {shown if len(shown) < 80 else shown[:77] + '...'}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"key {next(name for name in names if names.count(name) > 1)!r} is given twice")
    return mapping


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not a finite number")
