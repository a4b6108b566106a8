"""Conditions over a log in CSV, judged by the one Judge."""

from collections.abc import Iterator

from attrs import evolve, frozen

from arena_evaluation.csv_log import CsvLog
from arena_simulation_setup.conditions.atom import Atom, FieldAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.conditions.names import JUDGED_ROBOT, complaints, entity_fields
from arena_simulation_setup.conditions.parse import atom_text
from arena_simulation_setup.episode import Episode, EpisodeRobot, Limits
from arena_simulation_setup.frame import FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.semantics.vocabulary import ROBOT_FIELDS
from arena_simulation_setup.verdict import VIOLATED, PhaseOutcome, Verdict
from arena_simulation_setup.world.compaction import CompactedWorld

WHOLE_LOG = GotoPhase(tolerance_radius=0.0, until=FieldAtom("", "", ""))
"""A phase that nothing ends, so that conditions without a task are sampled on every frame."""


@frozen
class LogVerdicts:
    """A log judged.

    Attributes:
        frames: Number of frames in the log.
        end_ns: Time of the frame at which judging ended, nanoseconds: the last one, or the one that ended all tasks.
        verdicts: All clauses of all robots.
        phases: Phases of the scenario's tasks.
    """

    frames: int
    end_ns: int
    verdicts: tuple[Verdict, ...]
    phases: tuple[PhaseOutcome, ...]

    @property
    def is_violated(self) -> bool:
        """Whether a clause is violated."""
        return any(verdict.state == VIOLATED for verdict in self.verdicts)


def idle_robots(log: CsvLog) -> tuple[EpisodeRobot, ...]:
    """The robots of a log without a task, for conditions over the whole of it."""
    return tuple(robot_of(name, (WHOLE_LOG,)) for name in log.names("robot"))


def robot_of(name: str, phases: tuple[Phase, ...] = (), conditions: tuple[Clause, ...] = ()) -> EpisodeRobot:
    """A robot of a log; only its name and its task are judged."""
    return EpisodeRobot(name, "", 0.0, Pose(0.0, 0.0), phases, conditions)


def judge_log(log: CsvLog, layout: FrameLayout, episode: Episode) -> LogVerdicts:
    """Judge a log; its end is the end of the episode.

    Args:
        log: The log.
        layout: Its layout.
        episode: Robots of the log with phases in the frame of the log, and the conditions.

    Raises:
        ValueError: If a name in a condition stands for things on several levels.
    """
    frames = list(log.frames())
    # The time limit closes all scopes on the frame of exactly that time, with the log's own time in the reasons.
    limited = evolve(episode, limits=Limits(timeout_ns=frames[-1].time_ns))
    judge = Judge(limited, layout)
    for frame in frames:
        judge.observe(frame)
    end = frames[-1].tick if judge.outcome is None else judge.outcome.tick
    idle = {robot.name for robot in episode.robots if robot.phases == (WHOLE_LOG,)}
    phases = tuple(phase for phase in judge.phases() if phase.robot not in idle)
    return LogVerdicts(len(frames), frames[end].time_ns, judge.verdicts(), phases)


def missing_names(episode: Episode, layout: FrameLayout, world: CompactedWorld) -> tuple[str, ...]:
    """One sentence for each name in a condition that neither the log nor the world has, with the nearest one."""
    subjects = (JUDGED_ROBOT, *layout.robots, *layout.people)
    areas = [name for area in layout.areas for name in (area.name, f"{area.name}/{area.level}")]
    fields = {**entity_fields(world), **dict.fromkeys(layout.robots, ROBOT_FIELDS)}
    for column in (*layout.numbers, *layout.codes):
        for name in (column.entity, column.entity.partition("/")[0]):
            fields[name] = (*fields.get(name, ()), column.field)
    found = {
        f"condition {atom_text(atom)!r} can never be judged: {complaint}": None
        for atom in _atoms(episode)
        for complaint in complaints(atom, subjects, areas, fields)
    }
    return tuple(found)


def _atoms(episode: Episode) -> Iterator[Atom]:
    clauses = list(episode.conditions)
    for robot in episode.robots:
        clauses += robot.conditions
        for phase in robot.phases:
            clauses += phase.conditions
            if phase.until is not None and phase != WHOLE_LOG:
                yield phase.until
    for clause in clauses:
        yield clause.p
        if clause.q is not None:
            yield clause.q
