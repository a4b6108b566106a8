"""Corners of phases and clauses that no story of the other tests passes through."""

from __future__ import annotations

import math

import attrs
import pytest
from judged_ward import LAYOUT, frame, judge, outcomes

from arena_simulation_setup.conditions.goal import goal_of
from arena_simulation_setup.conditions.parse import AtomError, parse_atom
from arena_simulation_setup.conditions.sample import sampled
from arena_simulation_setup.conditions.truth import Truth
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.frame import NO_CODE, RESULT_STATUSES
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GotoPhase

THERE, ABSENT = (1.0, 1.0), (math.nan, math.nan)
FAILED = RESULT_STATUSES.index("failed")


@pytest.mark.parametrize(
    ("policy", "expected", "state"),
    [
        ("continue", ["failed", "pending"], None),
        ("stop_task", ["failed", "dropped"], "SUCCESS"),
        ("abort_episode", ["failed", "dropped"], "FAILED"),
    ],
)
def test_a_planner_that_failed_counts_on_arrival_with_the_policy_of_the_phase(
    policy: str, expected: list[str], state: str | None
) -> None:
    judged = judge(GotoPhase(target="ward", on_failure=policy), GotoPhase(target="lab"))
    judged.observe(frame(0, (9.0, 9.0), results=[(0, 0, FAILED)]))
    assert outcomes(judged) == ["pending", "pending"]
    outcome = judged.observe(frame(1, THERE, results=[(0, 0, FAILED)])).outcome
    assert outcomes(judged) == expected
    assert (outcome.state if outcome else None) == state
    if outcome and state == "FAILED":
        assert outcome.reason == f"phase 0 failed on robot jackal_0: {judged.phases()[0].reason}"


@pytest.mark.parametrize(
    "phase",
    [
        GotoPhase(target="visitor", tolerance_radius=1.0, signal="arrived"),
        GotoPhase(target="ward", signal="arrived"),
        GotoPhase(pose=Pose(1.0, 1.0), signal="arrived"),
    ],
)
def test_a_signal_of_an_absent_robot_is_at_an_unknown_distance(phase: GotoPhase) -> None:
    judged = judge(phase)
    judged.observe(frame(0, ABSENT, visitor=THERE, signals=[0, NO_CODE]))
    assert judged.phases()[0].reason == "signaled arrived at an unknown distance from goal"


@pytest.mark.parametrize(
    ("text", "column"), [("robot inn ward", 6), ("  not robot within far of nurse ", 17), ("robot", 0)]
)
def test_an_error_carries_the_text_and_the_place_of_the_token(text: str, column: int) -> None:
    with pytest.raises(AtomError) as caught:
        parse_atom(text)
    assert (caught.value.text, caught.value.column) == (text.strip(), column)
    assert str(caught.value) == f"{caught.value.expected}\n  {text.strip()}\n  {' ' * column}^"


def test_who_waits_makes_progress_even_where_no_time_is_allowed() -> None:
    waiting = GotoPhase(target="ward", until=parse_atom("nurse in ward"))
    judged = judge(waiting, limits=Limits(no_progress_ns=0))
    for tick in range(3):
        judged.observe(frame(tick, THERE))
    assert judged.outcome is None


def test_the_tolerance_of_the_heading_is_inclusive() -> None:
    judged = judge(GotoPhase(pose=Pose(1.0, 1.0), tolerance_radius=0.5, tolerance_angle=0.25))
    judged.observe(frame(0, (1.0, 1.0, 0.25)))
    assert outcomes(judged) == ["met"]


@pytest.mark.parametrize(("robot", "distance"), [((1.0, 1.0), 0.0), ((4.0, 2.0), 0.0), ((7.0, 8.0), 5.0)])
def test_the_distance_from_an_area_is_that_from_its_outline_and_none_within(
    robot: tuple[float, float], distance: float
) -> None:
    truth = Truth(LAYOUT)
    goal = goal_of(GotoPhase(target="ward"), "jackal_0", truth)
    truth.begin(sampled(frame(0, robot), LAYOUT, {}))
    assert goal is not None
    assert goal.distance() == distance


def test_a_robot_that_comes_later_can_be_given_a_task() -> None:
    judged = judge(GotoPhase(target="lab"))
    judged.observe(frame(0, (9.0, 9.0)))
    judged.use_layout(attrs.evolve(LAYOUT, robots=(*LAYOUT.robots, "jackal_2")))
    judged.submit(SubmitPhases("jackal_2", (GotoPhase(target="ward"),)), None)
    plain = frame(1, (9.0, 9.0))
    rows = [*plain.robots.tolist(), (1.0, 1.0, 0.0, 0.0, 0.0, 0.0)]
    judged.observe(attrs.evolve(plain, robots=rows, signals=[NO_CODE] * 3))
    assert outcomes(judged, "jackal_2") == ["met"]
    assert outcomes(judged) == ["pending"]


def test_a_task_that_is_replaced_before_the_first_frame_is_dropped_at_its_time() -> None:
    judged = judge(GotoPhase(target="lab"))
    judged.submit(SubmitPhases("jackal_0", (GotoPhase(target="ward"),)), None)
    dropped = judged.phases()[0]
    assert (dropped.outcome, dropped.tick) == ("dropped", 0)
    assert dropped.reason.startswith("dropped at 0.00 s: ")


def test_progress_is_counted_anew_after_waiting() -> None:
    near, parking = (1.5, 1.0), GotoPhase(pose=Pose(1.0, 1.0), tolerance_radius=0.1, hold_time=9.0)
    judged = judge(parking, limits=Limits(no_progress_ns=2_000_000_000))
    for tick in range(37):
        judged.observe(frame(tick, THERE if tick == 15 else near))
    assert judged.outcome is None
    outcome = judged.observe(frame(37, near)).outcome
    assert outcome is not None
    assert outcome.reason == "no progress"
