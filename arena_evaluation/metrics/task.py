"""Metrics of the task: how it ended, how long it took, what was violated."""

import numpy as np

from arena_evaluation.foreign.no_task import is_imported
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import RobotRun
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND, tick_time_ns
from arena_simulation_setup.verdict import MET, UNKNOWN, VIOLATED, Verdict

STUCK_S = 10.0
STUCK_RADIUS = 0.2
STUCK_TURN = np.radians(15.0)

_FAILURES = {"timeout": "TIMEOUT", "collision": "COLLISION", "no progress": "NO_PROGRESS"}
_OTHERS = {"SUCCESS": "SUCCESS", "SKIPPED": "ABORTED", "FATAL": "FATAL"}


def success(run: RobotRun) -> bool:
    """Whether every phase of the task was met."""
    return all(phase.outcome == MET for phase in run.phases)


def outcome(run: RobotRun) -> str:
    """How the episode ended: SUCCESS, TIMEOUT, COLLISION, NO_PROGRESS, FAILED, ABORTED or FATAL."""
    end = run.episode.outcome
    if is_imported(run.episode.start.episode):
        # Without a task nothing came of it, whatever the recording says of its own end.
        _ = run.phases
    if end is None:
        raise NoValueError("the recording stops before its episode ends")
    return _OTHERS.get(end.state) or _FAILURES.get(end.reason, "FAILED")


def duration(run: RobotRun) -> float:
    """Seconds of the episode."""
    return run.episode.duration


def time_to_goal(run: RobotRun) -> float:
    """Seconds from the first frame to the frame that met the last phase."""
    if not success(run):
        raise NoValueError(f"{run.name} did not complete its task")
    last = max(phase.tick or 0 for phase in run.phases)
    return tick_time_ns(last, run.episode.start.episode.rate) / NANOSECONDS_PER_SECOND - float(run.episode.times[0])


def goal_condition_rate(run: RobotRun) -> float:
    """Share of phases that were met."""
    return sum(phase.outcome == MET for phase in run.phases) / len(run.phases)


def unsafe(run: RobotRun) -> int:
    """Number of violated conditions."""
    return sum(verdict.state == VIOLATED for verdict in _verdicts(run))


def conditions_unknown(run: RobotRun) -> int:
    """Number of conditions that could not be judged."""
    return sum(verdict.state == UNKNOWN for verdict in _verdicts(run))


def stuck(run: RobotRun) -> bool:
    """Whether the task failed and the robot stayed for ten seconds within 0.2 m and 15 degrees."""
    if success(run):
        return False
    return any(_stays(stretch.times, stretch.points, stretch.yaws) for stretch in run.stretches)


def _stays(times: np.ndarray, points: np.ndarray, yaws: np.ndarray) -> bool:
    first = 0
    for index in range(len(times)):
        offset = points[index] - points[first]
        if np.hypot(*offset) > STUCK_RADIUS or abs(yaws[index] - yaws[first]) > STUCK_TURN:
            first += 1
            while first < index and (
                np.hypot(*(points[index] - points[first])) > STUCK_RADIUS or abs(yaws[index] - yaws[first]) > STUCK_TURN
            ):
                first += 1
        if times[index] - times[first] >= STUCK_S - 1e-6:
            return True
    return False


def _verdicts(run: RobotRun) -> list[Verdict]:
    found = [verdict for verdict in run.episode.said.verdicts if verdict.robot == run.name]
    if not found:
        raise NoValueError(f"{run.name} has no conditions")
    return found
