"""Compiles interface packages against the ROS wheels of an environment."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping

from setup_environment.layout import INTERFACE_PACKAGES, Layout
from setup_environment.programs import run
from setup_environment.variables import inside

# The exported CMake files of the wheels name two folders of the machine that built them.
_BUILDERS_NUMPY = re.compile(r"/opt/python/cp\d+-cp\d+/lib/python3\.\d+/site-packages/numpy/_core/include")
_BUILDERS_PYTHON = re.compile(r"/opt/python/cp\d+-cp\d+/include/python3\.\d+")

_FOLDERS = "import json, numpy, sysconfig; print(json.dumps([numpy.get_include(), sysconfig.get_paths()['include']]))"


def with_local_paths(text: str, numpy_include: str, python_include: str) -> str:
    """Text of a CMake file with the builder's include folders replaced. Applying it twice changes nothing more."""
    return _BUILDERS_PYTHON.sub(lambda _: python_include, _BUILDERS_NUMPY.sub(lambda _: numpy_include, text))


def correct_cmake_files(layout: Layout, variables: Mapping[str, str]) -> None:
    """Makes the CMake files of the wheels name the include folders of this machine.

    Args:
        layout: the working tree.
        variables: environment for the interpreter that is asked for the folders.
    """
    answer = subprocess.run(
        [str(layout.python), "-c", _FOLDERS], env=dict(variables), stdout=subprocess.PIPE, check=True
    )
    numpy_include, python_include = json.loads(answer.stdout)
    for path in sorted((layout.environment / "share").rglob("*.cmake")):
        before = path.read_text(encoding="utf-8")
        after = with_local_paths(before, numpy_include, python_include)
        if after != before:
            path.write_text(after, encoding="utf-8")


def missing_packages(layout: Layout) -> list[str]:
    """Interface packages that the wheels do not bring, in the order in which they must be compiled."""
    return [name for name in INTERFACE_PACKAGES if not (layout.environment / "share" / name / "package.xml").is_file()]


def compile_interfaces(layout: Layout, environ: Mapping[str, str]) -> None:
    """Compiles and installs every interface package that is missing.

    Args:
        layout: the working tree; its environment has the wheels for building already.
        environ: environment of the caller.

    Raises:
        ProgramError: CMake or the compiler reported an error.
    """
    correct_cmake_files(layout, inside(environ, layout.environment))
    for name in missing_packages(layout):
        _compile(name, layout, inside(environ, layout.environment))


def _compile(name: str, layout: Layout, variables: Mapping[str, str]) -> None:
    cmake = str(layout.environment / "bin" / "cmake")
    build = str(layout.environment / "build" / name)
    options = {
        "CMAKE_INSTALL_PREFIX": str(layout.environment),
        "CMAKE_BUILD_TYPE": "Release",
        # Converting messages is copying of arrays: more optimization costs half a minute and is not felt.
        "CMAKE_C_FLAGS_RELEASE": "-O1",
        "CMAKE_CXX_FLAGS_RELEASE": "-O1",
        "COMPILE_TYPES_TOGETHER": "ON",
        # A linter that the test configuration asks for is not among the wheels.
        "BUILD_TESTING": "OFF",
        "Python3_EXECUTABLE": str(layout.python),
    }
    defined = [f"-D{key}={value}" for key, value in options.items()]
    run([cmake, "-S", str(layout.root / name), "-B", build, "-G", "Ninja", *defined], variables, layout.log)
    run([cmake, "--build", build, "--parallel", str(os.cpu_count() or 1)], variables, layout.log)
    run([cmake, "--install", build], variables, layout.log)
