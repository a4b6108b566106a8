from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

# The endpoint that speaks chat completions.
sys.path.insert(0, str(Path(__file__).parent.parent / "task_generator"))

MISSING = [package for package in ("rclpy", "arena_interfaces") if find_spec(package) is None]
# Files of tests marked `ros` import messages at their top, so without ROS they can not even be collected.
collect_ignore = [
    path.name for path in Path(__file__).parent.glob("test_*.py") if MISSING and "pytest.mark.ros" in path.read_text()
]


def pytest_report_header() -> list[str]:
    return [f"tests/ros: {', '.join(collect_ignore)} left out, without {MISSING} (make setup)"] if MISSING else []


@pytest.fixture(autouse=True)
def _only_own_inboxes() -> Iterator[None]:
    """What a test has listened to is not filled any more after it, for tests share their client."""
    if MISSING:
        yield
        return
    from ros_client import OPEN_CLIENTS

    listening = {client: client.listening for client in OPEN_CLIENTS}
    yield
    for client in OPEN_CLIENTS:
        client.stop_listening(listening.get(client, 0))


@pytest.fixture(scope="module")
def ros_domain(ros_environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """The environment of node processes, in force in the test's own process as well.

    The discovery range LOCALHOST makes the middleware add shared memory whatever FASTDDS_BUILTIN_TRANSPORTS says, and
    a killed process would leave it behind; so the profile keeps everything on the loopback interface instead.
    """
    profile = str(Path(__file__).with_name("loopback_udp.xml"))
    own = {
        "ROS_DOMAIN_ID": ros_environment["ROS_DOMAIN_ID"],
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET",
        "FASTDDS_DEFAULT_PROFILES_FILE": profile,
        "FASTRTPS_DEFAULT_PROFILES_FILE": profile,
    }
    before = {name: os.environ.get(name) for name in own}
    os.environ.update(own)
    yield {**ros_environment, **own}
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
