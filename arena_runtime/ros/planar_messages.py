"""Poses, stamps and transforms as messages of ``geometry_msgs``."""

import math

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Point, PoseStamped, Quaternion, TransformStamped, Twist
from geometry_msgs.msg import Pose as PoseMessage
from std_msgs.msg import Header

from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

MAP_FRAME = "map"

UNIT_TOLERANCE = 1e-3
"""How far from 1 the length of an orientation may be."""


def time_message(stamp_ns: int) -> Time:
    """A time of /clock, nanoseconds."""
    seconds, nanoseconds = divmod(stamp_ns, NANOSECONDS_PER_SECOND)
    return Time(sec=seconds, nanosec=nanoseconds)


def header(stamp_ns: int, frame: str = MAP_FRAME) -> Header:
    """A header with a time of /clock (nanoseconds) and a frame of reference."""
    return Header(stamp=time_message(stamp_ns), frame_id=frame)


def quaternion(pose: Pose) -> Quaternion:
    """The orientation of a pose; roll, pitch, yaw are intrinsic z-y-x."""
    cos_roll, sin_roll = math.cos(0.5 * pose.roll), math.sin(0.5 * pose.roll)
    cos_pitch, sin_pitch = math.cos(0.5 * pose.pitch), math.sin(0.5 * pose.pitch)
    cos_yaw, sin_yaw = math.cos(0.5 * pose.yaw), math.sin(0.5 * pose.yaw)
    return Quaternion(
        x=sin_roll * cos_pitch * cos_yaw - cos_roll * sin_pitch * sin_yaw,
        y=cos_roll * sin_pitch * cos_yaw + sin_roll * cos_pitch * sin_yaw,
        z=cos_roll * cos_pitch * sin_yaw - sin_roll * sin_pitch * cos_yaw,
        w=cos_roll * cos_pitch * cos_yaw + sin_roll * sin_pitch * sin_yaw,
    )


def pose_message(pose: Pose) -> PoseMessage:
    """A pose, metres."""
    return PoseMessage(position=Point(x=pose.x, y=pose.y, z=pose.z), orientation=quaternion(pose))


def pose_stamped(pose: Pose, stamp_ns: int) -> PoseStamped:
    """A pose in the map frame at a time of /clock, nanoseconds."""
    return PoseStamped(header=header(stamp_ns), pose=pose_message(pose))


def pose_of(message: PoseMessage) -> Pose:
    """The pose of a message, metres and radians.

    Raises:
        ValueError: If its orientation is no rotation.
    """
    place, turn = message.position, message.orientation
    x, y, z, w = turn.x, turn.y, turn.z, turn.w
    length = math.sqrt(x * x + y * y + z * z + w * w)
    if not abs(length - 1.0) < UNIT_TOLERANCE:
        raise ValueError(f"orientation ({x:g}, {y:g}, {z:g}, {w:g}) has length {length:g}, expected 1")
    roll = math.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = math.asin(min(1.0, max(-1.0, 2.0 * (w * y - z * x))))
    yaw = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    return Pose(place.x, place.y, yaw, place.z, roll, pitch)


def transform_message(pose: Pose, stamp_ns: int, parent: str, child: str) -> TransformStamped:
    """The transform from a parent frame to a child frame that has this pose in it."""
    message = TransformStamped(header=header(stamp_ns, parent), child_frame_id=child)
    translation = message.transform.translation
    translation.x, translation.y, translation.z = pose.x, pose.y, pose.z
    message.transform.rotation = quaternion(pose)
    return message


def twist_message(vx: float, vy: float, wz: float) -> Twist:
    """Planar velocities of a body: forward and leftward (m/s), yaw rate (rad/s)."""
    message = Twist()
    message.linear.x, message.linear.y, message.angular.z = vx, vy, wz
    return message
