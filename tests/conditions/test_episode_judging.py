"""Scopes, policies, gaps and the end of an episode."""

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_ward import FALSE, LAYOUT, TRUE, clause, drive, episode, frame, judge, outcomes, verdict_of

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.conditions.parse import parse_atom
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.verdict import Observation

AWAY, WARD, LAB = (30.0, 30.0), (1.0, 1.0), (6.0, 1.0)
TO_WARD, TO_LAB = GotoPhase(target="ward"), GotoPhase(target="lab")
NEVER_WARD = clause("never", "robot in ward")
SECOND_NS = 1_000_000_000


def test_early_answers_come_early_and_the_rest_stays_pending_until_the_end() -> None:
    texts = ["eventually", "never", "always", "eventually"]
    atoms = ["robot in ward", "robot in lab", "not robot in lab", "robot in lab"]
    judged = judge(GotoPhase(target="hall/1"), conditions=[clause(*pair) for pair in zip(texts, atoms, strict=True)])
    drive(judged, {0: WARD}, 5)
    assert [verdict_of(judged, f"e{index}").state for index in range(4)] == ["holds", "pending", "pending", "pending"]
    seen = judged.close("SKIPPED", "cancelled", 5)
    assert [verdict_of(judged, f"e{index}").state for index in range(4)] == ["holds", "holds", "holds", "violated"]
    assert judged.robot_fields("jackal_0")["violated"] == "e3"
    assert seen.outcome is not None
    assert (seen.outcome.state, seen.outcome.reason, seen.outcome.tick) == ("SKIPPED", "cancelled", 5)


def test_episode_clauses_are_sampled_only_while_the_robot_has_a_phase() -> None:
    judged = judge(TO_WARD, second=[GotoPhase(target="hall/1")], conditions=[clause("never", "robot in lab")])
    drive(judged, {0: WARD, 1: LAB}, 3)
    judged.close("SKIPPED", "cancelled", 3)
    assert verdict_of(judged, "e0").state == "holds"
    assert "the only sample" in verdict_of(judged, "e0").reason


def test_each_robot_has_its_own_copy_of_an_episode_clause() -> None:
    judged = judge(TO_LAB, second=[TO_LAB], conditions=[NEVER_WARD])
    judged.observe(frame(0, AWAY, WARD))
    assert [(found.robot, found.state) for found in judged.verdicts()] == [
        ("jackal_0", "pending"),
        ("jackal_1", "violated"),
    ]


def test_phase_clauses_end_with_their_phase_and_request_clauses_with_the_last() -> None:
    phase = attrs.evolve(TO_WARD, conditions=(clause("eventually", "robot in lab"),))
    judged = judge(phase, TO_LAB, request=[clause("eventually", "robot in lab"), clause("never", "robot in hall/0")])
    drive(judged, {0: AWAY, 1: WARD}, 1)
    assert (verdict_of(judged, "0:0").state, verdict_of(judged, "0:0").tick) == ("violated", 1)
    assert verdict_of(judged, "r0:0").state == "pending"
    judged.observe(frame(2, LAB))
    assert [(verdict_of(judged, f"r0:{index}").state) for index in (0, 1)] == ["holds", "holds"]


@pytest.mark.parametrize("scope", ["episode", "request", "phase"])
@pytest.mark.parametrize(
    ("policy", "expected", "state"),
    [
        ("continue", ["pending", "pending"], None),
        ("stop_task", ["dropped", "dropped"], "SUCCESS"),
        ("abort_episode", ["dropped", "dropped"], "FAILED"),
    ],
)
def test_what_a_violation_does(scope: str, policy: str, expected: list[str], state: str | None) -> None:
    broken = clause("never", "robot in ward", on_failure=policy)
    parts: dict[str, Any] = {"episode": {"conditions": [broken]}, "request": {"request": [broken]}}.get(scope, {})
    phase = attrs.evolve(TO_LAB, conditions=(broken,)) if scope == "phase" else TO_LAB
    judged = judge(phase, TO_LAB, **parts)
    seen = judged.observe(frame(0, WARD))
    identity = {"episode": "e0", "request": "r0:0", "phase": "0:0"}[scope]
    assert outcomes(judged) == expected
    assert judged.robot_fields("jackal_0")["violated"] == identity
    assert (seen.outcome.state if seen.outcome else None) == state
    assert seen.stopped_robots == (() if policy == "continue" else ("jackal_0",))
    if seen.outcome and policy == "abort_episode":
        assert seen.outcome.reason == f"condition {identity} (never robot in ward) violated on robot jackal_0"


def test_a_violated_clause_of_an_ending_phase_stops_the_rest_but_the_phase_is_met() -> None:
    unmet = clause("eventually", "robot in lab", on_failure="stop_task")
    judged = judge(attrs.evolve(TO_WARD, conditions=(unmet,)), TO_LAB)
    seen = judged.observe(frame(0, WARD))
    assert outcomes(judged) == ["met", "dropped"]
    assert seen.outcome is not None
    assert (seen.outcome.state, judged.robot_fields("jackal_0")["phase"]) == ("SUCCESS", "")


def test_a_violation_that_stops_the_task_comes_before_the_arrival_of_the_same_frame() -> None:
    judged = judge(TO_WARD, conditions=[clause("never", "robot in ward", on_failure="stop_task")])
    judged.observe(frame(0, WARD))
    assert outcomes(judged) == ["dropped"]


def test_the_first_of_several_aborts_gives_the_reason() -> None:
    broken = [clause("never", f"robot in {name}", on_failure="abort_episode") for name in ("lab", "ward")]
    outcome = judge(TO_LAB, conditions=broken).observe(frame(0, (4.0, 1.0))).outcome
    assert outcome is not None
    assert outcome.reason == "condition e0 (never robot in lab) violated on robot jackal_0"


def test_an_aborting_request_clause_that_ends_unmet_fails_the_episode() -> None:
    judged = judge(TO_WARD, request=[clause("eventually", "robot in lab", on_failure="abort_episode")])
    outcome = judged.observe(frame(0, WARD)).outcome
    assert outcome is not None
    assert outcome.state == "FAILED"
    assert outcome.reason.startswith("condition r0:0 (eventually robot in lab) violated")


def test_an_aborting_episode_clause_that_ends_unmet_cannot_abort_any_more() -> None:
    judged = judge(TO_WARD, conditions=[clause("eventually", "robot in lab", on_failure="abort_episode")])
    outcome = judged.observe(frame(0, WARD)).outcome
    assert outcome is not None
    assert outcome.state == "SUCCESS"
    assert judged.robot_fields("jackal_0")["violated"] == "e0"


def test_a_violation_is_recorded_once() -> None:
    judged = judge(TO_LAB, conditions=[NEVER_WARD])
    seen = drive(judged, {0: WARD}, 3)
    assert sum(len(observation.verdicts) for observation in seen) == 1
    assert judged.robot_fields("jackal_0")["violated"] == "e0"


def gapped(conditions: list[Clause], path: dict[int, tuple[float, float]]) -> Judge:
    judged = judge(GotoPhase(target="hall/1"), conditions=conditions)
    for tick, pose in path.items():
        judged.observe(frame(tick, pose))
    judged.close("SKIPPED", "cancelled", max(path))
    return judged


def test_a_gap_makes_what_is_open_unknown_and_names_the_missing_frames() -> None:
    judged = gapped([NEVER_WARD, clause("eventually", "robot in lab")], {0: LAB, 1: AWAY, 5: AWAY})
    assert verdict_of(judged, "e0").state == "unknown"
    assert verdict_of(judged, "e0").reason == (
        "never robot in ward: unknown on 1 of 4 samples until 0.50 s, first frames 2 to 4 are missing"
    )
    assert verdict_of(judged, "e1").state == "holds"


def test_the_first_of_several_gaps_is_named() -> None:
    reason = verdict_of(gapped([NEVER_WARD], {0: AWAY, 2: AWAY, 4: AWAY}), "e0").reason
    assert reason == "never robot in ward: unknown on 2 of 5 samples until 0.40 s, first frame 1 is missing"


def test_a_sample_after_a_gap_may_still_decide() -> None:
    judged = gapped([NEVER_WARD], {0: AWAY, 2: WARD})
    assert (verdict_of(judged, "e0").state, verdict_of(judged, "e0").tick) == ("violated", 2)


def test_a_recording_that_begins_late_has_a_gap_before_it() -> None:
    assert "frame 0 is missing" in verdict_of(gapped([NEVER_WARD], {1: AWAY}), "e0").reason


@pytest.mark.parametrize("tick", [0, 3])
def test_ticks_that_do_not_increase_are_refused(tick: int) -> None:
    judged = judge(TO_WARD)
    drive(judged, {0: AWAY}, 3)
    with pytest.raises(ValueError, match=f"frame {tick} came after frame 3"):
        judged.observe(frame(tick, AWAY))


def test_a_cut_recording_leaves_only_what_was_decided() -> None:
    judged = judge(TO_LAB, conditions=[NEVER_WARD, clause("eventually", "robot in hall/0")])
    drive(judged, {0: (1.0, 5.0)}, 2)
    judged.close("FAILED", "truncated", 2, truncated=True)
    assert [verdict_of(judged, identity).state for identity in ("e0", "e1")] == ["unknown", "holds"]
    assert verdict_of(judged, "e0").reason == "never robot in ward: unknown (truncated), no frames after 0.20 s"
    assert outcomes(judged) == ["pending"]


def final(judged: Judge, path: dict[int, tuple[float, float]], ticks: int, **parts: Any) -> tuple[str, str, int] | None:
    drive(judged, path, ticks, **parts)
    outcome = judged.outcome
    return None if outcome is None else (outcome.state, outcome.reason, outcome.tick)


def limited(**limits: Any) -> dict[str, Any]:
    return {"limits": Limits(**limits)}


def test_an_episode_is_finished_when_all_robots_with_phases_are() -> None:
    judged = judge(TO_WARD, second=[TO_LAB])
    judged.observe(frame(0, WARD, AWAY))
    assert judged.outcome is None
    judged.observe(frame(13, WARD, LAB))
    assert judged.outcome is not None
    assert (judged.outcome.state, judged.outcome.reason) == ("SUCCESS", "finished after 1.3s")


def test_the_time_limit_fails_who_is_not_finished() -> None:
    assert final(judge(TO_WARD, **limited(timeout_ns=SECOND_NS)), {0: AWAY}, 20) == ("FAILED", "timeout", 10)


def test_finishing_exactly_at_the_time_limit_is_in_time() -> None:
    path = {0: AWAY, 10: WARD}
    assert final(judge(TO_WARD, **limited(timeout_ns=SECOND_NS)), path, 20) == ("SUCCESS", "finished after 1.0s", 10)


def test_an_episode_without_tasks_succeeds_at_its_time_limit() -> None:
    assert final(judge(**limited(timeout_ns=SECOND_NS)), {0: AWAY}, 20) == ("SUCCESS", "finished after 1.0s", 10)
    assert final(judge(), {0: AWAY}, 20) is None


@pytest.mark.parametrize(
    ("step", "phase", "expected"),
    [
        (0.0, TO_WARD, ("FAILED", "no progress", 21)),
        (0.045, TO_WARD, ("FAILED", "no progress", 21)),
        (0.06, TO_WARD, None),
        (0.0, GotoPhase(until=parse_atom("nurse in ward"), tolerance_radius=99.0), None),
    ],
)
def test_a_robot_that_gets_nowhere_fails_the_episode_unless_it_waits(
    step: float, phase: GotoPhase, expected: tuple[str, str, int] | None
) -> None:
    judged = judge(phase, **limited(no_progress_ns=2 * SECOND_NS))
    path = {tick: (30.0 + tick * step, 30.0) for tick in range(60)}
    assert final(judged, path, 59) == expected


def test_progress_is_counted_anew_after_missing_frames() -> None:
    judged = judge(TO_WARD, **limited(no_progress_ns=2 * SECOND_NS))
    drive(judged, {0: AWAY}, 15)
    for tick in range(17, 38):
        judged.observe(frame(tick, AWAY))
        assert judged.outcome is None
    assert judged.observe(frame(38, AWAY)).outcome is not None


@pytest.mark.parametrize(("fails", "state"), [(True, "FAILED"), (False, None)])
def test_a_contact_ends_the_episode_only_when_asked_to(fails: bool, state: str | None) -> None:
    judged = judge(TO_WARD, **limited(fail_on_collision=fails))
    judged.observe(frame(0, AWAY))
    outcome = judged.observe(frame(1, AWAY, contacts=[(0, 0, -1)])).outcome
    assert (outcome.state if outcome else None) == state
    assert outcome is None or outcome.reason == "collision"


def test_nothing_changes_after_the_end() -> None:
    judged = judge(TO_WARD, conditions=[clause("never", "robot in lab")])
    judged.observe(frame(0, WARD))
    before = (judged.verdicts(), judged.phases(), judged.outcome)
    assert judged.observe(frame(1, LAB)) == Observation()
    assert judged.close("SKIPPED", "cancelled", 1) == Observation()
    assert judged.active_phase("jackal_0") is None
    with pytest.raises(ValueError, match="the episode is over"):
        judged.submit(SubmitPhases("jackal_0", (TO_LAB,)), frame(0, WARD))
    assert (judged.verdicts(), judged.phases(), judged.outcome) == before


def test_a_robot_that_the_layout_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="jackal_0"):
        Judge(episode(), FrameLayout(robots=("jackal_1",)))


def test_a_person_who_appears_later_is_known_from_the_new_layout_on() -> None:
    judged = judge(TO_LAB, conditions=[clause("eventually", "guest in ward")])
    judged.observe(frame(0, AWAY))
    judged.use_layout(attrs.evolve(LAYOUT, people=(*LAYOUT.people, "guest")))
    people = [(0.0,) * 5, (0.0,) * 5, (1.0, 1.0, 0.0, 0.0, 0.0)]
    judged.observe(attrs.evolve(frame(1, AWAY), people=people))
    assert (verdict_of(judged, "e0").state, verdict_of(judged, "e0").tick) == ("holds", 1)


def three_events() -> tuple[Judge, list[Frame]]:
    """At tick 2 the door opens, the robot enters the ward, and with that its phase ends."""
    watched = [
        clause("never_during", "robot in ward", "door_1.open == true"),
        clause("before", "door_1.open == true", "robot in ward"),
        clause("eventually", "door_1.state == open"),
    ]
    phase = attrs.evolve(TO_WARD, conditions=(clause("never", "door_1.open == true"),))
    judged = judge(phase, TO_LAB, conditions=watched, request=[clause("eventually", "robot in ward")])
    shut, opened = (0.9, 1, FALSE), (1.0, 2, TRUE)
    frames = [frame(tick, AWAY, door=shut) for tick in (0, 1)]
    return judged, [*frames, frame(2, WARD, door=opened), frame(3, LAB, door=opened)]


def test_three_events_in_one_tick_have_one_order() -> None:
    judged, frames = three_events()
    seen = [judged.observe(each) for each in frames]
    assert seen[:2] == [Observation(), Observation()]
    assert [(found.id, found.state, found.tick) for found in seen[2].verdicts] == [
        ("e0", "violated", 2),
        ("e2", "holds", 2),
        ("r0:0", "holds", 2),
        ("0:0", "violated", 2),
    ]
    assert [(found.index, found.outcome, found.tick) for found in seen[2].phases] == [(0, "met", 2)]
    assert [(found.id, found.state) for found in seen[3].verdicts if found.robot == "jackal_0"] == [("e1", "violated")]
    assert judged.robot_fields("jackal_0")["violated"] == "e0,0:0,e1"


def test_feeding_the_frames_again_gives_the_same_observations() -> None:
    (first, frames), (second, _) = three_events(), three_events()
    assert [first.observe(each) for each in frames] == [second.observe(each) for each in frames]
    assert (first.verdicts(), first.phases()) == (second.verdicts(), second.phases())


PLACES = st.sampled_from([AWAY, WARD, LAB, (1.0, 5.0), (51.0, 5.0), (4.0, 4.0)])
ATOM_TEXTS = st.sampled_from(
    ["robot in ward", "not robot in lab", "robot within 3 of nurse", "door_1.open == true", "jackal_1.phase == 0"]
)
CLAUSES = st.builds(
    lambda op, p, q, policy: clause(op, p, q if op in ("before", "never_during") else None, policy),
    st.sampled_from(["always", "never", "eventually", "before", "never_during"]),
    ATOM_TEXTS,
    ATOM_TEXTS,
    st.sampled_from(["continue", "continue", "stop_task", "abort_episode"]),
)
PHASES = st.builds(
    GotoPhase,
    target=st.sampled_from(["ward", "lab", "nurse", "hall/0"]),
    tolerance_radius=st.just(2.0),
    hold_time=st.sampled_from([0.0, 0.1]),
    conditions=st.lists(CLAUSES, max_size=1).map(tuple),
) | st.builds(GotoPhase, pose=st.just(Pose(1.0, 1.0)), tolerance_radius=st.just(1.0))


@given(
    phases=st.lists(PHASES, max_size=3),
    second=st.lists(PHASES, max_size=2),
    conditions=st.lists(CLAUSES, max_size=3),
    path=st.lists(st.tuples(PLACES, PLACES, PLACES, st.booleans(), st.integers(1, 2)), max_size=8),
)
@settings(max_examples=80, deadline=None)
def test_every_episode_is_judged_alike_twice_and_ends_with_everything_decided(
    phases: list[GotoPhase], second: list[GotoPhase], conditions: list[Clause], path: list[Any]
) -> None:
    judges = [judge(*phases, second=second, conditions=conditions) for _ in range(2)]
    tick = -1
    for one, two, nurse, door, step in path:
        tick += step
        each = frame(tick, one, two, nurse=nurse, door=(0.0, FALSE, int(door)))
        assert judges[0].observe(each) == judges[1].observe(each)
    one_end, other_end = (judged.close("SKIPPED", "cancelled", max(tick, 0)) for judged in judges)
    assert one_end == other_end
    for found in judges[0].verdicts():
        assert found.state != "pending"
        assert found.tick is not None
        assert found.reason
    for robot in ("jackal_0", "jackal_1"):
        violated = {found.id for found in judges[0].verdicts() if (found.robot, found.state) == (robot, "violated")}
        listed = [name for name in judges[0].robot_fields(robot)["violated"].split(",") if name]
        assert sorted(violated) == sorted(listed)


def test_the_conditions_beside_a_phase_are_those_of_the_episode_and_of_the_latest_request() -> None:
    of_episode, of_request, of_phase = NEVER_WARD, clause("always", "robot in lab"), clause("never", "nurse in lab")
    judged = judge(
        GotoPhase(target="lab", conditions=(of_phase,)), conditions=[of_episode], request=[of_request], second=()
    )
    assert judged.conditions_beside_phase("jackal_0") == (of_episode, of_request)
    assert judged.conditions_beside_phase("jackal_1") == ()
    judged.submit(SubmitPhases("jackal_0", (GotoPhase(target="ward"),)), None)
    assert judged.conditions_beside_phase("jackal_0") == (of_episode,)
    judged.close("SKIPPED", "cancelled", 0)
    assert judged.conditions_beside_phase("jackal_0") == ()
