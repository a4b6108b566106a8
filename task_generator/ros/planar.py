"""Poses in the plane, and messages of them."""

import math
from typing import Any

from geometry_msgs.msg import Pose as PoseMessage
from geometry_msgs.msg import Quaternion

from arena_simulation_setup.geometry import Pose


def plain_pose(message: PoseMessage) -> Pose:
    """The pose of a message, as far as it lies in the plane."""
    return Pose(message.position.x, message.position.y, planar_yaw(message.orientation))


def planar_yaw(orientation: Any) -> float:
    """The yaw of a quaternion, radians."""
    q = orientation
    return math.atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z))


def pose_message(pose: Pose) -> PoseMessage:
    """A pose in the plane as a message."""
    message = PoseMessage(orientation=Quaternion(z=math.sin(pose.yaw / 2.0), w=math.cos(pose.yaw / 2.0)))
    message.position.x, message.position.y = pose.x, pose.y
    return message
