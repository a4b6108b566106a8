"""Metrics of rules of places: zones with a speed limit, quiet and restricted zones, doorways."""

from collections.abc import Iterator

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray

from arena_evaluation.metrics.events import events
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import Floats, RobotRun
from arena_evaluation.metrics.track import Stretch, latest
from arena_simulation_setup.frame import Area

SPEED_TOLERANCE = 0.01
"""Metres per second above a limit that are not yet too fast."""
EVENT_PAUSE_S = 0.5
STANDING = 0.05
LEAST_CORNERS = 3
Bools = NDArray[np.bool_]


@frozen(eq=False)
class _Steps:
    """A track as steps: middle of each in time and place, its duration and speed."""

    times: Floats
    points: Floats
    durations: Floats
    speeds: Floats


def speed_zone_time(run: RobotRun) -> float:
    """Seconds faster than the limit of the zone that the robot is in."""
    return float(sum(steps.durations[fast].sum() for steps, fast in _speeding(run)))


def speed_zone_violations(run: RobotRun) -> int:
    """How often the robot became faster than the limit of its zone."""
    return sum(len(events(steps.times, fast, EVENT_PAUSE_S)) for steps, fast in _speeding(run))


def quiet_zone_dwell(run: RobotRun) -> float:
    """Seconds in zones that are quiet at that moment."""
    return float(run.episode.weights[_within(run, "quiet")].sum())


def restricted_zone_time(run: RobotRun) -> float:
    """Seconds in zones that are restricted at that moment."""
    return float(run.episode.weights[_within(run, "restricted")].sum())


def restricted_zone_entries(run: RobotRun) -> int:
    """How often the robot got into a restricted zone; who begins inside has not entered it."""
    inside = _within(run, "restricted")
    found = events(run.episode.times, inside, EVENT_PAUSE_S)
    return len(found) - bool(inside[0])


def doorway_blocking_time(run: RobotRun) -> float:
    """Seconds slower than 0.05 m/s so near to an open door that it stays open."""
    run.need_fields()
    world = run.episode.routes.world(run.episode.start.world_json)
    doors = tuple(world.doors())
    if not doors:
        raise NoValueError("the world has no doors")
    blocked = 0.0
    for steps in map(_steps, run.stretches):
        near = np.zeros(len(steps.times), dtype=bool)
        for level, door in doors:
            is_open = run.episode.code(f"{door.name}/{level}", "state", "open")
            if is_open is not None:
                middle = 0.5 * (np.array(door.start.xy) + np.array(door.end.xy))
                reach = np.hypot(*(steps.points - middle).T) <= max(door.activation_distance)
                near |= reach & (latest(run.episode.times, is_open, steps.times) == 1.0)
        blocked += float(steps.durations[near & (steps.speeds <= STANDING)].sum())
    return blocked


def _speeding(run: RobotRun) -> Iterator[tuple[_Steps, Bools]]:
    run.need_fields()
    limits = [
        (area, limit)
        for area in _zones(run)
        if (limit := run.episode.fact(f"{area.name}/{area.level}", "max_speed")) is not None
    ]
    if not limits:
        raise NoValueError("no zone has a speed limit")
    for steps in map(_steps, run.stretches):
        allowed = np.full(len(steps.times), np.inf)
        # The first zone that has a limit and covers the place counts.
        for area, limit in reversed(limits):
            now = latest(run.episode.times, limit, steps.times)
            allowed = np.where(_covers(area, steps.points) & ~np.isnan(now), now, allowed)
        yield steps, steps.speeds > allowed + SPEED_TOLERANCE


def _within(run: RobotRun, rule: str) -> Bools:
    """Shape (N,): whether the robot is in a zone whose predicate is true."""
    run.need_fields()
    inside = np.zeros(len(run.episode.times), dtype=bool)
    known = False
    for area in _zones(run):
        holds = run.episode.code(f"{area.name}/{area.level}", rule, "true")
        if holds is not None:
            known = True
            inside |= (holds == 1.0) & _covers(area, run.rows[:, :2])
    if not known:
        raise NoValueError(f"no zone is ever {rule}")
    return inside


def _zones(run: RobotRun) -> Iterator[Area]:
    return (area for area in run.episode.areas if area.kind == "zone" and len(area.corners) >= LEAST_CORNERS)


def _covers(area: Area, points: Floats) -> Bools:
    polygon = shapely.Polygon(area.corners)
    shapely.prepare(polygon)
    inside: Bools = shapely.intersects_xy(polygon, points)
    return inside


def _steps(stretch: Stretch) -> _Steps:
    durations = np.diff(stretch.times)
    middles = 0.5 * (stretch.points[1:] + stretch.points[:-1])
    return _Steps(stretch.times[:-1] + 0.5 * durations, middles, durations, stretch.lengths / durations)
