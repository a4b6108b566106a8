"""The topics of one robot, as its driver and its operator would offer them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from geometry_msgs.msg import PoseStamped, Twist, TwistStamped
from nav_msgs.msg import Odometry
from rclpy.node import Node
from sensor_msgs.msg import JointState, LaserScan
from std_msgs.msg import String

from arena_runtime.robots.odometry import WheelOdometry
from arena_runtime.robots.wheels import Wheels
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.planar_messages import pose_stamped
from arena_runtime.ros.qos import profile
from arena_runtime.ros.repeating import RepeatingPublisher
from arena_runtime.ros.robot_links import link_joints
from arena_runtime.ros.robot_messages import joint_state_message, odometry_message, scan_message
from arena_runtime.ros.task_messages import target_pose
from arena_runtime.scene.scene import Scene
from arena_runtime.simulation import Tick
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.order import CommandVelocity, SendSignal
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.scenario.render import render_task
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

TASK_POSES_PER_SECOND = 2
# A velocity or signal with the stamp that it carries, nanoseconds; None where it carries none.
CommandTaker = Callable[[CommandVelocity | SendSignal, int | None], None]


class RobotTopics:
    """Publishes and listens for one robot.

    The first scanner of a model publishes ``<robot>/scan``, each further one ``<robot>/<sensor>``. Joint states are
    sent where the robot has an arm, its description where it has a URDF.

    Args:
        node: Where the topics live.
        name: Name of the robot.
        model: Its model.
        take: Takes velocity commands and signals.
        stamped: Whether commands come as TwistStamped.
    """

    def __init__(self, node: Node, name: str, model: RobotModel, take: CommandTaker, stamped: bool) -> None:
        self.name, self.model, self._node, self._take = name, model, node, take
        self._odom = RepeatingPublisher(self._publisher(Odometry, "odom"))
        self._scans = [
            RepeatingPublisher(
                node.create_publisher(LaserScan, f"{name}/{'scan' if at == 0 else lidar.name}", profile("<robot>/scan"))
            )
            for at, lidar in enumerate(model.lidars)
        ]
        self._goal_pose = self._publisher(PoseStamped, "goal_pose")
        self._task_pose = self._publisher(PoseStamped, "task_pose")
        self._instruction = self._publisher(String, "instruction")
        self._joint_states = self._publisher(JointState, "joint_states")
        self._description = self._publisher(String, "robot_description")
        if model.urdf:
            self._description.publish(String(data=Path(model.urdf).read_text(encoding="utf-8")))
        self.links = link_joints(model.urdf) if model.urdf else ()
        self.odometry = WheelOdometry(model.odometry, name, 0)
        kind, taken = (TwistStamped, self._on_stamped) if stamped else (Twist, self._on_twist)
        self._signals = node.create_subscription(
            String, f"{name}/signal", lambda said: take(SendSignal(name, said.data), None), profile("<robot>/signal")
        )
        self._commands = node.create_subscription(kind, f"{name}/cmd_vel", taken, profile("<robot>/cmd_vel"))
        arm_joints = [joint.name for arm in model.arms for joint in arm.joints]
        self._joint_names = (*arm_joints, *(wheel.name for wheel in model.wheels))
        self.wheels = Wheels(model.wheels)
        self._phase: tuple[int, Phase] | None = None
        self._nouns: Mapping[str, str] = {}

    def began(self, nouns: Mapping[str, str], seed: int) -> None:
        """Forget the task of the episode before.

        Args:
            nouns: Name of a place of the world to what people call it.
            seed: Seed of the episode.
        """
        self._phase, self._nouns = None, nouns
        self.odometry = WheelOdometry(self.model.odometry, self.name, seed)
        self.wheels = Wheels(self.model.wheels)
        self._instruction.publish(String(data=""))

    def show(self, run: EpisodeRun, tick: Tick, row: int) -> None:
        """Publish what a tick brought for this robot.

        Args:
            run: The episode.
            tick: The tick.
            row: Index of the robot.
        """
        stamp_ns = run.clock_offset_ns + tick.frame.time_ns
        believed = self.odometry.pose
        speeds = tick.frame.robots[row, 3:].tolist()
        self._odom.publish(odometry_message(self.name, (believed.x, believed.y, believed.yaw, *speeds), stamp_ns))
        self._show_joints(run.simulation.scene, row, stamp_ns)
        for scan in tick.scans:
            if scan.robot == row:
                lidar = self.model.lidars[scan.lidar]
                self._scans[scan.lidar].publish(scan_message(self.name, lidar, scan, stamp_ns))
        self._show_task(run, tick, stamp_ns)

    def angles(self, scene: Scene, row: int) -> dict[str, float]:
        """Name of each joint of its arms and wheels to its angle, radians."""
        arms = [scene.arm_angles(row, arm) for arm in range(len(self.model.arms))]
        angles = np.concatenate([*arms, self.wheels.angles]).tolist()
        return dict(zip(self._joint_names, angles, strict=True))

    def _show_joints(self, scene: Scene, row: int, stamp_ns: int) -> None:
        if self._joint_names:
            arms = range(len(self.model.arms))
            angles = np.concatenate([*(scene.arm_angles(row, arm) for arm in arms), self.wheels.angles])
            speeds = np.concatenate([*(scene.arm_speeds(row, arm) for arm in arms), self.wheels.speeds])
            self._joint_states.publish(joint_state_message(self._joint_names, angles, speeds, stamp_ns))

    def repeat(self) -> None:
        """Show the latest odometry and scans to those who came while time stands still."""
        for repeating in (self._odom, *self._scans):
            repeating.repeat()

    def close(self) -> None:
        """Take the topics down."""
        for subscription in (self._commands, self._signals):
            self._node.destroy_subscription(subscription)
        measured = [repeating.publisher for repeating in (self._odom, *self._scans)]
        own = (self._goal_pose, self._task_pose, self._instruction, self._joint_states, self._description)
        for publisher in (*measured, *own):
            self._node.destroy_publisher(publisher)

    def _publisher(self, kind: type, topic: str) -> Any:
        return self._node.create_publisher(kind, f"{self.name}/{topic}", profile(f"<robot>/{topic}"))

    def _show_task(self, run: EpisodeRun, tick: Tick, stamp_ns: int) -> None:
        active = run.simulation.judge.active_phase(self.name)
        changed = active is not self._phase and active != self._phase
        repeated = tick.frame.tick % max(1, run.episode.rate // TASK_POSES_PER_SECOND) == 0
        if not changed and not (repeated and active):
            return
        pose = None if active is None else target_pose(active[1], tick.frame, run.simulation.start.layout)
        if changed:
            self._phase = active
            conditions = run.simulation.judge.conditions_beside_phase(self.name)
            phases = () if active is None else (active[1],)
            self._instruction.publish(String(data=render_task(phases, conditions, self._nouns)))
        if pose is not None:
            message = pose_stamped(pose, stamp_ns)
            self._task_pose.publish(message)
            if changed:
                self._goal_pose.publish(message)

    def _on_twist(self, message: Twist, stamp_ns: int | None = None) -> None:
        self._take(CommandVelocity(self.name, message.linear.x, message.linear.y, message.angular.z), stamp_ns)

    def _on_stamped(self, message: TwistStamped) -> None:
        stamp = message.header.stamp
        self._on_twist(message.twist, stamp.sec * NANOSECONDS_PER_SECOND + stamp.nanosec)
