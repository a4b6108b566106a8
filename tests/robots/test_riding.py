"""A robot at elevators."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from arena_runtime.robots.goal import Goal
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, segment_distance_squared, wrapped_angle
from tests.robots.trip import MODEL, Trip, at
from tests.route.storeys import THREE, TWO, building, place, planner

Floats = NDArray[np.float64]

DT = 1 / 30
NARROW = building({"lift_0": "1.lift_1"}, {"lift_1": "0.lift_0"}, size=1.0)


def test_a_goal_on_another_level_is_reached_by_elevator() -> None:
    goal = place(TWO, "1", 6.0, 1.0)
    trip = Trip(TWO, at(TWO, "0", 6.0, 5.0)).run(Goal(point=goal, yaw=1.0), 60.0)
    assert trip.navigator.arrived
    assert [name for _, name in trip.carried] == ["robot"]
    assert math.dist(trip.pose.xy, goal) < 0.1
    assert abs(wrapped_angle(trip.pose.yaw - 1.0)) < 0.1
    tick = trip.carried[0][0]
    assert set(trip.rides[: tick - 1]) == {"lift_1/1"}
    assert set(trip.rides[tick + 1 :]) == {""}


def test_the_robot_waits_outside_of_the_shut_door_near_enough_to_call_it() -> None:
    trip = Trip(TWO, at(TWO, "0", 6.0, 5.0))
    trip.fixed_doors = 0.0
    trip.run(Goal(point=place(TWO, "1", 6.0, 1.0)), 25.0)
    cabin = trip.routes.space.cabins[0]
    ahead, aside = trip.where(cabin)[-1]
    assert ahead > MODEL.radius + 0.025
    assert abs(aside) > 0.75 + MODEL.radius
    assert segment_distance_squared(*trip.pose.xy, *cabin.door) <= cabin.activation_distance**2
    assert np.ptp(np.array(trip.rows)[-60:, :2], axis=0).max() < 0.01
    assert not trip.navigator.arrived


@pytest.mark.parametrize("activation", [0.5, 0.7, 3.0])
def test_who_is_called_only_from_near_is_waited_for_nearer(activation: float) -> None:
    trip = Trip(TWO, at(TWO, "0", 6.0, 5.0))
    world = building({"lift_0": "1.lift_1"}, {"lift_1": "0.lift_0"}, activation=activation)
    trip = Trip(world, at(world, "0", 6.0, 5.0))
    trip.run(Goal(point=place(world, "1", 6.0, 1.0)), 60.0)
    assert trip.navigator.arrived


def test_in_the_cabin_the_robot_faces_the_door_and_stands_still() -> None:
    trip = Trip(TWO, at(TWO, "0", 4.0, 3.0, math.pi)).run(Goal(point=place(TWO, "1", 6.0, 1.0)), 60.0)
    tick = trip.carried[0][0]
    rows = np.array(trip.rows)[tick - 30 : tick - 1]
    assert np.ptp(rows[:, :2], axis=0).max() < 0.01
    assert math.dist(rows[-1, :2], place(TWO, "0", 0.8, 3.0)) < 0.1
    assert abs(rows[-1, 2]) < 0.2


def test_the_robot_leaves_the_cabin_at_once_and_rests_far_from_its_door() -> None:
    trip = Trip(TWO, at(TWO, "0", 4.0, 3.0)).run(Goal(point=place(TWO, "1", 6.0, 1.0)), 60.0)
    seconds_after = (len(trip.rows) - trip.carried[0][0]) / 30
    assert seconds_after < 10.0
    assert trip.where(trip.routes.space.cabins[1])[-1, 0] > 1.5


def test_the_robot_enters_a_cabin_that_is_its_goal_and_stays() -> None:
    cabin = planner(TWO).space.cabins[0]
    polygon = next(iter(TWO.elevators()))[1].reference_area
    trip = Trip(TWO, at(TWO, "0", 6.0, 5.0)).run(Goal(polygon=polygon), 40.0)
    assert trip.navigator.arrived
    assert cabin.holds(*trip.pose.xy)
    assert set(trip.rides) == {""}


def test_a_cabin_on_another_level_is_a_goal_that_is_ridden_to() -> None:
    polygon = list(TWO.elevators())[1][1].reference_area
    trip = Trip(TWO, at(TWO, "0", 6.0, 5.0)).run(Goal(polygon=polygon), 40.0)
    assert trip.navigator.arrived
    assert trip.routes.space.cabins[1].holds(*trip.pose.xy)


@pytest.mark.parametrize(("level", "cabin"), [("1", "first/1"), ("2", "second/2")])
def test_the_ride_names_the_destination_that_the_goal_asks_for(level: str, cabin: str) -> None:
    trip = Trip(THREE, at(THREE, "0", 6.0, 5.0)).run(Goal(point=place(THREE, level, 6.0, 1.0)), 60.0)
    assert trip.rides[0] == cabin
    assert trip.navigator.arrived


def test_a_way_over_two_rides_is_one_goal() -> None:
    trip = Trip(THREE, at(THREE, "1", 6.0, 5.0)).run(Goal(point=place(THREE, "2", 6.0, 1.0)), 90.0)
    assert list(dict.fromkeys(trip.rides)) == ["hub/0", "second/2", ""]
    assert trip.navigator.arrived


def test_somebody_who_stands_in_a_narrow_cabin_is_waited_for_beside_the_door() -> None:
    trip = Trip(NARROW, at(NARROW, "0", 6.0, 5.0), standing=[place(NARROW, "0", 0.5, 3.0)])
    trip.fixed_doors = 1.0
    trip.run(Goal(point=place(NARROW, "1", 6.0, 1.0)), 20.0)
    cabin = trip.routes.space.cabins[0]
    ahead, aside = trip.where(cabin)[-1]
    assert ahead > MODEL.radius
    assert abs(aside) > 0.45 + MODEL.radius
    trip.standing.clear()
    trip.fixed_doors = None
    assert trip.run(Goal(point=place(NARROW, "1", 6.0, 1.0)), 40.0).navigator.arrived


def test_a_robot_and_a_person_who_come_towards_each_other_both_arrive() -> None:
    goal: Corner = place(NARROW, "0", 6.0, 3.0)
    person = EpisodePerson("down", "adult", 0.25, 1.75, at(NARROW, "1", 7.0, 3.0), 1.2, (goal,), "once")
    trip = Trip(NARROW, at(NARROW, "0", 3.0, 3.0, math.pi), [person])
    trip.run(Goal(point=place(NARROW, "1", 6.0, 3.0)), 80.0)
    assert trip.navigator.arrived
    trip.run(None, 30.0)
    assert math.dist(trip.crowd.rows[0, :2], goal) < 0.1
    assert trip.gap > -0.02


def test_a_robot_and_a_person_share_a_cabin_that_is_wide_enough() -> None:
    goal: Corner = place(TWO, "1", 6.0, 5.0)
    person = EpisodePerson("up", "adult", 0.25, 1.75, at(TWO, "0", 2.6, 3.0), 1.2, (goal,), "once")
    trip = Trip(TWO, at(TWO, "0", 4.0, 3.0, math.pi), [person]).run(Goal(point=place(TWO, "1", 6.0, 1.0)), 80.0)
    assert trip.navigator.arrived
    assert sorted(name for _, name in trip.carried) == ["robot", "up"]
    assert trip.carried[0][0] == trip.carried[1][0]
    assert trip.gap > -0.02


def test_without_a_goal_nothing_is_ridden_to() -> None:
    trip = Trip(TWO, at(TWO, "0", 6.0, 5.0)).run(Goal(point=place(TWO, "1", 6.0, 1.0)), 1.0)
    assert trip.run(None, 1.0).rides[-1] == ""
