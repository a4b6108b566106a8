"""Running a campaign into its folder, from the beginning or from where it stopped."""

import shutil
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import time
from typing import Any

from attrs import frozen

from arena_evaluation.tables_files import write_values
from arena_lab.campaign.engine import Engine
from arena_lab.campaign.job_result import TABLE_COLUMNS, WORKER, Delivery, JobResult
from arena_lab.campaign.junit import Case, write_junit
from arena_lab.campaign.perform import read_result, write_result
from arena_lab.campaign.plan import Campaign, Job
from arena_lab.campaign.process_engine import PARTS
from arena_lab.campaign.progress_file import FILE, Progress, append_line, iso, line_of, mend, read_progress
from arena_lab.campaign.run_folder import COMPLETE, INTERRUPTED, RUNNING, RunFolder, RunFolderError

TABLE = "combined_metrics"
Told = Callable[[str], None]
Done = Generator[tuple[Job, Delivery], None, None]


@frozen
class CampaignRun:
    """A campaign in its folder.

    Attributes:
        campaign: What is run.
        folder: Where.
        engine: By what.
        told: Told what happens on the way; the log hears it too.
    """

    campaign: Campaign
    folder: RunFolder
    engine: Engine
    told: Told

    def begin(self, about: Mapping[str, Any]) -> None:
        """Say in the folder what is going to be run.

        Args:
            about: What else the manifest shall hold.
        """
        self.folder.write_manifest(
            {
                "run_id": self.folder.run_id,
                "suite": self.campaign.suite.name,
                "contest": self.campaign.contest.name,
                "scale_episodes": self.campaign.scale,
                "fingerprint": self.campaign.fingerprint,
                "started_at": iso(time()),
                **about,
                "episodes": len(self.campaign.jobs()),
                "state": RUNNING,
            }
        )

    def check_same(self) -> None:
        """Make sure that the run was begun with the same episodes.

        Raises:
            RunFolderError: If it was not.
        """
        if self.folder.manifest().get("fingerprint") != self.campaign.fingerprint:
            raise RunFolderError(
                f"run {self.folder.run_id} was begun with other episodes than suite {self.campaign.suite.name} "
                f"and contest {self.campaign.contest.name} have now; start a new run"
            )

    def run(self, retry_failed: bool = False) -> Done:
        """Run what is not done, and yield it as it comes; the table is written at the end.

        Args:
            retry_failed: Whether episodes that did not run to their end are begun anew.

        Raises:
            RunFolderError: If another process works on the run.
        """
        with self.folder.alone():
            progress = read_progress(self.folder.path / FILE)
            left = self.left(retry_failed)
            self._mend(progress, left)
            self.note(f"{len(left)} of {len(self.campaign.jobs())} episodes are to be run")
            self._set_state(RUNNING)
            try:
                if left:
                    yield from self._worked(left)
            except BaseException:
                self._set_state(INTERRUPTED)
                self.folder.log(time(), "interrupted")
                raise
            finally:
                shutil.rmtree(self.folder.path / PARTS, ignore_errors=True)
            self._finish()

    def left(self, retry_failed: bool = False) -> tuple[Job, ...]:
        """Episodes that are to be run: those without a result, and those whose worker died.

        Args:
            retry_failed: Whether all that did not run to their end are among them.
        """
        done = {case.result.key for case in self.cases() if not _again(case.result, retry_failed)}
        return tuple(job for job in self.campaign.jobs() if job.key not in done)

    def note(self, sentence: str) -> None:
        """Tell something, in the log as well."""
        self.folder.log(time(), sentence)
        self.told(sentence)

    def cases(self) -> tuple[Case, ...]:
        """All episodes that are done, in the order of the campaign."""
        lines = read_progress(self.folder.path / FILE).lines
        found = []
        for job in self.campaign.jobs():
            result = self._result(job) if job.key in lines else None
            if result is not None:
                found.append(Case(result, float(lines[job.key]["runtime_s"]), job.request.seed))
        return tuple(found)

    def junit(self, path: Path) -> None:
        """Write what is done as JUnit XML."""
        write_junit(path, self.campaign.suite.name, self.cases())

    def _worked(self, left: Sequence[Job]) -> Done:
        """Have the engine run episodes, and keep what it delivers."""
        path, jobs = self.folder.path, {job.key: job for job in left}
        shutil.rmtree(path / PARTS, ignore_errors=True)
        for job in left:
            shutil.rmtree(path / job.folder, ignore_errors=True)
        told: set[str] = set()
        with closing(self.engine.deliveries(left, path, self.note)) as deliveries:
            for delivery in deliveries:
                job = jobs[delivery.result.key]
                self._keep(job, delivery)
                for warning in delivery.warnings:
                    if warning not in told:
                        self.folder.log(time(), f"{job.step}, episode {job.episode}: {warning}")
                told.update(delivery.warnings)
                yield job, delivery

    def _keep(self, job: Job, delivery: Delivery) -> None:
        """Write down what an episode gave: first the result, then the line that says that it is there."""
        target = self.folder.path / job.folder
        if read_result(target) is None:
            target.mkdir(parents=True, exist_ok=True)
            write_result(target, delivery.result)
        append_line(self.folder.path / FILE, line_of(self.folder.run_id, job, delivery, time()))

    def _mend(self, progress: Progress, left: Sequence[Job]) -> None:
        """Leave in the progress file what stays as it is."""
        path = self.folder.path / FILE
        if progress.damaged:
            self.note(f"{path}: line {', '.join(map(str, progress.damaged))} is damaged; its episode is run again")
        if path.exists():
            kept = {job.key for job in self.campaign.jobs()} - {job.key for job in left}
            mend(path, Progress({key: line for key, line in progress.lines.items() if key in kept}))

    def _result(self, job: Job) -> JobResult | None:
        return read_result(self.folder.path / job.folder)

    def _set_state(self, state: str) -> None:
        self.folder.write_manifest({**self.folder.manifest(), "state": state, "ended_at": iso(time())})

    def _finish(self) -> None:
        rows = [row for case in self.cases() for row in case.result.rows]
        path = self.folder.path / f"{TABLE}.parquet"
        try:
            write_values(path, TABLE_COLUMNS, rows)
        except ModuleNotFoundError as error:
            path = path.with_suffix(".csv")
            self.note(f"{error}; the table is {path.name}")
            write_values(path, TABLE_COLUMNS, rows)
        self._set_state(COMPLETE)
        self.note(f"done: {path}")


def _again(result: JobResult, retry_failed: bool) -> bool:
    return result.error_kind == WORKER or (retry_failed and bool(result.error_kind))
