from __future__ import annotations

import fcntl
import os
import subprocess
from pathlib import Path

import pytest
from working_trees import BASE_PYTHON, clean, copy_inputs

from setup_environment.fingerprint import fingerprint
from setup_environment.interpreter import asking
from setup_environment.layout import Layout
from setup_environment.variables import scrubbed


@pytest.fixture
def layout(repository: Path, tmp_path: Path) -> Layout:
    return copy_inputs(repository, tmp_path / "tree")


@pytest.fixture
def finished(layout: Layout) -> Layout:
    """A tree whose environment looks finished, so that the program has nothing to build."""
    python = asking(scrubbed(os.environ))(BASE_PYTHON)
    assert python is not None
    layout.python.parent.mkdir(parents=True)
    layout.python.touch()
    layout.stamp.write_text(fingerprint(layout, python))
    return layout


def command(layout: Layout, *arguments: str) -> list[str]:
    return [BASE_PYTHON, str(layout.root / "scripts" / "setup"), *arguments]


def refusal(layout: Layout, python: str, variables: dict[str, str]) -> list[str]:
    done = subprocess.run(
        command(layout, "--python", python), env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert not layout.environment.exists()
    return done.stderr.splitlines()


def test_missing_compiler_stops_the_program_before_it_writes_anything(layout: Layout, tmp_path: Path) -> None:
    (line,) = refusal(layout, BASE_PYTHON, {**clean(), "PATH": str(tmp_path)})
    assert line == "setup: The compiler g++ is missing: install the package g++."


def test_missing_interpreter_stops_the_program(layout: Layout) -> None:
    (line,) = refusal(layout, "python3.99", clean())
    assert line.startswith("setup: python3.99 is missing")


def test_sourced_ros_stops_the_program(layout: Layout) -> None:
    (line,) = refusal(layout, BASE_PYTHON, {**clean(), "AMENT_PREFIX_PATH": "/opt/ros/other"})
    assert line.startswith("setup: Another ROS is sourced in this shell (AMENT_PREFIX_PATH names /opt/ros/other)")


def test_finished_environment_is_left_alone_and_silently(finished: Layout) -> None:
    done = subprocess.run(
        command(finished, "--python", BASE_PYTHON), env=clean(), capture_output=True, text=True, check=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("", "")


def test_second_run_waits_for_the_first(finished: Layout) -> None:
    with finished.mutex.open("w") as mutex:
        fcntl.flock(mutex, fcntl.LOCK_EX)
        second = subprocess.Popen(command(finished, "--python", BASE_PYTHON), env=clean())
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(timeout=1.0)
    assert second.wait(timeout=60.0) == 0
