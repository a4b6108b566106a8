from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from arena_runtime.relocation import Relocator
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.episode import Episode, EpisodeRobot, Limits, Relocation, WorldReference
from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.timebase import tick_time_ns

SECOND = 1_000_000_000
PLACES = (Pose(1.0, 0.0), Pose(5.0, 0.0), Pose(9.0, 0.0))
FIRST = (0, GotoPhase(pose=Pose(9.0, 9.0)))
SECOND_PHASE = (1, FIRST[1])
ALONE = np.array([[0.0, 0.0, 0.3]])


def episode(relocation: Relocation | None = None, *, endless: bool = False, phases: int = 1) -> Episode:
    goal = GotoPhase(pose=Pose(9.0, 9.0), tolerance_radius=1.0, tolerance_angle=0.0, hold_time=0.0, signal="")
    robot = EpisodeRobot(
        "jackal_0", "jackal", 0.3, Pose(0.0, 0.0), (goal,) * phases, endless=endless, relocation=relocation
    )
    limits = Limits(timeout_ns=SECOND)
    return Episode(1, WorldReference("hall", ""), "", 1, robots=(robot,), limits=limits)


def test_a_robot_that_is_too_long_at_one_phase_is_put_at_the_places_in_turn() -> None:
    relocator = Relocator(episode(Relocation(10 * SECOND, PLACES)))
    moved = [(t, pose) for t in range(35) for _, pose in relocator.due([FIRST], t * SECOND, ALONE)]
    assert moved == [(10, PLACES[0]), (20, PLACES[1]), (30, PLACES[2])]


def test_the_time_counts_anew_for_each_phase_and_not_without_one() -> None:
    relocator = Relocator(episode(Relocation(10 * SECOND, PLACES)))
    active = [FIRST] * 9 + [SECOND_PHASE] * 9 + [None] * 20
    assert [relocator.due([phase], t * SECOND, ALONE) for t, phase in enumerate(active)] == [()] * 38


def test_a_place_where_somebody_stands_is_passed_over() -> None:
    relocator = Relocator(episode(Relocation(SECOND, PLACES)))
    discs = np.array([[0.0, 0.0, 0.3], [1.2, 0.0, 0.25], [np.nan, np.nan, 0.25]])
    relocator.due([FIRST], 0, discs)
    assert relocator.due([FIRST], SECOND, discs) == ((0, PLACES[1]),)


def test_where_all_places_are_taken_the_robot_waits_for_one() -> None:
    relocator = Relocator(episode(Relocation(SECOND, PLACES[:1])))
    taken = np.array([[0.0, 0.0, 0.3], [1.0, 0.0, 0.25]])
    relocator.due([FIRST], 0, taken)
    assert relocator.due([FIRST], SECOND, taken) == ()
    assert relocator.due([FIRST], 2 * SECOND, ALONE) == ((0, PLACES[0]),)


def test_a_refused_place_is_followed_by_the_next_one_at_once() -> None:
    relocator = Relocator(episode(Relocation(10 * SECOND, PLACES)))
    relocator.due([FIRST], 0, ALONE)
    relocator.due([FIRST], 10 * SECOND, ALONE)
    relocator.refused(0)
    assert relocator.due([FIRST], 10 * SECOND + 1, ALONE) == ((0, PLACES[1]),)


def test_a_robot_that_comes_later_is_put_elsewhere_too_and_the_first_keeps_its_time() -> None:
    start = episode(Relocation(10 * SECOND, PLACES))
    relocator = Relocator(start)
    discs = np.array([[0.0, 0.0, 0.3], [3.0, 0.0, 0.3]])
    assert [relocator.due([FIRST], t * SECOND, ALONE) for t in range(6)] == [()] * 6
    relocator.take_over((start.robots[0], evolve(start.robots[0], name="jackal_1")))
    moved = [(t, due) for t in range(6, 19) for due in relocator.due([FIRST, FIRST], t * SECOND, discs)]
    assert moved == [(10, (0, PLACES[0])), (16, (1, PLACES[0]))]


def frame(tick: int, x: float = 0.0) -> Frame:
    robots = np.array([[x, x, 0.0, 0.0, 0.0, 0.0]])
    return Frame(
        tick, tick_time_ns(tick, 30), robots, np.empty((0, 5)), np.empty(0), np.empty(0, dtype=np.uint8), (), (), ()
    )


def judged(what: Episode, at_goal: bool = False) -> Judge:
    judge = Judge(what, FrameLayout(("jackal_0",), (), (), (), ()))
    for tick in range(31):
        judge.observe(frame(tick, 9.0 if at_goal else 0.0))
    return judge


@pytest.mark.parametrize(
    ("endless", "at_goal", "state", "reason"),
    [
        (False, False, "FAILED", "timeout"),
        (True, False, "SUCCESS", "finished after 1.0s"),
        (False, True, "SUCCESS", "finished after 0.0s"),
        (True, True, "SUCCESS", "finished after 1.0s"),
    ],
)
def test_a_task_without_end_is_a_success_at_the_limit_and_never_before(
    endless: bool, at_goal: bool, state: str, reason: str
) -> None:
    outcome = judged(episode(endless=endless), at_goal).outcome
    assert outcome is not None
    assert (outcome.state, outcome.reason) == (state, reason)


def test_a_robot_that_gets_its_first_task_later_goes_on_after_it() -> None:
    judge = Judge(episode(endless=True, phases=0), FrameLayout(("jackal_0",), (), (), (), ()))
    judge.observe(frame(0))
    task = episode().robots[0].phases
    judge.submit(SubmitPhases("jackal_0", task), frame(0))
    for tick in range(1, 20):
        judge.observe(frame(tick, 9.0))
    assert judge.outcome is None
    assert [phase.outcome for phase in judge.phases()] == ["met"]
