"""Reading phases; the keys that are there tell which kind it is."""

from typing import Any

from arena_simulation_setup.conditions.clause import CONTINUE, FAILURE_POLICIES
from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.places import pose, pose_or_place
from arena_simulation_setup.files.read_clause import read_atom, read_clause
from arena_simulation_setup.files.values import choice, number, text
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase

COMMON_KEYS = ("on_failure", "until", "conditions", "text", "instruction")
GOTO_KEYS = ("goto", "pose", "tolerance_radius", "tolerance_angle", "hold_time", "signal")
GESTURE_KEYS = ("gesture", "instance")
REACH_KEYS = ("reach", "frame", "position_tolerance", "orientation_tolerance", "planning_time", "instance")
RANDOM = "random"
NO_GOAL: Pose | str = RANDOM

_not_negative = number(minimum=0.0)


def read_phase(cursor: Cursor) -> Phase:
    """One entry of a ``phases:`` list."""
    keys = [key for key, _, _ in cursor.pairs()]
    if "gesture" in keys:
        return _gesture(Fields(cursor, (*GESTURE_KEYS, *COMMON_KEYS)))
    if "reach" in keys:
        return _reach(Fields(cursor, (*REACH_KEYS, *COMMON_KEYS)))
    return _goto(Fields(cursor, (*GOTO_KEYS, *COMMON_KEYS)))


def _common(fields: Fields) -> dict[str, Any]:
    fields.refuse_rest()
    instruction = fields.optional("instruction", text, "")
    if instruction and fields.at("text") is not None:
        fields.warn(
            "instruction", "phase.text", "'instruction' is ignored, 'text' is given", expected="only one of them"
        )
    return {
        "until": fields.optional("until", read_atom, None),
        "conditions": fields.listed("conditions", read_clause),
        "text": fields.optional("text", text, instruction),
        "on_failure": fields.optional("on_failure", choice(FAILURE_POLICIES), CONTINUE),
    }


def _goto(fields: Fields) -> GotoPhase:
    goal: Pose | str | None = fields.optional("goto", pose_or_place, None)
    dispatch = fields.optional("pose", pose, None)
    if fields.at("pose") is not None and not isinstance(goal, str) and fields.sound("goto", "pose"):
        fields.error("pose", "phase.pose", "'pose' without a named target", expected="goto: <name> beside it")
    return GotoPhase(
        target=goal if isinstance(goal, str) else None,
        pose=goal if isinstance(goal, Pose) else dispatch,
        tolerance_radius=fields.optional("tolerance_radius", _not_negative, None),
        tolerance_angle=fields.optional("tolerance_angle", _not_negative, None),
        hold_time=fields.optional("hold_time", _not_negative, None),
        signal=fields.optional("signal", text, None),
        **_common(fields),
    )


def _gesture(fields: Fields) -> GesturePhase:
    gesture = fields.optional("gesture", text, RANDOM) or RANDOM
    return GesturePhase(gesture=gesture, instance=fields.optional("instance", text, ""), **_common(fields))


def _reach(fields: Fields) -> ReachPhase:
    goal = fields.required("reach", pose_or_place, NO_GOAL)
    return ReachPhase(
        configuration=goal if isinstance(goal, str) else None,
        pose=goal if isinstance(goal, Pose) else None,
        frame=fields.optional("frame", text, ""),
        position_tolerance=fields.optional("position_tolerance", _not_negative, None),
        orientation_tolerance=fields.optional("orientation_tolerance", _not_negative, None),
        planning_time=fields.optional("planning_time", _not_negative, None),
        instance=fields.optional("instance", text, ""),
        **_common(fields),
    )
