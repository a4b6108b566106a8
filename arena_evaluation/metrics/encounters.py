"""Metrics of meetings: who passes whom on which side."""

import numpy as np

from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import Floats, RobotRun
from arena_evaluation.metrics.track import between

NEAR = 4.0
MOVING = 0.05
OPPOSITE = -0.3


def head_on_encounters(run: RobotRun) -> int:
    """Number of people that the robot met head-on and passed."""
    return len(_sides(run))


def passing_right(run: RobotRun) -> float:
    """Share of head-on encounters in which the robot kept right, so that the person passed on its left."""
    sides = _sides(run)
    if not sides:
        raise NoValueError(f"{run.name} met nobody head-on")
    return sum(side > 0.0 for side in sides) / len(sides)


def _sides(run: RobotRun) -> list[float]:
    """For each encounter how far to the left of the robot's way the person was, metres."""
    if not run.episode.people:
        raise NoValueError("the episode has no people")
    return [
        side
        for stretch in run.stretches
        for rows in run.episode.people.values()
        for side in _passings(stretch.times, stretch.points, between(run.episode.times, rows[:, :2], stretch.times))
    ]


def _passings(times: Floats, robot: Floats, person: Floats) -> list[float]:
    """Moments at which a person who comes towards the robot gets from ahead of it to behind it."""
    if len(times) < 3:
        return []
    dt = np.diff(times)[:, None]
    own, other = np.diff(robot, axis=0) / dt, np.diff(person, axis=0) / dt
    own_speed, other_speed = np.hypot(*own.T), np.hypot(*other.T)
    offsets = person - robot
    # The offsets at both ends of a step, seen along the way of that step.
    ahead, behind = (offsets[:-1] * own).sum(axis=1) > 0.0, (offsets[1:] * own).sum(axis=1) <= 0.0
    opposite = (own * other).sum(axis=1) < OPPOSITE * own_speed * other_speed
    moving = (own_speed > MOVING) & (other_speed > MOVING)
    near = np.hypot(*offsets[1:].T) <= NEAR
    found = np.flatnonzero(ahead & behind & opposite & moving & near)
    sides = own[:, 0] * offsets[1:, 1] - own[:, 1] * offsets[1:, 0]
    return [float(sides[index] / own_speed[index]) for index in found]
