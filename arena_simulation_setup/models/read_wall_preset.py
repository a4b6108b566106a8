"""Reading wall presets."""

from arena_simulation_setup.files.cursor import Cursor, Reader, list_of
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.places import orientation
from arena_simulation_setup.files.read_identifier import identifier, material
from arena_simulation_setup.files.values import boolean, number, text
from arena_simulation_setup.models.wall_preset import (
    WallFillItem,
    WallItem,
    WallModelItem,
    WallPosition,
    WallPreset,
    WallSegmentItem,
    WallTileItem,
)
from arena_simulation_setup.tree.identifiers import MaterialIdentifier, ObjectIdentifier

Offset = tuple[float, float, float]
KINDS = ("material", "model", "tile", "fill")
SHORTEST_STEP = 0.01
MIDDLE = WallPosition(fraction=0.5)

_number = number()
_length = number(above=0.0)


def read_wall_preset(cursor: Cursor) -> WallPreset:
    """The root of a preset's file: ``main: [item, ...]``."""
    fields = Fields(cursor, ("main", "name"))
    preset = WallPreset(fields.optional("name", text, ""), fields.required("main", list_of(_item), ()))
    fields.rest()
    return preset


def wall_position(cursor: Cursor) -> WallPosition:
    """Metres, or a share such as ``50%``; a leading minus, also that of ``-0``, counts from the end."""
    written = text(cursor)
    from_end = written.startswith("-")
    amount = written.lstrip("+-").removesuffix("%")
    try:
        value = float(amount)
    except ValueError:
        value = -1.0
    if not 0.0 <= value < float("inf"):
        raise cursor.wrong('metres, or a share such as "50%"')
    if written.endswith("%"):
        return WallPosition(fraction=value / 100.0, from_end=from_end)
    return WallPosition(metres=value, from_end=from_end)


def _item(cursor: Cursor) -> WallItem:
    present = [key for key, _, _ in cursor.pairs() if key in KINDS]
    if len(present) != 1:
        found = ", ".join(present) or "none of them"
        raise cursor.rejection("wall.item", f"the item has {found}", expected=f"exactly one of {', '.join(KINDS)}")
    readers: dict[str, Reader[WallItem]] = {"material": _segment, "model": _model, "tile": _tile, "fill": _fill}
    return readers[present[0]](cursor)


def _segment(cursor: Cursor) -> WallSegmentItem:
    keys = ("material", "height", "width", "name", "visible", "solid", "shadows", "x", "y", "z")
    fields = Fields(cursor, keys)
    fields.refuse_rest()
    return WallSegmentItem(
        material=fields.required("material", material, MaterialIdentifier("")),
        height=fields.optional("height", _length, 2.0),
        width=fields.optional("width", _length, 0.05),
        name=fields.optional("name", text, ""),
        visible=fields.optional("visible", boolean, True),
        solid=fields.optional("solid", boolean, True),
        shadows=fields.optional("shadows", boolean, True),
        offset=_offset(fields),
    )


def _model(cursor: Cursor) -> WallModelItem:
    fields = Fields(cursor, ("model", "at", "orientation", "name", "x", "y", "z"))
    fields.refuse_rest()
    return WallModelItem(
        model=fields.required("model", identifier(ObjectIdentifier), ObjectIdentifier("")),
        at=fields.optional("at", wall_position, MIDDLE),
        yaw=fields.optional("orientation", orientation, (0.0, 0.0, 0.0))[2],
        name=fields.optional("name", text, ""),
        offset=_offset(fields),
    )


def _tile(cursor: Cursor) -> WallTileItem:
    fields = Fields(cursor, ("tile", "every", "width", "x", "y", "z"))
    fields.refuse_rest()
    return WallTileItem(
        items=fields.required("tile", list_of(_item), ()),
        every=fields.required("every", number(minimum=SHORTEST_STEP), 1.0),
        width=fields.optional("width", number(minimum=0.0), 0.0),
        offset=_offset(fields),
    )


def _fill(cursor: Cursor) -> WallFillItem:
    fields = Fields(cursor, ("fill", "start", "end"))
    fields.refuse_rest()
    return WallFillItem(
        items=fields.required("fill", list_of(_item), ()),
        start=fields.optional("start", wall_position, WallPosition()),
        end=fields.optional("end", wall_position, WallPosition(from_end=True)),
    )


def _offset(fields: Fields) -> Offset:
    x, y, z = (fields.optional(key, _number, 0.0) for key in ("x", "y", "z"))
    return (x, y, z)
