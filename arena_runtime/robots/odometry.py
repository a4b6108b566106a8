"""Where a robot believes to be, from the turns of its wheels alone."""

import math

from arena_simulation_setup.geometry import Pose, wrapped_angle
from arena_simulation_setup.models.robot_model import OdometryModel
from arena_simulation_setup.randomness import stream

JUMP = 0.5
"""Metres between two frames that no wheel has turned for: the robot was put somewhere else, and does not notice."""


class WheelOdometry:
    """The odometry of one robot in one episode; it begins at the robot's true pose.

    The errors of the way and of the heading are random walks, so their standard deviation grows with the square root
    of the way and of the angle turned. Two numbers are drawn per frame whatever happens.

    Source: Borenstein and Feng, Measurement and correction of systematic odometry errors (1996), non-systematic part.

    Args:
        model: How it goes wrong.
        robot: Name of the robot.
        seed: Seed of the episode.
    """

    def __init__(self, model: OdometryModel, robot: str, seed: int) -> None:
        self._model = model
        self._random = stream(seed, "odometry", robot)
        self._true: Pose | None = None
        self.pose = Pose(0.0, 0.0)

    def follow(self, true: Pose) -> Pose:
        """Take over the true pose of the next frame, map frame.

        Returns:
            Where the robot believes to be, in the frame of its odometry.
        """
        before, self._true = self._true, true
        if before is None or not self._model.drifts:
            self.pose = true
            return true
        along_error, turn_error = self._random.standard_normal(2).tolist()
        distance = math.dist(before.xy, true.xy)
        if distance > JUMP:
            return self.pose
        turned = wrapped_angle(true.yaw - before.yaw)
        # Direction of the way as the robot sees it; an omnidirectional one may go sideways.
        course = math.atan2(true.y - before.y, true.x - before.x) - before.yaw + self.pose.yaw
        length = distance + self._model.drift_per_metre * math.sqrt(distance) * along_error
        yaw = self.pose.yaw + turned + self._model.drift_per_radian * math.sqrt(abs(turned)) * turn_error
        x, y = self.pose.x + length * math.cos(course), self.pose.y + length * math.sin(course)
        self.pose = Pose(x, y, wrapped_angle(yaw))
        return self.pose

    @property
    def map_to_odom(self) -> Pose:
        """Pose of the odometry frame in the map, as a localization without error would find it."""
        true, believed = self._true, self.pose
        if true is None or not self._model.drifts:
            return Pose(0.0, 0.0)
        yaw = wrapped_angle(true.yaw - believed.yaw)
        cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)
        x = true.x - (cos_yaw * believed.x - sin_yaw * believed.y)
        y = true.y - (sin_yaw * believed.x + cos_yaw * believed.y)
        return Pose(x, y, yaw)
