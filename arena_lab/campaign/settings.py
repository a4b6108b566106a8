"""What a contestant, or the launch part of a suite, may change in the episodes of all stages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from arena_lab.campaign.known import KnownNames
from arena_lab.campaign.read_values import duration, parameter_value
from arena_simulation_setup.files.cursor import Cursor, Reader
from arena_simulation_setup.files.values import boolean, number, text
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.adapters import parse_adapters
from task_generator.fleet import parse_fleet
from task_generator.parameters import declared_parameters
from task_generator.request import EpisodeRequest

Change = Callable[[EpisodeRequest, Any], EpisodeRequest]
ROBOT = "robot"
ALIASES: Mapping[str, str] = {"mobile": "robot.mobile"}
_GOAL, _SPAWN = "task.episode.goto_pose", "task.episode.spawn"
_length = number(minimum=0.0)


@frozen
class Setting:
    """One thing that may be set.

    Attributes:
        read: Reads its value from a file.
        change: Puts it into a request.
    """

    read: Reader[Any]
    change: Change


def with_fleet(request: EpisodeRequest, written: str) -> EpisodeRequest:
    """The request for a fleet; one model without a number stands for as many as the task has robots."""
    models = parse_fleet(written)
    if len(models) == 1 and "[" not in written:
        return evolve(request, fleet=None, default_model=models[0])
    return evolve(request, fleet=models)


def settings(known: KnownNames, worlds: Sequence[str]) -> Mapping[str, Setting]:
    """Everything that may be set, by full name.

    Args:
        known: Names of robots.
        worlds: World arguments whose own robots count.
    """
    fleet = Setting(lambda cursor: known.fleet(cursor, worlds), with_fleet)
    parameters = {name: Setting(parameter_value(name), _parameter(name)) for name in declared_parameters()}
    return {ROBOT: fleet, **_FIXED, **parameters}


def changed(request: EpisodeRequest, values: Mapping[str, Any]) -> EpisodeRequest:
    """A request with settings put in, in order.

    Args:
        request: What is asked for without them.
        values: Value by full name, as ``settings`` reads them.
    """
    for name, value in values.items():
        change = with_fleet if name == ROBOT else _FIXED[name].change if name in _FIXED else _parameter(name)
        request = change(request, value)
    return request


def _parameter(name: str) -> Change:
    def change(request: EpisodeRequest, value: Any) -> EpisodeRequest:
        return evolve(request, parameters={**request.parameters, name: value})

    return change


def _within(part: str, attribute: str, convert: Callable[[Any], Any] = lambda value: value) -> Change:
    """Change one attribute of a part of the request."""

    def change(request: EpisodeRequest, value: Any) -> EpisodeRequest:
        return evolve(request, **{part: evolve(getattr(request, part), **{attribute: convert(value)})})

    return change


def _adapters(cursor: Cursor) -> str:
    """Who drives which robot: text as ``parse_adapters`` reads it, or a list of its entries."""
    written = ",".join(text(item) for item in cursor.items()) if cursor.is_list else text(cursor)
    try:
        parse_adapters(written)
    except ValueError as error:
        raise cursor.rejection("value.choice", str(error), expected="adapter or name=adapter") from None
    return written


def _adapter(request: EpisodeRequest, value: Any) -> EpisodeRequest:
    return evolve(request, adapter=value)


_FIXED: Mapping[str, Setting] = {
    "robot.mobile": Setting(_adapters, _adapter),
    "task.episode.timeout": Setting(duration, _within("limits", "timeout_ns", seconds_to_ns)),
    f"{_GOAL}.timeout.no_progress": Setting(duration, _within("limits", "no_progress_ns", seconds_to_ns)),
    "task.episode.fail_on_collision": Setting(boolean, _within("limits", "fail_on_collision")),
    f"{_GOAL}.tolerance.radius": Setting(_length, _within("defaults", "tolerance_radius")),
    f"{_GOAL}.tolerance.angle": Setting(_length, _within("defaults", "tolerance_angle")),
    f"{_GOAL}.hold_time": Setting(duration, _within("defaults", "hold_time")),
    f"{_SPAWN}.robot_clearance": Setting(_length, _within("clearances", "robot")),
    f"{_SPAWN}.obstacle_clearance": Setting(_length, _within("clearances", "obstacle")),
    f"{_SPAWN}.obstacle_max_radius": Setting(number(), _within("clearances", "largest_obstacle")),
}
