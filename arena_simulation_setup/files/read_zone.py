"""Reading zones."""

from shapely.geometry import Polygon
from shapely.validation import explain_validity

from arena_simulation_setup.files.cursor import Cursor, list_of
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import position
from arena_simulation_setup.files.read_door import read_door
from arena_simulation_setup.files.read_elevator import read_elevator
from arena_simulation_setup.files.read_entity import read_entities
from arena_simulation_setup.files.read_identifier import material
from arena_simulation_setup.files.read_light import read_ceiling_lights, read_zone_light
from arena_simulation_setup.files.read_semantics import semantics
from arena_simulation_setup.files.read_sound import read_schedule, read_signal, read_sound
from arena_simulation_setup.files.read_wall import read_wall
from arena_simulation_setup.files.values import boolean, name, number, text
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.entity import Entities
from arena_simulation_setup.world.zone import CEILING_MATERIAL, FLOOR_MATERIAL, WALL_MATERIAL, Zone

ALIASES = {"mat": "material", "ceiling_mat": "ceiling_material", "wall_mat": "wall_material"}
SMALLEST_AREA = 1e-6


def read_zone(cursor: Cursor) -> Zone:
    """One entry of a level's ``zones:``."""
    fields = Fields(cursor, keys_of(Zone), ALIASES)
    zone = Zone(
        name=fields.required("name", name, ""),
        corners=fields.optional("corners", read_corners, ()),
        description=fields.optional("description", text, ""),
        material=fields.optional("material", material, FLOOR_MATERIAL),
        walls=fields.listed("walls", read_wall),
        doors=fields.listed("doors", read_door),
        elevators=fields.listed("elevators", read_elevator),
        schedules=fields.listed("schedules", read_schedule),
        signals=fields.listed("signals", read_signal),
        sounds=fields.listed("sounds", read_sound),
        lights=fields.listed("lights", read_zone_light),
        entities=fields.optional("entities", read_entities, Entities()),
        ceiling=fields.optional("ceiling", boolean, True),
        ceiling_height=fields.optional("ceiling_height", number(above=0.0), None),
        ceiling_cast_shadows=fields.optional("ceiling_cast_shadows", boolean, False),
        ceiling_lights=fields.optional("ceiling_lights", read_ceiling_lights, None),
        ceiling_material=fields.optional("ceiling_material", material, CEILING_MATERIAL),
        wall_material=fields.optional("wall_material", material, WALL_MATERIAL),
        semantics=fields.optional("semantics", semantics("zone"), ()),
        extra=fields.rest(),
    )
    _check(fields, zone)
    return zone


def read_outline(cursor: Cursor) -> Zone:
    """Only the name and the corners of a zone, for levels that are not loaded."""
    fields = Fields(cursor, keys_of(Zone), ALIASES)
    return Zone(fields.optional("name", text, ""), fields.optional("corners", read_corners, ()))


def read_corners(cursor: Cursor) -> tuple[Position, ...]:
    """The polygon of a floor; a first point that is repeated at the end is dropped, the direction is kept."""
    before = len(cursor.report.problems)
    corners = list_of(position)(cursor)
    if len(corners) > 1 and corners[0] == corners[-1]:
        corners = corners[:-1]
    if len(cursor.report.problems) == before:
        reason = polygon_fault(corners)
        if reason:
            raise cursor.rejection("polygon", reason, expected="a simple polygon of 3 corners or more")
    return corners


def polygon_fault(corners: tuple[Position, ...]) -> str:
    """Why corners are no polygon; empty where they are one, or where there are none at all."""
    if not corners:
        return ""
    if len(corners) < 3:
        return f"a polygon of {len(corners)} corners"
    polygon = Polygon([corner.xy for corner in corners])
    if polygon.area < SMALLEST_AREA and polygon.length > 0.0 and _on_one_line(polygon):
        return "all corners lie on one line"
    if not polygon.is_valid:
        reason = explain_validity(polygon)
        crossing = reason[reason.find("[") + 1 : reason.find("]")]
        return f"the outline crosses or touches itself near {crossing}"
    return "the polygon has no area" if polygon.area < SMALLEST_AREA else ""


def _on_one_line(polygon: Polygon) -> bool:
    return bool(polygon.convex_hull.area < SMALLEST_AREA)


def _check(fields: Fields, zone: Zone) -> None:
    fields.cursor.report.label(f"{fields.cursor.path}.corners", f"zone {zone.name!r}")
    if fields.sound("name"):
        fields.cursor.claim("zone", zone.name, zone)
        if zone.ceiling_lights is not None:
            (fields.at("ceiling_lights") or fields.cursor).claim("light", zone.name, zone.ceiling_lights)
    if zone.ceiling_lights is not None and not zone.ceiling:
        message = f"zone {zone.name!r} has ceiling_lights but no ceiling"
        fields.error("ceiling_lights", "light.rig", message, expected="ceiling: true")
    if zone.ceiling_lights is not None and not zone.corners and fields.sound("corners"):
        message = f"zone {zone.name!r} has ceiling_lights but no polygon"
        fields.error("ceiling_lights", "light.rig", message, expected="corners")
