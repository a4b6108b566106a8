"""Readers of asset names and materials."""

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import evolve

from arena_simulation_setup.files.cursor import Cursor, Reader
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.values import text
from arena_simulation_setup.models.color import parse_color
from arena_simulation_setup.tree.identifiers import DEFAULT_DOMAIN, DomainIdentifier, MaterialIdentifier

MATERIAL_FORMS = '"[domain/]Name", [name, {tint: colour}] or {name, domain, _modifiers}'

Identifier = TypeVar("Identifier", bound=DomainIdentifier)


def identifier(kind: type[Identifier]) -> Reader[Identifier]:
    """A reader for names of assets of one kind; an empty name is refused."""

    def read(cursor: Cursor) -> Identifier:
        found = text(cursor)
        try:
            parsed = kind.parse(found)
        except ValueError as error:
            raise cursor.rejection("value.identifier", str(error)) from error
        if not parsed.name:
            raise cursor.rejection(
                "value.identifier", "the name is empty", expected=f"[domain/]name of a {kind.asset_type}"
            )
        return parsed

    return read


def material(cursor: Cursor) -> MaterialIdentifier:
    """A material in any of its three forms; an empty text means no surface."""
    if cursor.is_mapping:
        return _material_mapping(cursor)
    if cursor.is_list:
        items = cursor.items()
        if len(items) not in (1, 2):
            raise cursor.wrong(MATERIAL_FORMS)
        named = _material_name(items[0])
        return evolve(named, modifiers=_modifiers(items[1])) if len(items) == 2 else named
    return _material_name(cursor)


def _material_mapping(cursor: Cursor) -> MaterialIdentifier:
    fields = Fields(cursor, ("name", "domain", "modifiers"), {"_modifiers": "modifiers"})
    fields.refuse_rest()
    named = fields.required("name", _material_name, MaterialIdentifier(""))
    domain = fields.optional("domain", text, DEFAULT_DOMAIN)
    if fields.at("domain") is not None and domain != DEFAULT_DOMAIN:
        named = evolve(named, domain=domain)
    return evolve(named, modifiers=fields.optional("modifiers", _modifiers, {}))


def _material_name(cursor: Cursor) -> MaterialIdentifier:
    found = text(cursor) if not cursor.is_null else ""
    try:
        return MaterialIdentifier.parse(found)
    except ValueError as error:
        raise cursor.rejection("value.identifier", str(error), expected=MATERIAL_FORMS) from error


def _modifiers(cursor: Cursor) -> Mapping[str, Any]:
    if cursor.is_null:
        return {}
    fields = Fields(cursor, ("tint",))
    others = fields.rest()
    tint = fields.optional("tint", _tint, None)
    return others if tint is None else {"tint": tint, **others}


def _tint(cursor: Cursor) -> str:
    found = text(cursor)
    try:
        parse_color(found)
    except ValueError as error:
        raise cursor.rejection("value.color", str(error), expected="a CSS colour") from error
    return found
