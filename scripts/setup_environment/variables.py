"""The environment variables that child processes get."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

LEAKING = (
    # Set by the ROS wheels of whichever environment runs us: a child of another environment would load its libraries.
    "_ROS_WHEELS_BOOTSTRAP_COMPLETE",
    "LD_LIBRARY_PATH",
    # Set by a sourced ROS or by an activated virtual environment.
    "AMENT_PREFIX_PATH",
    "CMAKE_PREFIX_PATH",
    "COLCON_PREFIX_PATH",
    "PYTHONHOME",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    # Set by make for its own children; ninja and pip must not see them.
    "MAKEFLAGS",
    "MAKELEVEL",
    "MFLAGS",
    # What the caller's Python may not write must be written here, or every start of a program would compile it again.
    "PYTHONDONTWRITEBYTECODE",
)
"""Variables through which an outer environment would leak into ours."""


def scrubbed(environ: Mapping[str, str]) -> dict[str, str]:
    """Copy of an environment without the variables that leak; personal site-packages are off as well."""
    return {**{name: value for name, value in environ.items() if name not in LEAKING}, "PYTHONNOUSERSITE": "1"}


def inside(environ: Mapping[str, str], environment: Path) -> dict[str, str]:
    """Variables for programs that compile against a virtual environment.

    Args:
        environ: environment of the caller.
        environment: root of the virtual environment.
    """
    clean = scrubbed(environ)
    return {
        **clean,
        "PATH": os.pathsep.join([str(environment / "bin"), clean.get("PATH", os.defpath)]),
        "AMENT_PREFIX_PATH": str(environment),
        "CMAKE_PREFIX_PATH": str(environment),
        "LD_LIBRARY_PATH": str(environment / "lib"),
    }
