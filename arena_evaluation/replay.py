"""Judges a recording again, with the Judge that judged it online, from nothing but the file."""

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, frozen

from arena_evaluation.comparison import Name, decisions, differences, name_of, outcome_difference, undecided
from arena_simulation_setup.conditions.clause import CONTINUE, Clause
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.order import Order, SubmitPhases, first_task
from arena_simulation_setup.recording.channels import EPISODE, FRAME, ORDERS, OUTCOME, VERDICTS
from arena_simulation_setup.recording.codec import OutcomeRecord, VerdictSnapshot
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.reader import Recording, open_recording
from arena_simulation_setup.verdict import EpisodeOutcome, PhaseOutcome, Verdict

_TOPICS = frozenset(channel.topic for channel in (EPISODE, FRAME, ORDERS, VERDICTS, OUTCOME))


@frozen
class ReplayResult:
    """A recording judged again.

    Attributes:
        path: The recording.
        truncated: Whether the file was cut before the episode ended.
        frames: Number of frames that were judged.
        recorded_verdicts: Verdicts as recorded last.
        recorded_phases: Phases as recorded last.
        recorded_outcome: Recorded end of the episode; None where the recording stops before.
        judged_verdicts: Verdicts now; those that a cut file leaves open are unknown, with that reason.
        judged_phases: Phases now.
        judged_outcome: End of the episode now; None where the recording stops before.
        undecided: Robot and id of each verdict, and robot and phase, that the cut leaves open: ``unknown
            (truncated)``, which is agreement.
        differences: One sentence for each difference between recorded and judged.
    """

    path: Path
    truncated: bool
    frames: int
    recorded_verdicts: tuple[Verdict, ...]
    recorded_phases: tuple[PhaseOutcome, ...]
    recorded_outcome: EpisodeOutcome | None
    judged_verdicts: tuple[Verdict, ...]
    judged_phases: tuple[PhaseOutcome, ...]
    judged_outcome: EpisodeOutcome | None
    undecided: tuple[Name, ...]
    differences: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether everything that the recording decides was decided in the same way, at the same tick, online."""
        return not self.differences


def replay(path: Path) -> ReplayResult:
    """Judge a recording again and compare.

    Frames and submitted phases reach the Judge in the recorded order. Whatever the recorder wrote after a tick is
    compared with what the Judge says at that tick. An end that came from outside, such as a cancelled episode, is
    given to the Judge as recorded.

    Args:
        path: An MCAP recording of this project, whole or cut.

    Raises:
        RecordingError: If the file can not be read or holds something that can not be judged.
    """
    return _judged_again(open_recording(path))


def judge_further(path: Path, clauses: Sequence[Clause]) -> tuple[Verdict, ...]:
    """Judge a recording by conditions that its episode did not have.

    They are judged beside its own, for each robot, over the whole episode. What they say changes nothing, whatever
    their policy: the robot drove as it did. Of a recording that was cut, what it leaves open is unknown.

    Args:
        path: A recording, as for ``replay``.
        clauses: The conditions.

    Returns:
        Verdicts with the ids ``c0``, ``c1``, … in the order of the clauses, robots in order.

    Raises:
        RecordingError: As for ``replay``, and where a name in a condition stands for things on several levels.
    """
    recording = open_recording(path)
    episode = recording.start.episode
    further = tuple(evolve(clause, on_failure=CONTINUE) for clause in clauses)
    judged = evolve(recording.start, episode=evolve(episode, conditions=(*episode.conditions, *further)))
    result = _judged_again(evolve(recording, start=judged))
    names = {f"e{len(episode.conditions) + index}": f"c{index}" for index in range(len(clauses))}
    return tuple(evolve(verdict, id=names[verdict.id]) for verdict in result.judged_verdicts if verdict.id in names)


def _judged_again(recording: Recording) -> ReplayResult:
    run = _Replay(recording)
    try:
        for message in recording.messages(_TOPICS):
            run.take(message.value)
        return run.result()
    except RecordingError:
        raise
    except ValueError as problem:
        raise RecordingError(f"{recording.path}, after frame {run.last_tick}: {problem}") from problem


class _Replay:
    """The Judge on its way through a recording."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        try:
            self._judge = Judge(recording.start.episode, recording.start.layout)
        except ValueError as problem:
            raise RecordingError(f"{recording.path}: {problem}") from problem
        self._robots = recording.start.layout.robots
        self._new_robots: tuple[str, ...] = ()
        self._frame: Frame | None = None
        self._frames = 0
        self._waiting: VerdictSnapshot | None = None
        self._recorded = VerdictSnapshot(0, 0)
        self._outcome: EpisodeOutcome | None = None
        self._differences: tuple[str, ...] = ()

    @property
    def last_tick(self) -> int | None:
        """Tick of the latest frame."""
        return None if self._frame is None else self._frame.tick

    def take(self, value: EpisodeStart | Frame | Order | VerdictSnapshot | OutcomeRecord) -> None:
        if isinstance(value, Frame):
            self._compare_waiting()
            self._judge.observe(value)
            self._frame, self._frames = value, self._frames + 1
        elif isinstance(value, VerdictSnapshot):
            # Compared only when more follows: the last one may speak of an end from outside that is recorded next.
            self._compare_waiting()
            self._waiting = self._recorded = value
        elif isinstance(value, OutcomeRecord):
            self._outcome = value.outcome
            self._judge.close(value.outcome.state, value.outcome.reason, value.outcome.tick)
        elif isinstance(value, Order):
            self._submit(value)
        elif value != self._recording.start:
            self._compare_waiting()
            self._new_robots = value.layout.robots[len(self._robots) :]
            self._robots = value.layout.robots
            self._judge.use_layout(value.layout)

    def result(self) -> ReplayResult:
        judged = self._judged()
        cut = self._recording.truncated and self._outcome is None
        excused = self._excused(judged) if cut else frozenset()
        outcome = None if cut else self._judge.outcome
        found = (
            *self._differences,
            *differences(decisions(self._recorded), decisions(judged), excused),
            *outcome_difference(self._outcome, outcome),
        )
        if cut and self._frame is not None:
            self._judge.close("FATAL", "truncated", self._frame.tick, truncated=True)
        return ReplayResult(
            self._recording.path,
            self._recording.truncated,
            self._frames,
            self._recorded.verdicts,
            self._recorded.phases,
            self._outcome,
            self._judge.verdicts(),
            judged.phases,
            outcome,
            tuple(name_of(decision) for decision in decisions(judged) if name_of(decision) in excused),
            tuple(dict.fromkeys(found)),
        )

    def _submit(self, order: Order) -> None:
        request = first_task(order.request, self._new_robots) or order.request
        if isinstance(request, SubmitPhases) and self._judge.outcome is None:
            self._compare_waiting()
            self._judge.submit(request, self._frame)

    def _judged(self) -> VerdictSnapshot:
        frame = self._frame
        tick, time_ns = (0, 0) if frame is None else (frame.tick, frame.time_ns)
        return VerdictSnapshot(tick, time_ns, self._judge.verdicts(), self._judge.phases())

    def _compare_waiting(self) -> None:
        """Compare a snapshot with the Judge at its tick; the first one that differs says where it began."""
        recorded, self._waiting = self._waiting, None
        if recorded is None or self._differences:
            return
        judged = self._judged()
        if (recorded.verdicts, recorded.phases) != (judged.verdicts, judged.phases):
            found = differences(decisions(recorded), decisions(judged), frozenset())
            self._differences = tuple(f"after tick {recorded.tick}: {difference}" for difference in found)

    def _excused(self, judged: VerdictSnapshot) -> frozenset[Name]:
        """All that is open at a cut, and what the last frame decided if its verdicts were cut off."""
        recorded = decisions(self._recorded)
        if not recorded:
            return frozenset(name_of(decision) for decision in decisions(judged))
        decided = frozenset(name_of(decision) for decision in recorded) - undecided(recorded)
        last = judged.tick if self._recorded.tick < judged.tick else None
        open_now = (decision for decision in decisions(judged) if decision.tick in (None, last))
        return frozenset(name_of(decision) for decision in open_now) - decided
