"""What the judge costs per monitor and tick, beside rtamt where that library is installed."""

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter

import numpy as np
from attrs import frozen

from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.episode import Episode, EpisodeRobot, WorldReference
from arena_simulation_setup.frame import PREDICATE_CODES, Area, FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.timebase import DEFAULT_RATE, tick_time_ns
from arena_simulation_setup.verdict import PENDING

ZONES, ROBOTS, PEOPLE, CLAUSES = 13, 4, 20, 20
LARGEST_MONITOR_US = 2.0
"""Microseconds that one monitor may cost per tick."""
ROOM = 6.0
"""Edge of a zone, metres."""
RTAMT_RULE = "historically (not ((p >= 0.5) and (q >= 0.5)))"


@frozen
class JudgeCost:
    """Figures of one run.

    Attributes:
        monitors: Clauses times robots, all undecided to the end.
        ticks: Frames that were judged.
        monitor_us: Microseconds per monitor and tick, everything that the judge does included, the fastest run.
        rtamt_us: Microseconds of rtamt for one ``never_during`` and tick, given truths; None where it is not installed.
    """

    monitors: int
    ticks: int
    monitor_us: float
    rtamt_us: float | None


def judge_cost(ticks: int = 1000, repeats: int = 5) -> JudgeCost:
    """Measure twenty clauses of two atoms over 13 zones, 4 robots and 20 people.

    Args:
        ticks: Frames per run.
        repeats: Runs of either, in turn, so that both see the same machine; the fastest counts.

    Raises:
        RuntimeError: If a clause was decided, which would make it cheaper than one that is judged.
    """
    frames = [_frame(tick) for tick in range(ticks)]
    own: list[float] = []
    others: list[float] = []
    for _ in range(repeats):
        own.append(_judging_s(frames))
        if has_rtamt():
            others.append(_rtamt_s(ticks))
    monitors = CLAUSES * ROBOTS
    rtamt_us = min(others) / ticks * 1e6 if others else None
    return JudgeCost(monitors, ticks, min(own) / (ticks * monitors) * 1e6, rtamt_us)


def has_rtamt() -> bool:
    """Whether rtamt is installed."""
    return find_spec("rtamt") is not None


def _judging_s(frames: Sequence[Frame]) -> float:
    judge = Judge(_episode(), _layout())
    began = perf_counter()
    for frame in frames:
        judge.observe(frame)
    elapsed = perf_counter() - began
    decided = [verdict for verdict in judge.verdicts() if verdict.state != PENDING]
    if decided:
        raise RuntimeError(f"clause {decided[0].id} was decided ({decided[0].reason}); all must stay undecided")
    return elapsed


def _rtamt_s(ticks: int) -> float:
    update = rtamt_monitor(RTAMT_RULE)
    began = perf_counter()
    for tick in range(ticks):
        update(tick, [("p", float(tick % 2)), ("q", 0.0)])
    return perf_counter() - began


def rtamt_monitor(rule: str) -> Callable[[int, list[tuple[str, float]]], float]:
    """An online monitor of rtamt over the variables p and q.

    Args:
        rule: Past-time formula in rtamt's language.

    Raises:
        ModuleNotFoundError: If rtamt is not installed.
    """
    specification = import_module("rtamt").StlDiscreteTimeOnlineSpecification()
    for name in ("p", "q"):
        specification.declare_var(name, "float")
    specification.spec = rule
    specification.parse()
    update: Callable[[int, list[tuple[str, float]]], float] = specification.update
    return update


def _layout() -> FrameLayout:
    return FrameLayout(
        robots=tuple(f"jackal_{index}" for index in range(ROBOTS)),
        people=tuple(f"person_{index}" for index in range(PEOPLE)),
        codes=tuple(FactColumn(f"zone_{i}/0", "zone", "lit", "predicate", codes=PREDICATE_CODES) for i in range(ZONES)),
        areas=tuple(_area(index) for index in range(ZONES)),
    )


def _area(index: int) -> Area:
    x, y = ROOM * (index % 5), ROOM * (index // 5)
    return Area(f"zone_{index}", "0", "zone", ((x, y), (x + ROOM, y), (x + ROOM, y + ROOM), (x, y + ROOM)))


def _episode() -> Episode:
    far_away = GotoPhase(pose=Pose(1000.0, 0.0), tolerance_radius=0.5)
    names = [f"jackal_{index}" for index in range(ROBOTS)]
    robots = tuple(EpisodeRobot(name, "jackal", 0.267, Pose(0.0, 0.0), (far_away,)) for name in names)
    second = ("robot within 0.1 of person_{0}", "zone_{1}.lit == true", "person_{0} in zone_{2}")
    clauses = tuple(
        parse_clause({"op": "never_during", "p": f"robot in zone_{i % ZONES}", "q": _second(second[i % 3], i)})
        for i in range(CLAUSES)
    )
    return Episode(1, WorldReference("bench", "0"), "judge", 0, DEFAULT_RATE, robots=robots, conditions=clauses)


def _second(form: str, index: int) -> str:
    return form.format(index % PEOPLE, index % ZONES, (index + 5) % ZONES)


def _frame(tick: int) -> Frame:
    """Robots go round the zones; people stand where no clause of theirs can be decided."""
    angles = np.arange(ROBOTS) * (math.tau / ROBOTS) + tick * 0.01
    robots = np.zeros((ROBOTS, 6))
    robots[:, 0], robots[:, 1] = 14.0 + 12.0 * np.cos(angles), 8.0 + 7.0 * np.sin(angles)
    people = np.zeros((PEOPLE, 5))
    people[:, 0], people[:, 1] = -1.0 - np.arange(PEOPLE), 20.0
    return Frame(
        tick=tick,
        time_ns=tick_time_ns(tick, DEFAULT_RATE),
        robots=robots,
        people=people,
        numbers=(),
        codes=[0] * ZONES,
        contacts=(),
        signals=[255] * ROBOTS,
        results=(),
    )
