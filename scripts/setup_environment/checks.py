"""What a machine lacks, each in one sentence, found before anything is downloaded."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from setup_environment.interpreter import SUPPORTED, Interpreter

PLATFORM = "Linux x86_64"
"""The one platform for which ROS wheels exist."""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Which = Callable[[str], str | None]


def problems(python: Interpreter | None, requested: str | None, which: Which) -> list[str]:
    """Names everything that is missing or unsupported.

    Args:
        python: the chosen interpreter, None where none was found.
        requested: the command that the user asked for, if any.
        which: finds a program by name, such as shutil.which.
    """
    return [*_of_python(python, requested), *_of_compiler(which)]


def _of_python(python: Interpreter | None, requested: str | None) -> Iterator[str]:
    wanted = (
        ", ".join(f"{major}.{minor}" for major, minor in SUPPORTED[:-1]) + f" or {SUPPORTED[-1][0]}.{SUPPORTED[-1][1]}"
    )
    if python is None:
        yield f"{requested or 'python3'} is missing or does not start: install Python {wanted} (package python3)."
        return
    version = ".".join(map(str, python.version))
    if python.platform != PLATFORM:
        yield f"This machine is {python.platform}, but the ROS wheels exist for {PLATFORM} only."
    if not python.supported:
        yield (
            f"{python.command} is Python {version}, but {wanted} is needed:"
            " install one and name it, as in `make setup PYTHON=python3.12`."
        )
        return
    if not python.has_venv:
        yield f"{python.command} ({version}) cannot make virtual environments: install the package python3-venv."
    if not python.has_header:
        yield f"The header {python.header} of {python.command} ({version}) is missing: install the package python3-dev."


def _of_compiler(which: Which) -> Iterator[str]:
    if which("g++") is None:
        yield "The compiler g++ is missing: install the package g++."


def other_ros(environ: Mapping[str, str], own: Path) -> list[str]:
    """Names another ROS that the shell has sourced: which of two libraries gets loaded would be a matter of chance.

    Args:
        environ: environment of the caller.
        own: the virtual environment, whose paths are not "another".
    """
    prefixes = [entry for entry in _entries(environ, "AMENT_PREFIX_PATH") if not _inside(entry, own)]
    if prefixes:
        return [_refusal("AMENT_PREFIX_PATH", prefixes[0])]
    folders = [entry for entry in _entries(environ, "PYTHONPATH") if not _inside(entry, own)]
    sourced = [entry for entry in folders if (Path(entry) / "rclpy").is_dir()]
    return [_refusal("PYTHONPATH", sourced[0])] if sourced else []


def _entries(environ: Mapping[str, str], name: str) -> list[str]:
    return [entry for entry in environ.get(name, "").split(os.pathsep) if entry]


def _inside(entry: str, folder: Path) -> bool:
    path = Path(entry).resolve()
    own = folder.resolve()
    return path == own or own in path.parents


def _refusal(variable: str, entry: str) -> str:
    return (
        f"Another ROS is sourced in this shell ({variable} names {entry}):"
        " use a shell without it, or build with colcon as CONTRIBUTING.md says."
    )
