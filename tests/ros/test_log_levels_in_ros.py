"""Levels that nodes are started with are those that their loggers have."""

from __future__ import annotations

import subprocess
import sys

import pytest

from arena_cli.log_levels import parse_log_levels

pytestmark = pytest.mark.ros

SCRIPT = """
import sys
import rclpy
from rclpy.logging import get_logger
rclpy.init(args=sys.argv)
node = rclpy.create_node("task_generator")
names = (node.get_logger().name, "rcl", "rmw_fastrtps_cpp")
print(*(f"{name}={get_logger(name).get_effective_level().name}" for name in names))
"""


@pytest.mark.parametrize(
    ("levels", "shown"),
    [
        ("{task_generator:debug, rcl:fatal, error}", "env_1.task_generator=DEBUG rcl=FATAL rmw_fastrtps_cpp=ERROR"),
        ("{env_1:debug, rmw_fastrtps_cpp:error}", "env_1.task_generator=DEBUG rcl=INFO rmw_fastrtps_cpp=ERROR"),
        ("error", "env_1.task_generator=ERROR rcl=ERROR rmw_fastrtps_cpp=ERROR"),
    ],
)
def test_loggers_have_the_levels_that_were_asked_for(levels: str, shown: str, ros_domain: dict[str, str]) -> None:
    words = parse_log_levels(levels).words("task_generator", "/env_1")
    call = [sys.executable, "-c", SCRIPT, "--ros-args", "-r", "__ns:=/env_1", *words]
    ran = subprocess.run(call, env=ros_domain, capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.strip() == shown
