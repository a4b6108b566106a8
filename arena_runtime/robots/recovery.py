"""What a robot does that has not got on for a while."""

import math

import numpy as np

from arena_runtime.robots.choice import Way
from arena_runtime.robots.surroundings import Surroundings
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import ClearanceField

# Who has not come this far, metres, within this time is stuck.
PROGRESS_DISTANCE = 0.15
STUCK_NS = 5_000_000_000
# Backing up takes this long at this speed.
BACKING_NS = 1_500_000_000
BACKING_SPEED = -0.15
# Room wanted behind the robot, metres, before it backs up.
ROOM_BEHIND = 0.3
# Where there is none it turns by this angle, radians; who can move sideways goes where there is room instead.
TURN = math.pi / 2
ASIDE = np.radians([180.0, -135.0, 135.0, -90.0, 90.0])


class Recovery:
    """Notices that a robot is stuck and backs it up a little, or turns it where there is no room behind.

    Args:
        clearance: Walls and furniture.
        model: Size of the robot, and whether it can move sideways.
    """

    def __init__(self, clearance: ClearanceField, model: RobotModel) -> None:
        self._clearance = clearance
        self._model = model
        self._anchor = (math.inf, math.inf)
        self._anchored_ns = 0
        self._until_ns = -1

    def use_clearance(self, clearance: ClearanceField) -> None:
        """Go by other furniture from now on."""
        self._clearance = clearance

    def watch(self, now_ns: int, pose: Pose, waiting: bool, surroundings: Surroundings) -> tuple[Way, float] | None:
        """Way and speed of a recovery that is going on; None while the robot may do as it likes.

        Args:
            now_ns: Episode time, nanoseconds.
            pose: Robot in the map frame.
            waiting: Whether it waits at a door, which is not being stuck.
            surroundings: Everything else that moves.
        """
        if now_ns < self._until_ns:
            return self._backed_up(pose, surroundings)
        if waiting or math.dist(pose.xy, self._anchor) > PROGRESS_DISTANCE:
            self._anchor, self._anchored_ns = pose.xy, now_ns
        if now_ns - self._anchored_ns < STUCK_NS:
            return None
        self._until_ns, self._anchored_ns = now_ns + BACKING_NS, now_ns
        return self._backed_up(pose, surroundings)

    def _backed_up(self, pose: Pose, surroundings: Surroundings) -> tuple[Way, float]:
        if self._model.is_omnidirectional:
            free = (yaw for yaw in pose.yaw + ASIDE if self._has_room(pose, float(yaw), surroundings))
            direction = next(free, None)
            return (Way(), 0.0) if direction is None else (Way(direction=float(direction)), -BACKING_SPEED)
        if self._has_room(pose, pose.yaw + math.pi, surroundings):
            return Way(), BACKING_SPEED
        return Way(heading=pose.yaw + TURN), 0.0

    def _has_room(self, pose: Pose, direction: float, surroundings: Surroundings) -> bool:
        x, y = pose.x + ROOM_BEHIND * math.cos(direction), pose.y + ROOM_BEHIND * math.sin(direction)
        radius = self._model.radius
        return not surroundings.occupies(x, y, radius + 0.1) and self._clearance.at(x, y) >= radius
