"""Command line of scripts/setup."""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from setup_environment.checks import other_ros, problems
from setup_environment.fingerprint import fingerprint, is_current
from setup_environment.interpreter import Interpreter, asking, choose
from setup_environment.layout import Layout
from setup_environment.locking import lock_all
from setup_environment.programs import ProgramError
from setup_environment.steps import build
from setup_environment.variables import scrubbed


def main(root: Path, arguments: Sequence[str]) -> int:
    """Makes the environment of a working tree, or its lock files.

    Args:
        root: root of the working tree.
        arguments: command line without the program's name.

    Returns:
        0 when all is well, 1 with a sentence on stderr for each thing that is missing or went wrong.
    """
    options = _options(arguments)
    layout = Layout(root.resolve())
    try:
        return lock_all(layout, os.environ) if options.lock else _setup(layout, options.python)
    except ProgramError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/setup", description="Puts everything that the project needs into .venv."
    )
    parser.add_argument("--python", metavar="COMMAND", help="interpreter to use (default: a supported one on PATH)")
    parser.add_argument(
        "--lock", action="store_true", help="write the lock files anew instead (needs every supported Python)"
    )
    return parser.parse_args(arguments)


def _setup(layout: Layout, requested: str | None) -> int:
    python = choose(requested, asking(scrubbed(os.environ)))
    found = other_ros(os.environ, layout.environment) or problems(python, requested, shutil.which)
    for sentence in found:
        print(f"setup: {sentence}", file=sys.stderr)
    if found or python is None:
        return 1
    with _alone(layout):
        _bring_up_to_date(layout, python)
    return 0


def _bring_up_to_date(layout: Layout, python: Interpreter) -> None:
    wanted = fingerprint(layout, python)
    if is_current(layout, wanted):
        return
    build(layout, python, os.environ)
    layout.stamp.write_text(wanted, encoding="ascii")


@contextmanager
def _alone(layout: Layout) -> Iterator[None]:
    """Waits until no other run works on the same tree; the kernel frees the lock however a run ends."""
    with layout.mutex.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
