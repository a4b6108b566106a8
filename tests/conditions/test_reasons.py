"""Every verdict and every outcome of a phase says when and by which values it was decided, letter by letter."""

from collections.abc import Mapping
from math import nan
from pathlib import Path
from typing import Any

import pytest
from judged_ward import FALSE, NO_VALUE, TRUE, clause, drive, frame, judge, verdict_of

from arena_simulation_setup.conditions.clause import BINARY_OPS, OPS
from arena_simulation_setup.conditions.parse import parse_atom
from arena_simulation_setup.frame import RESULT_STATUSES
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase, ReachPhase

TABLE = [line.split(" ", 4) for line in (Path(__file__).parent / "clause_reasons.txt").read_text("utf-8").splitlines()]
FORMS = {
    "field": ("door_1.open == true", "door_1.shut == true"),
    "membership": ("robot in ward", "robot in cellar"),
    "distance": ("robot within 1.5 of visitor", "robot within 1.5 of ghost"),
    "negation": ("not robot in hall/1", "not ghost in ward"),
}
OUTCOMES = ("holds", "violated", "unknown")
WARD, OUTSIDE, UPSTAIRS = (1.0, 1.0), (9.0, 1.0), (51.0, 5.0)
NURSE_IN_LAB, NURSE_AWAY = (5.0, 1.0), (9.0, 9.0)
ONLY_P, ONLY_Q, BOTH, NEITHER = (True, False), (False, True), (True, True), (False, False)
TRACES = {
    ("always", "holds"): (ONLY_P, ONLY_P, ONLY_P),
    ("always", "violated"): (ONLY_P, NEITHER, ONLY_P),
    ("never", "holds"): (NEITHER, NEITHER, NEITHER),
    ("never", "violated"): (NEITHER, ONLY_P, NEITHER),
    ("eventually", "holds"): (NEITHER, ONLY_P, NEITHER),
    ("eventually", "violated"): (NEITHER, NEITHER, NEITHER),
    ("before", "holds"): (NEITHER, ONLY_P, BOTH),
    ("before", "violated"): (NEITHER, ONLY_Q, BOTH),
    ("never_during", "holds"): (ONLY_P, ONLY_Q, ONLY_P),
    ("never_during", "violated"): (ONLY_P, BOTH, NEITHER),
}


def state_of(form: str, p: bool) -> tuple[tuple[float, float], dict[str, Any]]:
    """Where the robot is and what else makes the known atom of a form true or false."""
    match form:
        case "field":
            return OUTSIDE, {"door": (1.0, 2, TRUE) if p else (0.0, 0, FALSE)}
        case "distance":
            return WARD if p else OUTSIDE, {"visitor": (2.0, 1.0)}
        case "membership":
            return WARD if p else OUTSIDE, {}
    return OUTSIDE if p else UPSTAIRS, {}


@pytest.mark.parametrize(("op", "form", "outcome", "tick", "reason"), TABLE)
def test_the_reason_of_a_verdict(op: str, form: str, outcome: str, tick: str, reason: str) -> None:
    known, unknown = FORMS[form]
    q = "nurse in lab" if op in BINARY_OPS else None
    condition = clause(op, unknown if outcome == "unknown" else known, q)
    judged = judge(GotoPhase(target="lab"), conditions=[condition])
    for number, (p, second) in enumerate(TRACES.get((op, outcome), (ONLY_P,) * 3)):
        robot, parts = state_of(form, p)
        judged.observe(frame(number, robot, nurse=NURSE_IN_LAB if second else NURSE_AWAY, **parts))
    judged.close("SKIPPED", "cancelled", 2)
    verdict = verdict_of(judged, "e0")
    assert (verdict.state, verdict.tick, verdict.reason) == (outcome, int(tick), reason)


def test_the_table_has_every_operator_form_of_atom_and_outcome() -> None:
    assert {(row[0], row[1], row[2]) for row in TABLE} == {(o, f, s) for o in OPS for f in FORMS for s in OUTCOMES}


def test_the_reason_of_two_atoms_that_came_true_together_has_the_values_of_that_sample() -> None:
    judged = judge(GotoPhase(target="lab"), conditions=[clause("before", "robot in ward", "nurse in lab")])
    judged.observe(frame(0, WARD, nurse=NURSE_IN_LAB))
    judged.observe(frame(1, OUTSIDE, nurse=NURSE_AWAY))
    judged.close("SKIPPED", "cancelled", 1)
    assert verdict_of(judged, "e0").reason == (
        "robot in ward before nurse in lab: both first true at 0.00 s, robot at (1.00, 1.00), nurse at (5.00, 1.00)"
    )


def test_the_reason_of_a_first_atom_that_never_came() -> None:
    judged = judge(GotoPhase(target="lab"), conditions=[clause("before", "robot in ward", "nurse in lab")])
    judged.observe(frame(0, OUTSIDE))
    judged.close("SKIPPED", "cancelled", 0)
    assert verdict_of(judged, "e0").reason == (
        "robot in ward before nurse in lab: first false on the only sample until 0.00 s, robot at (9.00, 1.00), "
        "nurse absent"
    )


@pytest.mark.parametrize(
    ("frames", "truncated", "reason"),
    [
        ((), False, "never robot in lab: never sampled until 0.50 s"),
        ((0, 2), False, "never robot in lab: unknown on 1 of 3 samples until 0.50 s, first frame 1 is missing"),
        ((3,), False, "never robot in lab: unknown on 1 of 2 samples until 0.50 s, first frames 0 to 2 are missing"),
        ((0, 1), True, "never robot in lab: unknown (truncated), no frames after 0.50 s"),
    ],
)
def test_the_reason_of_missing_frames(frames: tuple[int, ...], truncated: bool, reason: str) -> None:
    judged = judge(GotoPhase(target="lab"), conditions=[clause("never", "robot in lab")])
    for tick in frames:
        judged.observe(frame(tick, WARD))
    judged.close("SKIPPED", "cancelled", 5, truncated=truncated)
    verdict = verdict_of(judged, "e0")
    assert (verdict.state, verdict.tick, verdict.reason) == ("unknown", 5, reason)


def test_a_field_without_a_value_is_said_to_have_none() -> None:
    judged = judge(GotoPhase(target="lab"), conditions=[clause("always", "door_1.progress == 1")])
    judged.observe(frame(0, WARD, door=(nan, NO_VALUE, NO_VALUE)))
    judged.close("SKIPPED", "cancelled", 0)
    assert verdict_of(judged, "e0").reason == (
        "always door_1.progress == 1: unknown on 1 of 1 samples until 0.00 s, first at 0.00 s, "
        "door_1.progress has no value"
    )


def test_the_reason_of_the_issue_is_said_word_by_word() -> None:
    judged = judge(GotoPhase(target="lab"), conditions=[clause("never", "robot in hall/0")])
    drive(judged, {0: (100.0, 22.0), 124: (3.1, 6.0)}, 124)
    assert verdict_of(judged, "e0").reason == "never robot in hall/0: true at 12.40 s, robot at (3.10, 6.00)"


UNTIL = parse_atom("not nurse in ward")
RESULT = {status: [(0, 0, RESULT_STATUSES.index(status))] for status in RESULT_STATUSES}


@pytest.mark.parametrize(
    ("phase", "parts", "outcome", "reason"),
    [
        (
            GotoPhase(pose=Pose(1.0, 1.5), tolerance_radius=0.6),
            {},
            "met",
            "goto (1.00, 1.50): arrived at 0.00 s, met at 0.00 s, jackal_0 at (1.00, 1.00)",
        ),
        (GotoPhase(target="ward"), {}, "met", "goto ward: arrived at 0.00 s, met at 0.00 s, jackal_0 at (1.00, 1.00)"),
        (
            GotoPhase(target="ward", hold_time=0.2),
            {},
            "met",
            "goto ward: arrived at 0.00 s, met at 0.20 s, jackal_0 at (1.00, 1.00)",
        ),
        (
            GotoPhase(target="ward", until=UNTIL),
            {"nurse": NURSE_IN_LAB},
            "met",
            "goto ward: arrived at 0.00 s, then not nurse in ward, met at 0.00 s, jackal_0 at (1.00, 1.00), "
            "nurse at (5.00, 1.00)",
        ),
        (
            GotoPhase(target="nurse", tolerance_radius=1.0, until=parse_atom("robot in ward")),
            {"nurse": (1.5, 1.0)},
            "met",
            "goto nurse: arrived at 0.00 s, then robot in ward, met at 0.00 s, jackal_0 at (1.00, 1.00), "
            "nurse at (1.50, 1.00)",
        ),
        (GotoPhase(), {}, "met", "hold: arrived at 0.00 s, met at 0.00 s, jackal_0 at (1.00, 1.00)"),
        (
            GesturePhase(gesture="wave"),
            {"results": RESULT["done"]},
            "met",
            "gesture wave: arrived at 0.00 s, met at 0.00 s, jackal_0 at (1.00, 1.00)",
        ),
        (
            ReachPhase(configuration="home"),
            {"results": RESULT["done"]},
            "met",
            "reach home: arrived at 0.00 s, met at 0.00 s, jackal_0 at (1.00, 1.00)",
        ),
        (
            ReachPhase(pose=Pose(1.0, 1.0)),
            {"results": RESULT["failed"]},
            "failed",
            "reach a pose: failed at 0.00 s, jackal_0 at (1.00, 1.00)",
        ),
        (
            GesturePhase(gesture="wave"),
            {"results": RESULT["unsupported"]},
            "failed",
            "gesture wave: no adapter for gesture at 0.00 s, jackal_0 at (1.00, 1.00)",
        ),
        (
            GotoPhase(target="ward"),
            {"results": RESULT["failed"]},
            "failed",
            "goto ward: failed at 0.00 s, jackal_0 at (1.00, 1.00)",
        ),
        (
            GotoPhase(),
            {"results": RESULT["unsupported"]},
            "failed",
            "hold: no adapter for hold at 0.00 s, jackal_0 at (1.00, 1.00)",
        ),
        (
            GotoPhase(target="lab", signal="arrived"),
            {"signals": [0, NO_VALUE]},
            "failed",
            "signaled arrived 3.00 m from goal",
        ),
    ],
)
def test_the_reason_of_an_ended_phase(phase: Phase, parts: Mapping[str, Any], outcome: str, reason: str) -> None:
    judged = judge(phase)
    for tick in range(3):
        judged.observe(frame(tick, WARD, **parts))
    (ended,) = judged.phases()
    assert ended.tick is not None
    assert (ended.outcome, ended.reason) == (outcome, reason)


def test_a_dropped_phase_names_the_violation_the_failure_or_the_task_that_dropped_it() -> None:
    stopping = clause("never", "robot in ward", on_failure="stop_task")
    failing = GesturePhase(gesture="wave", on_failure="stop_task")
    violated, failed, replaced = (
        judge(GotoPhase(), conditions=[stopping]),
        judge(failing, GotoPhase()),
        judge(GotoPhase()),
    )
    violated.observe(frame(0, WARD))
    failed.observe(frame(0, WARD, results=RESULT["failed"]))
    replaced.submit(SubmitPhases("jackal_0", (GotoPhase(target="lab"),)), None)
    assert violated.phases()[0].reason == (
        "dropped at 0.00 s: condition e0 (never robot in ward) violated on robot jackal_0"
    )
    assert failed.phases()[1].reason == (
        "dropped at 0.00 s: phase 0 failed on robot jackal_0: gesture wave: failed at 0.00 s, jackal_0 at (1.00, 1.00)"
    )
    assert replaced.phases()[0].reason == "dropped at 0.00 s: another task was submitted"
