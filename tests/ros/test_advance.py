"""How far robots have come is told from frames, and which life of the runtime has the episode; without any ROS."""

from __future__ import annotations

from threading import Thread

import numpy as np
import pytest
from attrs import evolve
from hall_episode import hall_episode

from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from task_generator.ros.advance import Advance, AdvanceMeter
from task_generator.ros.runtime_lives import RuntimeLives


def robot(name: str, start: float, *goals: float) -> EpisodeRobot:
    phases = tuple(GotoPhase(pose=Pose(x, 0.0)) for x in goals)
    return EpisodeRobot(name, "jackal", 0.3, Pose(start, 0.0), phases)


def episode(*robots: EpisodeRobot) -> Episode:
    return evolve(hall_episode(), robots=robots)


def frame(tick: int, *places: float) -> Frame:
    rows = np.array([[x, 0.0, 0.0, 0.0, 0.0, 0.0] for x in places]).ravel()
    empty = np.empty(0)
    codes = np.empty(0, np.uint8)
    integers = np.empty(0, np.int32)
    return Frame(tick, tick * 1000, rows.reshape(-1, 6), empty.reshape(-1, 5), empty, codes, integers, codes, integers)


def test_the_least_advanced_robot_is_told_with_its_own_way() -> None:
    meter = AdvanceMeter()
    both = episode(robot("a", 0.0, 4.0, 10.0), robot("b", 0.0, -2.0))
    meter.expect(both, "both")
    for tick, places in enumerate([(0.0, 0.0), (4.0, -1.0), (9.0, -2.0), (6.0, -2.0)]):
        meter.take(frame(tick, *places))
    assert meter.advance(both, "both") == Advance(10.0, 1.0, 12.0)


def test_frames_count_for_the_episode_that_was_loaded_before_their_frame_0() -> None:
    meter = AdvanceMeter()
    first, second = episode(robot("a", 0.0, 4.0)), episode(robot("a", 1.0, 4.0))
    meter.expect(first, "first")
    meter.take(frame(0, 0.0))
    meter.expect(second, "second")
    meter.take(frame(1, 2.0))
    assert meter.advance(first, "first") == Advance(4.0, 2.0, 2.0)
    assert meter.advance(second, "second") == Advance(3.0, 3.0, 0.0), "it has not begun"
    meter.take(frame(0, 1.0))
    assert meter.advance(second, "second") == Advance(3.0, 3.0, 0.0)
    meter.take(frame(0, 5.0))
    assert meter.advance(second, "second") == Advance(3.0, 3.0, 0.0), "somebody else's episode"


def test_robots_that_come_and_go_in_between_change_nothing_for_the_others() -> None:
    meter = AdvanceMeter()
    both = episode(robot("a", 0.0, 4.0), robot("b", 0.0, 1.0))
    meter.expect(both, "both")
    meter.take(frame(0, 0.0, 0.0))
    meter.take(frame(1, 1.0, 1.0, 9.0))
    meter.take(frame(2, 2.0, np.nan, 8.0))
    assert meter.advance(both, "both") == Advance(4.0, 2.0, 2.0)


def test_without_a_goal_there_is_no_distance() -> None:
    meter = AdvanceMeter()
    nowhere = episode(robot("a", 0.0))
    meter.expect(nowhere, "nowhere")
    meter.take(frame(0, 0.0))
    meter.take(frame(1, 2.0))
    assert meter.advance(nowhere, "nowhere") == Advance(0.0, 0.0, 2.0)
    assert meter.advance(episode(), "nobody") == Advance()


def test_an_outcome_waits_for_its_frame_but_never_for_long() -> None:
    meter = AdvanceMeter()
    one = episode(robot("a", 0.0, 4.0))
    meter.expect(one, "one")
    meter.take(frame(0, 0.0))
    late = Thread(target=lambda: meter.take(frame(1, 4.0)))
    late.start()
    meter.wait("one", 1, 20.0)
    assert meter.advance(one, "one").goal_dist_min == 0.0
    late.join()
    meter.wait("one", 2, 0.01)
    meter.wait("another", 2, 20.0)


@pytest.mark.parametrize(
    ("changes", "gone"),
    [
        ([(1, 0), (0, 1)], [False, True]),
        ([(1, 0), (0, 0)], [False, True]),
        ([(1, 0), (2, 0), (1, 1)], [False, False, True]),
        ([(1, 0), (1, 1)], [False, True]),
    ],
    ids=["killed", "left", "the successor came first", "both at once"],
)
def test_the_life_that_has_the_episode_is_missed(changes: list[tuple[int, int]], gone: list[bool]) -> None:
    lives = RuntimeLives()
    told = []
    for number, change in enumerate(changes):
        told.append(lives.changed(*change))
        if number == 0:
            lives.carry_newest()
    assert told == gone


def test_the_death_of_a_predecessor_is_not_that_of_the_episode() -> None:
    lives = RuntimeLives()
    lives.changed(1, 0)
    first = lives.newest
    lives.changed(2, 0)
    lives.carry_newest()
    assert not lives.changed(1, 1)
    assert (lives.is_gone(first), lives.is_gone(lives.newest), lives.all_gone) == (True, False, False)
    assert lives.changed(0, 1)
    assert lives.all_gone


def test_nothing_is_missed_before_the_first_life() -> None:
    lives = RuntimeLives()
    assert (lives.is_gone(lives.newest), lives.all_gone) == (False, False)
