"""Descriptions as plain values (mappings, lists, texts, numbers): the form that files and recordings have."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from attrs import NOTHING, Factory, has
from attrs import fields as attributes_of

from arena_simulation_setup.conditions.atom import DistanceAtom, FieldAtom, MembershipAtom, NotAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.parse import atom_text, clause_mapping
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, ReachPhase
from arena_simulation_setup.scenario.timeline import FieldEdge, TimelineEntry
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.tree.identifiers import DomainIdentifier, MaterialIdentifier
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.entity import Entities, Waypoint
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone


@singledispatch
def plain_form(value: Any) -> Any:
    """The plain value of a description.

    Attributes that have their default are left out and unknown keys come back after the known ones. Zones, levels and
    entities write every attribute.
    """
    if has(type(value)):
        return without_defaults(value)
    raise TypeError(f"{type(value).__name__} has no plain form")


def without_defaults(value: Any) -> dict[str, Any]:
    """Attributes that differ from their default, then the extra keys."""
    return _written(value, lambda attribute: getattr(value, attribute.name) != _default(attribute))


def complete(value: Any) -> dict[str, Any]:
    """All attributes, then the extra keys."""
    return _written(value, lambda attribute: True)


def _written(value: Any, wanted: Any) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for attribute in attributes_of(type(value)):
        if attribute.name != "extra" and wanted(attribute):
            written[attribute.name] = plain_form(getattr(value, attribute.name))
    written.update(plain_form(getattr(value, "extra", {})))
    return written


def _default(attribute: Any) -> Any:
    if isinstance(attribute.default, Factory):  # type: ignore[arg-type]  # attrs types Factory as a function
        return attribute.default.factory()
    return attribute.default if attribute.default is not NOTHING else NOTHING


@plain_form.register(str)
@plain_form.register(int)
@plain_form.register(float)
@plain_form.register(type(None))
def _same(value: Any) -> Any:
    return value


@plain_form.register(tuple)
@plain_form.register(list)
def _list(value: Any) -> list[Any]:
    return [plain_form(item) for item in value]


@plain_form.register(Mapping)
def _mapping(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: plain_form(item) for key, item in value.items()}


@plain_form.register
def _position(value: Position) -> dict[str, float]:
    return {"x": value.x, "y": value.y, "z": value.z}


@plain_form.register
def _pose(value: Pose) -> list[float]:
    if value.z == value.roll == value.pitch == 0.0:
        return [value.x, value.y, value.yaw]
    return [value.x, value.y, value.z, value.roll, value.pitch, value.yaw]


@plain_form.register
def _identifier(value: DomainIdentifier) -> str:
    return value.text


@plain_form.register
def _material(value: MaterialIdentifier) -> str | list[Any]:
    return [value.text, _mapping(value.modifiers)] if value.modifiers else value.text


@plain_form.register
def _semantic(value: SemanticCfg) -> dict[str, Any]:
    written = without_defaults(value)
    del written["role"], written["name"]
    return {value.role: value.name, **written}


@plain_form.register(Zone)
@plain_form.register(LevelDescription)
@plain_form.register(Entities)
def _complete(value: Any) -> dict[str, Any]:
    return complete(value)


@plain_form.register
def _wall(value: Wall) -> dict[str, Any]:
    written = without_defaults(value)
    if value.kind is not None:
        written.pop("material", None)
    return written


@plain_form.register
def _door(value: Door) -> dict[str, Any]:
    written = without_defaults(value)
    if value.activation_distance[0] == value.activation_distance[1] and "activation_distance" in written:
        written["activation_distance"] = value.activation_distance[0]
    return written


@plain_form.register
def _waypoint(value: Waypoint) -> Any:
    return without_defaults(value) if value.level_id else plain_form(value.position)


@plain_form.register(FieldAtom)
@plain_form.register(MembershipAtom)
@plain_form.register(DistanceAtom)
@plain_form.register(NotAtom)
def _atom(value: Any) -> str:
    return atom_text(value)


@plain_form.register
def _clause(value: Clause) -> dict[str, str]:
    return clause_mapping(value)


@plain_form.register
def _goto(value: GotoPhase) -> dict[str, Any]:
    written = without_defaults(value)
    target = written.pop("target", None)
    if target is not None:
        return {"goto": target, **written}
    return {"goto": written.pop("pose"), **written} if value.pose is not None else written


@plain_form.register
def _gesture(value: GesturePhase) -> dict[str, Any]:
    return {"gesture": value.gesture, **without_defaults(value)}


@plain_form.register
def _reach(value: ReachPhase) -> dict[str, Any]:
    written = without_defaults(value)
    goal = written.pop("configuration", None)
    return {"reach": written.pop("pose") if goal is None else goal, **written}


@plain_form.register
def _edge(value: FieldEdge) -> dict[str, str]:
    return {"entity": value.entity, "field": value.field, "is": value.value}


@plain_form.register
def _entry(value: TimelineEntry) -> dict[str, Any]:
    written = without_defaults(value)
    actions = written.pop("actions")
    return {**written, "set": actions}
