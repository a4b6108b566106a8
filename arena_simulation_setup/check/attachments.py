"""Scripted kinds that would silently do nothing: gates without door, plates nobody can press, empty signals."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from arena_simulation_setup.check.level_plan import LevelPlan
from arena_simulation_setup.files.near_names import nearest
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.attachment import attachment
from arena_simulation_setup.semantics.expansion import kind_of
from arena_simulation_setup.semantics.usable import unusable
from arena_simulation_setup.semantics.vocabulary import ATTACHABLE_KINDS
from arena_simulation_setup.world.zone import Zone

HOSTS = ("door", "elevator", "schedule", "signal", "sound")


def attachment_problems(plan: LevelPlan, doors: Collection[str]) -> Iterator[Problem]:
    """What is wrong with the scripted kinds of a level.

    Args:
        plan: The level.
        doors: Names of its doors, and ``<name>/<level>`` of all doors of the world.
    """
    for z, zone in enumerate(plan.level.zones):
        path = f"zones[{z}]"
        for index, door in enumerate(zone.doors):
            yield from _plate(plan, door.name, "door", door.semantics, f"{path}.doors[{index}]", doors)
        for index, lift in enumerate(zone.elevators):
            place = f"{path}.elevators[{index}]"
            yield from _plate(plan, lift.name, "elevator", lift.semantics, place, doors)
            if _params("elevator", lift.semantics, "gate") is not None:
                message = f"the gate on elevator {lift.name!r} has no effect"
                yield plan.file.problem("gate.no_door", f"{place}.semantics", message, expected="it on a door")
        yield from _signals(plan, zone, path)
        yield from _schedules(plan, zone, path)
        yield from _unusable(plan, zone, path)


def _unusable(plan: LevelPlan, zone: Zone, path: str) -> Iterator[Problem]:
    """Parameters with which no episode could begin."""
    for host, name, semantics, place in _hosts(zone, path):
        for kind in ATTACHABLE_KINDS[host]:
            found = attachment(host, semantics, kind)
            complaint = unusable(name, found) if found is not None else None
            if complaint is not None:
                message, _, expected = complaint.rpartition(", expected ")
                yield plan.file.problem("semantics.unusable", f"{place}.semantics", message, expected=expected)


def _hosts(zone: Zone, path: str) -> Iterator[tuple[str, str, Iterable[SemanticCfg], str]]:
    """Kind of host, name, annotations and place of everything in a zone that may have annotations."""
    yield "zone", zone.name, zone.semantics, path
    for key in HOSTS:
        for index, thing in enumerate(getattr(zone, f"{key}s")):
            yield key, thing.name, thing.semantics, f"{path}.{key}s[{index}]"


def _params(host: str, semantics: Iterable[SemanticCfg], kind: str) -> dict[str, Any] | None:
    """Parameters of one kind on a host; None where the kind is not attached."""
    items = [item for item in semantics if kind_of(host, item.name) == kind]
    return {key: value for item in items for key, value in item.params.items()} if items else None


def _plate(
    plan: LevelPlan, name: str, host: str, semantics: tuple[SemanticCfg, ...], path: str, doors: Collection[str]
) -> Iterator[Problem]:
    params = _params(host, semantics, "pressure_plate")
    if params is None:
        return
    where = f"{path}.semantics"
    driven = params.get("drives")
    if driven not in (None, "") and str(driven) not in doors:
        message = f"the pressure plate on {name!r} drives {driven!r}, which is no door"
        hints = {"found": str(driven), "suggestion": nearest(str(driven), doors)}
        yield plan.file.problem("plate.drives", where, message, **hints, expected="a door")
    distance = max((item.distance for item in semantics if item.name == "pressed"), default=-1.0)
    radius = distance if distance >= 0.0 else _number(params.get("radius"))
    if radius <= 0.0 and not params.get("press_on"):
        message = f"nobody can press the pressure plate on {name!r}: its radius is 0"
        yield plan.file.problem("plate.radius", where, message, expected="params.radius > 0, or press_on")
    elif radius > 0.0 and params.get("position") is None:
        message = f"the pressure plate on {name!r} has no position, so it lies at (0, 0)"
        yield plan.file.problem("plate.position", where, message, expected="params.position: [x, y]")


def _signals(plan: LevelPlan, zone: Zone, path: str) -> Iterator[Problem]:
    for index, signal in enumerate(zone.signals):
        where = f"{path}.signals[{index}]"
        params = _params("signal", signal.semantics, "signal")
        if params is None:
            message = f"signal {signal.name!r} has no semantics, so it does nothing"
            yield plan.file.problem("signal.inert", where, message, expected="{preset: signal, params: {phases: ...}}")
            continue
        phases = _entries(params.get("phases"), ("name", "duration"))
        names = [str(phase["name"]) for phase in phases]
        stops = params.get("stop_phases")
        unknown = [str(stop) for stop in stops if str(stop) not in names] if isinstance(stops, list) else []
        if not phases or any(_number(phase["duration"]) <= 0.0 for phase in phases):
            message = f"signal {signal.name!r} needs phases with a name and a duration above 0"
            yield plan.file.problem("signal.phases", f"{where}.semantics", message, expected="[{name, duration}, ...]")
        elif unknown:
            message = f"stop phase {unknown[0]!r} is no phase of signal {signal.name!r}"
            hints = {"found": unknown[0], "suggestion": nearest(unknown[0], names)}
            expected = f"one of {', '.join(names)}"
            yield plan.file.problem("signal.phases", f"{where}.semantics", message, **hints, expected=expected)


def _schedules(plan: LevelPlan, zone: Zone, path: str) -> Iterator[Problem]:
    for index, schedule in enumerate(zone.schedules):
        where = f"{path}.schedules[{index}]"
        params = _params("schedule", schedule.semantics, "schedule")
        if params is None:
            message = f"schedule {schedule.name!r} has no semantics, so it does nothing"
            expected = "{preset: schedule, params: {windows: ...}}"
            yield plan.file.problem("signal.inert", where, message, expected=expected)
            continue
        given = params.get("windows")
        windows = _entries(given, ("start", "end"))
        if given and (not windows or any(_number(window["start"]) >= _number(window["end"]) for window in windows)):
            message = f"the windows of schedule {schedule.name!r} must end after they start"
            expected = "[{start, end, value}, ...] in seconds"
            yield plan.file.problem("schedule.windows", f"{where}.semantics", message, expected=expected)


def _entries(value: Any, keys: tuple[str, ...]) -> list[Mapping[str, Any]]:
    """The entries of a list of mappings; none where one of them lacks a key."""
    entries = value if isinstance(value, list) else []
    complete = all(isinstance(entry, dict) and all(key in entry for key in keys) for entry in entries)
    return list(entries) if complete else []


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
