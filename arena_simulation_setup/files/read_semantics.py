"""Reading ``semantics:`` lists."""

from collections.abc import Mapping
from typing import Any

from arena_simulation_setup.files.cursor import Cursor, Reader, Rejection
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.values import number, plain, text
from arena_simulation_setup.semantics.annotation import INHERITED_DISTANCE, PREDICATE, STATE, SemanticCfg
from arena_simulation_setup.semantics.expansion import (
    KIND_PARAMETERS,
    expand_preset,
    is_number,
    kind_of,
    unknown_parameters,
)
from arena_simulation_setup.semantics.vocabulary import ATTACHABLE_KINDS, PRESETS

PRESET = "preset"
RESERVED = {"binding": ("kinematic", "joint"), "trigger": ("proximity", "contact")}
TRUTHS = ("true", "false")
_KEYS = (PRESET, STATE, PREDICATE, "value", "binding", "trigger", "distance", "params")


def semantics(host: str) -> Reader[tuple[SemanticCfg, ...]]:
    """A reader for the list on one kind of host (``door``, ``elevator``, ``zone``, ``signal``, ...)."""

    def read(cursor: Cursor) -> tuple[SemanticCfg, ...]:
        found: list[SemanticCfg] = []
        merged: dict[tuple[str, str], Any] = {}
        for item in cursor.items():
            try:
                expanded = _read_item(item, host)
            except Rejection as rejection:
                rejection.note()
                continue
            found.extend(expanded)
            _check_conflicts(item, host, expanded, merged)
        return tuple(found)

    return read


def _check_conflicts(
    cursor: Cursor, host: str, items: tuple[SemanticCfg, ...], merged: dict[tuple[str, str], Any]
) -> None:
    """Parameters of one kind on one host count together, so two items must not give one of them two values."""
    for item in items:
        kind = kind_of(host, item.name)
        given = {(kind, key): value for key, value in item.params.items()} if kind else {}
        if item.value is not None:
            given[item.role, item.name] = item.value
        for (group, key), value in given.items():
            before = merged.setdefault((group, key), value)
            if before != value:
                message = f"{key!r} is {value!r} here and {before!r} in an item before"
                cursor.error("semantics.conflict", message, expected="one value")
                return


def _read_item(cursor: Cursor, host: str) -> tuple[SemanticCfg, ...]:
    fields = Fields(cursor, _KEYS)
    fields.refuse_rest()
    if fields.at(PRESET) is not None:
        return _read_preset(fields, host)
    role = STATE if fields.at(STATE) is not None else PREDICATE
    if fields.at(role) is None:
        expected = "one of preset, state, predicate"
        raise cursor.rejection(
            "semantics.role", "the item has neither state nor predicate nor preset", expected=expected
        )
    if role == STATE and fields.has(PREDICATE):
        fields.error(PREDICATE, "semantics.role", "'predicate' beside 'state'", expected="only one of them")
    item = _read_common(fields, role, fields.required(role, text, ""))
    if not fields.sound(role):
        return ()
    _check_attachment(fields.at(role) or cursor, host, item)
    _check_value(fields.at("value") or cursor, host, item)
    return (item,)


def _check_value(cursor: Cursor, host: str, item: SemanticCfg) -> None:
    """Note an error where a literal is none that the field could show."""
    value = item.value
    if value is None:
        return
    if item.role == PREDICATE:
        fits, expected = isinstance(value, bool) or str(value).strip().lower() in TRUTHS, " or ".join(TRUTHS)
    elif is_number(host, item.name):
        fits, expected = isinstance(value, int | float) and not isinstance(value, bool), "a number"
    else:
        fits, expected = isinstance(value, bool | int | float | str), "a number or a word"
    if not fits:
        cursor.error("semantics.value", f"{item.name!r} can not be {value!r}", expected=expected)


def _read_common(fields: Fields, role: str, name: str) -> SemanticCfg:
    return SemanticCfg(
        role=role,
        name=name,
        value=fields.optional("value", plain, None),
        binding=fields.optional("binding", _reserved("binding"), RESERVED["binding"][0]),
        trigger=fields.optional("trigger", _reserved("trigger"), RESERVED["trigger"][0]),
        distance=fields.optional("distance", number(), INHERITED_DISTANCE),
        params=fields.optional("params", _params, {}),
    )


def _params(cursor: Cursor) -> Mapping[str, Any]:
    return {key: plain(value) for key, value, _ in cursor.pairs()}


def _reserved(key: str) -> Reader[str]:
    accepted, reserved = RESERVED[key]

    def read(cursor: Cursor) -> str:
        found = text(cursor)
        if found == reserved:
            raise cursor.rejection("semantics.reserved", f"{key} {found!r} is reserved", expected=accepted)
        if found != accepted:
            near = nearest(found, (accepted,))
            raise cursor.rejection("value.choice", f"unknown {key} {found!r}", expected=accepted, suggestion=near)
        return found

    return read


def _read_preset(fields: Fields, host: str) -> tuple[SemanticCfg, ...]:
    for role in (STATE, PREDICATE):
        if fields.has(role):
            fields.error(role, "semantics.role", f"{role!r} beside 'preset'", expected="only one of them")
    cursor = fields.at(PRESET) or fields.cursor
    preset = fields.required(PRESET, text, "")
    item = _read_common(fields, "", "")
    _check_preset(cursor, host, preset)
    try:
        expanded = expand_preset(preset, item)
    except ValueError as error:
        raise cursor.rejection("semantics.preset", str(error)) from error
    params = fields.at("params") or cursor
    _check_params(params, preset, expanded)
    for primitive in expanded:
        _check_value(params, host, primitive)
    return expanded


def _check_preset(cursor: Cursor, host: str, preset: str) -> None:
    if preset == "light":
        message = "lights take no preset"
        raise cursor.rejection("semantics.preset", message, expected="the light's own fields lit, light_on, level")
    if preset not in PRESETS:
        expected = f"one of {', '.join(PRESETS)}"
        near = nearest(preset, PRESETS)
        message = f"unknown preset {preset!r}"
        raise cursor.rejection("semantics.preset", message, expected=expected, suggestion=near)
    if preset not in ATTACHABLE_KINDS[host]:
        hosts = " or ".join(other for other, kinds in ATTACHABLE_KINDS.items() if preset in kinds)
        message = f"preset {preset!r} does not attach to a {host}"
        raise cursor.rejection("semantics.host", message, expected=f"it on a {hosts}")


def _check_attachment(cursor: Cursor, host: str, item: SemanticCfg) -> None:
    try:
        kind = kind_of(host, item.name)
    except ValueError as error:
        raise cursor.rejection("semantics.host", str(error)) from error
    if kind:
        _check_params(cursor, kind, (item,))


def _check_params(cursor: Cursor, kind: str, items: tuple[SemanticCfg, ...]) -> None:
    params = items[0].params
    for key in unknown_parameters(kind, params):
        near = nearest(key, KIND_PARAMETERS[kind])
        message = f"{kind} knows no parameter {key!r}; it is kept and has no effect"
        cursor.warn("semantics.parameter", message, found=key, suggestion=near)
    if kind == "pressure_plate" and params.get("press_on") is not None and params["press_on"] == params.get("regime"):
        cursor.error("semantics.self_latch", f"press_on and regime are both {params['regime']!r}: a self-latch")
    if kind == "sound" and params.get("sound_on") and any(i.name == "sounding" and i.value is not None for i in items):
        cursor.error("semantics.sound", "'sounding' has a value although sound_on switches it", expected="one of them")
