"""Small and complete copies of the working tree for tests that build from it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setup_environment.layout import INTERFACE_PACKAGES, Layout
from setup_environment.variables import scrubbed

BASE_PYTHON = str(getattr(sys, "_base_executable", sys.executable))
"""Interpreter outside of any virtual environment."""


def copy_inputs(repository: Path, target: Path) -> Layout:
    """Copies what the setup program reads, without an environment."""
    for name in ("scripts", "requirements", *INTERFACE_PACKAGES):
        shutil.copytree(repository / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.py", "setup.cfg"):
        shutil.copy(repository / name, target / name)
    return Layout(target.resolve())


def clone(repository: Path, target: Path) -> Path:
    """Clones what is committed, as a stranger would."""
    subprocess.run(["git", "clone", "--quiet", str(repository), str(target)], env=clean(), check=True)
    return target


def clean() -> dict[str, str]:
    """Environment in which nothing of the environment that runs the tests is left."""
    return {**scrubbed(os.environ), "PATH": _path_without_environment()}


def _path_without_environment() -> str:
    own = str(Path(sys.prefix) / "bin")
    return os.pathsep.join(entry for entry in os.environ["PATH"].split(os.pathsep) if entry != own)
