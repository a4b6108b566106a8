"""Reading levels."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.places import ORIGIN, position
from arena_simulation_setup.files.read_light import read_level_light
from arena_simulation_setup.files.read_sound import frame_name
from arena_simulation_setup.files.read_zone import read_outline, read_zone
from arena_simulation_setup.files.values import integer, name_without_colon
from arena_simulation_setup.geometry import covers
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.microphone import WorldMicrophone
from arena_simulation_setup.world.zone import Zone

CEILING = "ceiling"
CEILING_TOLERANCE = 0.05


def read_level(cursor: Cursor) -> LevelDescription:
    """The root of a ``world.yaml``."""
    fields = Fields(cursor, keys_of(LevelDescription))
    zones = fields.listed("zones", read_zone)
    level = LevelDescription(
        zones=zones,
        microphones=fields.listed("microphones", lambda item: _read_microphone(item, zones)),
        lights=fields.listed("lights", read_level_light),
        extra=fields.rest(),
    )
    _check_references(fields)
    _check_walls(fields, level)
    return level


def read_level_outline(cursor: Cursor) -> LevelDescription:
    """Only the polygons of a level, for levels that are not loaded but take part in the layout of the map."""
    return LevelDescription(zones=Fields(cursor, keys_of(LevelDescription)).listed("zones", read_outline))


def _read_microphone(cursor: Cursor, zones: tuple[Zone, ...]) -> WorldMicrophone:
    fields = Fields(cursor, keys_of(WorldMicrophone))
    microphone = WorldMicrophone(
        zone=fields.required("zone", name_without_colon, ""),
        placement=fields.required("placement", name_without_colon, ""),
        position=fields.required("position", position, ORIGIN),
        frame=fields.optional("frame", frame_name, "map"),
        index=fields.optional("index", integer(1), 1),
        extra=fields.rest(),
    )
    if fields.sound("zone", "placement", "position", "index"):
        _check_microphone(fields, microphone, zones)
        cursor.claim("microphone", microphone.listener_id, microphone)
    return microphone


def _check_microphone(fields: Fields, microphone: WorldMicrophone, zones: tuple[Zone, ...]) -> None:
    zone = next((zone for zone in zones if zone.name == microphone.zone), None)
    if zone is None:
        names = [zone.name for zone in zones]
        expected = f"one of {', '.join(names)}" if names else "a zone of this level"
        near = nearest(microphone.zone, names)
        message = f"unknown zone {microphone.zone!r}"
        fields.error("zone", "microphone.zone", message, expected=expected, suggestion=near)
        return
    if microphone.frame != "map":
        return
    point = microphone.position
    if len(zone.corners) > 2 and not covers(zone.polygon, point.x, point.y):
        message = f"({point.x}, {point.y}) is outside zone {zone.name!r}"
        fields.error("position", "microphone.position", message, expected="a point inside the zone")
    if microphone.placement == CEILING:
        _check_ceiling(fields, point.z, zone)


def _check_ceiling(fields: Fields, height: float, zone: Zone) -> None:
    if not zone.ceiling:
        fields.error(
            "placement", "microphone.ceiling", f"zone {zone.name!r} has no ceiling", expected="another placement"
        )
    elif zone.ceiling_height is not None and abs(height - zone.ceiling_height) > CEILING_TOLERANCE:
        message = f"z {height} does not match ceiling height {zone.ceiling_height} of zone {zone.name!r}"
        fields.error("position", "microphone.ceiling", message, expected=f"z: {zone.ceiling_height}")


def _check_references(fields: Fields) -> None:
    report = fields.cursor.report
    statics = report.claims.get("static entity", {})
    for kind in ("sound", "light"):
        for claim in report.claims.get(kind, {}).values():
            reference = getattr(claim.value, "entity_ref", "")
            if reference and reference not in statics:
                message = f"unknown static entity {reference!r}"
                hints = {"found": reference, "expected": "a static entity of this level"}
                hints["suggestion"] = nearest(reference, statics)
                report.error(f"{kind}.entity", claim.mark, claim.path, message, **hints)


def _check_walls(fields: Fields, level: LevelDescription) -> None:
    """Give one notice for all walls that stand twice; they are built once."""
    seen: set[object] = set()
    repeated: list[str] = []
    for z, zone in enumerate(level.zones):
        for w, wall in enumerate(zone.walls):
            key = (frozenset((wall.start, wall.end)), wall.kind, wall.material and wall.material.text)
            if key in seen:
                repeated.append(f"zones[{z}].walls[{w}]")
            seen.add(key)
    if repeated:
        message = f"{len(repeated)} walls are listed twice and built once, the first at {repeated[0]}"
        fields.warn("zones", "wall.repeated", message)
