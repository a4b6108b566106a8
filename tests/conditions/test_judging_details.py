"""Corners of phases and clauses that no story of the other tests passes through."""

from __future__ import annotations

import math

import pytest
from judged_ward import frame, judge, outcomes

from arena_simulation_setup.conditions.parse import AtomError, parse_atom
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.frame import NO_CODE, RESULT_STATUSES
from arena_simulation_setup.geometry import Pose
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
