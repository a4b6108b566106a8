"""Reading the arms of a robot's capability file."""

from collections.abc import Mapping

from arena_simulation_setup.files.cursor import Cursor, list_of
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.files.places import numbers
from arena_simulation_setup.files.values import name, number
from arena_simulation_setup.models.robot_model import ArmJoint, ArmModel

Angles = tuple[float, ...]


def read_arm(cursor: Cursor) -> ArmModel:
    """An entry of ``arms``."""
    fields = Fields(cursor, keys_of(ArmModel))
    fields.refuse_rest()
    arm = ArmModel(
        name=fields.required("name", name, "arm"),
        tip=fields.required("tip", name, "tip"),
        max_joint_speed=fields.required("max_joint_speed", number(above=0.0), 1.0),
        joints=fields.required("joints", list_of(_joint), ()),
        configurations=fields.required("configurations", _configurations, {"start": ()}),
        gestures=fields.optional("gestures", _gestures, {}),
    )
    fields.require_sound()
    if not arm.joints:
        fields.error("joints", "value.range", "an arm without joints", expected="at least one joint")
    _check_configurations(fields, arm)
    _check_gestures(fields, arm)
    return arm


def _joint(cursor: Cursor) -> ArmJoint:
    fields = Fields(cursor, keys_of(ArmJoint))
    fields.refuse_rest()
    joint = ArmJoint(
        name=fields.required("name", name, "joint"),
        min=fields.required("min", number(), 0.0),
        max=fields.required("max", number(), 1.0),
    )
    if fields.sound("min", "max") and joint.min >= joint.max:
        fields.error("max", "value.range", "max is not above min", expected="min < max")
    return joint


def _configurations(cursor: Cursor) -> Mapping[str, Angles]:
    found = {key: tuple(numbers(value)) for key, value, _ in cursor.pairs()}
    if not found:
        raise cursor.wrong("at least one configuration")
    return found


def _gestures(cursor: Cursor) -> Mapping[str, tuple[str, ...]]:
    return {key: list_of(name)(value) for key, value, _ in cursor.pairs()}


def _check_configurations(fields: Fields, arm: ArmModel) -> None:
    for key, angles in arm.configurations.items():
        if len(angles) != len(arm.joints):
            message = f"{key} has {len(angles)} angles for {len(arm.joints)} joints"
            fields.error("configurations", "value.range", message, expected="an angle per joint")
            continue
        for joint, angle in zip(arm.joints, angles, strict=True):
            if not joint.min <= angle <= joint.max:
                message = f"{key} turns {joint.name} to {angle:g}"
                fields.error("configurations", "value.range", message, expected=f"{joint.min:g} to {joint.max:g}")


def _check_gestures(fields: Fields, arm: ArmModel) -> None:
    for key, names in arm.gestures.items():
        for wanted in names:
            if wanted not in arm.configurations:
                message = f"{key} names no configuration: {wanted!r}"
                known = ", ".join(arm.configurations)
                hint = did_you_mean(wanted, arm.configurations)
                fields.error("gestures", "value.choice", message, expected=f"one of {known}{hint}")
