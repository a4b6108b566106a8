"""Random episodes with whole traces: two robots that come and go, two people, overlapping borders, missing frames."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from attrs import frozen

from arena_simulation_setup.conditions.parse import parse_atom, parse_clause
from arena_simulation_setup.episode import Episode, EpisodeRobot, WorldReference
from arena_simulation_setup.frame import Area, FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.timebase import tick_time_ns

RATE = 10
ROBOTS, PEOPLE = ("jackal_0", "jackal_1"), ("nurse", "visitor")
NAN = float("nan")
OPS = ("always", "never", "eventually", "before", "never_during")
BINARY = ("before", "never_during")
SUBJECTS = ("robot", "robot", "robot", *ROBOTS, *PEOPLE)
ZONES = ("ward", "lab", "hall", "ward/0")

Point = tuple[float, float]
ClauseText = Mapping[str, str]


@frozen
class PhaseText:
    """A goto phase in plain values: a named target, or a point with a radius; ``hold`` in seconds."""

    target: str
    point: Point
    radius: float
    hold: float
    until: str
    clauses: tuple[ClauseText, ...]


@frozen
class Instant:
    """What is the case at one tick; None is absent or without value."""

    tick: int
    positions: Mapping[str, Point | None]
    opened: str | None
    progress: float | None


@frozen
class Case:
    """One episode and all that happened in it."""

    phases: Mapping[str, tuple[PhaseText, ...]]
    requests: Mapping[str, tuple[ClauseText, ...]]
    clauses: tuple[ClauseText, ...]
    trace: tuple[Instant, ...]


LAYOUT = FrameLayout(
    robots=ROBOTS,
    people=PEOPLE,
    numbers=(FactColumn("door_1/0", "door", "progress", "continuous"),),
    codes=(FactColumn("door_1/0", "door", "open", "predicate", codes=("false", "true")),),
    areas=(
        Area("ward", "0", "zone", ((0, 0), (4, 0), (4, 4), (0, 4))),
        Area("lab", "0", "zone", ((4, 4), (4, 0), (8, 0), (8, 4))),
        Area("hall", "0", "zone", ((0, 4), (8, 4), (8, 6), (2, 6), (2, 8), (0, 8))),
    ),
)


def random_case(random: Random) -> Case:
    """An episode of at most ten frames on a grid, so that borders and ties are frequent."""
    policies = random.choice((("continue",), ("continue", "continue", "stop_task", "abort_episode")))
    phases = {robot: tuple(_phase(random, policies) for _ in range(random.choice((0, 1, 1, 2, 3)))) for robot in ROBOTS}
    return Case(
        phases,
        {robot: _clauses(random, policies, 2) if phases[robot] else () for robot in ROBOTS},
        _clauses(random, policies, 3),
        _trace(random),
    )


def _clauses(random: Random, policies: tuple[str, ...], most: int) -> tuple[ClauseText, ...]:
    return tuple(_clause(random, policies) for _ in range(random.randint(0, most)))


def _clause(random: Random, policies: tuple[str, ...]) -> ClauseText:
    op = random.choice(OPS)
    second = {"q": _atom(random)} if op in BINARY else {}
    return {"op": op, "p": _atom(random), **second, "on_failure": random.choice(policies)}


def _atom(random: Random) -> str:
    negation = random.choice(("", "", "not "))
    subject, place, other = random.choice(SUBJECTS), random.choice(ZONES), random.choice(SUBJECTS)
    if random.random() < 0.04:
        subject, place = random.choice((("stranger", place), (subject, "cellar")))
    form = random.random()
    if form < 0.5:
        return f"{negation}{subject} in {place}"
    if form < 0.75:
        return f"{negation}{subject} within {random.choice(('0', '1', '1.5', '4.9', '5'))} of {other}"
    field = random.choice(("open == true", "open == false", "progress == 1", "progress == 0.5"))
    entity = random.choices(("door_1", "door_1/0", "door_9"), (10, 10, 1))[0]
    return f"{negation}{entity}.{field}"


def _phase(random: Random, policies: tuple[str, ...]) -> PhaseText:
    return PhaseText(
        random.choice(("", "", "ward", "lab", "hall", *PEOPLE)),
        (float(random.randint(0, 8)), float(random.randint(0, 6))),
        random.choice((0.0, 1.0, 2.0, 3.0)),
        random.choice((0.0, 0.0, 0.1, 0.2)),
        random.choice(("", "", _atom(random))),
        _clauses(random, policies, 2),
    )


def _trace(random: Random) -> tuple[Instant, ...]:
    gap = random.choice((0.0, 0.1, 0.4))
    places: dict[str, Point | None] = {name: _point(random) for name in (*ROBOTS, *PEOPLE)}
    instants, tick = [], 0 if random.random() < 0.9 else 2
    for _ in range(random.randint(1, 10)):
        places = {name: place if random.random() < 0.4 else _point(random) for name, place in places.items()}
        instants.append(
            Instant(
                tick,
                places,
                random.choice(("true", "false", "false", None)),
                random.choice((0.5, 1.0000001, 1.1, None)),
            )
        )
        tick += 1 if random.random() >= gap else random.randint(2, 4)
    return tuple(instants)


def _point(random: Random) -> Point | None:
    return None if random.random() < 0.12 else (float(random.randint(0, 8)), float(random.randint(0, 6)))


def episode_of(case: Case) -> Episode:
    """The case as the Judge takes it."""
    robots = tuple(
        EpisodeRobot(
            name,
            "jackal",
            0.267,
            Pose(0.0, 0.0),
            tuple(_goto(phase) for phase in case.phases[name]),
            tuple(parse_clause(text) for text in case.requests[name]),
        )
        for name in ROBOTS
    )
    conditions = tuple(parse_clause(text) for text in case.clauses)
    return Episode(1, WorldReference("grid", "0"), "random", 0, RATE, robots=robots, conditions=conditions)


def _goto(phase: PhaseText) -> GotoPhase:
    return GotoPhase(
        pose=None if phase.target else Pose(*phase.point),
        target=phase.target or None,
        tolerance_radius=phase.radius,
        tolerance_angle=0.0,
        hold_time=phase.hold,
        until=parse_atom(phase.until) if phase.until else None,
        conditions=tuple(parse_clause(text) for text in phase.clauses),
    )


def frame_of(instant: Instant) -> Frame:
    """An instant as the Judge takes it."""
    at = {name: (NAN, NAN) if place is None else place for name, place in instant.positions.items()}
    return Frame(
        tick=instant.tick,
        time_ns=tick_time_ns(instant.tick, RATE),
        robots=[(*at[name], 0.0, 0.0, 0.0, 0.0) for name in ROBOTS],
        people=[(*at[name], 0.0, 0.0, 0.0) for name in PEOPLE],
        numbers=[NAN if instant.progress is None else instant.progress],
        codes=[{"false": 0, "true": 1, None: 255}[instant.opened]],
        contacts=[],
        signals=[255] * len(ROBOTS),
        results=[],
    )
