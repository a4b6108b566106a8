"""Parameters in requests and records."""

from collections.abc import Iterable, Mapping
from typing import Any

from rcl_interfaces.msg import Parameter as ParameterMessage
from rclpy.parameter import Parameter


def plain_values(messages: Iterable[ParameterMessage]) -> dict[str, Any]:
    """Values by name; the last of several with one name counts, and what has no value is an empty list."""
    values = {}
    for message in messages:
        value = Parameter.from_parameter_msg(message).value
        values[message.name] = _plain(value)
    return values


def parameter_messages(values: Mapping[str, Any]) -> list[ParameterMessage]:
    """Messages of values by name, in their order."""
    return [_message(name, value) for name, value in values.items()]


def mode_leaves(values: Mapping[str, Any], mode: str) -> dict[str, Any]:
    """The values of a mode by leaf (``static.n``), from values by full name (``task.random.static.n``)."""
    prefix = f"task.{mode}."
    return {name.removeprefix(prefix): value for name, value in values.items() if name.startswith(prefix)}


def _message(name: str, value: Any) -> ParameterMessage:
    if isinstance(value, (list, tuple)):
        # The type of an empty list can not be seen; a list of texts is what every tool shows.
        kind = Parameter.Type.STRING_ARRAY if not value else Parameter.Type.from_parameter_value(list(value))
        return Parameter(name, kind, list(value)).to_parameter_msg()
    return Parameter(name, value=value).to_parameter_msg()


def _plain(value: Any) -> Any:
    if value is None:
        return ()
    return tuple(value) if hasattr(value, "__iter__") and not isinstance(value, (str, bytes)) else value
