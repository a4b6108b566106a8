"""The same continuous motion seen at 10, 30 and 100 frames per second.

A robot goes back and forth over the border of the ward and a nurse over that of the lab, both at 1 m/s. Borders are
crossed half a millisecond beside any millisecond, so that no frame of any rate falls on a crossing, and what every rate
must say follows from integers alone.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_ward import LAYOUT, clause

from arena_simulation_setup.conditions.clause import BINARY_OPS, OPS
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.episode import Episode, EpisodeRobot, WorldReference
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.verdict import Verdict

RATES = (10, 30, 100)
MILLISECOND, SECOND = 1_000_000, 1_000_000_000
PERIOD = SECOND // min(RATES)
LAST_NS = 2 * SECOND
BORDER = 4.0

Crossings = list[int]


def crossings(shortest_ms: int) -> st.SearchStrategy[Crossings]:
    """Times of crossing, in nanoseconds; between two of them pass at least so many milliseconds."""
    dwells = st.lists(st.integers(shortest_ms, 900), max_size=5)
    return dwells.map(lambda given: [total * MILLISECOND + MILLISECOND // 2 for total in accumulate(given)])


def inside(times: Crossings, time_ns: int) -> bool:
    """Everybody begins outside."""
    return bisect_left(times, time_ns) % 2 == 1


def depth(times: Crossings, time_ns: int) -> float:
    """Metres from the border at 1 m/s there and back, positive inside."""
    number = bisect_left(times, time_ns)
    near = [abs(time_ns - time) for time in times[max(number - 1, 0) : number + 1]]
    metres = min(near, default=SECOND) / SECOND
    return metres if inside(times, time_ns) else -metres


def frame_at(tick: int, rate: int, robot: Crossings, nurse: Crossings) -> Frame:
    time_ns = tick_time_ns(tick, rate)
    return Frame(
        tick=tick,
        time_ns=time_ns,
        robots=[(BORDER - depth(robot, time_ns), 2.0, 0.0, 0.0, 0.0, 0.0), (90.0, 90.0, 0.0, 0.0, 0.0, 0.0)],
        people=[(BORDER + depth(nurse, time_ns), 2.0, 0.0, 0.0, 0.0), (90.0, 90.0, 0.0, 0.0, 0.0)],
        numbers=[0.0],
        codes=[0, 0],
        contacts=[],
        signals=[255, 255],
        results=[],
    )


def verdict_at(rate: int, op: str, robot: Crossings, nurse: Crossings) -> Verdict:
    second = "nurse in lab" if op in BINARY_OPS else None
    robots = (EpisodeRobot("jackal_0", "jackal", 0.267, Pose(0.0, 0.0), (GotoPhase(target="hall/1"),)),)
    conditions = (clause(op, "robot in ward", second),)
    judge = Judge(Episode(1, WorldReference("ward", "0"), "t", 0, rate, robots=robots, conditions=conditions), LAYOUT)
    last = LAST_NS * rate // SECOND
    for tick in range(last + 1):
        judge.observe(frame_at(tick, rate, robot, nurse))
    judge.close("SKIPPED", "cancelled", last)
    return judge.verdicts()[0]


def predicted(rate: int, op: str, robot: Crossings, nurse: Crossings) -> tuple[str, int]:
    """State and tick that the meaning of the operator gives for the frames of a rate."""
    last = LAST_NS * rate // SECOND
    p = {tick for tick in range(last + 1) if inside(robot, tick_time_ns(tick, rate))}
    q = {tick for tick in range(last + 1) if inside(nurse, tick_time_ns(tick, rate))}
    never = last + 1
    if op == "before":
        first_p, first_q = min(p, default=never), min(q, default=never)
        if first_p == first_q:
            return "violated", last
        return "holds" if first_p < first_q else "violated", min(first_p, first_q)
    deciding = {"always": set(range(last + 1)) - p, "never": p, "eventually": p, "never_during": p & q}[op]
    if deciding:
        return "holds" if op == "eventually" else "violated", min(deciding)
    return "violated" if op == "eventually" else "holds", last


@pytest.mark.parametrize("op", OPS)
@given(robot=crossings(1), nurse=crossings(1))
@settings(max_examples=10, deadline=None)
def test_each_rate_says_what_its_frames_show(op: str, robot: Crossings, nurse: Crossings) -> None:
    for rate in RATES:
        verdict = verdict_at(rate, op, robot, nurse)
        assert (verdict.state, verdict.tick) == predicted(rate, op, robot, nurse)


@pytest.mark.parametrize("op", ["never", "eventually", "always"])
@given(robot=crossings(101))
@settings(max_examples=10, deadline=None)
def test_what_lasts_longer_than_a_period_is_seen_alike_at_every_rate(op: str, robot: Crossings) -> None:
    # A stay that begins in the last period may end after the last frame of one rate and not of another.
    whole = [time for time in robot if time < LAST_NS - PERIOD]
    verdicts = [verdict_at(rate, op, whole, []) for rate in RATES]
    assert len({verdict.state for verdict in verdicts}) == 1
    times = [tick_time_ns(verdict.tick or 0, rate) for verdict, rate in zip(verdicts, RATES, strict=True)]
    assert max(times) - min(times) < PERIOD


@pytest.mark.parametrize(
    ("op", "decided"), [("never", "violated"), ("eventually", "holds"), ("never_during", "violated")]
)
@given(robot=crossings(1), nurse=crossings(1))
@settings(max_examples=10, deadline=None)
def test_what_ten_frames_per_second_show_more_frames_show_no_later(
    op: str, decided: str, robot: Crossings, nurse: Crossings
) -> None:
    coarse, *finer = (verdict_at(rate, op, robot, nurse) for rate in RATES)
    if coarse.state == decided:
        for rate, verdict in zip(RATES[1:], finer, strict=True):
            assert verdict.state == decided
            assert tick_time_ns(verdict.tick or 0, rate) <= tick_time_ns(coarse.tick or 0, RATES[0])


@pytest.mark.parametrize("rate", RATES)
@given(arrival_ms=st.integers(1, 900), hold_ms=st.integers(0, 900))
@settings(max_examples=20, deadline=None)
def test_parking_ends_at_the_first_frame_that_is_late_enough(rate: int, arrival_ms: int, hold_ms: int) -> None:
    arrival_ns, hold_ns = arrival_ms * MILLISECOND - MILLISECOND // 2, hold_ms * MILLISECOND
    phase = GotoPhase(pose=Pose(0.0, 0.0), tolerance_radius=0.5, hold_time=hold_ms / 1000)
    robots = (EpisodeRobot("jackal_0", "jackal", 0.267, Pose(9.0, 0.0), (phase,)),)
    judge = Judge(Episode(1, WorldReference("ward", "0"), "t", 0, rate, robots=robots), LAYOUT)
    times = [tick_time_ns(tick, rate) for tick in range(LAST_NS * rate // SECOND + 1)]
    for tick, time_ns in enumerate(times):
        x = 0.0 if time_ns > arrival_ns else 9.0
        frame = frame_at(tick, rate, [], [])
        rows = [(x, 0.0, 0.0, 0.0, 0.0, 0.0), frame.robots[1]]
        judge.observe(
            Frame(
                tick,
                time_ns,
                rows,
                frame.people,
                frame.numbers,
                frame.codes,
                frame.contacts,
                frame.signals,
                frame.results,
            )
        )
    arrived = next(time for time in times if time > arrival_ns)
    assert judge.phases()[0].tick == next(tick for tick, time in enumerate(times) if time >= arrived + hold_ns)
