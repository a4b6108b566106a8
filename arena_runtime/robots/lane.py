"""Driving along straight lines, as into a cabin and out of it, where there is no room for anything else."""

import math

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from arena_runtime.robots.goal import Goal
from arena_runtime.robots.laying_out import shorten_at_slabs
from arena_runtime.robots.speed import SpeedLimits, Velocity, turn_on_spot
from arena_runtime.robots.surroundings import Surroundings, stands
from arena_simulation_setup.geometry import Corner, Pose, wrapped_angle

Floats = NDArray[np.float64]

# The robot steers for a point on the line this far ahead, metres.
LOOK_AHEAD = 0.35
# With the line this far off its heading it turns on the spot first, radians.
TURN_FIRST = 0.2
# This near to a corner of the lane it is reached, metres.
AT_CORNER = 0.04
# Top speed, m/s.
LANE_SPEED = 0.6
# What is farther ahead than this does not matter yet; points that are looked at, metres.
SIGHT = 0.8
SAMPLE = 0.04
# Kept to others who stand and who move, on top of both radii, metres.
STANDING_MARGIN = 0.04
MOVING_MARGIN = 0.12
# Who is nearer than that already may not come nearer by more than this, metres.
NO_NEARER = 0.005
# Somebody stands in the way for this long, nanoseconds: another way is looked for.
PATIENCE_NS = 6_000_000_000


@define(eq=False)
class LaneDriver:
    """Keeps one robot on the lane of its goal.

    A robot that can move sideways keeps its heading on the way or turns while it drives; any other turns before it
    drives and at the end.

    Attributes:
        limits: How fast the robot may drive.
    """

    limits: SpeedLimits
    _goal: Goal | None = field(default=None, init=False)
    _part: int = field(default=0, init=False)
    _got_on_ns: int = field(default=0, init=False)

    def begin(self, goal: Goal, now_ns: int) -> None:
        """Follow the lane of a goal from its beginning, unless it is followed already."""
        if goal != self._goal:
            self._goal, self._part, self._got_on_ns = goal, 0, now_ns

    def forget(self) -> None:
        """There is no lane any more."""
        self._goal = None

    def is_blocked(self, now_ns: int) -> bool:
        """Whether somebody has stood in the way for long."""
        return self._goal is not None and now_ns - self._got_on_ns > PATIENCE_NS

    def wanted(self, now_ns: int, dt: float, pose: Pose, gap: float, around: Surroundings) -> Velocity:
        """Velocity before the limits of acceleration, body frame.

        Args:
            now_ns: Episode time, nanoseconds.
            dt: Length of the tick, seconds.
            pose: Robot in the map frame.
            gap: Distance between the body and walls, metres.
            around: Everything else that moves.
        """
        goal = self._goal
        if goal is None:
            return (0.0, 0.0, 0.0)
        start, end = self._line(goal, pose)
        left = _along(start, end, pose)
        turn_left = 0.0 if goal.yaw is None else wrapped_angle(goal.yaw - pose.yaw)
        if left <= goal.position_tolerance and end == goal.lane[-1]:
            self._got_on_ns = now_ns
            return (0.0, 0.0, turn_on_spot(turn_left, dt, self.limits.model))
        direction = _direction(start, end, left, pose)
        free = _free_length(pose, direction, (self.limits.model.radius, min(left, SIGHT)), around)
        speed = min(LANE_SPEED, self.limits.cruise, self.limits.stopping(min(free, left)), self.limits.narrow(gap))
        if free > SAMPLE:
            self._got_on_ns = now_ns
        bearing = wrapped_angle(direction - pose.yaw)
        if self.limits.model.is_omnidirectional:
            turn = turn_on_spot(turn_left, dt, self.limits.model)
            return (speed * math.cos(bearing), speed * math.sin(bearing), turn)
        if abs(bearing) > TURN_FIRST:
            return (0.0, 0.0, turn_on_spot(bearing, dt, self.limits.model))
        return (speed, 0.0, speed * 2.0 * math.sin(bearing) / LOOK_AHEAD)

    def _line(self, goal: Goal, pose: Pose) -> tuple[Corner, Corner]:
        """Both ends of the line that the robot is on."""
        last = len(goal.lane) - 2
        while self._part < last and _along(goal.lane[self._part], goal.lane[self._part + 1], pose) <= AT_CORNER:
            self._part += 1
        return goal.lane[self._part], goal.lane[self._part + 1]


def _along(start: Corner, end: Corner, pose: Pose) -> float:
    """Metres that are left of a line from where the robot is beside it; negative behind its end."""
    length = max(math.dist(start, end), 1e-9)
    return ((end[0] - pose.x) * (end[0] - start[0]) + (end[1] - pose.y) * (end[1] - start[1])) / length


def _direction(start: Corner, end: Corner, left: float, pose: Pose) -> float:
    """Direction in radians to the point of a line, or of what lies behind its end, to steer for."""
    length = max(math.dist(start, end), 1e-9)
    ahead = LOOK_AHEAD - left
    x, y = (end[axis] + (end[axis] - start[axis]) / length * ahead for axis in (0, 1))
    return math.atan2(y - pose.y, x - pose.x)


def _free_length(pose: Pose, direction: float, reach: tuple[float, float], around: Surroundings) -> float:
    """Metres of a straight way that nobody and no slab blocks; infinite where it is free as far as it matters."""
    radius, length = reach
    places = np.arange(SAMPLE, max(length, SAMPLE) + SAMPLE, SAMPLE)
    x, y = pose.x + places * math.cos(direction), pose.y + places * math.sin(direction)
    points = np.stack((x, y, np.zeros_like(x)))
    free = np.array([len(places)])
    here = np.array((pose.x, pose.y, math.cos(direction), math.sin(direction)))
    if len(around.slabs):
        shorten_at_slabs(free, points[:, None], here, (radius, float(places[-1])), around.slabs)
    discs = around.discs[~np.isnan(around.discs[:, 0])]
    needed = radius + discs[:, 2] + np.where(stands(discs), STANDING_MARGIN, MOVING_MARGIN)
    needed = np.minimum(needed, np.hypot(discs[:, 0] - pose.x, discs[:, 1] - pose.y) - NO_NEARER)
    gaps = np.hypot(x[:, None] - discs[:, 0], y[:, None] - discs[:, 1]) - needed
    blocked = (gaps < 0.0).any(axis=1)
    count = min(int(free[0]), int(blocked.argmax()) if blocked.any() else len(places))
    return math.inf if count == len(places) else count * SAMPLE
