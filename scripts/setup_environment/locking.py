"""Writes the lock files: exact versions that hold for every supported Python."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from setup_environment.interpreter import SUPPORTED
from setup_environment.layout import LOCKS, Layout
from setup_environment.programs import run
from setup_environment.variables import scrubbed

_HEADER = "# Made by `make lock` from requirements/{name}.in. Do not edit.\n"

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Pins = Mapping[str, str]


def lock_all(layout: Layout, environ: Mapping[str, str]) -> int:
    """Resolves with the oldest supported Python and checks the result with the others, which must need the same set.

    Args:
        layout: the working tree.
        environ: environment of the caller; every supported Python must be on PATH.

    Returns:
        0 when the files were written, 1 with a sentence on stderr when not.

    Raises:
        ProgramError: pip found no solution.
    """
    commands = [f"python{major}.{minor}" for major, minor in SUPPORTED]
    missing = [command for command in commands if shutil.which(command) is None]
    if missing:
        print(f"lock: {', '.join(missing)} must be on PATH to check the pins with every Python.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        locks, complaint = _resolved(layout, Path(folder), scrubbed(environ), commands)
    if complaint:
        print(f"lock: {complaint}", file=sys.stderr)
        return 1
    for name, pins in locks.items():
        layout.requirements(name).write_text(_HEADER.format(name=name) + as_lines(pins), encoding="utf-8")
    return 0


def as_lines(pins: Pins) -> str:
    """Text of a lock file without its header: one pin on a line, by name."""
    return "".join(f"{name}=={version}\n" for name, version in sorted(pins.items()))


def normalized(name: str) -> str:
    """Name of a package in the one spelling that stands for all. Source: PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins_of(report: Mapping[str, object]) -> dict[str, str]:
    """Versions by name from an installation report of pip."""
    items = report["install"]
    assert isinstance(items, list)
    return {normalized(item["metadata"]["name"]): item["metadata"]["version"] for item in items}


def split(resolutions: Sequence[Pins]) -> list[dict[str, str]]:
    """Gives each resolution only what those before it do not have.

    Args:
        resolutions: complete solutions, each for the requirements of one more file than the one before.
    """
    before: dict[str, str] = {}
    parts = []
    for pins in resolutions:
        parts.append({name: version for name, version in pins.items() if name not in before})
        before.update(pins)
    return parts


def _resolved(
    layout: Layout, folder: Path, variables: Mapping[str, str], commands: Sequence[str]
) -> tuple[dict[str, dict[str, str]], str]:
    inputs = [layout.requirements(name, "in") for name in LOCKS]
    environments = [_environment(command, folder, variables) for command in commands]
    oldest = environments[0]
    complete = _resolve(oldest, inputs, None, variables)
    constraints = folder / "constraints.txt"
    constraints.write_text(as_lines(complete), encoding="utf-8")
    for command, environment in zip(commands[1:], environments[1:], strict=True):
        other = _resolve(environment, inputs, constraints, variables)
        if other != complete:
            different = sorted(set(other.items()) ^ set(complete.items()))
            return {}, f"{command} needs other packages than {commands[0]}: {different}."
    steps = [_resolve(oldest, inputs[:count], constraints, variables) for count in range(1, len(LOCKS) + 1)]
    return dict(zip(LOCKS, split(steps), strict=True)), ""


def _environment(command: str, folder: Path, variables: Mapping[str, str]) -> Path:
    environment = folder / command
    log = folder / "log"
    run([command, "-m", "venv", str(environment)], variables, log)
    run([str(environment / "bin" / "pip"), "install", "--quiet", "--upgrade", "pip"], variables, log)
    return environment


def _resolve(
    environment: Path, inputs: Sequence[Path], constraints: Path | None, variables: Mapping[str, str]
) -> dict[str, str]:
    report = environment / "report.json"
    wanted = [argument for path in inputs for argument in ("--requirement", str(path))]
    limits = ["--constraint", str(constraints)] if constraints else []
    options = ["--quiet", "--dry-run", "--ignore-installed", "--report", str(report)]
    run([str(environment / "bin" / "pip"), "install", *options, *wanted, *limits], variables, environment / "log")
    return pins_of(json.loads(report.read_text(encoding="utf-8")))
