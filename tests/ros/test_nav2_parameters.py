"""The parameter file for Nav2 is one that ROS reads, and it fits our topics, frames and robot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rclpy
import yaml
from rclpy.context import Context
from rclpy.node import Node

from arena_runtime.ros.planar_messages import MAP_FRAME
from arena_runtime.ros.qos import DELIVERIES
from arena_runtime.ros.robot_messages import base_frame, odom_frame
from arena_simulation_setup.site import open_site
from arena_simulation_setup.tree.identifiers import RobotIdentifier

pytestmark = pytest.mark.ros

FILE = Path(__file__).resolve().parents[2] / "config" / "nav2_params.yaml"
ROBOT = "jackal_0"
# What the servers of Nav2 say to one another.
NAV2_TOPICS = {"cmd_vel_smoothed", "collision_monitor_state"}


def settings() -> dict[str, dict[str, Any]]:
    """Parameters of each node by its name in the graph."""
    read = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return {
        f"{outer}/{outer}" if set(block) == {outer} else outer: (block.get(outer) or block)["ros__parameters"]
        for outer, block in read.items()
    }


def leaves(values: dict[str, Any], at: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{at}{name}.")
        else:
            yield at + name, value


def given(node: str) -> dict[str, Any]:
    """What a node of this name finds in the file, as ROS itself reads it."""
    context = Context()
    namespace, _, name = node.rpartition("/")
    words = ["--ros-args", "--params-file", str(FILE)]
    rclpy.init(args=words, context=context, signal_handler_options=None)
    try:
        made = Node(
            name, context=context, namespace=namespace or None, automatically_declare_parameters_from_overrides=True
        )
        found = {key: one.value for key, one in made.get_parameters_by_prefix("").items()}
        made.destroy_node()
        return found
    finally:
        rclpy.shutdown(context=context)


def test_ros_reads_every_parameter_of_every_node(ros_domain: dict[str, str]) -> None:
    for node, values in settings().items():
        found = given(node)
        for name, value in leaves(values):
            assert found[name] == value or list(found[name]) == value, f"{node}: {name}"
            assert type(found[name]) is type(value) or isinstance(value, list), f"{node}: {name}"


def test_every_node_follows_the_clock_of_the_simulation() -> None:
    assert all(values["use_sim_time"] is True for values in settings().values())


def test_topics_are_those_of_the_robot() -> None:
    ours = {"/" + name.replace("<robot>", ROBOT) for name in DELIVERIES if not name.startswith("~")}
    named = {
        value
        for values in settings().values()
        for name, value in leaves(values)
        if name.rpartition(".")[2].rpartition("_")[2] == "topic"
    }
    assert named - NAV2_TOPICS <= ours
    assert {"/map", f"/{ROBOT}/scan", f"/{ROBOT}/odom", f"/{ROBOT}/cmd_vel"} <= named


def test_frames_are_those_of_the_robot() -> None:
    frames = {
        value
        for values in settings().values()
        for name, value in leaves(values)
        if name.endswith(("_frame", "_frame_id"))
    }
    assert frames == {MAP_FRAME, odom_frame(ROBOT), base_frame(ROBOT)}


def test_footprint_and_speeds_fit_the_robot() -> None:
    model = open_site("map_empty", {}).catalogue.robot(RobotIdentifier.parse("jackal"))
    found = settings()
    for costmap in ("local_costmap/local_costmap", "global_costmap/global_costmap"):
        assert found[costmap]["robot_radius"] == model.radius
    forward, sideways, turn = found["velocity_smoother"]["max_velocity"]
    assert (forward <= model.max_speed, sideways, turn <= model.max_turn_rate) == (True, 0.0, True)
    assert found["velocity_smoother"]["max_accel"][0] <= model.max_acceleration
    assert found["controller_server"]["FollowPath"]["desired_linear_vel"] <= forward
    assert found["collision_monitor"]["Front"]["radius"] >= model.radius
    (lidar,) = model.lidars
    assert (found["amcl"]["laser_min_range"], found["amcl"]["laser_max_range"]) == (lidar.range_min, lidar.range_max)


def test_all_servers_agree_on_stamped_commands() -> None:
    stamped = {node for node, values in settings().items() if values.get("enable_stamped_cmd_vel") is True}
    assert stamped == {"controller_server", "behavior_server", "velocity_smoother", "collision_monitor"}
