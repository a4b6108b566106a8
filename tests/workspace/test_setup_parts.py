from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from working_trees import BASE_PYTHON, copy_inputs

from setup_environment.fingerprint import fingerprint, is_current
from setup_environment.interfaces import missing_packages, with_local_paths
from setup_environment.interpreter import asking
from setup_environment.layout import Layout
from setup_environment.programs import ProgramError, run
from setup_environment.variables import LEAKING, inside, scrubbed

CMAKE = (
    'set(includes "/opt/python/cp312-cp312/include/python3.12;'
    '/opt/python/cp312-cp312/lib/python3.12/site-packages/numpy/_core/include;/opt/python/other")'
)


def test_nothing_of_an_outer_environment_reaches_a_child() -> None:
    clean = scrubbed({**dict.fromkeys(LEAKING, "outer"), "HOME": "/home/me"})
    assert clean == {"HOME": "/home/me", "PYTHONNOUSERSITE": "1"}


def test_the_variables_of_the_ros_wheels_are_among_those_that_leak() -> None:
    assert {"_ROS_WHEELS_BOOTSTRAP_COMPLETE", "LD_LIBRARY_PATH"} <= set(LEAKING)


def test_compiling_sees_our_environment_first_and_only_its_libraries() -> None:
    variables = inside({"PATH": "/usr/bin", "LD_LIBRARY_PATH": "/opt/ros/other/lib"}, Path("/tree/.venv"))
    assert variables["PATH"] == os.pathsep.join(["/tree/.venv/bin", "/usr/bin"])
    assert variables["LD_LIBRARY_PATH"] == "/tree/.venv/lib"
    assert variables["CMAKE_PREFIX_PATH"] == variables["AMENT_PREFIX_PATH"] == "/tree/.venv"


def test_builders_include_folders_are_replaced_and_nothing_else() -> None:
    assert (
        with_local_paths(CMAKE, "/here/numpy", "/here/python")
        == 'set(includes "/here/python;/here/numpy;/opt/python/other")'
    )


def test_replacing_twice_changes_nothing_more() -> None:
    once = with_local_paths(CMAKE, "/here/numpy", r"/odd\1/python")
    assert with_local_paths(once, "/here/numpy", r"/odd\1/python") == once


def test_interface_package_of_the_wheels_is_not_compiled_again(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    assert missing_packages(layout) == ["tf2_msgs", "arena_interfaces"]
    real = layout.environment / "share" / "tf2_msgs"
    real.mkdir(parents=True)
    (real / "package.xml").touch()
    assert missing_packages(layout) == ["arena_interfaces"]


def test_interpreter_tells_what_it_is() -> None:
    python = asking(scrubbed(os.environ))(sys.executable)
    assert python is not None
    assert python.version == sys.version_info[:3]
    # Inside a virtual environment the one that it was made from is meant.
    assert not Path(python.executable).is_relative_to(sys.prefix) or sys.prefix == sys.base_prefix


def test_command_that_does_not_start_is_no_interpreter() -> None:
    ask = asking(scrubbed(os.environ))
    assert ask("no-such-python") is None
    assert ask("false") is None


@pytest.mark.parametrize(
    "changed",
    [
        "requirements/ros.lock",
        "requirements/development.lock",
        "arena_interfaces/msg/Frame.msg",
        "arena_interfaces/CMakeLists.txt",
        "scripts/setup_environment/steps.py",
        "setup.py",
    ],
)
def test_every_input_changes_the_fingerprint(repository: Path, tmp_path: Path, changed: str) -> None:
    layout = copy_inputs(repository, tmp_path)
    python = asking(scrubbed(os.environ))(BASE_PYTHON)
    assert python is not None
    before = fingerprint(layout, python)
    assert fingerprint(layout, python) == before
    with (tmp_path / changed).open("a") as file:
        file.write("\n# changed\n")
    assert fingerprint(layout, python) != before


def test_environment_without_stamp_or_with_another_is_not_current(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    layout.python.parent.mkdir(parents=True)
    layout.python.touch()
    assert not is_current(layout, "abc")
    layout.stamp.write_text("abc")
    assert is_current(layout, "abc")
    assert not is_current(layout, "abd")


def test_failing_program_shows_its_last_lines(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "import sys; print('first'); sys.exit('the reason')"]
    with pytest.raises(ProgramError, match="the reason") as caught:
        run(program, os.environ, tmp_path / "log")
    assert caught.value.status == 1
    assert "first" in (tmp_path / "log").read_text()
