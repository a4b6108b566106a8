"""When phases are met, when they fail, and what follows."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_ward import LAYOUT, clause, drive, frame, judge, outcomes, verdict_of

from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.conditions.parse import parse_atom
from arena_simulation_setup.frame import NO_CODE
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase

GOAL = Pose(1.0, 1.0, math.pi - 0.05)
AWAY, THERE = (9.0, 9.0), (1.0, 1.0)
SECOND = 10
DONE, FAILED, UNSUPPORTED = 1, 2, 3


def goto(radius: float = 0.5, angle: float = 0.0, **parts: Any) -> GotoPhase:
    return GotoPhase(pose=GOAL, tolerance_radius=radius, tolerance_angle=angle, **parts)


def met_tick(phase: Phase, path: Mapping[int, Sequence[float]], ticks: int = 60, **parts: Any) -> int | None:
    judged = judge(phase)
    drive(judged, path, ticks, **parts)
    outcome = judged.phases()[0]
    assert outcome.outcome in ("met", "pending")
    return outcome.tick


@pytest.mark.parametrize(
    ("phase", "pose", "arrived"),
    [
        (goto(0.2, 0.2), (1.0, 1.0, -math.pi + 0.05), True),
        (goto(0.2, 0.09), (1.0, 1.0, -math.pi + 0.05), False),
        (goto(0.2, 0.0), (1.0, 1.0, 0.0), True),
        (goto(0.2, -1.0), (1.0, 1.0, 0.0), True),
        (goto(5.0), (4.0, 5.0), True),
        (goto(4.9), (4.0, 5.0), False),
        (GotoPhase(pose=Pose(1.0, 1.0)), (1.0, 1.0), True),
        (GotoPhase(pose=Pose(1.0, 1.0)), (1.0, 1.001), False),
        (GotoPhase(target="ward"), (4.0, 4.0), True),
        (GotoPhase(target="ward"), (4.001, 4.0), False),
        (GotoPhase(target="ward", pose=Pose(9.0, 9.0), tolerance_radius=9.0), (4.001, 4.0), False),
        (GotoPhase(target="hall/1"), (51.0, 5.0), True),
        (GotoPhase(target="visitor", tolerance_radius=5.0), (4.0, 5.0), True),
        (GotoPhase(target="visitor", tolerance_radius=4.9), (4.0, 5.0), False),
        (GotoPhase(target="nurse", tolerance_radius=500.0), (4.0, 5.0), False),
        (GotoPhase(target="stranger", tolerance_radius=500.0), (4.0, 5.0), False),
        (GotoPhase(target="jackal_1", tolerance_radius=1.0), (100.0, 101.0), True),
        (GotoPhase(), (7.0, 7.0), True),
        (goto(), (math.nan, math.nan), False),
        (GotoPhase(target="visitor", tolerance_radius=5.0), (math.nan, math.nan), False),
    ],
)
def test_arrival_at_each_kind_of_goal(phase: GotoPhase, pose: tuple[float, ...], arrived: bool) -> None:
    judged = judge(phase)
    judged.observe(frame(0, pose, visitor=(1.0, 1.0)))
    assert outcomes(judged) == ["met" if arrived else "pending"]


def test_a_target_on_two_levels_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="hall/0 or hall/1"):
        judge(GotoPhase(target="hall"))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ({0: THERE}, 20),
        ({0: THERE, 15: AWAY, 20: THERE}, 40),
        ({0: THERE, 19: AWAY, 20: THERE}, 40),
        ({0: THERE, 10: (1.04, 1.0), 15: (1.0, 1.0)}, 20),
        ({0: THERE, 10: (1.06, 1.0)}, 30),
        ({0: THERE, 10: (1.0, 1.0, math.radians(4.9))}, 20),
        ({0: THERE, 10: (1.0, 1.0, math.radians(5.1))}, 30),
        ({0: AWAY}, None),
    ],
)
def test_parking_needs_two_seconds_without_a_break(path: Mapping[int, Sequence[float]], expected: int | None) -> None:
    assert met_tick(goto(hold_time=2.0), path) == expected


@given(st.integers(1, 400))
@settings(max_examples=30, deadline=None)
def test_parking_ends_at_the_first_tick_that_is_late_enough(tenths: int) -> None:
    judged = judge(goto(hold_time=tenths / 100))
    ticks = -(-tenths // 10)
    drive(judged, {0: THERE}, ticks - 1)
    assert outcomes(judged) == ["pending"]
    judged.observe(frame(ticks, THERE))
    assert outcomes(judged) == ["met"]


def test_parking_begins_anew_after_missing_frames() -> None:
    judged = judge(goto(hold_time=2.0))
    drive(judged, {0: THERE}, 10)
    for tick in range(15, 35):
        judged.observe(frame(tick, THERE))
    assert outcomes(judged) == ["pending"]
    judged.observe(frame(35, THERE))
    assert outcomes(judged) == ["met"]


def test_until_is_waited_for_after_arrival_and_the_robot_may_leave_meanwhile() -> None:
    judged = judge(goto(until=parse_atom("not nurse in ward")))
    for tick, robot in enumerate([AWAY, THERE, AWAY, AWAY]):
        judged.observe(frame(tick, robot, nurse=(2.0, 2.0)))
    assert outcomes(judged) == ["pending"]
    judged.observe(frame(4, AWAY))
    assert judged.phases()[0].reason == (
        "goto (1.00, 1.00): arrived at 0.10 s, then not nurse in ward, met at 0.40 s, jackal_0 at (9.00, 9.00), "
        "nurse absent"
    )


def test_until_before_arrival_does_not_count() -> None:
    judged = judge(goto(until=parse_atom("nurse in ward")))
    judged.observe(frame(0, AWAY, nurse=(2.0, 2.0)))
    judged.observe(frame(1, THERE))
    assert outcomes(judged) == ["pending"]
    judged.observe(frame(2, THERE, nurse=(2.0, 2.0)))
    assert outcomes(judged) == ["met"]


def test_arrival_and_until_may_come_in_one_frame() -> None:
    assert met_tick(goto(until=parse_atom("nurse in ward")), {0: THERE}, 0, nurse=(2.0, 2.0)) == 0


def test_an_unknown_until_is_never_met() -> None:
    assert met_tick(goto(until=parse_atom("not stranger in ward")), {0: THERE}) is None


def test_leaving_before_parking_ends_forgets_the_arrival_only_without_until() -> None:
    for until, arrival in ((None, "arrived at 0.30 s"), (parse_atom("visitor in lab"), "arrived at 0.00 s")):
        judged = judge(goto(hold_time=0.2, until=until))
        drive(judged, {0: THERE, 2: AWAY, 3: THERE}, 5, visitor=(5.0, 1.0))
        assert arrival in judged.phases()[0].reason


def test_a_hold_phase_keeps_the_pose_of_its_dispatch() -> None:
    judged = judge(goto(), GotoPhase(tolerance_radius=0.5, hold_time=1.0))
    drive(judged, {0: (1.2, 1.0), 1: (1.8, 1.0), 5: (1.2, 1.3)}, 20)
    assert [phase.tick for phase in judged.phases()] == [0, 15]


def test_each_frame_ends_at_most_one_phase() -> None:
    judged = judge(goto(), goto(), goto())
    drive(judged, {0: THERE}, 2)
    assert [phase.tick for phase in judged.phases()] == [0, 1, 2]


@pytest.mark.parametrize(
    ("phase", "robot", "reason"),
    [
        (goto(signal="arrived"), (4.0, 5.0), "signaled arrived 5.00 m from goal"),
        (GotoPhase(target="visitor", signal="arrived", tolerance_radius=1.0), (4.0, 5.0), "signaled arrived 5.00 m"),
        (GotoPhase(target="ward", signal="arrived"), (7.0, 8.0), "signaled arrived 5.00 m from goal"),
        (GotoPhase(target="nurse", signal="arrived"), (7.0, 8.0), "signaled arrived at an unknown distance from goal"),
    ],
)
def test_a_signal_away_from_the_goal_aborts_whatever_the_policy(
    phase: GotoPhase, robot: tuple[float, float], reason: str
) -> None:
    judged = judge(phase, goto())
    seen = judged.observe(frame(0, robot, visitor=(1.0, 1.0), signals=[0, NO_CODE]))
    assert outcomes(judged) == ["failed", "dropped"]
    assert judged.phases()[0].reason.startswith(reason)
    assert seen.outcome is not None
    assert (seen.outcome.state, seen.outcome.reason) == ("FAILED", judged.phases()[0].reason)
    assert seen.stopped_robots == ("jackal_0",)


def test_with_a_signal_position_and_other_signals_never_end_a_phase() -> None:
    judged = judge(goto(signal="arrived", hold_time=9.0))
    judged.observe(frame(0, THERE))
    judged.observe(frame(1, THERE, signals=[1, 0]))
    judged.observe(frame(2, AWAY, signals=[1, 0]))
    assert outcomes(judged) == ["pending"]
    judged.observe(frame(3, THERE, signals=[0, NO_CODE]))
    assert outcomes(judged) == ["met"]


def test_after_a_signal_at_the_goal_another_one_elsewhere_is_no_misfire() -> None:
    judged = judge(goto(signal="arrived", until=parse_atom("nurse in ward")))
    judged.observe(frame(0, THERE, signals=[0, NO_CODE]))
    judged.observe(frame(1, AWAY, signals=[0, NO_CODE]))
    assert outcomes(judged) == ["pending"]
    judged.observe(frame(2, AWAY, nurse=(1.0, 1.0)))
    assert outcomes(judged) == ["met"]


def test_the_last_result_of_an_action_counts() -> None:
    judged = judge(GesturePhase())
    judged.observe(frame(0, results=[(0, 0, FAILED), (0, 0, DONE)]))
    assert outcomes(judged) == ["met"]


@pytest.mark.parametrize("phase", [GesturePhase(gesture="wave"), ReachPhase(configuration="stow")])
def test_an_action_ends_with_its_result_and_then_waits_for_until(phase: Phase) -> None:
    judged = judge(attrs.evolve(phase, until=parse_atom("nurse in ward")))
    judged.observe(frame(0, results=[(0, 0, 0)], nurse=(1.0, 1.0)))
    judged.observe(frame(1, results=[(1, 0, DONE), (0, 1, DONE)], nurse=(1.0, 1.0)))
    judged.observe(frame(2, results=[(0, 0, DONE)]))
    judged.observe(frame(3))
    assert outcomes(judged) == ["pending"]
    judged.observe(frame(4, nurse=(1.0, 1.0)))
    assert outcomes(judged) == ["met"]


@pytest.mark.parametrize(
    ("policy", "expected", "state"),
    [
        ("continue", ["failed", "pending", "pending"], None),
        ("stop_task", ["failed", "dropped", "dropped"], "SUCCESS"),
        ("abort_episode", ["failed", "dropped", "dropped"], "FAILED"),
    ],
)
@pytest.mark.parametrize(("status", "words"), [(FAILED, "wave: failed"), (UNSUPPORTED, "wave: no adapter")])
def test_what_a_failed_action_does(
    policy: str, expected: list[str], state: str | None, status: int, words: str
) -> None:
    judged = judge(GesturePhase(gesture="wave", on_failure=policy), goto(), goto())
    outcome = judged.observe(frame(0, AWAY, results=[(0, 0, status)])).outcome
    assert outcomes(judged) == expected
    assert words in judged.phases()[0].reason
    assert (outcome.state if outcome else None) == state
    if outcome and state == "FAILED":
        assert outcome.reason == f"phase 0 failed on robot jackal_0: {judged.phases()[0].reason}"


def test_a_planner_that_gives_up_counts_only_on_arrival() -> None:
    judged = judge(goto())
    judged.observe(frame(0, AWAY, results=[(0, 0, FAILED)]))
    assert outcomes(judged) == ["pending"]
    judged.observe(frame(1, THERE, results=[(0, 0, FAILED)]))
    assert outcomes(judged) == ["failed"]


def submit(judged: Judge, tick: int, robot: tuple[float, float], *phases: Phase, **parts: Any) -> None:
    judged.submit(SubmitPhases("jackal_0", phases, parts.get("conditions", ())), frame(tick, robot))


def test_a_second_task_continues_the_indices_and_drops_what_was_pending() -> None:
    judged = judge(goto(), GotoPhase(target="lab"), request=[clause("never", "robot in ward")])
    judged.observe(frame(0, AWAY))
    submit(judged, 0, AWAY, GotoPhase(target="ward"), conditions=[clause("eventually", "robot in ward")])
    assert judged.active_phase("jackal_0") == (2, GotoPhase(target="ward"))
    seen = judged.observe(frame(1, THERE))
    assert outcomes(judged) == ["dropped", "dropped", "met"]
    assert verdict_of(judged, "r0:0").state == "holds"
    assert verdict_of(judged, "r0:0").tick == 0
    assert verdict_of(judged, "r1:0").state == "holds"
    assert [phase.index for phase in seen.phases] == [0, 1, 2]
    assert judged.robot_fields("jackal_0")["dropped"] == "0,1"


def test_a_task_can_be_given_to_a_robot_that_had_none_before_the_first_frame() -> None:
    judged = judge()
    judged.submit(SubmitPhases("jackal_0", (GotoPhase(tolerance_radius=0.1, hold_time=0.1),)), None)
    drive(judged, {0: THERE}, 1)
    assert outcomes(judged) == ["met"]


@pytest.mark.parametrize(
    ("request_parts", "tick", "words"),
    [
        (("jackal_9", (goto(),)), 0, "did you mean 'jackal_"),
        (("jackal_0", ()), 0, "at least one phase"),
        (("jackal_0", (goto(),)), 1, "latest frame 0"),
        (("jackal_0", (GotoPhase(target="hall"),)), 0, "hall/0 or hall/1"),
    ],
)
def test_a_task_that_cannot_be_taken_is_refused_and_changes_nothing(
    request_parts: tuple[str, tuple[Phase, ...]], tick: int, words: str
) -> None:
    judged = judge(goto())
    judged.observe(frame(0, AWAY))
    before = (judged.phases(), judged.verdicts(), judged.active_phase("jackal_0"))
    with pytest.raises(ValueError, match=words):
        judged.submit(SubmitPhases(*request_parts), frame(tick, AWAY))
    assert (judged.phases(), judged.verdicts(), judged.active_phase("jackal_0")) == before


def test_the_fields_of_a_robot_are_its_task_in_text_and_atoms_see_those_of_the_frame_before() -> None:
    watched = [clause("eventually", "jackal_0.met == 0"), clause("always", "jackal_0.phase == 0")]
    judged = judge(goto(), GotoPhase(target="lab"), conditions=watched, layout=LAYOUT)
    assert judged.robot_fields("jackal_0")["phase"] == "0"
    judged.observe(frame(0, THERE))
    assert judged.robot_fields("jackal_0") == {"phase": "1", "met": "0", "failed": "", "dropped": "", "violated": ""}
    assert judged.fields("jackal_0", "phase") == "1"
    assert judged.holds(parse_atom("jackal_0.met == 0")) is True
    assert [verdict.state for verdict in judged.verdicts()[:2]] == ["pending", "pending"]
    judged.observe(frame(1, THERE))
    assert [(verdict.state, verdict.tick) for verdict in judged.verdicts()[:2]] == [("holds", 1), ("violated", 1)]
    assert judged.robot_fields("jackal_0")["violated"] == "e1"
