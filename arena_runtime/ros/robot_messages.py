"""What a robot's driver would publish: transforms, odometry, laser scans; frames as REP-105 names them."""

import math
from array import array
from collections.abc import Mapping, Sequence

import numpy as np
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from numpy.typing import NDArray
from sensor_msgs.msg import JointState, LaserScan

from arena_runtime.robots.odometry import WheelOdometry
from arena_runtime.ros.planar_messages import MAP_FRAME, header, pose_message, transform_message, twist_message
from arena_runtime.simulation import Scan
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import LidarModel, RobotModel

IDENTITY = Pose(0.0, 0.0)
OPTICAL = Pose(0.0, 0.0, -math.pi / 2, 0.0, -math.pi / 2)
"""Of pictures in the frame of the camera: z ahead, x to the right, y down (REP-103)."""
Floats = NDArray[np.float64]


def odom_frame(robot: str) -> str:
    """Name of the odometry frame of a robot."""
    return f"{robot}/odom"


def base_frame(robot: str) -> str:
    """Name of the frame at the centre of a robot's base, on the floor."""
    return f"{robot}/base_link"


def robot_transforms(
    frame: Frame,
    robots: Sequence[str],
    stamp_ns: int,
    map_to_odom: bool,
    odometry: Mapping[str, WheelOdometry] = {},
) -> list[TransformStamped]:
    """Where the robots are.

    Without odometry of its own a robot's odometry frame coincides with the map frame.

    Args:
        frame: The frame; rows without values are left out.
        robots: Names of its rows.
        stamp_ns: Time of /clock, nanoseconds.
        map_to_odom: Whether the transform from the map is among them, which a localization otherwise publishes.
        odometry: Odometry of robots by name.
    """
    transforms = []
    for robot, (x, y, yaw, *_) in zip(robots, frame.robots.tolist(), strict=True):
        if x != x:
            continue
        known = odometry.get(robot)
        if map_to_odom:
            shift = IDENTITY if known is None else known.map_to_odom
            transforms.append(transform_message(shift, stamp_ns, MAP_FRAME, odom_frame(robot)))
        believed = Pose(x, y, yaw) if known is None else known.pose
        transforms.append(transform_message(believed, stamp_ns, odom_frame(robot), base_frame(robot)))
    return transforms


def sensor_transforms(robot: str, model: RobotModel, stamp_ns: int) -> list[TransformStamped]:
    """Where the sensors of a robot are mounted; a camera has a second frame, that of its pictures."""
    sensors = (*((one.name, one.mount) for one in model.lidars), *((one.name, one.mount) for one in model.cameras))
    mounts = [transform_message(mount, stamp_ns, base_frame(robot), f"{robot}/{name}") for name, mount in sensors]
    optical = [
        transform_message(OPTICAL, stamp_ns, f"{robot}/{camera.name}", f"{robot}/{camera.name}_optical")
        for camera in model.cameras
    ]
    return mounts + optical


def joint_state_message(names: Sequence[str], positions: Floats, speeds: Floats, stamp_ns: int) -> JointState:
    """Angles (radians) and speeds (rad/s) of joints."""
    return JointState(
        header=header(stamp_ns, ""), name=list(names), position=positions.tolist(), velocity=speeds.tolist()
    )


def odometry_message(robot: str, row: Sequence[float], stamp_ns: int) -> Odometry:
    """Odometry of a robot.

    Args:
        robot: Name of the robot.
        row: Its row of a frame: x, y (m), yaw (rad), vx, vy (m/s), wz (rad/s) in the body frame.
        stamp_ns: Time of /clock, nanoseconds.
    """
    message = Odometry(header=header(stamp_ns, odom_frame(robot)), child_frame_id=base_frame(robot))
    message.pose.pose = pose_message(Pose(row[0], row[1], row[2]))
    message.twist.twist = twist_message(row[3], row[4], row[5])
    return message


def scan_message(robot: str, lidar: LidarModel, scan: Scan, stamp_ns: int) -> LaserScan:
    """A laser scan; all its rays are cast at one moment.

    Args:
        robot: Name of the robot.
        lidar: The scanner.
        scan: Its reading; infinity where nothing is in range.
        stamp_ns: Time of /clock, nanoseconds.
    """
    steps = max(1, lidar.beams - 1)
    return LaserScan(
        header=header(stamp_ns, f"{robot}/{lidar.name}"),
        angle_min=lidar.angle_min,
        angle_max=lidar.angle_max,
        angle_increment=(lidar.angle_max - lidar.angle_min) / steps,
        scan_time=1.0 / lidar.rate,
        range_min=lidar.range_min,
        range_max=lidar.range_max,
        ranges=array("f", scan.ranges.astype(np.float32).tobytes()),
    )
