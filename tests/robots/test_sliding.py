"""A robot that drives in every direction."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest
import shapely
from attrs import evolve, frozen
from numpy.typing import NDArray

from arena_runtime.robots.goal import Goal
from arena_runtime.robots.navigator import Navigator
from arena_runtime.robots.surroundings import DoorLine, Surroundings
from arena_runtime.robots.wall_guard import LEAST_GAP, guarded
from arena_simulation_setup.geometry import Corner, Pose, wrapped_angle
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import FreeSpace, RouteCache, RoutePlanner
from tests.robots.obedient import moved

Floats = NDArray[np.float64]
DT = 1 / 30
WIDE = RobotModel(
    "ridgeback",
    "",
    "omnidirectional",
    0.63,
    0.75,
    135.0,
    max_speed=1.1,
    max_turn_rate=2.0,
    max_acceleration=0.9,
    max_turn_acceleration=2.5,
)
CACHE = RouteCache()


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Corner, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def two_rooms(opening: float) -> FreeSpace:
    """Two rooms of 6 m x 6 m with an opening of some metres in the wall between them."""
    low, high = 3.0 - opening / 2, 3.0 + opening / 2
    walls = (rectangle(5.95, 0, 6.05, low), rectangle(5.95, high, 6.05, 6))
    return FreeSpace((rectangle(0, 0, 6, 6), rectangle(6, 0, 12, 6)), (), walls)


HALL = FreeSpace((rectangle(0, 0, 12, 8),))
CORRIDOR = FreeSpace((rectangle(0, 0, 15, 3.0),))


@frozen(eq=False)
class Slide:
    """Rows of (x, y, yaw, forward, left, turn) for every tick, and whether the robot has arrived."""

    rows: Floats
    arrived: bool


World = Callable[[float], Surroundings]


def empty(now: float) -> Surroundings:
    return Surroundings(door_progress=np.ones(1))


def slide(
    space: FreeSpace,
    start: Pose,
    goal: Goal,
    seconds: float,
    world: World = empty,
    model: RobotModel = WIDE,
    lag: float = 0.0,
    doors: Sequence[DoorLine] = (),
) -> Slide:
    """Drive a robot whose base follows commands after a while (seconds, exponentially)."""
    navigator = Navigator(model, RoutePlanner(space, cache=CACHE), doors)
    pose, command, real, rows = start, (0.0, 0.0, 0.0), np.zeros(3), []
    for tick in range(1, round(seconds * 30) + 1):
        command = navigator.command(tick * 33_333_333, DT, pose, tuple(real.tolist()), goal, world(tick * DT))
        real = real + (np.array(command) - real) * (1.0 if lag == 0.0 else 1.0 - math.exp(-DT / lag))
        pose = moved(pose, tuple(real.tolist()), DT)
        rows.append((pose.x, pose.y, pose.yaw, *real.tolist()))
        if navigator.arrived and not any(command):
            break
    return Slide(np.array(rows), navigator.arrived)


def gap_to_walls(found: Slide, space: FreeSpace) -> float:
    distances = shapely.distance(shapely.points(found.rows[:, :2]), space.region.boundary)
    return float(distances.min()) - WIDE.radius


def test_it_drives_sideways_at_once_where_another_robot_must_turn_first() -> None:
    goal = Goal(point=(2.0, 6.0), yaw=0.0)
    sideways = slide(HALL, Pose(2.0, 2.0, 0.0), goal, 20.0)
    turning = slide(HALL, Pose(2.0, 2.0, 0.0), goal, 20.0, model=evolve(WIDE, drive="differential"))
    assert sideways.arrived
    assert turning.arrived
    assert sideways.rows[:15, 4].max() > 0.2
    assert len(sideways.rows) < 0.8 * len(turning.rows)
    assert not turning.rows[:, 4].any()


@pytest.mark.parametrize("yaw", [0.0, 1.5, -2.5])
def test_goals_are_reached_with_their_heading(yaw: float) -> None:
    found = slide(two_rooms(1.6), Pose(1.0, 1.2, 2.0), Goal(point=(10.5, 4.8), yaw=yaw), 40.0)
    assert found.arrived
    assert math.dist(found.rows[-1, :2], (10.5, 4.8)) < 0.1
    assert abs(wrapped_angle(found.rows[-1, 2] - yaw)) < 0.1


@pytest.mark.parametrize("lag", [0.0, 0.1])
@pytest.mark.parametrize("start", [Pose(1.0, 1.0, 0.0), Pose(4.8, 5.0, 1.0), Pose(5.0, 0.8, -2.0)])
def test_it_gets_through_an_opening_that_is_hardly_wider_than_itself(start: Pose, lag: float) -> None:
    space = two_rooms(2 * WIDE.radius + 0.15)
    found = slide(space, start, Goal(point=(10.0, 3.0)), 60.0, lag=lag)
    assert found.arrived
    assert gap_to_walls(found, space) > 0.0


def test_through_a_door_it_waits_until_it_is_open() -> None:
    space, door = two_rooms(1.6), DoorLine("door", (6.0, 2.2), (6.0, 3.8), 0.1)

    def world(now: float) -> Surroundings:
        shut = now < 12.0
        slabs = np.array([rectangle(5.95, 2.2, 6.05, 3.8)]) if shut else np.empty((0, 4, 2))
        return Surroundings(slabs=slabs, door_progress=np.array([0.0 if shut else 1.0]))

    found = slide(space, Pose(1.0, 1.0, 0.0), Goal(point=(10.0, 3.0)), 40.0, world, doors=[door])
    assert found.arrived
    assert found.rows[: 12 * 30, 0].max() < 6.0 - WIDE.radius
    assert np.ptp(found.rows[10 * 30 : 12 * 30, :2], axis=0).max() < 0.01


def test_it_goes_round_somebody_who_stands_in_its_way() -> None:
    discs = np.array([(7.0, 1.0, 0.25, 0.0, 0.0)])
    found = slide(CORRIDOR, Pose(1.0, 1.2, 0.0), Goal(point=(13.0, 1.2)), 40.0, lambda now: Surroundings(discs))
    assert found.arrived
    assert (np.hypot(found.rows[:, 0] - 7.0, found.rows[:, 1] - 1.0) - WIDE.radius - 0.25).min() > 0.02
    assert gap_to_walls(found, CORRIDOR) > 0.0


def test_commands_stay_within_the_limits_of_the_model() -> None:
    rows = slide(two_rooms(1.5), Pose(1.0, 1.2, 2.0), Goal(point=(10.5, 4.8), yaw=1.0), 40.0).rows
    assert np.hypot(rows[:, 3], rows[:, 4]).max() <= WIDE.max_speed + 1e-9
    assert np.abs(rows[:, 5]).max() <= WIDE.max_turn_rate
    changes = np.hypot(*np.diff(rows[:, 3:5], axis=0).T)
    assert changes.max() <= 2 * WIDE.max_acceleration * DT + 1e-9


@pytest.mark.parametrize("yaw", [0.0, 0.7, 2.9])
def test_towards_a_wall_it_is_never_faster_than_it_can_stop(yaw: float) -> None:
    clearance = RoutePlanner(HALL, cache=CACHE).clearance
    for gap in (0.01, 0.05, 0.2):
        pose = Pose(6.0, WIDE.radius + gap, yaw)
        forward, left = -math.sin(yaw), -math.cos(yaw)
        slowed = guarded((forward, left, 0.3), pose, WIDE.radius, clearance)
        assert math.hypot(*slowed[:2]) == pytest.approx(math.sqrt(1.6 * max(gap - LEAST_GAP, 0.0)), abs=0.02)
        along = guarded((math.cos(yaw), -math.sin(yaw), 0.0), pose, WIDE.radius, clearance)
        assert along[:2] == pytest.approx((math.cos(yaw), -math.sin(yaw)), abs=0.02)
