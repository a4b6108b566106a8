import math

import numpy as np
import pytest
from numpy.typing import NDArray

from arena_runtime.people import Crowd
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import FreeSpace, RouteCache, RoutePlanner

Floats = NDArray[np.float64]

DT = 1 / 30
RADIUS = 0.25


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Corner, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


HALL = RoutePlanner(FreeSpace((rectangle(0, 0, 24, 8),)), cache=RouteCache())
# Two halls and a door of 0.9 m between them.
DOOR = RoutePlanner(
    FreeSpace(
        (rectangle(0, 0, 10, 8), rectangle(10, 0, 20, 8)),
        (),
        (rectangle(9.95, 0, 10.05, 3.55), rectangle(9.95, 4.45, 10.05, 8)),
    ),
    cache=RouteCache(),
)


def member(
    name: str, start: Corner, *waypoints: Corner, group: str | None = "family", speed: float = 1.2
) -> EpisodePerson:
    agent = {} if group is None else {"group": group}
    return EpisodePerson(name, "adult", RADIUS, 1.75, Pose(*start), speed, waypoints, "once", agent)


def walk(crowd: Crowd, seconds: float) -> Floats:
    return np.array([crowd.step(DT, tick * 33_333_333) for tick in range(1, round(seconds * 30) + 1)])


def test_two_of_a_group_walk_beside_each_other_at_the_pace_of_the_slower() -> None:
    people = [member("ada", (2.0, 3.0), (22.0, 4.0)), member("bob", (2.0, 5.0), speed=0.8)]
    rows = walk(Crowd(people, HALL, 0), 20.0)[300:450]
    assert np.abs(rows[:, 0, 0] - rows[:, 1, 0]).max() < 0.4
    assert 2 * RADIUS < np.abs(rows[:, 0, 1] - rows[:, 1, 1]).mean() < 1.0
    assert np.hypot(rows[:, :, 3], rows[:, :, 4]).mean() == pytest.approx(0.8, abs=0.12)


def test_who_is_ahead_waits_for_who_is_behind() -> None:
    people = [member("ada", (9.0, 4.0), (22.0, 4.0)), member("bob", (2.0, 4.0))]
    rows = walk(Crowd(people, HALL, 0), 30.0)
    assert rows[60, 0, 0] < 9.5
    together = np.abs(rows[:, 0, 0] - rows[:, 1, 0]) < 1.2
    assert together[300:].all()
    assert (rows[-1, :, 0] > 20.5).all()


def test_a_group_goes_through_a_narrow_door_one_by_one_and_walks_on_together() -> None:
    people = [member("ada", (3.0, 3.5), (17.0, 4.0)), member("bob", (3.0, 4.2)), member("cyd", (3.0, 4.9))]
    rows = walk(Crowd(people, DOOR, 0), 25.0)
    passing = [int(np.argmax(rows[:, index, 0] > 10.0)) for index in range(3)]
    assert min(passing) > 0
    assert sorted(np.diff(sorted(passing)))[0] >= 8
    assert all(math.dist(rows[-1, index, :2], (17.0, 4.0)) < 1.9 for index in range(3))
    assert np.ptp(rows[-1, :, 0]) < 2.5
    standing = np.hypot(rows[-30:, :, 3], rows[-30:, :, 4])
    assert standing.max() < 0.05


def test_people_without_a_group_or_of_different_ones_do_not_wait_for_each_other() -> None:
    people = [
        member("ada", (9.0, 2.0), (22.0, 2.0), group=None),
        member("bob", (9.0, 4.0), (22.0, 4.0), group="staff"),
        member("cyd", (2.0, 6.0), (22.0, 6.0), group="visitors"),
    ]
    rows = walk(Crowd(people, HALL, 0), 4.0)
    assert (rows[-1, :2, 0] > 12.5).all()


def test_who_gets_waypoints_of_the_own_leaves_the_group() -> None:
    people = [member("ada", (6.0, 4.0), (22.0, 4.0)), member("bob", (6.0, 5.0))]
    crowd = Crowd(people, HALL, 0)
    walk(crowd, 2.0)
    crowd.walk(1, ((1.0, 5.0),), "once")
    rows = walk(crowd, 16.0)
    assert math.dist(rows[-1, 0, :2], (22.0, 4.0)) < 0.3
    assert math.dist(rows[-1, 1, :2], (1.0, 5.0)) < 0.3


def test_who_is_absent_is_not_waited_for() -> None:
    crowd = Crowd([member("ada", (6.0, 4.0), (22.0, 4.0)), member("bob", (2.0, 4.0))], HALL, 0)
    crowd.remove(1)
    assert walk(crowd, 16.0)[-1, 0, 0] == pytest.approx(22.0, abs=0.1)
