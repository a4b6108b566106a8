from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from setup_environment.checks import other_ros, problems
from setup_environment.interpreter import Interpreter, choose

if TYPE_CHECKING:
    from setup_environment.interpreter import Ask


def interpreter(
    command: str = "python3",
    version: tuple[int, int, int] = (3, 12, 1),
    platform: str = "Linux x86_64",
    *,
    has_header: bool = True,
    has_venv: bool = True,
) -> Interpreter:
    header = "/usr/include/python/Python.h"
    return Interpreter(command, f"/usr/bin/{command}", version, platform, header, has_header, has_venv)


def everything(name: str) -> str | None:
    return f"/usr/bin/{name}"


def test_complete_machine_has_no_problem() -> None:
    assert problems(interpreter(), None, everything) == []


@pytest.mark.parametrize(
    ("python", "named"),
    [
        (None, "python3 is missing"),
        (interpreter(version=(3, 10, 13)), "Python 3.10.13"),
        (interpreter(version=(3, 14, 0)), "Python 3.14.0"),
        (interpreter(platform="Linux aarch64"), "Linux aarch64"),
        (interpreter(platform="Darwin x86_64"), "Darwin x86_64"),
        (interpreter(has_venv=False), "python3-venv"),
        (interpreter(has_header=False), "python3-dev"),
    ],
)
def test_each_fault_is_named_in_exactly_one_sentence(python: Interpreter | None, named: str) -> None:
    (sentence,) = problems(python, None, everything)
    assert named in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_missing_compiler_is_named() -> None:
    (sentence,) = problems(interpreter(), None, lambda name: None)
    assert "g++" in sentence


def test_requested_interpreter_that_does_not_exist_is_named() -> None:
    (sentence,) = problems(None, "python3.99", everything)
    assert sentence.startswith("python3.99 is missing")


def test_several_faults_are_all_named() -> None:
    assert len(problems(interpreter(has_header=False, has_venv=False), None, lambda name: None)) == 3


def machine(*found: Interpreter) -> Ask:
    return {each.command: each for each in found}.get


def test_supported_default_is_taken_even_if_a_newer_one_exists() -> None:
    ask = machine(interpreter("python3", (3, 11, 7)), interpreter("python3.13", (3, 13, 0)))
    assert choose(None, ask) == ask("python3")


def test_newest_supported_one_replaces_an_unsupported_default() -> None:
    ask = machine(
        interpreter("python3", (3, 14, 0)), interpreter("python3.11", (3, 11, 7)), interpreter("python3.12", (3, 12, 1))
    )
    assert choose(None, ask) == ask("python3.12")


def test_unsupported_default_is_kept_for_the_message_when_nothing_better_exists() -> None:
    ask = machine(interpreter("python3", (3, 9, 2)))
    assert choose(None, ask) == ask("python3")


def test_requested_one_is_never_replaced() -> None:
    ask = machine(interpreter("python3.9", (3, 9, 2)), interpreter("python3", (3, 12, 1)))
    assert choose("python3.9", ask) == ask("python3.9")


def test_no_interpreter_at_all_gives_none() -> None:
    assert choose(None, machine()) is None


def test_prefix_of_another_ros_is_refused(tmp_path: Path) -> None:
    (sentence,) = other_ros({"AMENT_PREFIX_PATH": "/opt/ros/other"}, tmp_path / ".venv")
    assert "AMENT_PREFIX_PATH names /opt/ros/other" in sentence


def test_python_path_with_another_rclpy_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other" / "rclpy").mkdir(parents=True)
    (sentence,) = other_ros({"PYTHONPATH": f"/nowhere:{tmp_path}/other"}, tmp_path / ".venv")
    assert f"PYTHONPATH names {tmp_path}/other" in sentence


def test_own_environment_and_harmless_paths_are_not_another_ros(tmp_path: Path) -> None:
    own = tmp_path / ".venv"
    environ = {"AMENT_PREFIX_PATH": str(own), "PYTHONPATH": f"{tmp_path}:{own}/lib"}
    assert other_ros(environ, own) == []
    assert other_ros({"AMENT_PREFIX_PATH": "", "PYTHONPATH": ""}, own) == []
