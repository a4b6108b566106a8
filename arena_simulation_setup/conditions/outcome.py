"""When and how an episode ends by itself."""

from collections.abc import Sequence

from arena_simulation_setup.conditions.progress import ProgressTimer
from arena_simulation_setup.conditions.reasons import finished_after
from arena_simulation_setup.conditions.robot_judge import RobotJudge
from arena_simulation_setup.conditions.sample import Sample
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.verdict import EpisodeOutcome

SUCCESS, FAILED = "SUCCESS", "FAILED"
COLLISION, NO_PROGRESS, TIMEOUT = "collision", "no progress", "timeout"


class OutcomeWatch:
    """Ends an episode, first match: an abort, a collision, all tasks finished, no progress, the time limit.

    A robot makes no progress when it has been within 1 m of one spot for longer than the limit, counted anew for each
    phase, without waiting at a goal. The time limit is reached on the frame of exactly that time; who finishes on that
    frame is in time. Only robots with phases have a task; without any such robot the episode is a success at its limit.
    A robot whose task has no end is never finished, and its episode is a success at the limit.

    Args:
        limits: What ends the episode early.
        endless: Names of the robots whose task has no end.
    """

    def __init__(self, limits: Limits, endless: Sequence[str] = ()) -> None:
        self._limits = limits
        self._endless = tuple(endless)
        self._timers: dict[str, tuple[int, ProgressTimer]] = {}

    def restart(self) -> None:
        """Nothing is known about where the robots were until now."""
        self._timers = {}

    def decide(self, sample: Sample, robots: Sequence[RobotJudge]) -> EpisodeOutcome | None:
        """The outcome on this sample, after all robots were judged on it; None while the episode goes on."""
        stalled = self._stalled(sample, robots)
        abort = next((robot.abort_reason for robot in robots if robot.abort_reason), "")
        working = [robot for robot in robots if robot.task.active is not None]
        if abort:
            return EpisodeOutcome(FAILED, sample.tick, abort)
        if self._limits.fail_on_collision and sample.contacts:
            return EpisodeOutcome(FAILED, sample.tick, COLLISION)
        bounded = [robot for robot in robots if robot.task.robot not in self._endless]
        if not working and len(bounded) == len(robots) and any(robot.finished for robot in robots):
            return EpisodeOutcome(SUCCESS, sample.tick, finished_after(sample.time_ns))
        if stalled:
            return EpisodeOutcome(FAILED, sample.tick, NO_PROGRESS)
        if self._limits.timeout_ns is not None and sample.time_ns >= self._limits.timeout_ns:
            if any(robot.task.active is not None for robot in bounded):
                return EpisodeOutcome(FAILED, sample.tick, TIMEOUT)
            return EpisodeOutcome(SUCCESS, sample.tick, finished_after(sample.time_ns))
        return None

    def _stalled(self, sample: Sample, robots: Sequence[RobotJudge]) -> bool:
        limit = self._limits.no_progress_ns
        if limit is None:
            return False
        stood = [self._stood_ns(sample, robot) for robot in robots]
        return any(duration > limit for duration in stood)

    def _stood_ns(self, sample: Sample, robot: RobotJudge) -> int:
        name, active = robot.task.robot, robot.task.active
        if active is None or active.monitor.waiting:
            self._timers.pop(name, None)
            return 0
        index, timer = self._timers.get(name, (-1, ProgressTimer()))
        if index != active.index:
            timer = ProgressTimer()
            self._timers[name] = (active.index, timer)
        return timer.stood_ns(sample.robot(name), sample.time_ns)
