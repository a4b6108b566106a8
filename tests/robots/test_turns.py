"""Who came first goes into a cabin first, robots and people alike."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arena_runtime.rider import Rider
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.turn import TURN_NS, YIELDING_NS, Turn
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.randomness import stream
from tests.robots.trip import MODEL, Trip, at
from tests.route.storeys import building, place, planner

# Cabins of 1 m hold one body, those of 1.2 m a robot with a person who makes room.
NARROW = building({"lift_0": "1.lift_1"}, {"lift_1": "0.lift_0"}, size=1.0)
SHARED = building({"lift_0": "1.lift_1"}, {"lift_1": "0.lift_0"}, size=1.25)
# A ride goes where the first in the list is wanted: a robot on its way to the top comes by the floor between.
FORK = building({"hub": "1.low, 2.high"}, {"low": "0.hub"}, {"high": "0.hub"}, size=1.25)
NOBODY = np.empty((0, 5))
SECOND = 1_000_000_000


def walker(name: str, start: Corner, *waypoints: Corner, mode: str = "once") -> EpisodePerson:
    return EpisodePerson(name, "adult", 0.25, 1.75, Pose(*start), 1.2, waypoints, mode)


def waiting_turn() -> Turn:
    """A robot that stands in the line of the first cabin since 10 s."""
    turn = Turn(0.29)
    turn.wait(0, planner(NARROW).space.cabins[0], 10 * SECOND, Pose(*place(NARROW, "0", 1.8, 3.0)))
    return turn


def test_who_came_before_goes_first_and_who_came_after_does_not() -> None:
    cabin = planner(NARROW).space.cabins[0]
    x, y = place(NARROW, "0", 2.0, 2.0)
    before, after = (Rider(0, since * SECOND, x, y, 0.25) for since in (9, 11))
    elsewhere = Rider(1, 0, x, y, 0.25)
    assert not waiting_turn().has_come(cabin, 12 * SECOND, True, NOBODY, [before])
    assert waiting_turn().has_come(cabin, 12 * SECOND, True, NOBODY, [after, elsewhere])
    assert not waiting_turn().has_come(cabin, 12 * SECOND, False, NOBODY, [after])


def test_who_finds_no_room_does_not_keep_those_behind_waiting() -> None:
    cabin = planner(SHARED).space.cabins[0]
    x, y = place(SHARED, "0", 2.0, 2.0)
    inside = np.array([(*cabin.center, 0.25, 0.0, 0.0)])
    turn, large = waiting_turn(), Rider(0, 0, x, y, 0.5)
    assert not turn.has_come(cabin, 12 * SECOND, False, inside, [large])
    assert turn.has_come(cabin, 14 * SECOND, True, inside, [large])


def test_who_does_not_go_in_is_waited_for_only_for_a_while() -> None:
    cabin, turn = planner(NARROW).space.cabins[0], waiting_turn()
    first = Rider(0, 0, *place(NARROW, "0", 2.0, 2.0), 0.25)
    assert not turn.has_come(cabin, 12 * SECOND, True, NOBODY, [first])
    assert not turn.has_come(cabin, 12 * SECOND + YIELDING_NS, True, NOBODY, [first])
    assert turn.has_come(cabin, 13 * SECOND + YIELDING_NS, True, NOBODY, [first])


def test_a_robot_that_does_not_get_in_goes_to_the_end_of_the_line() -> None:
    cabin, turn = planner(NARROW).space.cabins[0], waiting_turn()
    assert turn.goes_on(cabin, 12 * SECOND, NOBODY)
    assert not turn.goes_on(cabin, 13 * SECOND + TURN_NS, NOBODY)
    assert turn.rider is not None
    assert turn.rider.since_ns == 13 * SECOND + TURN_NS


def test_a_robot_gives_way_to_who_comes_out() -> None:
    cabin, turn = planner(NARROW).space.cabins[0], waiting_turn()
    leaving, still = (np.array([(*cabin.center, 0.25, speed, 0.0)]) for speed in (0.8, 0.0))
    assert not turn.goes_on(cabin, 12 * SECOND, leaving)
    assert turn.goes_on(cabin, 12 * SECOND, still)


def test_people_who_came_later_wait_until_the_robot_is_inside() -> None:
    people = [
        walker(f"late_{index}", place(NARROW, "0", 7.5, 1.5 + 1.5 * index), place(NARROW, "1", 6.0, 1.5 + index))
        for index in range(3)
    ]
    trip = Trip(NARROW, at(NARROW, "0", 3.0, 3.0, math.pi), people)
    trip.run(Goal(point=place(NARROW, "1", 6.0, 5.0)), 120.0)
    assert trip.navigator.arrived
    assert trip.carried[0][1] == "robot"
    assert trip.gap > -0.02


def test_a_robot_that_came_later_waits_for_who_came_before() -> None:
    people = [walker("early", place(NARROW, "0", 2.2, 3.5), place(NARROW, "1", 6.0, 1.5))]
    trip = Trip(NARROW, at(NARROW, "0", 7.0, 3.0, math.pi), people)
    trip.run(Goal(point=place(NARROW, "1", 6.0, 5.0)), 120.0)
    assert trip.navigator.arrived
    assert [name for _, name in trip.carried] == ["early", "robot"]


def test_people_who_go_up_and_down_for_ever_do_not_starve_a_robot() -> None:
    people = [
        walker(
            f"busy_{index}",
            place(NARROW, str(index % 2), 4.0 + index, 1.5 + index),
            place(NARROW, str(1 - index % 2), 4.0, 2.0 + 0.5 * index),
            place(NARROW, str(index % 2), 5.0, 2.0 + 0.5 * index),
            mode="repeat",
        )
        for index in range(4)
    ]
    trip = Trip(NARROW, at(NARROW, "0", 7.0, 4.5, math.pi), people)
    trip.run(Goal(point=place(NARROW, "1", 7.0, 5.0)), 150.0)
    assert trip.navigator.arrived
    assert trip.gap > -0.02


def test_a_robot_that_rides_on_lets_those_behind_it_out() -> None:
    person = walker("first", place(FORK, "0", 2.0, 3.6), place(FORK, "1", 6.0, 1.5))
    trip = Trip(FORK, at(FORK, "0", 4.5, 3.0, math.pi), [person])
    trip.run(Goal(point=place(FORK, "2", 6.0, 5.0)), 120.0)
    assert trip.navigator.arrived
    assert {name for _, name in trip.carried[:2]} == {"first", "robot"}
    assert trip.carried[0][0] == trip.carried[1][0]
    assert math.dist(trip.crowd.rows[0, :2], person.waypoints[-1]) < 0.1
    assert trip.gap > -0.02


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_every_rider_of_a_crowded_lift_arrives(seed: int) -> None:
    rng = stream(seed, "turns")
    world = (NARROW, SHARED)[seed % 2]

    def somewhere(level: str, index: int) -> Corner:
        return place(world, level, 3.5 + 4.0 * float(rng.random()), 1.0 + 0.9 * index)

    people = []
    for index in range(4):
        level = str(int(rng.integers(2)))
        other = "1" if level == "0" else "0"
        people.append(walker(f"p{index}", somewhere(level, index), somewhere(other, index)))
    trip = Trip(world, at(world, "0", 6.5, 5.2, float(rng.uniform(-3.0, 3.0))), people)
    trip.run(Goal(point=place(world, "1", 7.0, 5.3)), 240.0)
    assert trip.navigator.arrived
    trip.run(None, 90.0)
    for index, person in enumerate(people):
        assert math.dist(trip.crowd.rows[index, :2], person.waypoints[-1]) < 0.4, person.name
    assert sorted(name for _, name in trip.carried) == ["p0", "p1", "p2", "p3", "robot"]
    assert trip.gap > -0.02


@pytest.mark.parametrize(("x", "y", "yaw"), [(2.0, 1.2, 0.0), (3.0, 4.6, 1.0), (5.0, 3.0, math.pi), (1.9, 4.4, -2.0)])
def test_a_robot_goes_in_and_out_along_the_axis_of_the_door(x: float, y: float, yaw: float) -> None:
    trip = Trip(NARROW, at(NARROW, "0", x, y, yaw)).run(Goal(point=place(NARROW, "1", 6.0, 1.0)), 90.0)
    assert trip.navigator.arrived
    for number in (0, 1):
        where = trip.where(trip.routes.space.cabins[number])
        in_doorway = where[(np.abs(where[:, 0]) < MODEL.radius + 0.05) & (np.abs(where[:, 1]) < 0.5)]
        assert len(in_doorway)
        assert np.abs(in_doorway[:, 1]).max() < 0.03
