"""Where a goto phase ends: in an area, near a subject, or at a pose."""

import math
from typing import Protocol

from attrs import frozen

from arena_simulation_setup.conditions.atom import DistanceAtom, MembershipAtom
from arena_simulation_setup.conditions.truth import Truth
from arena_simulation_setup.geometry import Corner, Pose, covers, segment_distance_squared
from arena_simulation_setup.scenario.phase import GotoPhase


class Goal(Protocol):
    """What a robot has to reach; all answers are about the present sample."""

    def reached(self) -> bool | None:
        """Whether the robot is there; None where that is unknown."""

    def distance(self) -> float | None:
        """Planar distance in metres; None where that is unknown."""


@frozen
class AreaGoal:
    """In a zone, door or elevator; its boundary belongs to it.

    Attributes:
        robot: Name of the robot.
        target: Name of the area.
        slot: Of the membership.
        truth: Atoms on the present sample.
    """

    robot: str
    target: str
    slot: int
    truth: Truth

    def reached(self) -> bool | None:
        """Whether the area covers the robot's position."""
        return self.truth.value(self.slot) if self.truth.sample.robot(self.robot) else None

    def distance(self) -> float | None:
        """Distance from the area, 0 within it."""
        row, area = self.truth.sample.robot(self.robot), self.truth.places.area(self.target)
        if row is None or area is None:
            return None
        return _outline_distance(area.corners, row[0], row[1])


@frozen
class SubjectGoal:
    """Within the tolerance of a person or another robot.

    Attributes:
        robot: Name of the robot.
        target: Name of the person or robot.
        slot: Of the distance atom.
        truth: Atoms on the present sample.
    """

    robot: str
    target: str
    slot: int
    truth: Truth

    def reached(self) -> bool | None:
        """Whether the two are near enough."""
        return self.truth.value(self.slot) if self.truth.sample.robot(self.robot) else None

    def distance(self) -> float | None:
        """Distance between the two."""
        row, subject = self.truth.sample.robot(self.robot), self.truth.places.subject(self.target)
        if row is None or subject is None:
            return None
        other = subject.row(self.truth.sample)
        return _defined(_length(row[0] - other[0], row[1] - other[1]))


@frozen
class PoseGoal:
    """Within the tolerances of a pose.

    Attributes:
        robot: Name of the robot.
        pose: The pose, map frame.
        radius: Tolerance, metres, inclusive.
        angle: Tolerance of the heading, radians, inclusive; 0 ignores the heading.
        truth: Holder of the present sample.
    """

    robot: str
    pose: Pose
    radius: float
    angle: float
    truth: Truth

    def reached(self) -> bool | None:
        """Whether position and heading are near enough."""
        row = self.truth.sample.robot(self.robot)
        if row is None:
            return None
        dx, dy = row[0] - self.pose.x, row[1] - self.pose.y
        if dx * dx + dy * dy > self.radius * self.radius:
            return False
        return self.angle <= 0.0 or abs(math.remainder(row[2] - self.pose.yaw, math.tau)) <= self.angle

    def distance(self) -> float | None:
        """Distance from the pose."""
        row = self.truth.sample.robot(self.robot)
        return None if row is None else _length(row[0] - self.pose.x, row[1] - self.pose.y)


def goal_of(phase: GotoPhase, robot: str, truth: Truth) -> Goal | None:
    """The goal of a phase; None for a hold phase, whose pose is known only when it is dispatched.

    Raises:
        ValueError: If the target is the name of places on several levels.
    """
    radius = phase.tolerance_radius or 0.0
    if phase.target is None:
        return None if phase.pose is None else pose_goal(phase, phase.pose, robot, truth)
    if truth.places.area(phase.target) is not None:
        return AreaGoal(robot, phase.target, truth.slot(MembershipAtom(robot, phase.target)), truth)
    return SubjectGoal(robot, phase.target, truth.slot(DistanceAtom(robot, radius, phase.target)), truth)


def pose_goal(phase: GotoPhase, pose: Pose, robot: str, truth: Truth) -> PoseGoal:
    """A pose with the tolerances of a phase; one that is not given is 0."""
    return PoseGoal(robot, pose, phase.tolerance_radius or 0.0, phase.tolerance_angle or 0.0, truth)


def _length(dx: float, dy: float) -> float:
    return math.sqrt(dx * dx + dy * dy)


def _defined(distance: float) -> float | None:
    return None if distance != distance else distance


def _outline_distance(corners: tuple[Corner, ...], x: float, y: float) -> float:
    if covers(corners, x, y):
        return 0.0
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    return math.sqrt(min(segment_distance_squared(x, y, start, end) for start, end in edges))
