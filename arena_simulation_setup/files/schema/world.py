"""The schema of ``world.yaml``."""

from arena_simulation_setup.files import read_zone
from arena_simulation_setup.files.read_light import UNDIRECTED_FIXTURES
from arena_simulation_setup.files.schema import values
from arena_simulation_setup.files.schema.building import (
    BOOLEAN,
    SCALAR,
    Schema,
    choice,
    either,
    exactly_one,
    listed,
    mapping,
    not_both,
    number,
    optional,
    reference,
    thing,
)
from arena_simulation_setup.files.schema.entities import ANCHORS, definitions
from arena_simulation_setup.files.schema.values import (
    CORNERS,
    MATERIAL,
    NAME,
    NAME_WITHOUT_COLON,
    NOT_NEGATIVE,
    NOTHING,
    ONE_OR_TWO_DISTANCES,
    POSITION,
    POSITIVE,
    POSITIVE_VECTOR,
    SHARE,
    asset,
    semantics,
)
from arena_simulation_setup.tree.identifiers import WallIdentifier
from arena_simulation_setup.world.door import DOOR_KINDS, Door
from arena_simulation_setup.world.elevator import DOOR_SIDES, Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import AMBIENT_FIXTURES, LOCAL_FIXTURES, CeilingLights, Light
from arena_simulation_setup.world.microphone import WorldMicrophone
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

MATERIAL_ALIAS = {"mat": "material"}
KELVIN = number(minimum=1000.0, maximum=40000.0)
DIRECTION = POSITION
SWITCHES: dict[str, Schema] = {
    "cct_K": KELVIN,
    "cast_shadows": BOOLEAN,
    "light_on": SCALAR,
    "lit": BOOLEAN,
    "level": SHARE,
}


def world_schema() -> Schema:
    """The schema of a level file, or of a whole world in the old form with ``levels:``."""
    level = reference("level")
    old_form = mapping({"levels": {"type": "object", "additionalProperties": level}}, required=("levels",))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "world.yaml",
        "if": {"required": ["levels"]},
        "then": old_form,
        "else": level,
        "$defs": {
            "level": _level(),
            "zone": _zone(),
            "wall": _wall(),
            "door": _door(),
            "elevator": _elevator(),
            "microphone": _microphone(),
            "zone_light": _zone_light(),
            "level_light": _level_light(),
            "ceiling_lights": _ceiling_lights(),
            "schedule": thing(Schedule, {"name": NAME, "semantics": semantics("schedule")}, ("name",)),
            "signal": thing(Signal, {"name": NAME, "semantics": semantics("signal")}, ("name",)),
            **values.definitions(),
            **{name: schema for name, schema in definitions().items() if name != "static"},
        },
    }


def _level() -> Schema:
    keys = {
        "zones": listed(reference("zone")),
        "microphones": listed(reference("microphone")),
        "lights": listed(reference("level_light")),
    }
    return thing(LevelDescription, keys)


def _zone() -> Schema:
    entities = mapping({"static": listed(reference("furniture")), "dynamic": listed(reference("person"))})
    keys = {
        "name": NAME,
        "corners": CORNERS,
        "description": SCALAR,
        "material": MATERIAL,
        "walls": listed(reference("wall")),
        "doors": listed(reference("door")),
        "elevators": listed(reference("elevator")),
        "schedules": listed(reference("schedule")),
        "signals": listed(reference("signal")),
        "sounds": listed(reference("sound")),
        "lights": listed(reference("zone_light")),
        "entities": entities,
        "ceiling": BOOLEAN,
        "ceiling_height": POSITIVE,
        "ceiling_cast_shadows": BOOLEAN,
        "ceiling_lights": reference("ceiling_lights"),
        "ceiling_material": MATERIAL,
        "wall_material": MATERIAL,
        "semantics": semantics("zone"),
    }
    return thing(Zone, keys, ("name",), read_zone.ALIASES)


def _wall() -> Schema:
    kind = either(asset(WallIdentifier), {"const": ""})
    keys = {"start": POSITION, "end": POSITION, "material": MATERIAL, "kind": kind}
    return thing(Wall, keys, ("start", "end"), MATERIAL_ALIAS, extensible=False)


def _door() -> Schema:
    keys = {
        "name": NAME,
        "start": POSITION,
        "end": POSITION,
        "kind": choice(DOOR_KINDS),
        "width": POSITIVE,
        "height": POSITIVE,
        "material": MATERIAL,
        "activation_distance": ONE_OR_TWO_DISTANCES,
        "transition_time": NOT_NEGATIVE,
        "hold_time": NOT_NEGATIVE,
        "semantics": semantics("door"),
    }
    return thing(Door, keys, ("name", "start", "end"), MATERIAL_ALIAS)


def _elevator() -> Schema:
    keys = {
        "name": NAME,
        "position": POSITION,
        "size": POSITIVE_VECTOR,
        "door_side": choice(DOOR_SIDES),
        "material": MATERIAL,
        "destination": SCALAR,
        "activation_distance": NOT_NEGATIVE,
        "transition_time": NOT_NEGATIVE,
        "hold_time": NOT_NEGATIVE,
        "travel_time": NOT_NEGATIVE,
        "accept_outside_calls": BOOLEAN,
        "recall_on": SCALAR,
        "semantics": semantics("elevator"),
    }
    return thing(Elevator, keys, ("name", "position"), MATERIAL_ALIAS)


def _microphone() -> Schema:
    keys = {
        "zone": NAME_WITHOUT_COLON,
        "placement": NAME_WITHOUT_COLON,
        "position": POSITION,
        "frame": SCALAR,
        "index": {"type": "integer", "minimum": 1},
    }
    return thing(WorldMicrophone, keys, ("zone", "placement", "position"))


def _zone_light() -> Schema:
    keys = {
        "name": NAME_WITHOUT_COLON,
        "fixture": choice(LOCAL_FIXTURES),
        **dict.fromkeys(("entity_ref", "frame"), SCALAR),
        "position": POSITION,
        "offset": either(POSITION, {"const": 0}),
        "direction": DIRECTION,
        "lumens": NOT_NEGATIVE,
        "lux": NOTHING,
        "cone_deg": number(above=0.0, below=180.0),
        **SWITCHES,
    }
    found = thing(Light, keys, ("name", "fixture", "lumens"))
    undirected, spot = {"enum": list(UNDIRECTED_FIXTURES)}, {"const": "spot"}
    found["allOf"] = [
        exactly_one(ANCHORS),
        not_both("lit", "light_on"),
        {"if": {"properties": {"fixture": undirected}}, "then": {"properties": {"direction": NOTHING}}},
        {"if": {"properties": {"fixture": {"not": spot}}}, "then": {"properties": {"cone_deg": NOTHING}}},
    ]
    return found


def _level_light() -> Schema:
    keys = {
        "name": NAME_WITHOUT_COLON,
        "fixture": choice(AMBIENT_FIXTURES),
        **dict.fromkeys((*ANCHORS, "lumens", "cone_deg"), NOTHING),
        "offset": either(POSITION, {"const": 0}),
        "direction": optional(DIRECTION),
        "lux": NOT_NEGATIVE,
        **SWITCHES,
    }
    found = thing(Light, keys, ("name", "fixture", "lux"))
    dome = {"const": "dome"}
    found["allOf"] = [
        not_both("lit", "light_on"),
        {"if": {"properties": {"fixture": dome}}, "then": {"properties": {"direction": NOTHING}}},
    ]
    return found


def _ceiling_lights() -> Schema:
    keys = {
        "fixture": choice(LOCAL_FIXTURES),
        "spacing": POSITIVE,
        "lumens": NOT_NEGATIVE,
        "dead_fraction": SHARE,
        **SWITCHES,
    }
    return {**thing(CeilingLights, keys, extensible=False), **not_both("lit", "light_on")}
