from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from working_trees import BASE_PYTHON, clean, clone

pytestmark = [pytest.mark.slow, pytest.mark.ros]

LOADED = """
import rclpy, arena_interfaces.msg, tf2_msgs.msg
from rclpy.serialization import serialize_message
serialize_message(arena_interfaces.msg.Frame())
rclpy.init()
print(*sorted({line.split()[-1] for line in open("/proc/self/maps") if line.rstrip().endswith(".so")}), sep="\\n")
"""


def make(tree: Path, *arguments: str, variables: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = ["make", "--no-print-directory", f"PYTHON={BASE_PYTHON}", *arguments]
    done = subprocess.run(command, cwd=tree, env=variables or clean(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def tree(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone that was set up by a process which has the variables of another environment's ROS wheels."""
    folder = clone(repository, tmp_path_factory.mktemp("clone") / "tree")
    outer = {"_ROS_WHEELS_BOOTSTRAP_COMPLETE": "1", "LD_LIBRARY_PATH": f"{sys.prefix}/lib"}
    make(folder, "setup", variables={**clean(), **outer})
    return folder


def test_libraries_come_from_the_clone_alone(tree: Path) -> None:
    done = subprocess.run(
        [str(tree / ".venv/bin/python"), "-c", LOADED], cwd="/", env=clean(), capture_output=True, text=True, check=True
    )
    loaded = [Path(line) for line in done.stdout.split()]
    ours = [path for path in loaded if path.is_relative_to(tree)]
    assert any(path.name == "librcl.so" for path in ours)
    assert any(path.name.startswith("libarena_interfaces") for path in ours)
    elsewhere = [path for path in loaded if path not in ours and ".venv" in path.parts]
    assert elsewhere == []


def test_second_setup_does_nothing_in_less_than_two_seconds(tree: Path) -> None:
    begun = processor_seconds()
    done = make(tree, "setup")
    # Of the processor's time, since others may keep the machine busy.
    assert processor_seconds() - begun < 2.0
    assert done.stdout == ""


def processor_seconds() -> float:
    """What the processes that have ended cost so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_setup_leaves_the_tree_clean(tree: Path) -> None:
    done = subprocess.run(
        ["git", "status", "--porcelain"], cwd=tree, env=clean(), capture_output=True, text=True, check=True
    )
    assert done.stdout == ""


def test_colcon_stays_out_of_the_environment(tree: Path) -> None:
    assert (tree / ".venv" / "COLCON_IGNORE").is_file()
    assert (tree / "tf2_msgs" / "COLCON_IGNORE").is_file()


def test_demo_runs_with_one_command(tree: Path) -> None:
    make(tree, "demo")
    assert list(tree.glob("recordings/**/*.mcap"))
    assert list(tree.glob("recordings/**/*.png"))
