"""Contacts, rules of places and the outcome of the task."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import evolve
from metric_episode import ROBOT, goto, run_of, square, standing, straight

from arena_evaluation.metrics import collisions, compliance, task
from arena_evaluation.metrics import people as people_metrics
from arena_evaluation.metrics.catalogue import METRICS, measure
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.recorded_run import collected
from arena_evaluation.metrics.robot_run import RobotRun
from arena_simulation_setup.episode import EpisodePerson, EpisodeRobot
from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Order, SpawnPerson, SpawnRobot
from arena_simulation_setup.verdict import PhaseOutcome, Verdict

PREDICATE = ("false", "true")


def test_a_contact_in_the_first_sample_counts() -> None:
    run = run_of(straight(), 2.0, contacts=((0.0, 0.2, "wall", ""), (1.0, 1.5, "door", "d/0")))
    assert collisions.collisions(run) == 2
    assert collisions.collisions_with("wall")(run) == 1
    assert collisions.collisions_with("door")(run) == 1
    assert collisions.collisions_with("static")(run) == 0
    assert collisions.collision_time(run) == pytest.approx(0.7)


def test_time_in_contact_with_two_things_counts_once() -> None:
    run = run_of(straight(), 4.0, contacts=((1.0, 3.0, "wall", ""), (2.0, 2.5, "static", "chair")))
    assert collisions.collision_time(run) == pytest.approx(2.0)


def test_who_was_quicker_ran_into_the_other() -> None:
    touch = ((3.0, 3.5, "pedestrian", "Ann"),)
    ours = run_of(straight(1.0), 4.0, {"Ann": standing(3.5, 0.0)}, contacts=touch)
    assert (collisions.robot_on_person_collisions(ours), collisions.person_on_robot_collisions(ours)) == (1, 0)
    behind = run_of(straight(0.2), 4.0, {"Ann": straight(1.0, x=-2.9)}, contacts=touch)
    assert (collisions.robot_on_person_collisions(behind), collisions.person_on_robot_collisions(behind)) == (0, 1)


def test_a_contact_across_a_change_of_layout_is_one_contact() -> None:
    run = run_of(straight(), 2.0, contacts=((0.5, 1.5, "static", "chair"),))
    first = run.episode.start
    renamed = evolve(first.layout, partners=("table", "chair"))
    values: list[object] = []
    for tick, time_ns in enumerate(run.episode.times_ns.tolist()):
        if tick == 30:
            values.append(EpisodeStart(30, first.episode, renamed))
        rows = [[0, 1, 0 if tick < 30 else 1]] if 15 <= tick <= 45 else []
        values.append(Frame(tick, time_ns, run.rows[tick], [], [], [], rows, [255], []))
    joined = RobotRun(collected(first, values), ROBOT)
    (contact,) = joined.contacts
    assert (contact.partner, contact.kind) == ("chair", "static")
    assert contact.end_ns - contact.start_ns == pytest.approx(1e9)
    assert len(joined.episode.segments) == 2
    assert joined.path_length == pytest.approx(2.0)


def test_robots_and_people_who_come_while_the_episode_runs_are_measured_with_their_radii() -> None:
    run = run_of(straight(), 2.0)
    start = run.episode.start
    robot = EpisodeRobot("late_0", "late", 0.4, Pose(0.0, 3.0), (goto(9.0, 3.0),))
    person = EpisodePerson("Zoe", "adult", 0.1, 1.7, Pose(0.0, 5.0), 1.0)
    layout = evolve(start.layout, robots=(ROBOT, "late_0"), people=("Zoe",))
    values: list[object] = []
    for tick, time_ns in enumerate(run.episode.times_ns.tolist()):
        rows, people = [run.rows[tick].tolist()], []
        if tick >= 30:
            rows, people = [*rows, [0.0, 3.0, 0.0, 0.0, 0.0, 0.0]], [[0.0, 5.0, 0.0, 0.0, 0.0]]
        if tick == 30:
            values += [Order(30, 0, SpawnRobot(robot)), Order(30, 1, SpawnPerson(person))]
            values.append(EpisodeStart(30, start.episode, layout))
        values.append(Frame(tick, time_ns, rows, people, [], [], [], [255] * len(rows), []))
    both = collected(start, values)
    assert both.robots == (ROBOT, "late_0")
    late = RobotRun(both, "late_0")
    assert late.stretches[0].times[[0, -1]] == pytest.approx([1.0, 2.0])
    assert people_metrics.distance_min(late) == pytest.approx(2.0 - 0.4 - 0.1)
    assert [goal.point for goal in late.goals] == [(9.0, 3.0)]


def test_speeding_is_timed_and_counted_where_the_limit_holds_at_that_moment() -> None:
    areas = (square("hall", 2.0, -1.0, 4.0), square("yard", 6.0, -1.0, 10.0))
    limit = {("hall/0", "max_speed"): lambda time: 0.5 if time < 4.0 else 2.0}
    run = run_of(straight(), 8.0, areas=areas, numbers=limit)
    assert compliance.speed_zone_violations(run) == 1
    assert compliance.speed_zone_time(run) == pytest.approx(2.0, abs=0.11)
    slow = run_of(straight(0.5), 8.0, areas=areas, numbers=limit)
    assert (compliance.speed_zone_violations(slow), compliance.speed_zone_time(slow)) == (0, 0.0)
    with pytest.raises(NoValueError, match="no zone has a speed limit"):
        compliance.speed_zone_time(run_of(straight(), 2.0, areas=areas))


def test_entries_into_restricted_zones_are_not_those_who_begin_inside() -> None:
    areas = (square("lab", 2.0, -1.0, 2.0), square("depot", -1.0, -1.0, 2.0))
    rules = {
        ("lab/0", "restricted", PREDICATE): lambda _: 1,
        ("depot/0", "restricted", PREDICATE): lambda _: 1,
        ("lab/0", "quiet", PREDICATE): lambda time: int(time >= 3.0),
    }
    run = run_of(straight(), 6.0, areas=areas, codes=rules)
    assert compliance.restricted_zone_entries(run) == 1
    assert compliance.restricted_zone_time(run) == pytest.approx(3.0, abs=0.07)
    assert compliance.quiet_zone_dwell(run) == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(
    ("state", "reason", "expected"),
    [
        ("SUCCESS", "finished after 3.0s", "SUCCESS"),
        ("FAILED", "timeout", "TIMEOUT"),
        ("FAILED", "collision", "COLLISION"),
        ("FAILED", "no progress", "NO_PROGRESS"),
        ("FAILED", "violated e0", "FAILED"),
        ("SKIPPED", "cancelled", "ABORTED"),
        ("FATAL", "broken", "FATAL"),
    ],
)
def test_each_end_has_its_name(state: str, reason: str, expected: str) -> None:
    assert task.outcome(run_of(straight(), 1.0, outcome=state, reason=reason)) == expected


def test_time_to_goal_is_the_arrival_and_not_the_last_frame() -> None:
    run = run_of(straight(), 9.0, phases=(goto(3.0, 0.0),))
    said = evolve(run.episode.said, phases=(PhaseOutcome(ROBOT, 0, "goto", "met", 90, "there"),))
    arrived = RobotRun(evolve(run.episode, said=said), ROBOT)
    assert task.time_to_goal(arrived) == pytest.approx(3.0)
    assert task.duration(arrived) == pytest.approx(9.0)


def test_a_task_of_two_phases_is_half_done() -> None:
    run = run_of(straight(), 5.0, phases=(goto(3.0, 0.0), goto(9.0, 0.0)), met=1, outcome="FAILED", reason="timeout")
    assert task.goal_condition_rate(run) == 0.5
    assert task.success(run) is False
    with pytest.raises(NoValueError, match="did not complete"):
        task.time_to_goal(run)
    with pytest.raises(NoValueError, match="has no task"):
        task.success(run_of(straight(), 1.0))


def test_violated_and_unknown_conditions_are_counted() -> None:
    states = ("violated", "violated", "unknown", "holds")
    verdicts = [Verdict(f"e{i}", "never", "p", "", ROBOT, state) for i, state in enumerate(states)]
    run = run_of(straight(), 1.0, verdicts=[*verdicts, Verdict("e0", "never", "p", "", "other", "violated")])
    assert (task.unsafe(run), task.conditions_unknown(run)) == (2, 1)


@pytest.mark.parametrize(("still", "expected"), [(11.0, True), (8.0, False)])
def test_stuck_is_ten_seconds_at_one_spot_in_a_failed_task(still: float, expected: bool) -> None:
    def stops(time: float) -> tuple[float, float]:
        return (min(time, 2.0) + max(0.0, time - 2.0 - still), 0.0)

    failed = run_of(stops, 14.0, phases=(goto(99.0, 0.0),), met=0, outcome="FAILED", yaw=lambda _: 0.0)
    assert task.stuck(failed) is expected
    turning = run_of(stops, 14.0, phases=(goto(99.0, 0.0),), met=0, outcome="FAILED", yaw=lambda time: time)
    assert task.stuck(turning) is False


def test_a_cut_recording_and_missing_frames_leave_every_metric_without_a_value_and_say_why() -> None:
    cut = measure(run_of(straight(), 3.0, outcome=""))
    assert {found.value for found in cut.values()} == {None}
    assert {found.reason for found in cut.values()} == {"the recording stops at 3.00 s, before its episode ends"}
    ticks = [tick for tick in range(91) if not 30 < tick < 60]
    holed = measure(run_of(straight(), 3.0, ticks=ticks))
    assert {found.reason for found in holed.values()} == {"frames between 1.00 s and 2.00 s are missing"}


def test_every_metric_has_a_value_or_a_reason_whatever_the_episode() -> None:
    for run in (
        run_of(straight(), 0.0),
        run_of(straight(), 0.1),
        run_of(standing(1.0, 1.0), 1.0, {"Ann": standing(math.nan, math.nan)}, yaw=lambda _: 0.0),
        run_of(standing(math.nan, math.nan), 1.0, {"Ann": standing(0.0, 0.0)}, yaw=lambda _: math.nan),
    ):
        for name, found in measure(run).items():
            assert (found.value is None) == bool(found.reason), name
            if isinstance(found.value, float):
                assert np.isfinite(found.value), name
    assert len(METRICS) > 60
