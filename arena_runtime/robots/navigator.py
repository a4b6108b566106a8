"""The built-in navigator of one robot."""

import math
from collections.abc import Sequence

from arena_runtime.rider import Rider
from arena_runtime.robots.door_stops import DoorStop, door_stops
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.lane import LaneDriver
from arena_runtime.robots.path_tracking import TrackedPath
from arena_runtime.robots.riding import Riding
from arena_runtime.robots.speed import SpeedLimits, Velocity, turn_on_spot
from arena_runtime.robots.steering import STOP_MARGIN, Course, Steering
from arena_runtime.robots.surroundings import DoorLine, Surroundings
from arena_runtime.robots.target import Target
from arena_runtime.robots.wall_guard import guarded
from arena_simulation_setup.geometry import Pose, wrapped_angle
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.margin import PLANNING_MARGIN

DEFAULT_SPEED = 1.2
# The navigator decides this often and follows the decision smoothly in between, seconds.
DECISION_PERIOD = 0.1
# Farther than this from its path, metres, it looks for a new one.
PATH_LOST = 0.5
# A velocity this far from the last command means that something else moved the robot, m/s.
SURPRISE = 0.3
# A robot that can move sideways turns to the heading of its goal this far before it, metres.
TURN_AHEAD = 1.0


class Navigator:
    """Drives a robot to its goals; one object per robot and episode.

    It follows the cheapest path; where people, other robots or slabs block the arc to it, it takes the free arc that
    brings the goal nearest, and stops where none does; a robot that can move sideways takes straight ways in every
    direction instead. It waits in front of doors that are not fully open and does not stop under an open one. Where
    its way rides it waits beside the cabin, goes straight in, and stands until it is suddenly somewhere else; a goal on
    another level is one goal.

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
            self._riding = Riding(planner, model, indices)
        self._is_on_the_way = False
        self._steering = Steering(self._limits, planner.clearance)
        self._lane = LaneDriver(self._limits)
        self._target: Target | None = None
        self._path: TrackedPath | None = None
        self._stops: list[DoorStop] = []
        self._settled = self._arrived = False
        self._command: Velocity = (0.0, 0.0, 0.0)
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
    def rider(self) -> Rider | None:
        """The robot as one who waits at a cabin; None where it does not."""
        return None if self._riding is None else self._riding.rider

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
        self._steering.use_clearance(planner.clearance)
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
        self, now_ns: int, dt: float, pose: Pose, velocity: Velocity, goal: Goal | None, surroundings: Surroundings
    ) -> Velocity:
        """The velocity for the next tick.

        Args:
            now_ns: Episode time at the end of the tick, nanoseconds.
            dt: Length of the tick, seconds.
            pose: Robot in the map frame.
            velocity: Of the robot now, body frame.
            goal: Where to go; None stops.
            surroundings: Everything else that moves.

        Returns:
            Within the model's limits and accelerations; zeros at the goal.
        """
        if math.dist(velocity[:2], self._command[:2]) > SURPRISE:
            self._command = velocity
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
        if goal is not None and goal.lane:
            self._lane.begin(goal, now_ns)
            if not self._lane.is_blocked(now_ns):
                self._target = self._path = None
                self._arrived = False
                return
        else:
            self._lane.forget()
        if goal is None:
            self._target = self._path = None
            self._arrived = False
        elif self._target is None or not self._target.serves(goal, pose):
            self._target = Target(goal, self._planner, self._model.radius + PLANNING_MARGIN)
            self._path = None
            self._settled = self._arrived = False
            self._until_decision = 0.0
            self._steering.restart(now_ns)

    def _wanted(self, now_ns: int, dt: float, pose: Pose, surroundings: Surroundings) -> Velocity:
        """Velocity before the limits of acceleration."""
        target = self._target
        if target is None:
            gap = self._planner.clearance_at(pose.x, pose.y) - self._model.radius
            return self._lane.wanted(now_ns, dt, pose, gap, surroundings)
        path = self._followed_path(target, pose)
        if path is None:
            return (0.0, 0.0, 0.0)
        if self._at_goal(target, path, pose, surroundings):
            return (0.0, 0.0, turn_on_spot(target.turn_left(pose.yaw), dt, self._model))
        self._until_decision -= dt
        if self._until_decision <= 0.5 * dt:
            self._until_decision = DECISION_PERIOD
            course = Course(target, path, self._stops)
            if self._steering.decide(now_ns, course, pose, self._command, surroundings):
                self._path = None
        return self._on_the_way(dt, pose, target, path)

    def _on_the_way(self, dt: float, pose: Pose, target: Target, path: TrackedPath) -> Velocity:
        """Velocity on the way that was decided for."""
        way, speed = self._steering.way, self._steering.speed
        if way.heading is not None:
            return (0.0, 0.0, turn_on_spot(wrapped_angle(way.heading - pose.yaw), dt, self._model))
        if way.direction is not None:
            bearing = wrapped_angle(way.direction - pose.yaw)
            ends_turned = path.remaining < TURN_AHEAD and target.goal.yaw is not None
            turn = target.turn_left(pose.yaw) if ends_turned else bearing
            rate = turn_on_spot(turn, dt, self._model)
            velocity = (speed * math.cos(bearing), speed * math.sin(bearing), rate)
            return guarded(velocity, pose, self._model.radius, self._planner.clearance)
        ramped = self._limits.ramped(self._command, (speed, 0.0, 0.0), dt)[0]
        return (speed, 0.0, ramped * way.curvature)

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
