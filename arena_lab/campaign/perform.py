"""Running one episode of a campaign: simulate, record, judge, measure."""

import json
import os
import shutil
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from time import time
from typing import Any

from attrs import evolve, field, frozen

from arena_evaluation.references import References
from arena_evaluation.tables import RecordingRows, RowMaker
from arena_lab.batch import run_request
from arena_lab.campaign.job_result import (
    EPISODE,
    METRICS_KIND,
    SIMULATION,
    WORLD,
    Delivery,
    JobResult,
    failed_result,
    unmeasured_row,
    with_rows,
)
from arena_lab.campaign.plan import Job
from arena_lab.reference import record_reference
from arena_lab.row import EpisodeRow
from arena_lab.run import RunOptions
from arena_runtime.simulation import Simulation, SimulationError
from arena_simulation_setup.recording.metadata import add_labels
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.verdict import VIOLATED

RESULT_FILE = "result.json"
REFERENCE = "reference"
"""Folder of the reference run beside a recording."""
MOST_SITES = 4
StillWanted = Callable[[], bool]


class NotWantedError(BaseException):
    """Nobody waits for this episode any more."""


@frozen
class Performer:
    """Runs episodes one after the other; the last few worlds stay in memory.

    Attributes:
        environment: Variables that name places.
        wanted: Asked once per simulated second whether to go on.
    """

    environment: Mapping[str, str]
    wanted: StillWanted = lambda: True
    _sites: "OrderedDict[tuple[str, bool], Site]" = field(factory=OrderedDict, eq=False)
    _rows: RowMaker = field(factory=RowMaker, eq=False)

    def perform(self, job: Job, folder: Path) -> Delivery:
        """Run an episode; whatever goes wrong becomes its result.

        Args:
            job: The episode.
            folder: Where its files go; made anew.

        Raises:
            NotWantedError: If nobody waits for it any more.
        """
        started_s = time()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        warnings: list[str] = []
        try:
            result = self._result(job, folder, warnings)
        except Exception as error:  # one episode never takes the others with it
            result = failed_result(job, EPISODE, f"{type(error).__name__}: {error}")
        write_result(folder, result)
        return Delivery(result, started_s=started_s, ended_s=time(), warnings=tuple(warnings))

    def _result(self, job: Job, folder: Path, warnings: list[str]) -> JobResult:
        try:
            site = self._site(job)
        except (OSError, ValueError) as error:
            return failed_result(job, WORLD, str(error))
        return self._run(site, job, folder, warnings)

    def _run(self, site: Site, job: Job, folder: Path, warnings: list[str]) -> JobResult:
        options = RunOptions(folder, progress=self._check, notice=warnings.append)
        ran = run_request(site, job.request, options)
        warnings += [*ran.warnings, *(f"{name} is in no asset folder" for name in site.catalogue.missing)]
        if ran.row.recording is None:
            return failed_result(job, EPISODE, ran.row.info)
        moved = _to_top(Path(ran.row.recording), folder)
        add_labels(moved, {"contestant": job.contestant, "stage": job.stage})
        found = self._measured(site, job, moved)
        result = _result(job, ran.row, found.problem)
        inside = str(job.folder / moved.name)
        measured: list[Mapping[str, Any]] = [row.mapping() for row in found.rows] or [
            unmeasured_row(job, found.problem)
        ]
        return with_rows(job, result, [{**row, "recording": inside} for row in measured])

    def _measured(self, site: Site, job: Job, recording: Path) -> RecordingRows:
        """The rows of a recording; what keeps it from having a reference run is the reason of their metrics."""
        if not job.references:
            return self._rows(recording)
        target = recording.parent / REFERENCE / recording.name
        try:
            record_reference(lambda _: site, recording, target, self._check)
        except (ValueError, SimulationError) as error:
            references = References({}, f"reference run: {error}")
        else:
            references = References.among((target,))
        return evolve(self._rows, references=references)(recording)

    def _site(self, job: Job) -> Site:
        key = (job.world, job.strict)
        if key not in self._sites:
            self._sites[key] = open_site(job.world, self.environment, strict=job.strict)
            if len(self._sites) > MOST_SITES:
                self._sites.popitem(last=False)
        self._sites.move_to_end(key)
        return self._sites[key]

    def _check(self, time_ns: int, simulation: Simulation) -> None:
        if not self.wanted():
            raise NotWantedError


def parent_lives(parent: int) -> StillWanted:
    """Whether the process that started this one is still there."""
    return lambda: os.getppid() == parent


def place(part: Path, target: Path) -> None:
    """Give the files of an episode their place; whoever comes second gives way, since both have the same."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if (target / RESULT_FILE).exists():
        shutil.rmtree(part, ignore_errors=True)
        return
    shutil.rmtree(target, ignore_errors=True)
    part.rename(target)


def write_result(folder: Path, result: JobResult) -> None:
    """Write the result of an episode into its folder."""
    (folder / RESULT_FILE).write_text(json.dumps(result.mapping()), encoding="utf-8")


def read_result(folder: Path) -> JobResult | None:
    """The result of an episode; None where its folder has none that is whole."""
    try:
        return JobResult.of(json.loads((folder / RESULT_FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _to_top(recording: Path, folder: Path) -> Path:
    """Take a recording and what lies beside it out of the folder that was made for it."""
    for path in sorted(recording.parent.iterdir()):
        path.rename(folder / path.name)
    recording.parent.rmdir()
    return folder / recording.name


def _result(job: Job, row: EpisodeRow, problem: str) -> JobResult:
    result = JobResult(job.step, job.episode, row.outcome, row.info, failure_of(job, row))
    if row.failed_to_run:
        return evolve(result, error_kind=SIMULATION, error_detail=row.info)
    return evolve(result, error_kind=METRICS_KIND, error_detail=problem) if problem else result


def failure_of(job: Job, row: EpisodeRow) -> str:
    """Why an episode has not passed; empty where it has."""
    violated = next((verdict for verdict in row.verdicts if verdict.state == VIOLATED), None)
    if row.outcome != "SUCCESS":
        return f"{row.outcome}: {row.info}"
    if violated is not None:
        return f"{violated.robot}: {violated.op} {violated.p} is violated: {violated.reason}"
    if row.collisions >= job.max_collisions:
        return f"{row.collisions} collisions, {job.max_collisions} are too many"
    return ""
