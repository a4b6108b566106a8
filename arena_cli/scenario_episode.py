"""Episodes that judge a log: the tasks of a scenario, or conditions alone, for the robots of the log."""

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from arena_cli.argument import UsageError
from arena_evaluation.csv_judging import idle_robots, robot_of
from arena_evaluation.csv_log import CsvLog
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.episode import Episode, EpisodeRobot, WorldReference
from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.load_document import load_document
from arena_simulation_setup.files.read_clause import read_clause
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.scenario.scenario import Scenario
from arena_simulation_setup.world.compaction import CompactedWorld
from task_generator.task_defaults import TaskDefaults, filled

JudgedEpisode = tuple[Episode, tuple[str, ...]]


def scenario_episode(scenario: Scenario, names: Sequence[str], world: CompactedWorld) -> JudgedEpisode:
    """The tasks and conditions of a scenario for the robots of a log or of a recording.

    Args:
        scenario: Its first robot is the first of the names, and so on.
        names: The robots, in the order in which they come.
        world: Where it happened.

    Returns:
        The episode, and doubts about it.

    Raises:
        UsageError: If the scenario names a level that the world does not have.
    """
    tasks = [*scenario.robots, *[None] * (len(names) - len(scenario.robots))]
    robots = tuple(_robot(name, task, world) for name, task in zip(names, tasks, strict=False))
    warnings = []
    if len(scenario.robots) != len(names):
        warnings.append(
            f"scenario {scenario.name} has tasks for {len(scenario.robots)} robots and the log has {len(names)}: "
            "what is beyond the smaller number is ignored"
        )
    signals = [phase for robot in robots for phase in robot.phases if isinstance(phase, GotoPhase) and phase.signal]
    if signals or any(not isinstance(phase, GotoPhase) for robot in robots for phase in robot.phases):
        warnings.append("a log says nothing about signals, gestures and reaching: such phases stay pending")
    return _episode(robots, scenario.conditions, world, scenario.name), tuple(warnings)


def conditions_episode(path: Path, log: CsvLog, world: CompactedWorld) -> JudgedEpisode:
    """The conditions of a file, on every frame of a log.

    Args:
        path: YAML with the one key ``conditions``.
        log: The log.
        world: Where it happened.

    Raises:
        OSError: If the file can not be read.
        FileProblems: If it has errors; all of them are listed.
    """
    conditions, warnings = read_conditions(path)
    return _episode(idle_robots(log), conditions, world, ""), warnings


def read_conditions(path: Path) -> tuple[tuple[Clause, ...], tuple[str, ...]]:
    """The conditions of a file, and doubts about it.

    Args:
        path: YAML with the one key ``conditions``.

    Raises:
        OSError: If the file can not be read.
        FileProblems: If it has errors; all of them are listed.
    """
    loaded = load_document(path, _conditions)
    return loaded.value, tuple(problem.text for problem in loaded.warnings)


def _conditions(cursor: Cursor) -> tuple[Clause, ...]:
    fields = Fields(cursor, ("conditions",))
    fields.refuse_rest()
    if not fields.has("conditions"):
        fields.error("conditions", "key.missing", "'conditions' is missing", expected="the key 'conditions'")
    return fields.listed("conditions", read_clause)


def _robot(name: str, task: RobotTask | None, world: CompactedWorld) -> EpisodeRobot:
    if task is None:
        return robot_of(name)
    dx, dy = (0.0, 0.0)
    if task.goal_floor:
        if task.goal_floor not in world.origins:
            raise UsageError(f"{world.name} has no level {task.goal_floor!r} (loaded: {', '.join(world.levels)})")
        dx, dy = world.origins[task.goal_floor]
    shared = {area.name for area in world.areas() if area.level == task.goal_floor}
    phases = tuple(
        filled(_on_level(_moved(phase, dx, dy), task.goal_floor, shared), TaskDefaults()) for phase in task.phases
    )
    return robot_of(name, phases, task.conditions)


def _moved(phase: Phase, dx: float, dy: float) -> Phase:
    """A phase in the map frame."""
    if not isinstance(phase, GotoPhase) or phase.pose is None:
        return phase
    return evolve(phase, pose=phase.pose.shifted(dx, dy))


def _on_level(phase: Phase, level: str, names: set[str]) -> Phase:
    """A phase whose target, where the level has a place of that name, means the one on this level."""
    if isinstance(phase, GotoPhase) and phase.target in names:
        return evolve(phase, target=f"{phase.target}/{level}")
    return phase


def _episode(
    robots: tuple[EpisodeRobot, ...], conditions: tuple[Clause, ...], world: CompactedWorld, name: str
) -> Episode:
    return Episode(1, WorldReference(world.name, ""), name, 0, robots=robots, conditions=conditions)
