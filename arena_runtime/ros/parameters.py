"""Parameters of the runtime node: one table with descriptors, whole numbers taken where numbers are declared."""

from collections.abc import Iterable, Mapping
from math import inf, isfinite
from typing import Any

from attrs import frozen
from rcl_interfaces.msg import (
    FloatingPointRange,
    IntegerRange,
    ParameterDescriptor,
    ParameterType,
    SetParametersResult,
)
from rclpy.node import Node
from rclpy.parameter import Parameter

from arena_runtime.ros.limits import LARGEST_ENVIRONMENT, LARGEST_RTF, LARGEST_TIMEOUT_S
from arena_runtime.ros.lockstep import FAIL, ON_TIMEOUT
from arena_runtime.scene.lights import LIGHTINGS
from arena_simulation_setup.name_list import name_list

LARGEST_PORT = 65_535
LOCALIZATIONS = ("runtime", "external")
TYPES = {
    bool: ParameterType.PARAMETER_BOOL,
    int: ParameterType.PARAMETER_INTEGER,
    float: ParameterType.PARAMETER_DOUBLE,
    str: ParameterType.PARAMETER_STRING,
}


@frozen
class RuntimeParameter:
    """A parameter.

    Attributes:
        name: Its name.
        default: Its default; the type of it is the type of the parameter.
        description: What it does.
        choices: Accepted texts; empty for any.
        fixed: Whether it counts at start only.
        largest: Largest accepted number; the smallest is 0.
    """

    name: str
    default: bool | int | float | str
    description: str
    choices: tuple[str, ...] = ()
    fixed: bool = False
    largest: float = inf


RUNTIME_PARAMETERS = (
    RuntimeParameter(
        "target_rtf",
        1.0,
        "simulated seconds per wall second, 0 for as fast as possible; not with lockstep",
        largest=LARGEST_RTF,
    ),
    RuntimeParameter(
        "lockstep", False, "whether each tick waits for the command of every robot driven from outside", fixed=True
    ),
    RuntimeParameter(
        "lockstep.timeout",
        30.0,
        "wall seconds until a tick waits no longer, 0 for ever",
        fixed=True,
        largest=LARGEST_TIMEOUT_S,
    ),
    RuntimeParameter(
        "lockstep.on_timeout",
        FAIL,
        "what then: fail ends the episode, continue goes on with the last command",
        ON_TIMEOUT,
        fixed=True,
    ),
    RuntimeParameter(
        "lockstep.paused", False, "whether time stands still at first, with lockstep, until set_paused", fixed=True
    ),
    RuntimeParameter(
        "lockstep.channels", "", "robots that are waited for, a comma list; empty for all from outside", fixed=True
    ),
    RuntimeParameter(
        "lockstep.rtf",
        0.0,
        "what target_rtf is without lockstep: simulated seconds per wall second at most, 0 for any",
        largest=LARGEST_RTF,
    ),
    RuntimeParameter("env.id", 0, "number of the environment, among several", fixed=True, largest=LARGEST_ENVIRONMENT),
    RuntimeParameter("record.dir", "", "folder for a recording of every episode from the next one on, empty for none"),
    RuntimeParameter(
        "robot.localization",
        "runtime",
        "who publishes map -> <robot>/odom: runtime, or external (AMCL, SLAM)",
        LOCALIZATIONS,
        fixed=True,
    ),
    RuntimeParameter("robot.cameras", False, "whether cameras take pictures, for those who listen", fixed=True),
    RuntimeParameter(
        "world.lighting",
        LIGHTINGS[0],
        "lamps in their pictures: authored, or auto for a rig in every room without",
        LIGHTINGS,
        fixed=True,
    ),
    RuntimeParameter(
        "robot.cmd_vel_stamped", False, "whether cmd_vel is a TwistStamped instead of a Twist", fixed=True
    ),
    RuntimeParameter("foxglove", False, "whether the live scene is served for Foxglove, without a bridge", fixed=True),
    RuntimeParameter(
        "foxglove.port",
        8765,
        "port of ws://localhost, to which the number of the environment is added",
        fixed=True,
        largest=LARGEST_PORT,
    ),
)
_BY_NAME = {parameter.name: parameter for parameter in RUNTIME_PARAMETERS}


def declare_runtime_parameters(node: Node) -> dict[str, Any]:
    """Declare all parameters and give their values.

    Raises:
        ValueError: If a value that the node was started with does not fit.
    """
    values = {}
    for parameter in RUNTIME_PARAMETERS:
        found = node.declare_parameter(parameter.name, parameter.default, _descriptor(parameter)).value
        values[parameter.name] = fitted(parameter, found)
        node.set_parameters([Parameter(parameter.name, value=values[parameter.name])])
    node.add_pre_set_parameters_callback(_widened)
    node.add_on_set_parameters_callback(_checked)
    return values


def pace_of(values: Mapping[str, Any]) -> float:
    """Simulated seconds per wall second that values ask for; 0 for as many as possible."""
    pace: float = values["lockstep.rtf" if values["lockstep"] else "target_rtf"]
    return pace


def names_in(text: str) -> tuple[str, ...]:
    """The names in a comma list, each once."""
    return tuple(dict.fromkeys(name_list(text)))


def without_effect(values: Mapping[str, Any]) -> tuple[str, ...]:
    """A sentence for each value that was set and counts for nothing beside the others."""
    changed = [name for name, parameter in _BY_NAME.items() if values[name] != parameter.default]
    said = []
    if not values["lockstep"]:
        said += [f"{name} has no effect without lockstep" for name in changed if name.startswith("lockstep.")]
    elif "target_rtf" in changed and values["target_rtf"] != values["lockstep.rtf"]:
        said.append("target_rtf has no effect with lockstep, where lockstep.rtf is the pace")
    if "world.lighting" in changed and not values["robot.cameras"]:
        said.append("world.lighting has no effect without robot.cameras")
    return tuple(said)


def fitted(parameter: RuntimeParameter, value: Any) -> Any:
    """A value in the parameter's type.

    Raises:
        ValueError: If it does not fit; says what was expected.
    """
    if isinstance(parameter.default, float) and type(value) in (int, float):
        if not isfinite(value) or not 0.0 <= value <= parameter.largest:
            raise ValueError(f"{parameter.name}: expected a number from 0 to {parameter.largest:g}, got {value!r}")
        return float(value)
    if type(value) is not type(parameter.default):
        raise ValueError(f"{parameter.name}: expected a {type(parameter.default).__name__}, got {value!r}")
    if type(value) is int and not 0 <= value <= parameter.largest:
        raise ValueError(f"{parameter.name}: expected a number from 0 to {parameter.largest:g}, got {value!r}")
    if parameter.choices and value not in parameter.choices:
        raise ValueError(f"{parameter.name}: expected one of {', '.join(parameter.choices)}, got {value!r}")
    return value


def _descriptor(parameter: RuntimeParameter) -> ParameterDescriptor:
    # Dynamic typing, since a static type refuses `target_rtf:=1`; what does not fit is refused below instead.
    descriptor = ParameterDescriptor(
        name=parameter.name,
        type=TYPES[type(parameter.default)],
        description=parameter.description + ("; counts at start only" if parameter.fixed else ""),
        additional_constraints=f"enum:{','.join(parameter.choices)}" if parameter.choices else "",
        dynamic_typing=True,
    )
    if isinstance(parameter.default, float):
        descriptor.floating_point_range = [FloatingPointRange(from_value=0.0, to_value=parameter.largest)]
    elif type(parameter.default) is int:
        descriptor.integer_range = [IntegerRange(from_value=0, to_value=int(parameter.largest), step=1)]
    return descriptor


def _widened(parameters: list[Parameter]) -> list[Parameter]:
    return [_as_float(parameter) for parameter in parameters]


def _as_float(parameter: Parameter) -> Parameter:
    known = _BY_NAME.get(parameter.name)
    if known is not None and isinstance(known.default, float) and type(parameter.value) is int:
        return Parameter(parameter.name, value=float(parameter.value))
    return parameter


def _checked(parameters: Iterable[Parameter]) -> SetParametersResult:
    for parameter in parameters:
        known = _BY_NAME.get(parameter.name)
        if known is None:
            continue
        if known.fixed:
            return SetParametersResult(successful=False, reason=f"{known.name} counts at start only")
        try:
            fitted(known, parameter.value)
        except ValueError as error:
            return SetParametersResult(successful=False, reason=str(error))
    return SetParametersResult(successful=True)
