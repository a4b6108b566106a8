"""Fixtures that every test may use. Nothing here changes state that a test did not ask for."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How fast the machine is decides about no property.
settings.register_profile("any machine", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# A shell that starts the tests in the background has them, and all that they start, ignore interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

REPOSITORY = Path(__file__).resolve().parent.parent

# Domains above 101 use ports that the operating system hands out to others (usually 32768 and up).
_DOMAINS = range(1, 101)
# A bound port is the lock of a domain: the kernel frees it whichever way the process ends. The range lies below the
# discovery ports, which start at 7400.
_LOCK_PORT_BASE = 6900


@pytest.fixture(scope="session")
def repository() -> Path:
    """Root of the working tree."""
    return REPOSITORY


@pytest.fixture(scope="session")
def samples() -> Path:
    """Folder of worlds that other people wrote; they are not part of the repository."""
    shared = Path(os.environ.get("ARENA_SHARED", REPOSITORY.parent / "shared"))
    folder = shared / "samples" / "arena_worlds"
    if not folder.is_dir():
        pytest.skip(f"no sample worlds at {folder} (set ARENA_SHARED to the folder that holds samples/)")
    return folder


def _lock_domain() -> tuple[int, socket.socket]:
    start = os.getpid() % len(_DOMAINS)
    for offset in range(len(_DOMAINS)):
        domain = _DOMAINS[(start + offset) % len(_DOMAINS)]
        lock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            lock.bind(("127.0.0.1", _LOCK_PORT_BASE + domain))
        except OSError:
            lock.close()
            continue
        return domain, lock
    raise RuntimeError("all ROS domains from 1 to 100 are taken by other tests")


@pytest.fixture(scope="module")
def ros_environment() -> Iterator[dict[str, str]]:
    """Environment for processes that start ROS nodes: a domain of their own, on this machine only.

    UDP is used because a killed process leaves shared-memory files and a mutex behind that other domains share.
    """
    domain, lock = _lock_domain()
    with lock:
        yield {
            **os.environ,
            "ROS_DOMAIN_ID": str(domain),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "FASTDDS_BUILTIN_TRANSPORTS": "UDPv4",
        }
