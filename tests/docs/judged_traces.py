"""Judges the traces of docs/conditions.md: rows of places and door states, and what the verdict is after each."""

from collections.abc import Mapping, Sequence

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.episode import Episode, EpisodeRobot, WorldReference
from arena_simulation_setup.frame import NO_CODE, Area, FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.timebase import tick_time_ns

RATE = 10
DOOR_STATES = ("closed", "opening", "open", "closing")
PLACES: Mapping[str, tuple[float, float]] = {
    "hall": (2.0, 2.0),
    "ward": (6.0, 2.0),
    "lab": (10.0, 2.0),
    "nobody": (float("nan"), float("nan")),
}
FAR_AWAY = GotoPhase(pose=Pose(100.0, 100.0), tolerance_radius=0.5, tolerance_angle=0.0, hold_time=0.0)


def _room(name: str) -> Area:
    x, y = PLACES[name]
    return Area(name, "0", "zone", ((x - 2, y - 2), (x + 2, y - 2), (x + 2, y + 2), (x - 2, y + 2)))


LAYOUT = FrameLayout(
    robots=("jackal_0",),
    people=("nurse",),
    codes=(FactColumn("ward_door/0", "door", "state", "discrete", codes=DOOR_STATES),),
    areas=(_room("hall"), _room("ward"), _room("lab")),
)


def judged(clause: Clause, trace: str) -> list[tuple[str, str]]:
    """What the document says and what the Judge says, row by row.

    Args:
        clause: The condition.
        trace: A header, then lines of ``seconds robot nurse ward_door verdict``; the last line is ``end … verdict``.
    """
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(0.0, 0.0), (FAR_AWAY,))
    episode = Episode(1, WorldReference("clinic", "0"), "trace", 0, RATE, robots=(robot,), conditions=(clause,))
    judge = Judge(episode, LAYOUT)
    rows = [line.split() for line in trace.splitlines()[1:] if line.strip()]
    pairs: list[tuple[str, str]] = []
    for row in rows:
        if row[0] == "end":
            judge.close("SKIPPED", "cancelled", len(pairs) - 1)
        else:
            judge.observe(_frame(row))
        pairs.append((row[-1], judge.verdicts()[0].state))
    return pairs


def _frame(row: Sequence[str]) -> Frame:
    seconds, robot, nurse, door, _ = row
    tick = round(float(seconds) * RATE)
    return Frame(
        tick=tick,
        time_ns=tick_time_ns(tick, RATE),
        robots=[(*_point(robot), 0.0, 0.0, 0.0, 0.0)],
        people=[(*_point(nurse), 0.0, 0.0, 0.0)],
        numbers=(),
        codes=[NO_CODE if door == "?" else DOOR_STATES.index(door)],
        contacts=(),
        signals=[NO_CODE],
        results=(),
    )


def _point(text: str) -> tuple[float, float]:
    if text in PLACES:
        return PLACES[text]
    x, _, y = text.strip("()").partition(",")
    return (float(x), float(y))
