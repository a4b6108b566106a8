"""A tiny ward that judging tests share: two robots, two people, two rooms, a door; ten frames per second."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.episode import Episode, EpisodeRobot, Limits, WorldReference
from arena_simulation_setup.frame import Area, FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.verdict import Observation, Verdict

RATE = 10
NOWHERE = (float("nan"), float("nan"))
NO_LIMITS = Limits()
FALSE, TRUE, NO_VALUE = 0, 1, 255


def square(name: str, x: float, y: float, level: str = "0", kind: str = "zone") -> Area:
    return Area(name, level, kind, ((x, y), (x + 4.0, y), (x + 4.0, y + 4.0), (x, y + 4.0)))


LAYOUT = FrameLayout(
    robots=("jackal_0", "jackal_1"),
    people=("nurse", "visitor"),
    numbers=(FactColumn("door_1/0", "door", "progress", "continuous"),),
    codes=(
        FactColumn("door_1/0", "door", "state", "discrete", codes=("closed", "opening", "open", "closing")),
        FactColumn("door_1/0", "door", "open", "predicate", codes=("false", "true")),
    ),
    signals=("arrived", "stop"),
    areas=(square("ward", 0.0, 0.0), square("lab", 4.0, 0.0), square("hall", 0.0, 4.0), square("hall", 50.0, 4.0, "1")),
)


def frame(
    tick: int,
    *robots: Sequence[float],
    nurse: Sequence[float] = NOWHERE,
    visitor: Sequence[float] = NOWHERE,
    door: Sequence[float] = (0.0, FALSE, FALSE),
    **arrays: Any,
) -> Frame:
    """A frame; robots that are not given stand at (100, 100)."""
    poses = [(*robot, 0.0)[:3] for robot in robots] + [(100.0, 100.0, 0.0)] * (2 - len(robots))
    return Frame(
        tick=tick,
        time_ns=tick_time_ns(tick, RATE),
        robots=[(*pose, 0.0, 0.0, 0.0) for pose in poses],
        people=[(*person[:2], 0.0, 0.0, 0.0) for person in (nurse, visitor)],
        numbers=[door[0]],
        codes=[int(code) for code in door[1:]],
        contacts=arrays.get("contacts", []),
        signals=arrays.get("signals", [NO_VALUE, NO_VALUE]),
        results=arrays.get("results", []),
    )


def clause(op: str, p: str, q: str | None = None, on_failure: str = "continue") -> Clause:
    return parse_clause({"op": op, "p": p, "q": q, "on_failure": on_failure})


def episode(
    *phases: Phase,
    conditions: Iterable[Clause] = (),
    request: Iterable[Clause] = (),
    second: Sequence[Phase] = (),
    limits: Limits = NO_LIMITS,
) -> Episode:
    """``phases`` and ``request`` belong to jackal_0, ``second`` are the phases of jackal_1."""
    robots = (
        EpisodeRobot("jackal_0", "jackal", 0.267, Pose(0.0, 0.0), phases, tuple(request)),
        EpisodeRobot("jackal_1", "jackal", 0.267, Pose(0.0, 0.0), tuple(second)),
    )
    world = WorldReference("ward", "0")
    return Episode(1, world, "test", 0, RATE, robots=robots, conditions=tuple(conditions), limits=limits)


def judge(*phases: Phase, layout: FrameLayout = LAYOUT, **parts: Any) -> Judge:
    return Judge(episode(*phases, **parts), layout)


def verdict_of(judged: Judge, identity: str, robot: str = "jackal_0") -> Verdict:
    return next(found for found in judged.verdicts() if (found.id, found.robot) == (identity, robot))


def outcomes(judged: Judge, robot: str = "jackal_0") -> list[str]:
    return [phase.outcome for phase in judged.phases() if phase.robot == robot]


def drive(judged: Judge, path: Mapping[int, Sequence[float]], ticks: int, **parts: Any) -> list[Observation]:
    """Feed frames 0 to ``ticks``; jackal_0 jumps to each pose of ``path`` at its tick and stays there."""
    pose: Sequence[float] = path.get(0, (0.0, 0.0))
    seen = []
    for tick in range(ticks + 1):
        pose = path.get(tick, pose)
        seen.append(judged.observe(frame(tick, pose, **parts)))
    return seen
