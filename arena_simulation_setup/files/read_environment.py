"""Reading environments."""

from math import radians
from pathlib import Path

from arena_simulation_setup.files.cursor import Cursor, list_of
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.places import position
from arena_simulation_setup.files.problem import Loaded
from arena_simulation_setup.files.read_entity import DEFAULT_PEDESTRIAN
from arena_simulation_setup.files.read_identifier import identifier
from arena_simulation_setup.files.values import integer, name, number, text
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.scenario.environment import EnvironmentConfig, Group, GroupObject, GroupPerson
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier

GROUP_KEYS = ("name", "size", "margin", "rotations", "entities", "zones", "most")
NO_MODEL = ObjectIdentifier("")
NO_SIZE = (1.0, 1.0)
MIDDLE = Pose(0.0, 0.0)
NO_GROUPS: tuple[Group, ...] = ()
UNTURNED: tuple[float, ...] = (0.0,)
LARGEST_GROUP = 1000.0
"""Metres."""

_number = number()
_side = number(above=0.0, maximum=LARGEST_GROUP)
Entities = tuple[tuple[GroupObject, ...], tuple[GroupPerson, ...]]
NOBODY: Entities = ((), ())


def load_environment(path: Path) -> Loaded[EnvironmentConfig]:
    """The environment in a YAML file: a mapping with ``groups``.

    Raises:
        FileNotFoundError: If there is no such file.
        FileProblems: If it has errors; all of them are listed.
    """
    return load_document(path, _environment)


def _environment(cursor: Cursor) -> EnvironmentConfig:
    fields = Fields(cursor, ("groups",))
    groups = fields.required("groups", list_of(_group), NO_GROUPS)
    fields.rest()
    if not groups and fields.sound("groups"):
        fields.error("groups", "environment.empty", "there is no group", expected="at least one")
    return EnvironmentConfig(groups)


def _group(cursor: Cursor) -> Group:
    fields = Fields(cursor, GROUP_KEYS)
    static, dynamic = fields.optional("entities", _entities, NOBODY)
    group = Group(
        name=fields.required("name", name, ""),
        size=fields.required("size", _size, NO_SIZE),
        margin=fields.optional("margin", number(minimum=0.0), 0.5),
        rotations=tuple(radians(turn) for turn in fields.optional("rotations", _turns, UNTURNED)),
        static=static,
        dynamic=dynamic,
        zones=fields.listed("zones", text),
        most=fields.optional("most", integer(0), None),
    )
    fields.rest()
    if fields.sound("name"):
        cursor.claim("group", group.name, group)
    return group


def _entities(cursor: Cursor) -> Entities:
    fields = Fields(cursor, ("static", "dynamic"))
    fields.refuse_rest()
    return fields.listed("static", _object), fields.listed("dynamic", _person)


def _object(cursor: Cursor) -> GroupObject:
    fields = Fields(cursor, ("model", "position"))
    fields.refuse_rest()
    return GroupObject(
        fields.required("model", identifier(ObjectIdentifier), NO_MODEL), fields.optional("position", _pose, MIDDLE)
    )


def _person(cursor: Cursor) -> GroupPerson:
    fields = Fields(cursor, ("model", "position", "waypoints"))
    fields.refuse_rest()
    return GroupPerson(
        fields.optional("model", identifier(PedestrianIdentifier), DEFAULT_PEDESTRIAN),
        fields.optional("position", _pose, MIDDLE),
        fields.listed("waypoints", _point),
    )


def _point(cursor: Cursor) -> Corner:
    # Waypoints may be written as poses; people turn the way they walk.
    return _pose(cursor).xy if len(cursor.items()) == 3 else position(cursor).xy


def _pose(cursor: Cursor) -> Pose:
    """``[dx, dy]`` or ``[dx, dy, degrees]``."""
    if not cursor.is_list or len(cursor.items()) not in (2, 3):
        raise cursor.wrong("[dx, dy] or [dx, dy, degrees]")
    x, y, *turn = (_number(item) for item in cursor.items())
    return Pose(x, y, radians(turn[0]) if turn else 0.0)


def _size(cursor: Cursor) -> tuple[float, float]:
    if not cursor.is_list or len(cursor.items()) != 2:
        raise cursor.wrong("[width, depth] in metres")
    width, depth = (_side(item) for item in cursor.items())
    return (width, depth)


def _turns(cursor: Cursor) -> tuple[float, ...]:
    turns = list_of(_number)(cursor)
    if not turns:
        raise cursor.wrong("at least one angle in degrees")
    return turns
