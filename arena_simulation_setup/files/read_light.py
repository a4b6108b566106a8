"""Reading lights and ceiling rigs."""

from typing import Any

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import direction, position
from arena_simulation_setup.files.read_sound import ANCHORS, NO_OFFSET, check_anchor, frame_name
from arena_simulation_setup.files.values import boolean, choice, name_without_colon, number, text
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.light import AMBIENT_FIXTURES, LOCAL_FIXTURES, CeilingLights, Light

RIG_KEYS = ("dead_fraction", "spacing")
UNDIRECTED_FIXTURES = ("bulb", "dome")
OBJECT_KEYS = ("name", "fixture", "offset", "direction", "lumens", "cct_K", "cone_deg", "glow")
FIXTURES = LOCAL_FIXTURES + AMBIENT_FIXTURES

share = number(minimum=0.0, maximum=1.0)
brightness = number(minimum=0.0)
kelvin = number(minimum=1000.0, maximum=40000.0)
degrees = number(above=0.0, below=180.0)


def read_zone_light(cursor: Cursor) -> Light:
    """One entry of a zone's ``lights:``."""
    return _read_light(cursor, AMBIENT_FIXTURES, "belongs in the level lights")


def read_level_light(cursor: Cursor) -> Light:
    """One entry of a level's ``lights:``."""
    return _read_light(cursor, LOCAL_FIXTURES, "is local, but level lights take only dome or sun")


def read_object_light(cursor: Cursor) -> Light:
    """One entry of ``lights:`` in an object's annotation; its ``offset`` is in the object's frame."""
    fields = Fields(cursor, OBJECT_KEYS)
    fields.refuse_rest()
    fields.optional("glow", text, "")
    return Light(
        name=fields.optional("name", name_without_colon, "light"),
        fixture=fields.optional("fixture", choice(LOCAL_FIXTURES), "bulb"),
        offset=fields.optional("offset", _offset, NO_OFFSET),
        direction=fields.optional("direction", direction, None),
        lumens=fields.optional("lumens", brightness, None),
        cct_K=fields.optional("cct_K", kelvin, 6500.0),
        cone_deg=fields.optional("cone_deg", degrees, None),
    )


def read_ceiling_lights(cursor: Cursor) -> CeilingLights:
    """The rig of a zone."""
    fields = Fields(cursor, keys_of(CeilingLights))
    fields.refuse_rest()
    rig = CeilingLights(
        fixture=fields.optional("fixture", choice(LOCAL_FIXTURES), "panel"),
        spacing=fields.optional("spacing", number(above=0.0), 2.4),
        lumens=fields.optional("lumens", brightness, 3600.0),
        dead_fraction=fields.optional("dead_fraction", share, 0.0),
        **_look(fields),
    )
    check_switch(fields)
    return rig


def check_switch(fields: Fields) -> None:
    """Note an error where both a fixed state and a regime switch the light."""
    if fields.at("lit") is not None and fields.at("light_on") is not None:
        fields.error("lit", "light.switch", "'lit' and 'light_on' exclude each other", expected="one of them")


def _read_light(cursor: Cursor, foreign: tuple[str, ...], objection: str) -> Light:
    fields = Fields(cursor, keys_of(Light))
    light = Light(
        name=fields.required("name", name_without_colon, ""),
        fixture=fields.required("fixture", choice(FIXTURES), "bulb"),
        position=fields.optional("position", position, None),
        entity_ref=fields.optional("entity_ref", text, ""),
        frame=fields.optional("frame", frame_name, ""),
        offset=fields.optional("offset", _offset, NO_OFFSET),
        direction=fields.optional("direction", direction, None),
        lumens=fields.optional("lumens", brightness, None),
        lux=fields.optional("lux", brightness, None),
        cone_deg=fields.optional("cone_deg", degrees, None),
        extra=fields.rest(RIG_KEYS),
        **_look(fields),
    )
    check_switch(fields)
    for key in RIG_KEYS:
        if key in light.extra:
            cursor.error("light.key", f"a single light takes no {key!r}", found=key, expected="it in ceiling_lights")
    if fields.sound("fixture"):
        _check_fixture(fields, light, foreign, objection)
    if fields.sound("name"):
        cursor.claim("light", light.name, light)
    return light


def _look(fields: Fields) -> dict[str, Any]:
    """What single lights and rigs have in common."""
    return {
        "cct_K": fields.optional("cct_K", kelvin, 6500.0),
        "cast_shadows": fields.optional("cast_shadows", boolean, False),
        "light_on": fields.optional("light_on", text, ""),
        "lit": fields.optional("lit", boolean, None),
        "level": fields.optional("level", share, 1.0),
    }


def _check_fixture(fields: Fields, light: Light, foreign: tuple[str, ...], objection: str) -> None:
    if light.fixture in foreign:
        fields.error("fixture", "light.place", f"a {light.fixture} {objection}", found=light.fixture)
        return
    ambient = light.fixture in AMBIENT_FIXTURES
    wanted, unwanted = ("lux", "lumens") if ambient else ("lumens", "lux")
    if fields.at(wanted) is None:
        fields.error(wanted, "light.brightness", f"a {light.fixture} needs {wanted!r}", expected=f"{wanted} >= 0")
    _forbid(fields, unwanted, light.fixture)
    if light.fixture in UNDIRECTED_FIXTURES:
        _forbid(fields, "direction", light.fixture)
    if light.fixture != "spot":
        _forbid(fields, "cone_deg", light.fixture)
    if not ambient:
        check_anchor(fields, "light")
    for key in ANCHORS if ambient else ():
        _forbid(fields, key, light.fixture)


def _forbid(fields: Fields, key: str, fixture: str) -> None:
    if fields.at(key) is not None and fields.sound(key):
        fields.error(key, "light.key", f"a {fixture} takes no {key!r}", expected="the key left out")


def _offset(cursor: Cursor) -> Position:
    return NO_OFFSET if cursor.shown == "0" else position(cursor)
