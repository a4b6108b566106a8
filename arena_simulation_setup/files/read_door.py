"""Reading doors."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import ORIGIN, has_length, position
from arena_simulation_setup.files.read_identifier import material
from arena_simulation_setup.files.read_semantics import semantics
from arena_simulation_setup.files.values import choice, name, number
from arena_simulation_setup.world.door import DOOR_KINDS, DOOR_MATERIAL, Door

_length = number(above=0.0)
_distance = number(minimum=0.0)
_seconds = number(minimum=0.0)


def read_door(cursor: Cursor) -> Door:
    """One entry of a zone's ``doors:``."""
    fields = Fields(cursor, keys_of(Door), {"mat": "material"})
    door = Door(
        name=fields.required("name", name, ""),
        start=fields.required("start", position, ORIGIN),
        end=fields.required("end", position, ORIGIN),
        kind=fields.optional("kind", choice(DOOR_KINDS), "sliding"),
        width=fields.optional("width", _length, 0.1),
        height=fields.optional("height", _length, 2.0),
        material=fields.optional("material", material, DOOR_MATERIAL),
        activation_distance=fields.optional("activation_distance", _distances, (3.0, 3.0)),
        transition_time=fields.optional("transition_time", _seconds, 1.0),
        hold_time=fields.optional("hold_time", _seconds, 2.0),
        semantics=fields.optional("semantics", semantics("door"), ()),
        extra=fields.rest(),
    )
    _check(fields, door)
    return door


def _check(fields: Fields, door: Door) -> None:
    if fields.sound("start", "end") and not has_length(door.start, door.end):
        message = f"the door has no length: it goes from {door.start.xy} to {door.end.xy}"
        fields.cursor.error("door.length", message, expected="two points")
    if door.kind == "hinged":
        fields.warn("kind", "door.hinged", "hinged doors behave as teleport", found="hinged", expected="sliding")
    if fields.sound("name"):
        fields.cursor.claim("door", door.name, door, may_repeat=True)


def _distances(cursor: Cursor) -> tuple[float, float]:
    if not cursor.is_list:
        both = _distance(cursor)
        return (both, both)
    items = cursor.items()
    if len(items) != 2:
        raise cursor.wrong("a number >= 0 or [a, b]")
    return (_distance(items[0]), _distance(items[1]))
