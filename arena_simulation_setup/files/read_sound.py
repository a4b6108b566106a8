"""Reading sounds, schedules and signals."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import position
from arena_simulation_setup.files.read_semantics import semantics
from arena_simulation_setup.files.values import boolean, name, name_without_colon, number, text
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.sound import Sound

ANCHORS = ("position", "entity_ref", "frame")
NO_OFFSET = Position(0.0, 0.0, 0.0)


def read_sound(cursor: Cursor) -> Sound:
    """One entry of ``sounds:`` of a zone or a scenario."""
    fields = Fields(cursor, keys_of(Sound))
    sound = Sound(
        name=fields.required("name", name_without_colon, ""),
        asset_id=fields.required("asset_id", _asset, ""),
        position=fields.optional("position", position, None),
        entity_ref=fields.optional("entity_ref", text, ""),
        frame=fields.optional("frame", frame_name, ""),
        offset=fields.optional("offset", position, NO_OFFSET),
        level=fields.optional("level", text, ""),
        loop=fields.optional("loop", boolean, True),
        reference_distance_m=fields.optional("reference_distance_m", number(above=0.0), 1.0),
        semantics=fields.optional("semantics", semantics("sound"), ()),
        extra=fields.rest(),
    )
    check_anchor(fields, "sound")
    if sound.level and fields.at("position") is None:
        fields.error("level", "sound.level", "'level' without 'position'", expected="a level only beside a position")
    if fields.sound("name"):
        cursor.claim("sound", sound.name, sound)
    return sound


def read_schedule(cursor: Cursor) -> Schedule:
    """One entry of a zone's ``schedules:``."""
    fields = Fields(cursor, keys_of(Schedule))
    schedule = Schedule(
        fields.required("name", name, ""), fields.optional("semantics", semantics("schedule"), ()), fields.rest()
    )
    if fields.sound("name"):
        cursor.claim("schedule", schedule.name, schedule)
    return schedule


def read_signal(cursor: Cursor) -> Signal:
    """One entry of a zone's ``signals:``."""
    fields = Fields(cursor, keys_of(Signal))
    signal = Signal(
        fields.required("name", name, ""), fields.optional("semantics", semantics("signal"), ()), fields.rest()
    )
    if fields.sound("name"):
        cursor.claim("signal", signal.name, signal)
    return signal


def check_anchor(fields: Fields, thing: str) -> None:
    """Note an error unless exactly one of position, entity_ref and frame says where the thing is."""
    given = [key for key in ANCHORS if fields.at(key) is not None]
    if len(given) != 1 and fields.sound(*ANCHORS):
        found = ", ".join(given) or "none of them"
        message = f"the {thing} stands at {found}"
        fields.error(
            ANCHORS[0], f"{thing}.anchor", message, found=found, expected=f"exactly one of {', '.join(ANCHORS)}"
        )


def frame_name(cursor: Cursor) -> str:
    """A transform frame without slashes at its ends."""
    return text(cursor).strip("/")


def _asset(cursor: Cursor) -> str:
    found = text(cursor).strip()
    if not found or ":" in found:
        raise cursor.rejection("value.name", f"{found!r} is no sound", expected="an id of the catalog without ':'")
    return found
