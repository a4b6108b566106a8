"""A goal on the map: the field that leads to it, and whether a robot is there."""

import math

import numpy as np
import shapely
from numpy.typing import NDArray

from arena_runtime.robots.goal import Goal
from arena_simulation_setup.geometry import Corner, Pose, covers, wrapped_angle
from arena_simulation_setup.route import CostToGo, RoutePlanner

Floats = NDArray[np.float64]

# An area counts as entered this far inside its border, metres: the first that leaves anything of it.
INSETS = (0.3, 0.1, 0.0)
# A point is driven to more exactly than its tolerance asks for, so that noise does not undo it.
EXACTNESS = 0.6
# A goal that moves (a person) is followed in steps of this length, metres, or of this share of the distance to it where
# that is more: every step is a new search.
FOLLOW_STEP = 0.3
FOLLOW_SHARE = 0.15


class Target:
    """One goal of one robot.

    Args:
        goal: Point or area, map frame.
        planner: Free space.
        radius: Radius that paths are planned with, metres.
    """

    def __init__(self, goal: Goal, planner: RoutePlanner, radius: float) -> None:
        self.goal = goal
        self._area: tuple[Corner, ...] = () if goal.point is not None else _inset(goal.polygon)
        self._ways = {
            keep_clear: planner.field(goal.point, radius, keep_clear)
            if goal.point is not None
            else planner.area_field(self._area, radius, keep_clear)
            for keep_clear in (True, False)
        }
        self._detour: dict[bool, CostToGo] = {}

    @property
    def field(self) -> CostToGo:
        """Ways that keep away from walls, to follow."""
        return (self._detour or self._ways)[True]

    @property
    def distances(self) -> CostToGo:
        """Shortest ways, to compare places by."""
        return (self._detour or self._ways)[False]

    def costs_as(self, other: "Target", pose: Pose) -> bool:
        """Whether the direct ways of another target, for the same goal, cost the same from a pose."""
        return not other._detour and all(
            way.cost_at(pose.x, pose.y) == other._ways[keep_clear].cost_at(pose.x, pose.y)
            for keep_clear, way in self._ways.items()
        )

    def avoid(self, discs: Floats, pose: Pose) -> bool:
        """Look for ways round those who stand, and take them where there are any from a pose.

        Args:
            discs: Shape (N, 3): x, y, radius of those who stand, metres.
            pose: Robot in the map frame.
        """
        detour = {keep_clear: way.around(discs, keep_clear) for keep_clear, way in self._ways.items()}
        if detour[True].reaches(pose.x, pose.y):
            self._detour = detour
        return bool(self._detour)

    def return_to_direct_way(self) -> None:
        """Forget what ``avoid`` found."""
        self._detour = {}

    def serves(self, goal: Goal, pose: Pose) -> bool:
        """Whether this target is good for a goal: the same one, or a point that has moved only a little.

        Args:
            goal: What is asked for now.
            pose: Robot in the map frame.
        """
        if goal == self.goal:
            return True
        if goal.point is None or self.goal.point is None or goal.yaw != self.goal.yaw:
            return False
        step = max(FOLLOW_STEP, FOLLOW_SHARE * math.dist(goal.point, pose.xy))
        return math.dist(goal.point, self.goal.point) < step

    def reached(self, pose: Pose, end: Corner, settled: bool, occupied: bool) -> bool:
        """Whether a robot stands at the goal, whatever its heading.

        Args:
            pose: Robot in the map frame.
            end: Where its path ends: the point, or the nearest place with room.
            settled: Whether it was there before; it then may move within the whole tolerance.
            occupied: Whether somebody stands where the robot should; then a place nearby will do.
        """
        if self._area and covers(self._area, pose.x, pose.y):
            return True
        tolerance = self.goal.position_tolerance * (1.0 if settled else EXACTNESS)
        return math.dist(pose.xy, end) <= (max(tolerance, self.goal.acceptable_distance) if occupied else tolerance)

    def turn_left(self, yaw: float) -> float:
        """Angle in radians from a heading to that of the goal; 0 where the goal has none."""
        return 0.0 if self.goal.yaw is None else wrapped_angle(self.goal.yaw - yaw)


def _inset(polygon: tuple[Corner, ...]) -> tuple[Corner, ...]:
    shape = shapely.Polygon(polygon)
    for inset in INSETS:
        parts = shapely.get_parts(shape.buffer(-inset, join_style="mitre"))
        largest = max(parts, key=lambda part: float(part.area), default=None)
        if largest is not None and largest.area > 0.0:
            return tuple((float(x), float(y)) for x, y in largest.exterior.coords[:-1])
    return polygon
