import math

import numpy as np
import pytest

from arena_runtime.robots.door_stops import distance_to_stop, door_stops
from arena_runtime.robots.path_tracking import TrackedPath
from arena_runtime.robots.surroundings import DoorLine

CORNER = np.array([(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)])
DOOR = DoorLine("door", (2.0, -0.5), (2.0, 0.5), 0.1)
OPEN, SHUT = np.array([1.0]), np.array([0.0])


def test_the_place_on_the_path_advances_with_the_robot() -> None:
    path = TrackedPath(CORNER)
    path.follow(1.0, 0.2)
    assert (path.travelled, path.deviation, path.remaining) == pytest.approx((1.0, 0.2, 6.0))
    path.follow(2.5, -0.1)
    assert path.travelled == pytest.approx(2.5)


def test_a_far_part_of_the_path_that_comes_near_is_not_jumped_to() -> None:
    hairpin = TrackedPath(np.array([(0.0, 0.0), (6.0, 0.0), (6.0, 0.4), (0.0, 0.4)]))
    hairpin.follow(0.5, 0.35)
    assert hairpin.travelled == pytest.approx(0.5)


def test_points_lie_on_the_path_and_end_with_it() -> None:
    path = TrackedPath(CORNER)
    assert path.length == pytest.approx(7.0)
    assert path.point_at(5.0) == pytest.approx((4.0, 1.0))
    assert path.point_at(-1.0) == pytest.approx((0.0, 0.0))
    assert path.point_at(99.0) == (4.0, 3.0)


def test_a_repeated_point_does_no_harm() -> None:
    path = TrackedPath(np.array([(0.0, 0.0), (0.0, 0.0), (1.0, 0.0)]))
    path.follow(0.5, 0.0)
    assert path.travelled == pytest.approx(0.5)
    assert path.point_at(0.25) == pytest.approx((0.25, 0.0))


def test_a_path_without_length_is_left_by_who_goes_away() -> None:
    path = TrackedPath(np.array([(1.0, 1.0), (1.0, 1.0)]))
    path.follow(1.0, 1.3)
    assert (path.travelled, path.deviation, path.remaining) == pytest.approx((0.0, 0.3, 0.0))


def test_the_stop_line_lies_half_a_metre_before_the_band() -> None:
    (stop,) = door_stops(CORNER, [DOOR], 0.267)
    assert (stop.stop, stop.enter, stop.leave) == pytest.approx((1.45, 1.683, 2.317))


def test_a_slanted_way_through_a_door_keeps_the_same_distance_from_it() -> None:
    path = np.array([(0.0, -1.0), (4.0, 1.0)])
    (stop,) = door_stops(path, [DOOR], 0.267)
    x = stop.stop * 4 / math.hypot(4, 2)
    assert 2.0 - x == pytest.approx(0.55)


def test_a_shut_door_stops_and_an_open_one_does_not() -> None:
    stops = door_stops(CORNER, [DOOR], 0.267)
    assert distance_to_stop(stops, SHUT, 1.0, math.inf) == pytest.approx(0.45)
    assert distance_to_stop(stops, np.array([0.9]), 1.0, math.inf) == pytest.approx(0.45)
    assert distance_to_stop(stops, OPEN, 1.0, math.inf) == math.inf


def test_who_is_under_the_door_goes_on() -> None:
    stops = door_stops(CORNER, [DOOR], 0.267)
    assert distance_to_stop(stops, SHUT, 1.8, math.inf) == math.inf


def test_a_door_that_cannot_be_cleared_is_not_entered() -> None:
    stops = door_stops(CORNER, [DOOR], 0.267)
    assert distance_to_stop(stops, OPEN, 1.0, 2.4) == pytest.approx(0.45)
    assert distance_to_stop(stops, OPEN, 1.0, 2.6) == math.inf
