"""Reading timelines."""

from arena_simulation_setup.conditions.atom import Atom
from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.nodes import Scalar
from arena_simulation_setup.files.read_clause import read_atom
from arena_simulation_setup.files.values import number, plain_word, text
from arena_simulation_setup.scenario.timeline import FieldEdge, SetAction, TimelineEntry

TRIGGERS = ("at", "every", "when")
RECURRING_KEYS = ("offset", "until")

_seconds = number(minimum=0.0)


def read_timeline_entry(cursor: Cursor) -> TimelineEntry:
    """One entry of a scenario's ``timeline:`` list."""
    fields = Fields(cursor, (*TRIGGERS, *RECURRING_KEYS, "set"))
    fields.refuse_rest()
    entry = TimelineEntry(
        actions=fields.listed("set", _action),
        at=fields.optional("at", _seconds, None),
        every=fields.optional("every", number(above=0.0), None),
        when=fields.optional("when", _when, None),
        offset=fields.optional("offset", _seconds, 0.0),
        until=fields.optional("until", _seconds, None),
    )
    _check_triggers(fields)
    if not entry.actions and fields.sound("set"):
        fields.warn("set", "timeline.empty", "the entry sets nothing")
    return entry


def _check_triggers(fields: Fields) -> None:
    given = [trigger for trigger in TRIGGERS if fields.at(trigger) is not None]
    if len(given) != 1 and fields.sound(*TRIGGERS):
        found = ", ".join(given) or "none of them"
        fields.cursor.error(
            "timeline.trigger", f"the entry has {found}", expected=f"exactly one of {', '.join(TRIGGERS)}"
        )
    for key in RECURRING_KEYS:
        if fields.at(key) is not None and fields.sound(key) and given != ["every"]:
            fields.error(key, "timeline.key", f"{key!r} without 'every'", expected="it beside 'every'")


def value_text(cursor: Cursor) -> str:
    """A value as text, as written; booleans in lower case."""
    found = text(cursor)
    quoted = isinstance(cursor.node, Scalar) and cursor.node.quoted
    return found.lower() if not quoted and isinstance(plain_word(found), bool) else found


def _action(cursor: Cursor) -> SetAction:
    fields = Fields(cursor, ("entity", "field", "value"))
    fields.refuse_rest()
    return SetAction(*(fields.required(key, value_text, "") for key in ("entity", "field", "value")))


def _when(cursor: Cursor) -> FieldEdge | Atom | None:
    if cursor.is_empty:
        raise cursor.wrong("{entity, field, is} or an atom")
    if not cursor.is_mapping:
        return read_atom(cursor)
    fields = Fields(cursor, ("entity", "field", "is"))
    fields.refuse_rest()
    return FieldEdge(*(fields.required(key, value_text, "") for key in ("entity", "field", "is")))
