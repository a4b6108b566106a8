"""Presets: one word for the fields of a scripted kind."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.vocabulary import ATTACHABLE_KINDS, CONTINUOUS, PRESETS, VOCABULARY

_OWN_VOCABULARY = ("door", "elevator")

KIND_PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "gate": ("authorized", "unlock_on"),
    "pressure_plate": ("position", "radius", "drives", "latch", "press_on", "regime"),
    "occupancy_cap": ("cap",),
    "signal": ("phases", "stop_phases", "regime"),
    "schedule": ("windows", "default", "regime"),
    "sound": ("sound_on", "regime"),
}


def expand_preset(preset: str, item: SemanticCfg) -> tuple[SemanticCfg, ...]:
    """The fields that a preset stands for, in the order of its kind.

    Parameters named after one of the fields become that field's value; all others go to every field.

    Args:
        preset: Name of the preset.
        item: What stood beside it: value, distance, binding, trigger and params; role and name are not looked at.

    Raises:
        ValueError: If there is no such preset, or a preset of several fields is given one value.
    """
    if preset not in PRESETS:
        raise ValueError(f"unknown preset {preset!r}")
    primitives = PRESETS[preset]
    names = [name for _, name in primitives]
    if item.value is not None and len(names) > 1:
        fields = ", ".join(f"params.{name}" for name in names)
        raise ValueError(f"preset {preset!r} has several fields, so 'value' is ambiguous; use one of {fields}")
    shared = {key: value for key, value in item.params.items() if key not in names}
    return tuple(
        evolve(item, role=role, name=name, value=item.params.get(name, item.value), params=dict(shared))
        for role, name in primitives
    )


def kind_of(host: str, field: str) -> str:
    """The scripted kind that a field of a host's ``semantics:`` belongs to.

    Args:
        host: ``door``, ``elevator``, ``zone``, ``signal``, ``schedule`` or ``sound``.
        field: Name of a state or predicate.

    Returns:
        Name of the kind; empty for an annotation that has no behaviour (zones only).

    Raises:
        ValueError: If the host cannot carry the field.
    """
    for kind in ATTACHABLE_KINDS[host]:
        if any(known.name == field for known in VOCABULARY[kind]):
            return kind
    if host == "zone":
        return ""
    if host in _OWN_VOCABULARY and any(known.name == field for known in VOCABULARY[host]):
        raise ValueError(f"every {host} publishes {field!r} intrinsically, remove the annotation")
    raise ValueError(f"{field!r} is not attachable to a {host} host")


def is_number(host: str, field: str) -> bool:
    """Whether a field of a host belongs to a scripted kind that publishes it as a number.

    Raises:
        ValueError: If the host cannot carry the field.
    """
    kind = kind_of(host, field)
    return any(known.name == field and known.role == CONTINUOUS for known in VOCABULARY.get(kind, ()))


def unknown_parameters(kind: str, params: Mapping[str, Any]) -> tuple[str, ...]:
    """Parameters that a scripted kind does not know; they are kept and have no effect."""
    known = KIND_PARAMETERS.get(kind, ())
    return tuple(key for key in params if key not in known)
