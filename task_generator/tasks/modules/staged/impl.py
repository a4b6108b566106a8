"""Curricula."""

from typing import Any

from attrs import evolve, frozen

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.tree.not_found import NotFoundError
from task_generator.curriculum import CurriculumIdentifier, load_curriculum
from task_generator.tasks.modules import NEXT, Moment, Step, TM_Module
from task_generator.tasks.modules.staged import _NS


@frozen
class Progress:
    """How far a run has come.

    Attributes:
        file: Curriculum that this is about.
        stage: Number of the stage, from 0.
        staged: Whether the stage was asked for.
        successes: In a row at this stage.
        failures: In a row at this stage.
    """

    file: str
    stage: int
    staged: bool = False
    successes: int = 0
    failures: int = 0

    def at(self, stage: int, last: int) -> "Progress":
        """At another stage, or the same where there is none beyond."""
        wanted = min(max(stage, 0), last)
        return Progress(self.file, wanted, staged=self.staged and wanted == self.stage)

    def after(self, outcome: str) -> "Progress":
        """With one more episode; what was skipped or broke says nothing about the robot."""
        if outcome == "SUCCESS":
            return evolve(self, successes=self.successes + 1, failures=0)
        return evolve(self, failures=self.failures + 1, successes=0) if outcome == "FAILED" else self


class Staged(TM_Module):
    """Counts outcomes, and stages what the stage says whenever there is another one."""

    def before_reset(self, memory: Any, moment: Moment) -> Step:
        """What the next stage changes."""
        file = moment.parameters.text(_NS("file"))
        try:
            curriculum = load_curriculum(CurriculumIdentifier.parse(file).resolve_sync())
        except (ValueError, NotFoundError, FileProblems) as error:
            return Step(memory, warnings=(f"{_NS('file')}: {error}; the stage stays as it is",))
        last = len(curriculum.stages) - 1
        progress = memory if isinstance(memory, Progress) and memory.file == file else None
        if progress is None:
            progress = Progress(file, 0).at(moment.parameters.integer(_NS("start")), last)
        else:
            progress = self._moved(progress, moment, last)
        if progress.staged:
            return Step(progress)
        return Step(evolve(progress, staged=True), curriculum.stages[progress.stage])

    def _moved(self, progress: Progress, moment: Moment, last: int) -> Progress:
        promote = moment.parameters.integer(_NS("promote_after"))
        demote = moment.parameters.integer(_NS("demote_after"))
        for outcome in moment.outcomes:
            progress = progress.after(outcome)
            if 0 < promote <= progress.successes:
                progress = progress.at(progress.stage + 1, last)
            elif 0 < demote <= progress.failures:
                progress = progress.at(progress.stage - 1, last)
        for wish in moment.wishes:
            progress = progress.at(progress.stage + (1 if wish == NEXT else -1), last)
        return progress
