"""The steps that make the environment, in order."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from setup_environment.interfaces import compile_interfaces
from setup_environment.interpreter import Interpreter
from setup_environment.layout import LOCKS, Layout
from setup_environment.programs import run
from setup_environment.variables import scrubbed


def build(layout: Layout, python: Interpreter, environ: Mapping[str, str]) -> None:
    """Makes the environment anew. It is unfinished until its stamp is written, which is the caller's last act.

    Args:
        layout: the working tree.
        python: interpreter to make it with.
        environ: environment of the caller.

    Raises:
        ProgramError: a program that was started reported an error.
    """
    clean = scrubbed(environ)
    with _announced("virtual environment"):
        _make(layout, python, clean)
    with _announced("pinned packages"):
        _install_pins(layout, clean)
    with _announced("interfaces"):
        compile_interfaces(layout, environ)
    with _announced("this project"):
        _pip(layout, clean, "--no-deps", "--no-build-isolation", "--editable", str(layout.root))
    with _announced("compiled loops"):
        # Kept beside the modules; without it the first episode would wait as long.
        run([str(layout.python), "-m", "arena_lab.warm_up"], clean, layout.log)


def _make(layout: Layout, python: Interpreter, variables: Mapping[str, str]) -> None:
    shutil.rmtree(layout.environment, ignore_errors=True)
    layout.environment.mkdir()
    (layout.environment / "COLCON_IGNORE").touch()
    run([python.executable, "-m", "venv", str(layout.environment)], variables, layout.log)


def _install_pins(layout: Layout, variables: Mapping[str, str]) -> None:
    files = [layout.requirements(name) for name in LOCKS]
    pins = [pin for path in files for pin in path.read_text(encoding="utf-8").splitlines()]
    # The builder comes first because a source package among the pins needs it.
    _pip(layout, variables, "--no-deps", *(pin for pin in pins if pin.startswith("setuptools==")))
    # Pins are complete, so nothing has to be resolved.
    wanted = [argument for path in files for argument in ("--requirement", str(path))]
    _pip(layout, variables, "--no-deps", "--no-build-isolation", *wanted)


def _pip(layout: Layout, variables: Mapping[str, str], *arguments: str) -> None:
    quiet = ("--disable-pip-version-check", "--no-input", "--progress-bar", "off")
    run([str(layout.python), "-m", "pip", "install", *quiet, *arguments], variables, layout.log)


@contextmanager
def _announced(what: str) -> Iterator[None]:
    print(f"setup: {what} ...", end=" ", flush=True)
    start = time.monotonic()
    try:
        yield
    except BaseException:
        print("failed", flush=True)
        raise
    print(f"{time.monotonic() - start:.0f} s", flush=True)
