"""Where the goal is, seen from the robot: straight ahead and along the way."""

import math

import numpy as np
import shapely
from attrs import frozen

from arena_runtime.robots.goal import Goal
from arena_runtime.robots.target import Target
from arena_simulation_setup.geometry import Corner, Pose, covers, wrapped_angle
from arena_simulation_setup.route import CostToGo, RoutePlanner


@frozen
class Bearings:
    """Where the goal of a robot is; zeros without one.

    Attributes:
        distance: Straight distance to the goal, or to the nearest point of an area, metres.
        bearing: Direction of that point from the robot's heading, radians.
        turn: Angle from the robot's heading to the one that the goal asks for, radians; 0 where it asks for none.
        remaining: Length of the way to it, metres; the straight distance where no way leads there.
        ahead: Direction of the way from the robot's heading, radians.
    """

    distance: float = 0.0
    bearing: float = 0.0
    turn: float = 0.0
    remaining: float = 0.0
    ahead: float = 0.0


class GoalSense:
    """Follows the goal of one robot.

    Args:
        planner: Free space of the episode, its objects included.
        radius: Radius that ways are planned with, metres.
    """

    def __init__(self, planner: RoutePlanner, radius: float) -> None:
        self._planner, self._radius = planner, radius
        self._goal: Goal | None = None
        self._target: Target | None = None

    def aim(self, goal: Goal | None, pose: Pose) -> None:
        """Take the goal that holds from now on.

        Args:
            goal: Where the robot shall go; None for nowhere.
            pose: Robot in the map frame.
        """
        self._goal = goal
        if goal is None:
            self._target = None
        elif self._target is None or not self._target.serves(goal, pose):
            self._target = Target(goal, self._planner, self._radius)

    def remaining(self, pose: Pose) -> float:
        """Length of the way to the goal that was taken last, metres; 0 without one."""
        if self._goal is None or self._target is None:
            return 0.0
        ways = self._target.distances
        if not ways.reaches(*pose.xy):
            return math.dist(pose.xy, _nearest(self._goal, pose))
        ahead, beyond = _step_down(ways, pose)
        return math.dist(pose.xy, ahead) + beyond

    def seen(self, pose: Pose) -> Bearings:
        """Where the goal is from a pose."""
        if self._goal is None or self._target is None:
            return Bearings()
        nearest, field = _nearest(self._goal, pose), self._target.field
        ahead = _step_down(field, pose)[0] if field.reaches(*pose.xy) else nearest
        return Bearings(
            distance=math.dist(pose.xy, nearest),
            bearing=_direction(pose, nearest),
            turn=0.0 if self._goal.yaw is None else wrapped_angle(self._goal.yaw - pose.yaw),
            remaining=self.remaining(pose),
            ahead=_direction(pose, ahead),
        )


def _step_down(ways: CostToGo, pose: Pose) -> tuple[Corner, float]:
    """A point that a straight line leads to down the way, and the price of the way from there."""
    graph = ways.graph
    cell = int(graph.lattice_cells(np.array([pose.x]), np.array([pose.y]))[0])
    node = graph.node_at.item(ways.cell_ahead(cell))
    if ways.goal is not None and ways.costs.item(node) == 0.0:
        return ways.goal, 0.0
    x, y = graph.positions[node].tolist()
    return (x, y), float(ways.costs.item(node))


def _nearest(goal: Goal, pose: Pose) -> Corner:
    """The goal's point; of an area the point nearest to the robot."""
    if goal.point is not None:
        return goal.point
    if covers(goal.polygon, pose.x, pose.y):
        return pose.xy
    outline = shapely.LinearRing(goal.polygon)
    point = outline.interpolate(outline.project(shapely.Point(pose.x, pose.y)))
    return (float(point.x), float(point.y))


def _direction(pose: Pose, point: Corner) -> float:
    """Direction of a point from the heading, radians; 0 for the place itself."""
    dx, dy = point[0] - pose.x, point[1] - pose.y
    return wrapped_angle(math.atan2(dy, dx) - pose.yaw) if dx or dy else 0.0
