"""People pass who stands in their way, wherever they fit through."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from arena_runtime.people import Crowd
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.route import FreeSpace, RouteCache, RoutePlanner

Floats = NDArray[np.float64]

DT = 1 / 30
LENGTH = 16.0
ROBOT_X, ROBOT_RADIUS = 8.0, 0.32
# Who walks 14 m at 1.2 m/s is 0.6 m beyond the robot after 6.3 s when nobody stands there.
UNHINDERED, DELAY = 6.3, 2.0
CACHE = RouteCache()


def corridor(width: float) -> RoutePlanner:
    return RoutePlanner(FreeSpace((((0, 0), (LENGTH, 0), (LENGTH, width), (0, width)),)), cache=CACHE)


def walker(name: str, start: float, end: float, width: float, radius: float) -> EpisodePerson:
    middle = 0.5 * width
    return EpisodePerson(name, "adult", radius, 1.75, Pose(start, middle), 1.2, ((end, middle),), "once")


def walked(crowd: Crowd, seconds: float, robot_y: float, speed: float = 0.0) -> tuple[Floats, Floats]:
    """Rows of every tick and where the robot is, which comes down the corridor and stops before anybody."""
    rows, places, x = [crowd.rows], [], ROBOT_X + 6.0 * (speed > 0.0)
    radii = crowd.radii + ROBOT_RADIUS
    for tick in range(1, round(seconds / DT) + 1):
        ahead = x - speed * DT
        if (np.hypot(rows[-1][:, 0] - ahead, rows[-1][:, 1] - robot_y) > radii).all():
            x = ahead
        rows.append(crowd.step(DT, tick * 33_333_333, np.array([[x, robot_y, ROBOT_RADIUS]])))
        places.append((x, robot_y))
    return np.array(rows[1:]), np.array(places)


def beside(side: str, gap: float, width: float) -> float:
    """Where the robot is to leave a gap on the left or right of who walks east, and nothing on the other side."""
    return gap + ROBOT_RADIUS if side == "right" else width - gap - ROBOT_RADIUS


def assert_nobody_overlaps(rows: Floats, robot: Floats, width: float, radius: float) -> None:
    assert np.hypot(*(rows[..., :2] - robot[:, None]).T).min() > radius + ROBOT_RADIUS - 0.02
    assert rows[..., 1].min() > radius - 0.02
    assert rows[..., 1].max() < width - radius + 0.02


@pytest.mark.parametrize("width", [1.5, 1.75, 2.0])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(("radius", "gap"), [(0.25, 0.6), (0.25, 0.85), (0.3, 0.7), (0.3, 0.85)])
def test_a_robot_that_stands_is_passed_where_there_is_room(width: float, side: str, radius: float, gap: float) -> None:
    y = beside(side, gap, width)
    rows, robot = walked(Crowd([walker("ada", 1.0, 15.0, width, radius)], corridor(width), 0), 14.0, y)
    assert np.argmax(rows[:, 0, 0] > ROBOT_X + 0.6) * DT == pytest.approx(UNHINDERED, abs=DELAY)
    assert rows[-1, 0, 0] == pytest.approx(15.0, abs=0.1)
    assert_nobody_overlaps(rows, robot, width, radius)


@pytest.mark.parametrize("side", ["left", "right"])
def test_somebody_who_stands_is_passed_where_there_is_room(side: str) -> None:
    post = EpisodePerson("post", "adult", 0.25, 1.75, Pose(8.0, 0.95 if side == "right" else 0.65), 1.0, (), "once")
    crowd = Crowd([walker("ada", 1.0, 15.0, 1.6, 0.25), post], corridor(1.6), 0)
    rows = np.array([crowd.step(DT, tick * 33_333_333) for tick in range(1, 400)])
    assert np.argmax(rows[:, 0, 0] > 8.6) * DT == pytest.approx(UNHINDERED, abs=DELAY)
    assert np.hypot(*(rows[:, 0, :2] - rows[:, 1, :2]).T).min() > 0.5 - 0.02


@pytest.mark.parametrize("gap", [0.4, 0.5])
def test_a_gap_too_narrow_is_not_squeezed_through(gap: float) -> None:
    y = beside("left", gap, 1.5)
    rows, robot = walked(Crowd([walker("ada", 1.0, 15.0, 1.5, 0.25)], corridor(1.5), 0), 12.0, y)
    assert rows[:, 0, 0].max() < ROBOT_X
    assert_nobody_overlaps(rows, robot, 1.5, 0.25)


@pytest.mark.parametrize("gap", [0.6, 0.85])
def test_two_people_from_both_sides_pass_a_robot_one_after_the_other(gap: float) -> None:
    people = [walker("ada", 1.0, 15.0, 1.5, 0.25), walker("bob", 15.0, 1.0, 1.5, 0.25)]
    rows, robot = walked(Crowd(people, corridor(1.5), 0), 25.0, beside("left", gap, 1.5))
    assert rows[-1, 0, 0] > ROBOT_X + 0.6
    assert rows[-1, 1, 0] < ROBOT_X - 0.6
    assert_nobody_overlaps(rows, robot, 1.5, 0.25)


@pytest.mark.parametrize("speed", [0.3, 0.8])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("radius", [0.25, 0.3])
def test_a_robot_that_comes_down_the_way_is_passed(speed: float, side: str, radius: float) -> None:
    y = beside(side, 0.85, 1.5)
    rows, robot = walked(Crowd([walker("ada", 1.0, 15.0, 1.5, radius)], corridor(1.5), 0), 12.0, y, speed)
    assert rows[-1, 0, 0] > robot[-1, 0] + 0.6
    assert (np.hypot(rows[30:300, 0, 3], rows[30:300, 0, 4]) > 0.15).mean() > 0.9
    assert_nobody_overlaps(rows, robot, 1.5, radius)


def test_who_stands_beyond_the_end_of_the_way_is_not_gone_round() -> None:
    crowd = Crowd([walker("ada", 1.0, 7.2, 2.0, 0.25)], corridor(2.0), 0)
    rows, _ = walked(crowd, 12.0, 1.0)
    assert math.dist(rows[-1, 0, :2], (7.2, 1.0)) < 0.1
    assert (rows[-30:, 0, 3:] == 0.0).all()
