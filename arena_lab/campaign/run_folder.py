"""The folder of a run: what it is, how far it is, and what came out."""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrs import frozen

from arena_simulation_setup.files.nodes import Pairs
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.values import plain_value
from arena_simulation_setup.files.yaml_nodes import read_document
from arena_simulation_setup.files.yaml_text import yaml_text

DATA_DIR = "ARENA_DATA_DIR"
DEFAULT_DATA_DIR = "data"
BENCHMARKS = "benchmarks"
MANIFEST, LOG, LOCK = "manifest.yaml", "runner.log", ".lock"
SUITE_COPY, CONTEST_COPY = "suite.yaml", "contest.yaml"
STAMP = "%Y%m%d-%H%M%S"
RUNNING, COMPLETE, INTERRUPTED, DAMAGED = "running", "complete", "interrupted", "damaged"


class RunFolderError(ValueError):
    """A run can not be found, or not be used; says which and why."""


@frozen
class RunFolder:
    """One run of a campaign.

    Attributes:
        path: Its folder, named after the run.
    """

    path: Path

    @property
    def run_id(self) -> str:
        """Name of the run."""
        return self.path.name

    def manifest(self) -> Mapping[str, Any]:
        """What the run is.

        Raises:
            RunFolderError: If there is none that can be read.
        """
        report = Report(str(self.path / MANIFEST))
        try:
            node = read_document(self.path / MANIFEST, report)
        except OSError as error:
            raise RunFolderError(f"{self.path} is no run of a campaign: {error}") from None
        if not isinstance(node, Pairs):
            said = report.ordered[0].text if report.problems else f"{self.path / MANIFEST}: expected a mapping"
            raise RunFolderError(said)
        return dict(plain_value(node))

    @property
    def state(self) -> str:
        """``running``, ``complete``, ``interrupted``, or ``damaged`` where its manifest can not be read."""
        try:
            return str(self.manifest().get("state"))
        except RunFolderError:
            return DAMAGED

    @property
    def names(self) -> tuple[str, str]:
        """Names of suite and contest.

        Raises:
            RunFolderError: If its manifest can not be read.
        """
        values = self.manifest()
        return str(values.get("suite")), str(values.get("contest"))

    @property
    def scale(self) -> float:
        """Factor on the number of episodes; 1 where the manifest says nothing that is one."""
        value = self.manifest().get("scale_episodes")
        return float(value) if isinstance(value, int | float) and value > 0 else 1.0

    def write_manifest(self, values: Mapping[str, Any]) -> None:
        """Say what the run is, whole or not at all."""
        part = self.path / f".{MANIFEST}.part"
        part.write_text(yaml_text(dict(values)), encoding="utf-8")
        part.replace(self.path / MANIFEST)

    def log(self, now_s: float, sentence: str) -> None:
        """A line in the log."""
        stamp = datetime.fromtimestamp(now_s, UTC).isoformat(timespec="milliseconds")
        with (self.path / LOG).open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{stamp} {' '.join(sentence.split())}\n")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes of this machine from working on the run.

        Raises:
            RunFolderError: If one does.
        """
        with (self.path / LOCK).open("w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RunFolderError(f"run {self.run_id} is being worked on by another process") from None
            yield


def data_root(given: Path | None, environment: Mapping[str, str]) -> Path:
    """Where runs are: below what was asked for, else below ``ARENA_DATA_DIR``, else below ``data``."""
    base = given if given is not None else Path(environment.get(DATA_DIR, "") or DEFAULT_DATA_DIR)
    return base.expanduser() / BENCHMARKS


def new_run(root: Path, names: tuple[str, str], now_s: float, run_id: str = "") -> RunFolder:
    """Make the folder of a run.

    Args:
        root: See ``data_root``.
        names: Of suite and contest.
        now_s: Seconds since 1970.
        run_id: Wanted name; empty for the time with the names of suite and contest.

    Raises:
        RunFolderError: If a wanted name is taken or none, or the folder can not be made.
    """
    if run_id and (os.sep in run_id or run_id.startswith(".")):
        raise RunFolderError(f"{run_id!r} is no name of a run, expected one without slashes")
    stamp = datetime.fromtimestamp(now_s, UTC).strftime(STAMP)
    wanted = run_id or "-".join((stamp, *names)).replace(os.sep, "_")
    number = 1
    while True:
        path = root / (wanted if number == 1 else f"{wanted}-{number}")
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            if run_id:
                raise RunFolderError(f"run {run_id!r} exists in {root}; --resume {run_id} goes on with it") from None
            number += 1
        except OSError as error:
            raise RunFolderError(f"{path} can not be made: {error.strerror or error}") from None
        else:
            return RunFolder(path)


def runs(root: Path) -> tuple[RunFolder, ...]:
    """All runs, the latest last (by their names, which begin with the time)."""
    return tuple(RunFolder(path.parent) for path in sorted(root.glob(f"*/{MANIFEST}")))


def find_run(root: Path, run_id: str = "", names: tuple[str, str] | None = None) -> RunFolder:
    """A run by name, or the folder of one; empty for the one that was begun last.

    Args:
        root: See ``data_root``.
        run_id: Name or folder.
        names: Of suite and contest that the one begun last shall be of; None for any.

    Raises:
        RunFolderError: If there is none.
    """
    known = runs(root)
    if run_id and (Path(run_id) / MANIFEST).is_file():
        return RunFolder(Path(run_id).resolve())
    if run_id:
        found = next((run for run in known if run.run_id == run_id), None)
        if found is None:
            listed = ", ".join(run.run_id for run in known) or "none"
            raise RunFolderError(f"there is no run {run_id!r} in {root} (runs: {listed})")
        return found
    whole = [run for run in known if run.state != DAMAGED and names in (None, run.names)]
    if not whole:
        of = "" if names is None else f" of suite {names[0]} and contest {names[1]}"
        raise RunFolderError(f"there is no run{of} in {root}")
    return max(whole, key=lambda run: (str(run.manifest().get("started_at", "")), run.run_id))
