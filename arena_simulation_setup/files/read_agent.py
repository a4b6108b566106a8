"""Checking the ``agent:`` block of people; it is kept as authored."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.near_names import typo_of
from arena_simulation_setup.files.values import number, text

AGENT_KEYS = ("agent_type", "desired_velocity", "agent_radius", "group", "behavior_tree", "sink_affinity")

_speed = number(minimum=0.0)
_weight = number(minimum=0.0)


def check_agent(cursor: Cursor) -> None:
    """Note what is wrong with an agent block, or the bare name of a type; keys of other backends are left alone."""
    if not cursor.is_mapping:
        text(cursor)
        return
    fields = Fields(cursor, AGENT_KEYS)
    for key, value, _ in cursor.pairs():
        slip = "" if key in AGENT_KEYS else typo_of(key, AGENT_KEYS)
        if slip:
            value.error("key.typo", f"unknown key {key!r}", found=key, suggestion=slip)
    fields.optional("agent_type", text, "")
    fields.optional("desired_velocity", check_speed, None)
    fields.optional("agent_radius", number(above=0.0), 0.0)
    fields.optional("sink_affinity", _affinity, None)
    if fields.at("behavior_tree") is not None:
        fields.warn("behavior_tree", "agent.behavior_tree", "behavior_tree is kept and has no effect")


def check_speed(cursor: Cursor) -> None:
    """A speed in m/s, or ``{min, max}`` to draw one from."""
    if not cursor.is_mapping:
        _speed(cursor)
        return
    fields = Fields(cursor, ("min", "max"))
    fields.refuse_rest()
    low, high = fields.required("min", _speed, 0.0), fields.required("max", _speed, 0.0)
    if fields.sound("min", "max") and low > high:
        fields.error("max", "value.range", f"max {high:g} is below min {low:g}", expected="min <= max")


def _affinity(cursor: Cursor) -> None:
    for item in cursor.items():
        fields = Fields(item, ("sink", "weight"))
        fields.refuse_rest()
        fields.required("sink", text, "")
        fields.optional("weight", _weight, 1.0)
