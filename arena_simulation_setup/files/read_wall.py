"""Reading walls."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import ORIGIN, has_length, position
from arena_simulation_setup.files.read_identifier import identifier, material
from arena_simulation_setup.tree.identifiers import WallIdentifier
from arena_simulation_setup.world.wall import Wall


def read_wall(cursor: Cursor) -> Wall:
    """One entry of a zone's ``walls:``."""
    fields = Fields(cursor, keys_of(Wall), {"mat": "material"})
    fields.refuse_rest()
    start, end = fields.required("start", position, ORIGIN), fields.required("end", position, ORIGIN)
    if fields.sound("start", "end") and not has_length(start, end):
        cursor.error(
            "wall.length", f"the wall has no length: it goes from {start.xy} to {end.xy}", expected="two points"
        )
    return Wall(start, end, fields.optional("material", material, None), fields.optional("kind", _kind, None))


def _kind(cursor: Cursor) -> WallIdentifier | None:
    if cursor.is_text and cursor.shown in ("", '""'):
        return None
    return identifier(WallIdentifier)(cursor)
