"""A validator for the part of JSON Schema (draft 2020-12) that the project's schemas use."""

from __future__ import annotations

import re
from typing import Any

TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "null": type(None),
    "boolean": bool,
}
SAID_ONLY = {"$schema", "$defs", "title", "description", "default", "then", "else"}


class Validator:
    """Answers whether values fit a schema; a keyword that it does not know is an error."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def accepts(self, value: Any, schema: dict[str, Any] | None = None) -> bool:
        chosen = self.schema if schema is None else schema
        return all(self._keyword(key, argument, value, chosen) for key, argument in chosen.items())

    def _keyword(self, key: str, argument: Any, value: Any, schema: dict[str, Any]) -> bool:
        if key in SAID_ONLY:
            return True
        check = getattr(self, f"_{key.removeprefix('$')}", None)
        assert check is not None, f"unknown keyword {key}"
        return bool(check(argument, value, schema))

    def _ref(self, path: str, value: Any, _: Any) -> bool:
        return self.accepts(value, self.schema["$defs"][path.removeprefix("#/$defs/")])

    def _type(self, names: Any, value: Any, _: Any) -> bool:
        return any(has_type(name, value) for name in ([names] if isinstance(names, str) else names))

    def _enum(self, values: list[Any], value: Any, _: Any) -> bool:
        return any(value == known and type(value) is type(known) for known in values)

    def _const(self, known: Any, value: Any, _: Any) -> bool:
        return bool(value == known) and isinstance(value, bool) == isinstance(known, bool)

    def _pattern(self, pattern: str, value: Any, _: Any) -> bool:
        return not isinstance(value, str) or re.search(pattern, value) is not None

    def _minimum(self, bound: float, value: Any, _: Any) -> bool:
        return not is_number(value) or value >= bound

    def _maximum(self, bound: float, value: Any, _: Any) -> bool:
        return not is_number(value) or value <= bound

    def _exclusiveMinimum(self, bound: float, value: Any, _: Any) -> bool:  # noqa: N802
        return not is_number(value) or value > bound

    def _exclusiveMaximum(self, bound: float, value: Any, _: Any) -> bool:  # noqa: N802
        return not is_number(value) or value < bound

    def _minItems(self, least: int, value: Any, _: Any) -> bool:  # noqa: N802
        return not isinstance(value, list) or len(value) >= least

    def _maxItems(self, most: int, value: Any, _: Any) -> bool:  # noqa: N802
        return not isinstance(value, list) or len(value) <= most

    def _items(self, item: Any, value: Any, _: Any) -> bool:
        return not isinstance(value, list) or all(self.accepts(entry, item) for entry in value)

    def _prefixItems(self, items: list[Any], value: Any, _: Any) -> bool:  # noqa: N802
        pairs = zip(value, items, strict=False) if isinstance(value, list) else ()
        return all(self.accepts(entry, item) for entry, item in pairs)

    def _required(self, keys: list[str], value: Any, _: Any) -> bool:
        return not isinstance(value, dict) or all(key in value for key in keys)

    def _properties(self, known: dict[str, Any], value: Any, _: Any) -> bool:
        present = [key for key in known if isinstance(value, dict) and key in value]
        return all(self.accepts(value[key], known[key]) for key in present)

    def _additionalProperties(self, other: Any, value: Any, schema: dict[str, Any]) -> bool:  # noqa: N802
        rest = [key for key in value if key not in schema.get("properties", {})] if isinstance(value, dict) else []
        return not rest if other is False else all(self.accepts(value[key], other) for key in rest)

    def _anyOf(self, schemas: list[Any], value: Any, _: Any) -> bool:  # noqa: N802
        return any(self.accepts(value, schema) for schema in schemas)

    def _oneOf(self, schemas: list[Any], value: Any, _: Any) -> bool:  # noqa: N802
        return sum(self.accepts(value, schema) for schema in schemas) == 1

    def _allOf(self, schemas: list[Any], value: Any, _: Any) -> bool:  # noqa: N802
        return all(self.accepts(value, schema) for schema in schemas)

    def _not(self, schema: Any, value: Any, _: Any) -> bool:
        return not self.accepts(value, schema)

    def _if(self, condition: Any, value: Any, schema: dict[str, Any]) -> bool:
        branch = schema.get("then" if self.accepts(value, condition) else "else", {})
        return self.accepts(value, branch)


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def has_type(name: str, value: Any) -> bool:
    if name == "number":
        return is_number(value)
    if name == "integer":
        return is_number(value) and float(value).is_integer()
    return isinstance(value, TYPES[name])
