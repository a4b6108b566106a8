"""What came out of one episode of a campaign."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, frozen

from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.tables import IDENTITY, REASONS, column_types
from arena_lab.campaign.plan import Job

WORLD, EPISODE, SIMULATION, METRICS_KIND, WORKER = "world", "episode", "simulation", "metrics", "worker"
"""What went wrong: the world, making the episode, a tick, its recording when it was measured, or the process."""

OWN_COLUMNS: Mapping[str, type] = {"contestant": str, "stage": str}
VERDICT_COLUMNS: Mapping[str, type] = {
    "outcome_state": str,
    "outcome_info": str,
    "passed": bool,
    "failure": str,
    "error_kind": str,
    "error_detail": str,
}
TABLE_COLUMNS: Mapping[str, type] = {
    **OWN_COLUMNS,
    **IDENTITY,
    **VERDICT_COLUMNS,
    **{name: kind for name, kind in column_types(tuple(METRICS)).items() if name not in IDENTITY},
    REASONS: str,
}
"""Columns of the table of a campaign, in order; nothing in it depends on where or how fast it was run."""


@frozen
class JobResult:
    """What one episode gave, apart from time and place.

    Attributes:
        step: Contestant and stage.
        episode: Number within the step.
        outcome_state: SUCCESS, FAILED, SKIPPED or FATAL.
        outcome_info: Why.
        failure: Why it has not passed; empty where it has.
        error_kind: What kept it from running to its end; empty where nothing did.
        error_detail: The same in words.
        rows: Rows of the table, one for each robot; one without a robot where the episode could not be made.
    """

    step: str
    episode: int
    outcome_state: str
    outcome_info: str
    failure: str = ""
    error_kind: str = ""
    error_detail: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()

    @property
    def key(self) -> tuple[str, int]:
        """Names the episode within its campaign."""
        return (self.step, self.episode)

    @property
    def passed(self) -> bool:
        """Whether the episode ran and nothing speaks against it."""
        return not self.failure and not self.error_kind

    def mapping(self) -> dict[str, Any]:
        """The result as JSON values."""
        return asdict(self)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "JobResult":
        """The result of what ``mapping`` gave."""
        return cls(**{**values, "rows": tuple(values["rows"])})


@frozen
class Delivery:
    """A result with what differs from run to run.

    Attributes:
        result: The result.
        worker: Number of the worker that ran it, from 0.
        started_s: When it began, seconds since 1970.
        ended_s: When it ended.
        warnings: What was noticed, one sentence each.
    """

    result: JobResult
    worker: int = 0
    started_s: float = 0.0
    ended_s: float = 0.0
    warnings: tuple[str, ...] = ()


def failed_result(job: Job, kind: str, detail: str) -> JobResult:
    """The result of an episode that gave no recording: one row that says why."""
    result = JobResult(job.step, job.episode, "FATAL", detail, "", kind, detail)
    return with_rows(job, result, [unmeasured_row(job, detail)])


def unmeasured_row(job: Job, reason: str) -> Mapping[str, Any]:
    """The row of an episode without metrics, as far as it is known.

    Args:
        job: The episode.
        reason: Why there are none.
    """
    request = job.request
    blank = {name: {str: "", bool: False, int: 0}.get(kind) for name, kind in IDENTITY.items()}
    known = {
        "episode": job.episode,
        "world": job.world,
        "scenario": str(request.parameters.get("task.scenario.file", "")),
        "seed": request.seed,
        "obstacles_mode": request.obstacles_mode,
        "robots_mode": request.robots_mode,
        "adapter": request.adapter,
    }
    return {**blank, **known, REASONS: dict.fromkeys(METRICS, reason)}


def with_rows(job: Job, result: JobResult, measured: Sequence[Mapping[str, Any]]) -> JobResult:
    """A result with the rows of the table.

    Args:
        job: The episode.
        result: Its outcome.
        measured: Identity, metrics and reasons of each robot.
    """
    said = {name: getattr(result, name) for name in VERDICT_COLUMNS}
    rows = tuple(
        {name: {**row, **said, "contestant": job.contestant, "stage": job.stage}.get(name) for name in TABLE_COLUMNS}
        for row in measured
    )
    values = {**asdict(result, recurse=False), "rows": rows}
    return JobResult(**values)
