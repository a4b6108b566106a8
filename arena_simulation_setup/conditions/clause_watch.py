"""A clause within its scope: fed while the scope is open, closed once."""

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.monitor import Monitor
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.conditions.reasons import (
    at_time,
    decided_text,
    finished_text,
    missing_frames,
    truncated_text,
    unknown_text,
    values_text,
)
from arena_simulation_setup.conditions.truth import Truth
from arena_simulation_setup.verdict import HOLDS, PENDING, UNKNOWN, VIOLATED, Verdict

_STATES = {True: HOLDS, False: VIOLATED, None: UNKNOWN}


class ClauseWatch:
    """One clause judged for one robot.

    Attributes:
        id: Identity within the robot's task.
        clause: The clause.
        state: One of ``VERDICT_STATES``.
    """

    __slots__ = (
        "_cause",
        "_monitor",
        "_p",
        "_q",
        "_robot",
        "_together",
        "_truth",
        "clause",
        "id",
        "reason",
        "state",
        "tick",
    )

    def __init__(self, identity: str, clause: Clause, robot: str, truth: Truth) -> None:
        self.id, self.clause, self.state = identity, clause, PENDING
        self.tick: int | None = None
        self.reason = ""
        self._robot, self._truth, self._monitor = robot, truth, Monitor(clause.op)
        self._cause = self._together = ""
        self._p = truth.slot(clause.p, robot)
        self._q = None if clause.q is None else truth.slot(clause.q, robot)

    @property
    def verdict(self) -> Verdict:
        """What is known now."""
        q = "" if self.clause.q is None else atom_text(self.clause.q)
        p = atom_text(self.clause.p)
        return Verdict(self.id, self.clause.op, p, q, self._robot, self.state, self.tick, self.reason)

    def feed(self) -> bool:
        """Judge the present sample; tells whether it decided the clause. Nothing happens once it is decided."""
        if self.state is not PENDING:
            return False
        truth, monitor = self._truth, self._monitor
        p, q = truth.value(self._p), False if self._q is None else truth.value(self._q)
        decision = monitor.sample(p, q, truth.sample.time_ns)
        if decision is None:
            if monitor.unknown_samples or monitor.together_ns is not None:
                self._remember()
            return False
        reason = decided_text(self.clause, decision, self._values(), truth.sample.time_ns)
        self._decide(_STATES[decision], truth.sample.tick, reason)
        return True

    def miss(self, first: int, last: int) -> None:
        """Count the missing ticks ``first`` to ``last`` as one unknown sample."""
        if self.state is PENDING:
            self._monitor.sample(None, None, 0)
            self._cause = self._cause or missing_frames(first, last)

    def close(self, tick: int, time_ns: int, *, truncated: bool = False) -> bool:
        """End the scope; tells whether that decided the clause.

        Args:
            tick: Tick of the end.
            time_ns: Episode time of the end.
            truncated: Whether the frames ended before the episode did, so that nothing is known about the rest.
        """
        if self.state is not PENDING:
            return False
        answer = self._monitor.finish()
        if truncated:
            self._decide(UNKNOWN, tick, truncated_text(self.clause, time_ns))
        elif answer is None:
            self._decide(UNKNOWN, tick, unknown_text(self.clause, self._monitor, self._cause, time_ns))
        else:
            values = self._together or self._values()
            self._decide(_STATES[answer], tick, finished_text(self.clause, self._monitor, values, time_ns))
        return True

    def _remember(self) -> None:
        """Keep the values of a sample that the verdict will be about, though it decides nothing now."""
        time_ns, monitor = self._truth.sample.time_ns, self._monitor
        if monitor.unknown_samples and not self._cause:
            self._cause = f"{at_time(time_ns)}, {self._values()}"
        if monitor.together_ns is not None and not self._together:
            self._together = self._values()

    def _values(self) -> str:
        return values_text(self.clause, self._robot, self._truth)

    def _decide(self, state: str, tick: int, reason: str) -> None:
        self.state, self.tick, self.reason = state, tick, reason
