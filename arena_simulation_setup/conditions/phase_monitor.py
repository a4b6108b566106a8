"""When a phase is met or has failed."""

from arena_simulation_setup.conditions.goal import Goal, goal_of, pose_goal
from arena_simulation_setup.conditions.parking import ParkTimer
from arena_simulation_setup.conditions.reasons import misfire_text, phase_failed_text, phase_met_text
from arena_simulation_setup.conditions.truth import Truth
from arena_simulation_setup.frame import RESULT_STATUSES
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.timebase import seconds_to_ns
from arena_simulation_setup.verdict import FAILED, MET

DONE, UNSUPPORTED = (RESULT_STATUSES.index(status) for status in ("done", "unsupported"))
ACTION_FAILED = frozenset(code for code, status in enumerate(RESULT_STATUSES) if status.startswith("failed"))


class PhaseMonitor:
    """One phase of one robot while it is active.

    Order of completion: arrival, parking for ``hold_time``, ``until``, met. A goto phase is never given up on account
    of its planner; a reported failure counts at the moment it would be met. With a ``signal``, position alone never
    ends it: signalling at the goal is arrival (no parking), signalling elsewhere is a misfire.

    Attributes:
        arrived_ns: Time of arrival; None before it.
        held: Whether parking is done; stays so even if the robot drives off.
        misfired: Whether the phase failed by a signal away from the goal.
    """

    def __init__(self, phase: Phase, index: int, robot: str, truth: Truth) -> None:
        self._phase, self._index, self._robot, self._truth = phase, index, robot, truth
        self._park = ParkTimer()
        self._until = None if phase.until is None else truth.slot(phase.until, robot)
        self._goal: Goal | None = None
        self._hold_ns, self._signal = 0, ""
        if isinstance(phase, GotoPhase):
            self._goal = goal_of(phase, robot, truth)
            self._hold_ns, self._signal = seconds_to_ns(phase.hold_time or 0.0), phase.signal or ""
        self.arrived_ns: int | None = None
        self.held = self.misfired = False

    @property
    def waiting(self) -> bool:
        """Whether the robot has arrived and the phase is not met."""
        return self.arrived_ns is not None

    def dispatch(self) -> None:
        """Begin; a hold phase keeps the pose that the robot has now."""
        phase = self._phase
        row = self._truth.sample.robot(self._robot) if self._truth.has_sample else None
        if isinstance(phase, GotoPhase) and self._goal is None and row is not None:
            self._goal = pose_goal(phase, Pose(row[0], row[1], row[2]), self._robot, self._truth)

    def restart_park(self) -> None:
        """Nothing is known about how the robot stood until now."""
        self._park.restart()

    def step(self) -> tuple[str, str] | None:
        """Judge the present sample.

        Returns:
            Outcome (``met`` or ``failed``) and reason where the phase ends, else None.
        """
        status = self._truth.sample.result(self._robot, self._index)
        gave_up = status is not None and status in ACTION_FAILED
        if status == UNSUPPORTED or (gave_up and not isinstance(self._phase, GotoPhase)):
            return self._failed(status)
        if not isinstance(self._phase, GotoPhase):
            self._follow_action(status)
        elif self._signal:
            self._follow_signal()
        else:
            self._follow_position()
        if self.misfired:
            return FAILED, misfire_text(self._signal, None if self._goal is None else self._goal.distance())
        if not self.held or not self._until_holds():
            return None
        return self._failed(status) if gave_up else self._met()

    def _failed(self, status: int | None) -> tuple[str, str]:
        said = "failed" if status is None else RESULT_STATUSES[status]
        return FAILED, phase_failed_text(self._phase, said, self._robot, self._truth.sample)

    def _met(self) -> tuple[str, str]:
        arrived_ns = self._truth.sample.time_ns if self.arrived_ns is None else self.arrived_ns
        return MET, phase_met_text(self._phase, self._robot, arrived_ns, self._truth)

    def _until_holds(self) -> bool:
        return self._until is None or self._truth.value(self._until) is True

    def _arrive(self) -> None:
        if self.arrived_ns is None:
            self.arrived_ns = self._truth.sample.time_ns

    def _follow_action(self, status: int | None) -> None:
        if status == DONE:
            self._arrive()
            self.held = True

    def _follow_signal(self) -> None:
        if self.held or self._truth.sample.signal(self._robot) != self._signal:
            return
        if self._reached():
            self._arrive()
            self.held = True
        else:
            self.misfired = True

    def _follow_position(self) -> None:
        sample = self._truth.sample
        row = sample.robot(self._robot)
        if row is not None and self._reached():
            self._arrive()
            held_ns = self._park.held_ns(row, sample.time_ns)
            self.held = self.held or held_ns >= self._hold_ns
        elif not self.held:
            self._park.restart()
            if self._until is None:
                self.arrived_ns = None

    def _reached(self) -> bool:
        if self._goal is None:
            self.dispatch()
        return self._goal is not None and self._goal.reached() is True
