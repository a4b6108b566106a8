from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

MISSING = [package for package in ("rclpy", "arena_interfaces") if find_spec(package) is None]
# Files of tests marked `ros` import messages at their top, so without ROS they can not even be collected.
collect_ignore = [
    path.name for path in Path(__file__).parent.glob("test_*.py") if MISSING and "pytest.mark.ros" in path.read_text()
]


def pytest_report_header() -> list[str]:
    return [f"tests/ros: {', '.join(collect_ignore)} left out, without {MISSING} (make setup)"] if MISSING else []


@pytest.fixture(scope="module")
def ros_domain(ros_environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """The environment of node processes, in force in the test's own process as well."""
    names = ("ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "FASTDDS_BUILTIN_TRANSPORTS")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update({name: ros_environment[name] for name in names})
    yield ros_environment
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
