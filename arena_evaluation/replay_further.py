"""Recordings judged again, one after the other, also by conditions that their episodes did not have."""

from pathlib import Path

from attrs import evolve, frozen

from arena_evaluation.csv_judging import missing_names
from arena_evaluation.replay import ReplayResult, judge_further, replay
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.files.canonical import world_from_json
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.frame import EpisodeStart
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.verdict import VIOLATED, Verdict
from arena_simulation_setup.world.compaction import compacted


@frozen
class Rejudged:
    """What judging a recording again gave.

    Attributes:
        path: The recording.
        result: The comparison with what was said online; None where the recording can not be judged.
        further: Verdicts of the further conditions.
        warnings: Names in the further conditions that the recording does not have.
        problem: Why it can not be judged; empty where it can.
    """

    path: Path
    result: ReplayResult | None = None
    further: tuple[Verdict, ...] = ()
    warnings: tuple[str, ...] = ()
    problem: str = ""

    @property
    def is_violated(self) -> bool:
        """Whether a further condition is violated."""
        return any(verdict.state == VIOLATED for verdict in self.further)


@frozen
class Rejudge:
    """Judges recordings again.

    Attributes:
        clauses: Further conditions.
    """

    clauses: tuple[Clause, ...] = ()

    def __call__(self, path: Path) -> Rejudged:
        """Judge one recording; one that can not be read stops nothing."""
        try:
            result = replay(path)
            if not self.clauses:
                return Rejudged(path, result)
            warnings = _warnings(open_recording(path).start, self.clauses)
            return Rejudged(path, result, judge_further(path, self.clauses), warnings)
        except RecordingError as error:
            return Rejudged(path, problem=str(error))


def _warnings(start: EpisodeStart, clauses: tuple[Clause, ...]) -> tuple[str, ...]:
    """What further conditions name and the recording does not have; none where it holds no world."""
    try:
        world = compacted(world_from_json(start.world_json))
    except FileProblems:
        return ()
    alone = evolve(start.episode, robots=(), conditions=clauses)
    return missing_names(alone, start.layout, world)
