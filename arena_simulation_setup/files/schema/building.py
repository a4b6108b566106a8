"""Pieces that schemas are built of. Null stands for an absent key everywhere, as it does for the readers."""

import inspect
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import NOTHING
from attrs import fields as attributes_of

Schema = dict[str, Any]

SCALAR: Schema = {"type": ["string", "number", "boolean"]}
"""Text: whatever is written, with or without quotes."""
BOOLEAN: Schema = {"type": "boolean"}
NULL: Schema = {"type": "null"}
ANYTHING: Schema = {}
TOLD = ("description", "default")
"""What a schema says to people only."""

_ATTRIBUTE = re.compile(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


def reference(name: str) -> Schema:
    """A schema that stands in ``$defs``."""
    return {"$ref": f"#/$defs/{name}"}


def number(
    minimum: float | None = None,
    above: float | None = None,
    maximum: float | None = None,
    below: float | None = None,
    largest: float | None = None,
) -> Schema:
    """A finite number within bounds; ``largest`` bounds its size with either sign."""
    bounds = {"minimum": minimum, "exclusiveMinimum": above, "maximum": maximum, "exclusiveMaximum": below}
    if largest is not None:
        bounds["minimum"] = -largest if minimum is None and above is None else minimum
        bounds["maximum"] = largest if maximum is None and below is None else maximum
    return {"type": "number", **{key: bound for key, bound in bounds.items() if bound is not None}}


def word(pattern: str) -> Schema:
    """Text of a form; what YAML takes for a number or boolean counts as text too."""
    return {**SCALAR, "pattern": pattern}


def choice(accepted: Collection[str]) -> Schema:
    """One of a few words."""
    return {"enum": list(accepted)}


def listed(item: Schema, least: int | None = None, most: int | None = None) -> Schema:
    """A list."""
    bounds = {"minItems": least, "maxItems": most}
    return {"type": "array", "items": item, **{key: bound for key, bound in bounds.items() if bound is not None}}


def either(*schemas: Schema) -> Schema:
    """One of several forms."""
    return {"anyOf": list(schemas)}


def optional(schema: Schema) -> Schema:
    """The same, or null; what is told about it stays outside."""
    told = {key: schema[key] for key in TOLD if key in schema}
    return {**either({key: value for key, value in schema.items() if key not in TOLD}, NULL), **told}


def given(key: str) -> Schema:
    """A mapping in which a key has a value."""
    return {"required": [key], "properties": {key: {"not": NULL}}}


def exactly_one(keys: Sequence[str]) -> Schema:
    """A mapping in which exactly one of several keys has a value."""
    return {"oneOf": [given(key) for key in keys]}


def not_both(first: str, second: str) -> Schema:
    """A mapping in which not both of two keys have a value."""
    return {"not": {"allOf": [given(first), given(second)]}}


def mapping(keys: Mapping[str, Schema], required: Collection[str] = (), extensible: bool = False) -> Schema:
    """A mapping; keys that are not required may also be null.

    Args:
        keys: Key to schema.
        required: Keys that must have a value.
        extensible: Whether further keys are kept.
    """
    properties = {key: schema if key in required else optional(schema) for key, schema in keys.items()}
    found: Schema = {"type": "object", "properties": properties}
    if required:
        found["required"] = list(required)
    if not extensible:
        found["additionalProperties"] = False
    return found


def thing(
    described: type[Any],
    keys: Mapping[str, Schema],
    required: Collection[str] = (),
    aliases: Mapping[str, str] | None = None,
    extensible: bool = True,
) -> Schema:
    """A mapping that is read into a description, with the texts and defaults of the description's attributes.

    Args:
        described: Class whose attributes the keys are named after.
        keys: Key to schema.
        required: Keys that must have a value, under their own name or an alias.
        aliases: Other spelling to key.
        extensible: Whether further keys are kept.
    """
    texts, defaults = _attribute_texts(described), _defaults(described)
    told = {
        key: {**schema, **_present("description", texts.get(key)), **_present("default", defaults.get(key))}
        for key, schema in keys.items()
    }
    names = dict(aliases or {})
    spelled = {**told, **{alias: keys[key] for alias, key in names.items()}}
    single = [key for key in required if key not in names.values()]
    found = mapping(spelled, single, extensible)
    found["title"] = described.__name__
    spellings = [[alias for alias in names if names[alias] == key] + [key] for key in required if key not in single]
    if spellings:
        found["allOf"] = [either(*(given(name) for name in group)) for group in spellings]
    return found


def _present(key: str, value: Any) -> Schema:
    return {} if value is None else {key: value}


def _attribute_texts(described: type[Any]) -> dict[str, str]:
    """Attribute to its sentence in the docstring of a class."""
    text = inspect.getdoc(described) or ""
    return {name: " ".join(found.split()) for name, found in _ATTRIBUTE.findall(text)}


def _defaults(described: type[Any]) -> dict[str, Any]:
    """Attribute to its default where that is a single value."""
    simple = (bool, int, float, str)
    found = {attribute.name: attribute.default for attribute in attributes_of(described)}
    return {name: value for name, value in found.items() if value is not NOTHING and isinstance(value, simple)}
