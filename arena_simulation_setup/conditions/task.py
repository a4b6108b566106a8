"""A robot's phases and requests over a whole episode."""

from collections.abc import Sequence

from attrs import define, field

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.clause_watch import ClauseWatch
from arena_simulation_setup.conditions.phase_monitor import PhaseMonitor
from arena_simulation_setup.conditions.truth import Truth
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.verdict import DROPPED, FAILED, MET, PENDING, PhaseOutcome


@define
class TaskPhase:
    """One phase and what became of it.

    Attributes:
        index: Number over the whole episode.
        phase: As submitted.
        monitor: Judges it while it is active.
        watches: Clauses of this phase.
        outcome: One of ``PHASE_OUTCOMES``.
        tick: Tick that ended it.
        reason: Why it ended.
    """

    index: int
    phase: Phase
    monitor: PhaseMonitor
    watches: list[ClauseWatch]
    outcome: str = PENDING
    tick: int | None = None
    reason: str = ""

    def end(self, outcome: str, tick: int, reason: str) -> None:
        """Write down what became of it."""
        self.outcome, self.tick, self.reason = outcome, tick, reason

    def described(self, robot: str) -> PhaseOutcome:
        """What is known now."""
        return PhaseOutcome(robot, self.index, self.phase.kind, self.outcome, self.tick, self.reason)


@define
class Request:
    """Phases that were asked for together, with the clauses over all of them."""

    watches: list[ClauseWatch]
    phases: list[TaskPhase]


@define
class Task:
    """Everything that one robot was asked to do, in order.

    Attributes:
        robot: Name of the robot.
        episode_watches: Clauses of the episode, bound to this robot.
        requests: In order of arrival.
        active: The phase being judged; None before the first and after the last.
        violated: Identities of violated clauses, in order of violation.
    """

    robot: str
    episode_watches: list[ClauseWatch]
    requests: list[Request] = field(factory=list)
    active: TaskPhase | None = None
    violated: list[str] = field(factory=list)

    @property
    def phases(self) -> list[TaskPhase]:
        """Phases of all requests."""
        return [phase for request in self.requests for phase in request.phases]

    @property
    def watches(self) -> list[ClauseWatch]:
        """All clauses in a fixed order: episode, then per request its own and those of its phases."""
        watches = list(self.episode_watches)
        for request in self.requests:
            watches += request.watches
            for phase in request.phases:
                watches += phase.watches
        return watches

    @property
    def lasting_watches(self) -> list[ClauseWatch]:
        """Clauses that outlast a phase: those of the episode, then those of the latest request."""
        return [*self.episode_watches, *(self.requests[-1].watches if self.requests else ())]

    def open_watches(self) -> list[ClauseWatch]:
        """Clauses that the next sample counts for; none without an active phase."""
        return [] if self.active is None else [*self.lasting_watches, *self.active.watches]

    def following(self) -> TaskPhase | None:
        """The phase after the active one; None where that is the last."""
        phases = self.requests[-1].phases
        position = 0 if self.active is None else phases.index(self.active) + 1
        return phases[position] if position < len(phases) else None

    def request(self, phases: Sequence[Phase], conditions: Sequence[Clause], truth: Truth) -> Request:
        """The next request, not yet part of the task; identities and indices continue.

        Raises:
            ValueError: If a name in it stands for places on several levels.
        """
        start, number = len(self.phases), len(self.requests)
        return Request(
            _watches(f"r{number}", conditions, self.robot, truth),
            [self._phase(index, phase, truth) for index, phase in enumerate(phases, start)],
        )

    def texts(self) -> dict[str, str]:
        """The robot's fields as an entity; comma lists where there may be several."""
        phases = self.phases
        return {
            "phase": "" if self.active is None else str(self.active.index),
            "met": _indices(phases, MET),
            "failed": _indices(phases, FAILED),
            "dropped": _indices(phases, DROPPED),
            "violated": ",".join(self.violated),
        }

    def _phase(self, index: int, phase: Phase, truth: Truth) -> TaskPhase:
        monitor = PhaseMonitor(phase, index, self.robot, truth)
        return TaskPhase(index, phase, monitor, _watches(str(index), phase.conditions, self.robot, truth))


def episode_watches(conditions: Sequence[Clause], robot: str, truth: Truth) -> list[ClauseWatch]:
    """Clauses of the episode for one robot: ``e0``, ``e1``, ….

    Raises:
        ValueError: If a name in them stands for places on several levels.
    """
    return [ClauseWatch(f"e{index}", clause, robot, truth) for index, clause in enumerate(conditions)]


def _watches(scope: str, conditions: Sequence[Clause], robot: str, truth: Truth) -> list[ClauseWatch]:
    return [ClauseWatch(f"{scope}:{index}", clause, robot, truth) for index, clause in enumerate(conditions)]


def _indices(phases: list[TaskPhase], outcome: str) -> str:
    return ",".join(str(phase.index) for phase in phases if phase.outcome == outcome)
