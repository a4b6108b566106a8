"""One robot's task, judged frame by frame."""

from collections.abc import Iterable, Sequence

from arena_simulation_setup.conditions.changes import Changes
from arena_simulation_setup.conditions.clause import ABORT_EPISODE, CONTINUE, Clause
from arena_simulation_setup.conditions.clause_watch import ClauseWatch
from arena_simulation_setup.conditions.reasons import dropped_text, phase_abort_text, violation_text
from arena_simulation_setup.conditions.task import Task, TaskPhase, episode_watches
from arena_simulation_setup.conditions.truth import Truth
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.verdict import DROPPED, FAILED, PENDING, VIOLATED

SUPERSEDED = "another task was submitted"
REMOVED = "the robot was removed"


class RobotJudge:
    """Feeds the clauses in scope and the active phase of one robot, and applies what a violation or failure does.

    Attributes:
        task: Phases, requests and clauses.
        abort_reason: Why this robot ends the episode; empty while it does not.
        gone: Whether it was taken away for good.
    """

    def __init__(self, name: str, conditions: Sequence[Clause], truth: Truth, changes: Changes) -> None:
        self.task = Task(name, episode_watches(conditions, name, truth))
        self.abort_reason = ""
        self.gone = False
        self._truth, self._changes = truth, changes
        self._open: list[ClauseWatch] = []

    @property
    def finished(self) -> bool:
        """Whether it had phases and none of them is left; who is gone has finished nothing."""
        return not self.gone and self.task.active is None and any(request.phases for request in self.task.requests)

    def submit(self, phases: Sequence[Phase], conditions: Sequence[Clause], tick: int, time_ns: int) -> None:
        """Replace what is pending; the first new phase is active at once.

        Raises:
            ValueError: If a name in them stands for places on several levels.
        """
        request = self.task.request(phases, conditions, self._truth)
        self._drop_pending(SUPERSEDED, tick, time_ns)
        self.task.requests.append(request)
        self._activate(self.task.following())

    def miss(self, first: int, last: int) -> None:
        """Take note that nothing is known about the ticks ``first`` to ``last``."""
        for watch in self._open:
            watch.miss(first, last)
        if self.task.active is not None:
            self.task.active.monitor.restart_park()

    def leave(self, tick: int, time_ns: int) -> None:
        """Take note that the robot is taken away after a tick: what was decided stays, what is pending is dropped."""
        self.gone = True
        if self.task.active is not None:
            self._drop_pending(REMOVED, tick, time_ns)

    def step(self) -> None:
        """Judge the present sample: clauses first, then the phase, then what follows from both."""
        active = self.task.active
        if active is None:
            return
        decided = [watch for watch in self._open if watch.state is PENDING and watch.feed()]
        ended = active.monitor.step()
        for watch in decided:
            self._record(watch)
        if ended is not None and self.task.active is active:
            self._end_phase(active, *ended)

    def close(self, tick: int, time_ns: int, *, truncated: bool) -> None:
        """End all scopes with the episode; failure policies have nothing left to act on."""
        for watch in self.task.watches:
            if watch.close(tick, time_ns, truncated=truncated):
                self._note(watch)

    def _activate(self, phase: TaskPhase | None) -> None:
        self.task.active = phase
        self._open = self.task.open_watches()
        if phase is not None:
            phase.monitor.dispatch()

    def _end_phase(self, active: TaskPhase, outcome: str, reason: str) -> None:
        sample, policy = self._truth.sample, active.phase.on_failure
        active.end(outcome, sample.tick, reason)
        self._changes.phases.append(active.described(self.task.robot))
        self._close(active.watches, sample.tick, sample.time_ns)
        if self.task.active is not active:
            return
        if active.monitor.misfired:
            self._stop(reason, reason)
        elif outcome == FAILED and policy != CONTINUE:
            text = phase_abort_text(active.index, self.task.robot, reason)
            self._stop(text, text if policy == ABORT_EPISODE else "")
        else:
            self._proceed()

    def _proceed(self) -> None:
        sample = self._truth.sample
        self._activate(self.task.following())
        if self.task.active is None:
            self._close(self.task.requests[-1].watches, sample.tick, sample.time_ns)

    def _stop(self, cause: str, abort_reason: str) -> None:
        self.abort_reason = self.abort_reason or abort_reason
        if self.task.active is not None:
            self._changes.stopped_robots.append(self.task.robot)
            self._drop_pending(cause, self._truth.sample.tick, self._truth.sample.time_ns)

    def _drop_pending(self, cause: str, tick: int, time_ns: int) -> None:
        # Without an active phase, what the closing clauses demand can stop nothing any more.
        self._activate(None)
        for request in self.task.requests:
            for phase in request.phases:
                if phase.outcome == PENDING:
                    phase.end(DROPPED, tick, dropped_text(cause, time_ns))
                    self._changes.phases.append(phase.described(self.task.robot))
                    self._close(phase.watches, tick, time_ns)
            self._close(request.watches, tick, time_ns)

    def _close(self, watches: Iterable[ClauseWatch], tick: int, time_ns: int) -> None:
        for watch in watches:
            if watch.close(tick, time_ns):
                self._record(watch)

    def _note(self, watch: ClauseWatch) -> None:
        self._changes.verdicts.append(watch.verdict)
        if watch.state == VIOLATED:
            self.task.violated.append(watch.id)

    def _record(self, watch: ClauseWatch) -> None:
        self._note(watch)
        policy = watch.clause.on_failure
        if watch.state == VIOLATED and policy != CONTINUE:
            text = violation_text(watch.id, watch.clause, self.task.robot)
            self._stop(text, text if policy == ABORT_EPISODE else "")
