"""How a run stands: contestant by contestant, stage by stage."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from arena_lab.campaign.job_result import JobResult
from arena_lab.campaign.plan import Job


@frozen
class Standing:
    """One step.

    Attributes:
        contestant: Name of the contestant.
        stage: Name of the stage.
        episodes: How many there are to run.
        done: How many have a result.
        passed: How many of these have passed.
        errors: How many of these did not run to their end.
    """

    contestant: str
    stage: str
    episodes: int
    done: int = 0
    passed: int = 0
    errors: int = 0

    @property
    def failed(self) -> int:
        """How many ran and have not passed."""
        return self.done - self.passed - self.errors


def standings(jobs: Sequence[Job], results: Iterable[JobResult]) -> tuple[Standing, ...]:
    """The steps of a campaign in order.

    Args:
        jobs: All of its episodes.
        results: Of those that are done.
    """
    found = list(results)
    steps = dict.fromkeys((job.contestant, job.stage) for job in jobs)
    return tuple(_standing(contestant, stage, jobs, found) for contestant, stage in steps)


def _standing(contestant: str, stage: str, jobs: Sequence[Job], results: Sequence[JobResult]) -> Standing:
    own = [job for job in jobs if (job.contestant, job.stage) == (contestant, stage)]
    done = [result for result in results if result.step == own[0].step]
    return Standing(
        contestant,
        stage,
        len(own),
        len(done),
        sum(result.passed for result in done),
        sum(bool(result.error_kind) for result in done),
    )
