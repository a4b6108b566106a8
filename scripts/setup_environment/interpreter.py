"""Finds out what a Python interpreter is and has, by asking it."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

SUPPORTED = ((3, 11), (3, 12), (3, 13))
"""Minor versions for which every pinned wheel exists, oldest first."""

# `_base_executable` leads out of an activated virtual environment, which must not be built from itself.
_QUESTIONS = """
import importlib.util, json, os, platform, sys, sysconfig
header = os.path.join(sysconfig.get_paths()["include"], "Python.h")
print(json.dumps({
    "executable": getattr(sys, "_base_executable", None) or sys.executable,
    "version": list(sys.version_info[:3]),
    "platform": platform.system() + " " + platform.machine(),
    "header": header,
    "has_header": os.path.exists(header),
    "has_venv": all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")),
}))
"""


@dataclass(frozen=True)
class Interpreter:
    """What one interpreter said about itself.

    Attributes:
        command: the name under which it was asked.
        executable: absolute path of the program, outside of any virtual environment.
        version: major, minor and micro version.
        platform: operating system and architecture, such as "Linux x86_64".
        header: path where Python.h belongs.
        has_header: whether Python.h is there.
        has_venv: whether it can make virtual environments that have pip.
    """

    command: str
    executable: str
    version: tuple[int, int, int]
    platform: str
    header: str
    has_header: bool
    has_venv: bool

    @property
    def supported(self) -> bool:
        """Whether its minor version is one of SUPPORTED."""
        return self.version[:2] in SUPPORTED


if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Ask = Callable[[str], Interpreter | None]


def asking(environment: Mapping[str, str]) -> Ask:
    """Returns a function that asks the interpreter called by a command; None stands for a program that is not there."""

    def ask(command: str) -> Interpreter | None:
        try:
            answer = subprocess.run(
                [command, "-c", _QUESTIONS],
                env=dict(environment),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                check=True,
            )
            values = json.loads(answer.stdout)
        except (OSError, subprocess.CalledProcessError, ValueError):
            return None
        values["version"] = tuple(values["version"])
        return Interpreter(command=command, **values)

    return ask


def choose(requested: str | None, ask: Ask) -> Interpreter | None:
    """Chooses the interpreter to build from.

    Args:
        requested: a command that the user named; no other is taken then.
        ask: see asking().

    Returns:
        The requested one; else python3 where supported; else the newest supported python3.x; else python3 as it is, for
        the message; None where there is none.
    """
    if requested is not None:
        return ask(requested)
    default = ask("python3")
    if default is not None and default.supported:
        return default
    named = (ask(f"python{major}.{minor}") for major, minor in reversed(SUPPORTED))
    return next((found for found in named if found is not None and found.supported), default)
