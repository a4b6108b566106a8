"""The built-in navigator of one robot."""

import math
from collections.abc import Sequence

import numpy as np

from arena_runtime.robots.candidates import PLACES, candidates
from arena_runtime.robots.choice import Intent, Way, chosen_way
from arena_runtime.robots.detour import Detours, standing
from arena_runtime.robots.door_stops import DoorStop, distance_to_stop, door_stops, occupied_from
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.path_tracking import TrackedPath
from arena_runtime.robots.recovery import Recovery
from arena_runtime.robots.riding import Riding
from arena_runtime.robots.speed import SpeedLimits
from arena_runtime.robots.surroundings import DoorLine, Surroundings
from arena_runtime.robots.target import Target
from arena_simulation_setup.geometry import Pose, wrapped_angle
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.margin import PLANNING_MARGIN

DEFAULT_SPEED = 1.2
# The navigator decides this often and follows the decision smoothly in between, seconds.
DECISION_PERIOD = 0.1
# The robot steers for a point on its path this far ahead, metres, growing with speed.
LOOK_AHEAD = 0.45
LOOK_AHEAD_TIME = 0.5
LOOK_AHEAD_LIMIT = 1.0
# Farther than this from its path, metres, it looks for a new one.
PATH_LOST = 0.5
# A turn to a free direction counts as finished within this angle, radians.
TURNED = 0.06
# Below this speed a robot that does not head for its path turns on the spot, m/s and radians.
CREEP_SPEED = 0.05
CREEP_BEARING = 0.15
# A twist this far from the last command means that something else moved the robot, m/s.
SURPRISE = 0.3
# Nearer than this to the stop line of a door the robot waits for it, metres.
AT_STOP = 0.05
# Free length that is kept between the robot and what blocks it, and wanted beyond the way to stop, metres.
STOP_MARGIN = 0.12
SIGHT_MARGIN = 0.9


class Navigator:
    """Drives a differential robot to its goals; one object per robot and episode.

    It follows the cheapest path; where people, other robots or slabs block the arc to it, it takes the free arc that
    brings the goal nearest, and stops where none does. It waits in front of doors that are not fully open and does
    not stop under an open one. Where its way rides it waits beside the cabin, goes in, and stands until it is suddenly
    somewhere else; a goal on another level is one goal.

    Args:
        model: Size and limits of the robot.
        planner: Free space of the episode, its objects included.
        doors: Doors in the order of ``Surroundings.door_progress``; those of cabins by the name of the cabin.
        speed: Cruise speed in m/s, never above the model's.
    """

    def __init__(
        self, model: RobotModel, planner: RoutePlanner, doors: Sequence[DoorLine] = (), speed: float = DEFAULT_SPEED
    ) -> None:
        self._model = model
        self._limits = SpeedLimits(model, min(speed, model.max_speed))
        self._planner = planner
        self._doors = tuple(doors)
        self._riding: Riding | None = None
        if planner.space.cabins:
            indices = {line.name: index for index, line in enumerate(self._doors)}
            self._riding = Riding(planner, model.radius + PLANNING_MARGIN, indices)
        self._is_on_the_way = False
        self._recovery = Recovery(planner.clearance, model.radius)
        self._detours = Detours()
        self._target: Target | None = None
        self._path: TrackedPath | None = None
        self._stops: list[DoorStop] = []
        self._settled = self._arrived = False
        self._command = (0.0, 0.0)
        self._way, self._wanted_speed = Way(), 0.0
        self._until_decision = 0.0

    @property
    def arrived(self) -> bool:
        """Whether the goal of the last command is reached, heading included."""
        return self._arrived

    @property
    def ride(self) -> str:
        """Cabin (name on the wire) that the way leads to by elevator next; empty where it needs no ride."""
        return "" if self._riding is None else self._riding.ride

    @property
    def path(self) -> TrackedPath | None:
        """The path that is followed; None without a goal or without a way."""
        return self._path

    def use_planner(self, planner: RoutePlanner, pose: Pose) -> None:
        """Go by other furniture from now on.

        The way is kept where nothing on it has changed and no other has become shorter.

        Args:
            planner: Free space from now on.
            pose: Robot in the map frame.
        """
        before, self._planner = self._planner, planner
        self._recovery.use_clearance(planner.clearance)
        if self._riding is not None:
            self._riding.use_planner(planner)
        if self._target is None:
            return
        old, self._target = self._target, Target(self._target.goal, planner, self._model.radius + PLANNING_MARGIN)
        path = self._path if self._target.costs_as(old, pose) else None
        if path is None or not path.is_unchanged(before.clearance, planner.clearance):
            self._path = None
            self._until_decision = 0.0

    def command(
        self,
        now_ns: int,
        dt: float,
        pose: Pose,
        twist: tuple[float, float],
        goal: Goal | None,
        surroundings: Surroundings,
    ) -> tuple[float, float]:
        """The velocity for the next tick.

        Args:
            now_ns: Episode time at the end of the tick, nanoseconds.
            dt: Length of the tick, seconds.
            pose: Robot in the map frame.
            twist: Forward speed (m/s) and yaw rate (rad/s) now.
            goal: Where to go; None stops.
            surroundings: Everything else that moves.

        Returns:
            Forward speed (m/s) and yaw rate (rad/s), within the model's limits and accelerations; (0, 0) at the goal.
        """
        if abs(twist[0] - self._command[0]) > SURPRISE:
            self._command = twist
        self._turn_to(self._next_goal(goal, now_ns, pose, surroundings), pose, now_ns)
        wanted = self._wanted(now_ns, dt, pose, surroundings)
        self._command = self._limits.ramped(self._command, wanted, dt)
        return self._command

    def _next_goal(self, goal: Goal | None, now_ns: int, pose: Pose, surroundings: Surroundings) -> Goal | None:
        """The goal, or what comes before it at an elevator."""
        if self._riding is None:
            return goal
        if goal is None:
            self._riding.forget()
            return None
        after = self._riding.next_goal(goal, now_ns, pose, surroundings)
        self._is_on_the_way = after is not goal
        return after

    def _turn_to(self, goal: Goal | None, pose: Pose, now_ns: int) -> None:
        if goal is None:
            self._target = self._path = None
            self._arrived = False
        elif self._target is None or not self._target.serves(goal, pose):
            self._target = Target(goal, self._planner, self._model.radius + PLANNING_MARGIN)
            self._path = None
            self._settled = self._arrived = False
            self._until_decision = 0.0
            self._detours.restart(now_ns)

    def _wanted(self, now_ns: int, dt: float, pose: Pose, surroundings: Surroundings) -> tuple[float, float]:
        """Speed and yaw rate before the limits of acceleration."""
        target = self._target
        path = None if target is None else self._followed_path(target, pose)
        if target is None or path is None:
            return (0.0, 0.0)
        if self._at_goal(target, path, pose, surroundings):
            return self._turned_on_spot(target.turn_left(pose.yaw), dt)
        self._until_decision -= dt
        if self._until_decision <= 0.5 * dt:
            self._until_decision = DECISION_PERIOD
            self._decide(now_ns, target, path, pose, surroundings)
        if self._way.heading is not None:
            return self._turned_on_spot(wrapped_angle(self._way.heading - pose.yaw), dt)
        speed = self._wanted_speed
        ramped = self._limits.ramped(self._command, (speed, 0.0), dt)[0]
        return (speed, ramped * self._way.curvature)

    def _followed_path(self, target: Target, pose: Pose) -> TrackedPath | None:
        """The path with the robot's place on it; a new one where the robot left the last, None where there is none."""
        if self._path is not None:
            self._path.follow(pose.x, pose.y)
            if self._path.deviation < PATH_LOST:
                return self._path
        points = target.field.path(pose.x, pose.y)
        self._path = TrackedPath(points) if len(points) > 1 else None
        self._stops = door_stops(points, self._doors, self._model.radius)
        return self._path

    def _at_goal(self, target: Target, path: TrackedPath, pose: Pose, surroundings: Surroundings) -> bool:
        end = path.end
        is_near = math.dist(pose.xy, end) <= target.goal.acceptable_distance
        occupied = is_near and surroundings.occupies(*end, self._model.radius + STOP_MARGIN)
        self._settled = target.reached(pose, end, self._settled, occupied)
        turned = abs(target.turn_left(pose.yaw)) <= target.goal.yaw_tolerance
        self._arrived = self._settled and turned and not self._is_on_the_way
        return self._settled

    def _turned_on_spot(self, angle: float, dt: float) -> tuple[float, float]:
        """Turn by an angle in radians, slowing down towards its end."""
        if abs(angle) < 0.02:
            return (0.0, 0.0)
        acceleration = 0.5 * self._model.max_turn_acceleration
        rate = min(math.sqrt(2.0 * acceleration * abs(angle)), abs(angle) / dt, self._model.max_turn_rate)
        return (0.0, math.copysign(rate, angle))

    def _decide(self, now_ns: int, target: Target, path: TrackedPath, pose: Pose, surroundings: Surroundings) -> None:
        """Choose what to do until the next decision."""
        turning = self._way.committed and self._way.heading is not None
        if turning and abs(wrapped_angle((self._way.heading or 0.0) - pose.yaw)) > TURNED:
            return
        pursuit = self._pursuit(path, pose)
        speed = abs(self._command[0])
        found = candidates(pose, max(speed, 0.5), self._model.radius, self._planner.clearance, surroundings)
        at_door = distance_to_stop(self._stops, surroundings.door_progress, path.travelled, math.inf)
        needed = min(path.remaining, at_door, _stopping_distance(speed, self._model) + SIGHT_MARGIN)
        end = self._free_end(path, surroundings)
        self._way = chosen_way(found, target.distances, pose, Intent(*pursuit, needed, end, self._way))
        self._wanted_speed, at_stop = self._speed_along(self._way, path, pose, surroundings)
        if self._wanted_speed < CREEP_SPEED and self._way.heading is None and abs(pursuit[0]) > CREEP_BEARING:
            self._way = Way(heading=pose.yaw + pursuit[0], side=self._way.side)
        self._look_for_detour(now_ns, target, pose, at_door < AT_STOP, surroundings)
        recovered = self._recovery.watch(now_ns, pose, at_stop, surroundings)
        if recovered is not None:
            self._way, self._wanted_speed = recovered

    def _pursuit(self, path: TrackedPath, pose: Pose) -> tuple[float, float]:
        """Bearing of the point to steer for and curvature of the arc to it. Source: Coulter, pure pursuit (1992)."""
        reach = min(LOOK_AHEAD + LOOK_AHEAD_TIME * abs(self._command[0]), LOOK_AHEAD_LIMIT)
        x, y = path.point_at(path.travelled + reach)
        distance = math.dist(pose.xy, (x, y))
        bearing = wrapped_angle(math.atan2(y - pose.y, x - pose.x) - pose.yaw)
        return bearing, 2.0 * math.sin(bearing) / max(distance, 0.1)

    def _look_for_detour(
        self, now_ns: int, target: Target, pose: Pose, at_shut_door: bool, surroundings: Surroundings
    ) -> None:
        """Change to another way where somebody stands on this one, and back after a while."""
        if self._detours.is_over(now_ns):
            target.return_to_direct_way()
        elif self._detours.is_due(now_ns, target.distances.cost_at(pose.x, pose.y), at_shut_door):
            if not target.avoid(standing(surroundings.discs), pose):
                self._detours.restart(now_ns)
                return
            self._detours.begin(now_ns)
        else:
            return
        self._detours.restart(now_ns)
        self._path = None

    def _free_end(self, path: TrackedPath, surroundings: Surroundings) -> float:
        """Length of the rest of the path where its end is near and nobody stands on it, else infinity; metres."""
        if path.remaining > float(PLACES[-1]):
            return math.inf
        discs, (x, y) = surroundings.discs, path.points[-1].tolist()
        reach = discs[:, 2] + self._model.radius
        occupied = (discs[:, 0] - x) ** 2 + (discs[:, 1] - y) ** 2 < reach * reach
        return math.inf if occupied.any() else path.remaining

    def _speed_along(self, way: Way, path: TrackedPath, pose: Pose, surroundings: Surroundings) -> tuple[float, bool]:
        """Speed in m/s for a way, and whether a door is what stops the robot."""
        if way.heading is not None:
            return 0.0, False
        limits = self._limits
        free = math.inf if way.free >= float(PLACES[-1]) else max(0.0, way.free - STOP_MARGIN)
        occupied = occupied_from(path, self._stops, self._model.radius, surroundings.discs)
        at_door = distance_to_stop(self._stops, surroundings.door_progress, path.travelled, occupied)
        gap = min(way.gap - self._model.radius, _disc_gap(pose, self._model.radius, surroundings))
        speed = min(
            limits.cruise,
            limits.stopping(min(free, at_door, path.remaining)),
            limits.curve(way.curvature),
            limits.narrow(gap),
        )
        return speed, at_door < AT_STOP


def _stopping_distance(speed: float, model: RobotModel) -> float:
    return speed * speed / (1.4 * model.max_acceleration)


def _disc_gap(pose: Pose, radius: float, surroundings: Surroundings) -> float:
    """Distance in metres between the body and the nearest disc in front of it."""
    discs = surroundings.discs
    off_x, off_y = discs[:, 0] - pose.x, discs[:, 1] - pose.y
    in_front = off_x * math.cos(pose.yaw) + off_y * math.sin(pose.yaw) > 0.0
    if not in_front.any():
        return math.inf
    gaps = np.sqrt(off_x[in_front] ** 2 + off_y[in_front] ** 2) - discs[in_front, 2] - radius
    return float(gaps.min())
