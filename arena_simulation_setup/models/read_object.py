"""Reading the annotation of an object model."""

from collections.abc import Sequence

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import ORIGIN, position, vector
from arena_simulation_setup.files.read_light import read_object_light
from arena_simulation_setup.files.values import boolean, choice, number, text
from arena_simulation_setup.models.bounding_box import read_bounding_box
from arena_simulation_setup.models.color import Color, parse_color
from arena_simulation_setup.models.object_model import PLACEHOLDER_BOX, SHAPES, ObjectModel, Primitive

Size = tuple[float, float, float]
SIZES = {"box": 3, "ellipsoid": 3, "cylinder": 2, "capsule": 2, "sphere": 1}
FOREIGN_KEYS = ("path",)

_length = number(above=0.0)


def read_object(cursor: Cursor) -> ObjectModel:
    """The root of an object's ``annotation.yaml``."""
    fields = Fields(cursor, ("name", "description", "bounding_box", "primitives", "lights", "loose"))
    model = ObjectModel(
        name=fields.optional("name", text, ""),
        description=fields.optional("description", text, ""),
        bounding_box=fields.required("bounding_box", read_bounding_box, PLACEHOLDER_BOX),
        primitives=fields.listed("primitives", _primitive),
        lights=fields.listed("lights", read_object_light),
        loose=fields.optional("loose", boolean, True),
    )
    fields.rest(FOREIGN_KEYS)
    return model


def color(cursor: Cursor) -> Color:
    """A CSS colour."""
    try:
        return parse_color(text(cursor))
    except ValueError as error:
        raise cursor.rejection("value.color", str(error), expected="a CSS colour") from error


def _primitive(cursor: Cursor) -> Primitive:
    fields = Fields(cursor, keys_of(Primitive))
    fields.refuse_rest()
    shape = fields.required("shape", choice(SHAPES), "box")
    return Primitive(
        shape=shape,
        size=fields.required("size", lambda size: _size(size, shape), (1.0, 1.0, 1.0)),
        position=fields.optional("position", position, ORIGIN),
        rotation=fields.optional("rotation", vector, (0.0, 0.0, 0.0)),
        color=fields.optional("color", color, (0.6, 0.6, 0.6, 1.0)),
    )


def _size(cursor: Cursor, shape: str) -> Size:
    count = SIZES[shape]
    items: Sequence[Cursor] = cursor.items() if cursor.is_list else [cursor]
    if len(items) != count:
        raise cursor.rejection("value.size", f"{len(items)} lengths", expected=f"{count} for a {shape}")
    lengths = [_length(item) for item in items]
    if count == 1:
        return (lengths[0], lengths[0], lengths[0])
    if count == 2:
        return (lengths[0], lengths[0], lengths[1])
    return (lengths[0], lengths[1], lengths[2])
