import math
from collections.abc import Callable

import numpy as np
import pytest
import shapely
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people import Crowd
from arena_runtime.robots.goal import Goal
from arena_runtime.robots.navigator import Navigator
from arena_runtime.robots.surroundings import DoorLine, Surroundings
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose, wrapped_angle
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import FreeSpace, RouteCache, RoutePlanner
from tests.robots.obedient import moved

Floats = NDArray[np.float64]

DT = 1 / 30
MODEL = RobotModel("jackal", "", "differential", 0.267, 0.3, 17.0, max_speed=2.0, max_turn_rate=4.0)
CACHE = RouteCache()


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Corner, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


# Two rooms of 6 x 6 m, a wall with a door of 1 m between them, a table in each.
TWO_ROOMS = FreeSpace(
    (rectangle(0, 0, 6, 6), rectangle(6, 0, 12, 6)),
    (),
    (
        rectangle(5.95, 0, 6.05, 2.5),
        rectangle(5.95, 3.5, 6.05, 6),
        rectangle(2, 2, 3, 2.6),
        rectangle(9, 3.5, 9.5, 5),
    ),
)
DOOR = DoorLine("door", (6.0, 2.5), (6.0, 3.5), 0.1)
CORRIDOR = FreeSpace((rectangle(0, 0, 15, 2.5),))


@frozen(eq=False)
class Drive:
    """What became of a drive: rows of (x, y, yaw, v, w) for every tick, and the smallest gap to any disc, metres."""

    rows: Floats
    gap: float
    arrived: bool

    def place(self, seconds: float) -> Corner:
        row = self.rows[round(seconds * 30) - 1]
        return (float(row[0]), float(row[1]))


World = Callable[[float, Pose], Surroundings]


def empty(now: float, pose: Pose) -> Surroundings:
    return Surroundings(door_progress=np.ones(1))


def drive(
    space: FreeSpace,
    start: Pose,
    goal: Goal | None,
    seconds: float,
    world: World = empty,
    navigator: Navigator | None = None,
) -> Drive:
    """Drive a robot that does exactly what it is told."""
    navigator = navigator or Navigator(MODEL, RoutePlanner(space, cache=CACHE), [DOOR])
    pose, twist, rows, gap = start, (0.0, 0.0, 0.0), [], math.inf
    for tick in range(1, round(seconds * 30) + 1):
        around = world(tick * DT, pose)
        twist = navigator.command(tick * 33_333_333, DT, pose, twist, goal, around)
        pose = moved(pose, twist, DT)
        rows.append((pose.x, pose.y, pose.yaw, twist[0], twist[2]))
        distances = np.hypot(around.discs[:, 0] - pose.x, around.discs[:, 1] - pose.y) - around.discs[:, 2]
        gap = min(gap, float(np.nanmin(distances, initial=math.inf)) - MODEL.radius)
        if navigator.arrived and twist == (0.0, 0.0, 0.0):
            break
    return Drive(np.array(rows), gap, navigator.arrived)


def standing(*places: Corner, until: float = math.inf) -> World:
    discs = np.array([(x, y, 0.25, 0.0, 0.0) for x, y in places])

    def world(now: float, pose: Pose) -> Surroundings:
        return Surroundings(discs if now < until else np.empty((0, 5)), door_progress=np.ones(1))

    return world


def assert_clear_of_walls(found: Drive, space: FreeSpace) -> None:
    boundary = space.region.boundary
    assert shapely.distance(shapely.points(found.rows[:, :2]), boundary).min() > MODEL.radius - 0.02


@pytest.mark.parametrize(
    ("start", "goal"),
    [
        (Pose(1.0, 1.0, math.pi), Goal(point=(11.0, 5.0), yaw=1.0)),
        (Pose(11.0, 1.0, 0.0), Goal(point=(1.0, 5.5), yaw=-2.0)),
        (Pose(2.5, 3.2, -1.5), Goal(point=(8.7, 4.2), yaw=math.pi)),
        (Pose(1.0, 3.0, 0.0), Goal(point=(5.6, 0.4))),
    ],
)
def test_goals_are_reached_with_their_heading(start: Pose, goal: Goal) -> None:
    found = drive(TWO_ROOMS, start, goal, 40.0)
    assert found.arrived
    assert goal.point is not None
    assert math.dist(found.rows[-1, :2], goal.point) < 0.1
    if goal.yaw is not None:
        assert abs(wrapped_angle(found.rows[-1, 2] - goal.yaw)) < 0.1
    assert_clear_of_walls(found, TWO_ROOMS)


def test_commands_stay_within_the_limits_of_the_model() -> None:
    rows = drive(TWO_ROOMS, Pose(1.0, 1.0, math.pi), Goal(point=(11.0, 5.0), yaw=1.0), 40.0).rows
    assert np.abs(rows[:, 3]).max() <= 1.2 + 1e-9
    assert np.abs(rows[:, 4]).max() <= MODEL.max_turn_rate
    assert np.diff(rows[:, 3]).max() <= MODEL.max_acceleration * DT + 1e-9
    assert np.diff(rows[:, 3]).min() >= -2 * MODEL.max_acceleration * DT - 1e-9
    assert np.abs(np.diff(rows[:, 4])).max() <= MODEL.max_turn_acceleration * DT + 1e-9


def test_a_slower_model_is_not_driven_faster_than_it_can() -> None:
    slow = RobotModel("slow", "", "differential", 0.267, 0.3, 17.0, max_speed=0.4, max_turn_rate=1.0)
    navigator = Navigator(slow, RoutePlanner(CORRIDOR, cache=CACHE))
    rows = drive(CORRIDOR, Pose(1, 1.25, 0.0), Goal(point=(5.0, 1.25)), 30.0, navigator=navigator).rows
    assert rows[:, 3].max() == pytest.approx(0.4)


def test_a_door_that_opens_late_is_waited_for_in_front_of_it() -> None:
    state = {"progress": 0.0}

    def world(now: float, pose: Pose) -> Surroundings:
        if now > 15.0:
            state["progress"] = min(1.0, state["progress"] + DT)
        low = 2.5 + state["progress"]
        slab = np.array([rectangle(5.95, low, 6.05, low + 1.0)])
        return Surroundings(slabs=slab, door_progress=np.array([state["progress"]]))

    found = drive(TWO_ROOMS, Pose(1.0, 3.0), Goal(point=(11.0, 1.0)), 40.0, world)
    assert 5.2 < found.place(14.0)[0] <= 5.45 + 0.02
    assert found.place(14.0) == pytest.approx(found.place(13.0), abs=0.005)
    assert found.place(15.9)[0] <= 5.45 + 0.02
    assert found.arrived
    assert_clear_of_walls(found, TWO_ROOMS)


def test_a_person_in_a_wide_corridor_is_passed() -> None:
    for y in (0.7, 1.25, 1.8):
        found = drive(CORRIDOR, Pose(1.0, 1.25), Goal(point=(14.0, 1.25)), 25.0, standing((7.0, y)))
        assert found.arrived
        assert found.gap > 0.05
        assert_clear_of_walls(found, CORRIDOR)


def test_a_person_in_the_way_is_passed_on_the_right() -> None:
    rows = drive(CORRIDOR, Pose(1.0, 1.25), Goal(point=(14.0, 1.25)), 25.0, standing((7.0, 1.25))).rows
    assert rows[int(np.argmin(np.abs(rows[:, 0] - 7.0))), 1] < 1.25


def test_a_person_in_a_doorway_is_waited_for_and_not_under_the_door() -> None:
    found = drive(TWO_ROOMS, Pose(1.0, 3.0), Goal(point=(11.0, 1.0)), 60.0, standing((6.0, 3.0), until=20.0))
    assert found.gap > 0.05
    assert (found.rows[: 20 * 30, 0] < 5.7).all()
    assert found.arrived
    assert_clear_of_walls(found, TWO_ROOMS)


def test_a_blocked_door_is_avoided_where_there_is_another() -> None:
    two_doors = FreeSpace(
        TWO_ROOMS.zones, (), (rectangle(5.95, 0, 6.05, 1), rectangle(5.95, 2, 6.05, 4), rectangle(5.95, 5, 6.05, 6))
    )
    found = drive(two_doors, Pose(1.0, 4.5), Goal(point=(11.0, 4.5)), 60.0, standing((6.0, 4.5)))
    assert found.arrived
    assert found.gap > 0.05
    assert found.rows[int(np.argmin(np.abs(found.rows[:, 0] - 6.0))), 1] == pytest.approx(1.5, abs=0.3)


def test_nobody_is_waited_for_under_an_open_door() -> None:
    # The person stands just behind the door: there is no room to get clear of the slab's band.
    found = drive(
        TWO_ROOMS, Pose(1.0, 3.0), Goal(point=(11.0, 3.0)), 8.0, standing((6.75, 3.0), (6.75, 2.4), (6.75, 3.6))
    )
    assert found.gap > 0.05
    assert not ((found.rows[-60:, 0] > 5.65) & (found.rows[-60:, 0] < 6.3)).any()


def test_people_who_walk_and_the_robot_keep_off_each_other() -> None:
    planner = RoutePlanner(TWO_ROOMS, cache=CACHE)
    people = [
        EpisodePerson("a", "adult", 0.25, 1.75, Pose(11.0, 3.0), 1.2, ((1.0, 3.0), (11.0, 3.0))),
        EpisodePerson("b", "adult", 0.25, 1.75, Pose(5.0, 5.0), 1.0, ((5.0, 1.0), (5.0, 5.0))),
        EpisodePerson("c", "adult", 0.25, 1.75, Pose(8.0, 1.0), 1.4, ((2.0, 5.0), (8.0, 1.0))),
    ]
    crowd = Crowd(people, planner, 0)

    def world(now: float, pose: Pose) -> Surroundings:
        rows = crowd.step(DT, round(now * 1e9), np.array([[pose.x, pose.y, MODEL.radius]]))
        discs = np.column_stack((rows[:, :2], crowd.radii, rows[:, 3:]))
        return Surroundings(discs, door_progress=np.ones(1))

    for goal in ((11.0, 1.0), (1.0, 1.0)):
        found = drive(TWO_ROOMS, Pose(12.0 - goal[0], 3.0), Goal(point=goal), 60.0, world)
        assert found.arrived
        assert found.gap > -0.02
        assert_clear_of_walls(found, TWO_ROOMS)


def test_an_area_is_entered_and_then_the_robot_stops() -> None:
    found = drive(TWO_ROOMS, Pose(1.0, 3.0), Goal(polygon=rectangle(6, 0, 12, 6)), 30.0)
    assert found.arrived
    assert 6.2 < found.rows[-1, 0] < 7.5


def test_without_a_goal_or_a_way_the_robot_brakes_and_stands() -> None:
    navigator = Navigator(MODEL, RoutePlanner(CORRIDOR, cache=CACHE))
    moving = drive(CORRIDOR, Pose(1, 1.25), Goal(point=(14.0, 1.25)), 2.0, navigator=navigator)
    x, y, yaw = moving.rows[-1, :3]
    halted = drive(CORRIDOR, Pose(x, y, yaw), None, 2.0, navigator=navigator)
    assert halted.rows[-1, 3] == 0.0
    assert not halted.arrived
    closets = FreeSpace((rectangle(0, 0, 3, 3), rectangle(5, 0, 8, 3)))
    assert (drive(closets, Pose(1.0, 1.0), Goal(point=(6.0, 1.0)), 2.0).rows[:, 3:] == 0.0).all()


def test_a_new_goal_is_turned_to_at_once() -> None:
    navigator = Navigator(MODEL, RoutePlanner(CORRIDOR, cache=CACHE))
    first = drive(CORRIDOR, Pose(1, 1.25), Goal(point=(3.0, 1.25)), 10.0, navigator=navigator)
    assert first.arrived
    x, y, yaw = first.rows[-1, :3]
    assert drive(CORRIDOR, Pose(x, y, yaw), Goal(point=(1.0, 1.25)), 10.0, navigator=navigator).rows[-1, 0] < 1.1


def test_somebody_who_walks_is_followed() -> None:
    navigator = Navigator(MODEL, RoutePlanner(CORRIDOR, cache=CACHE))
    pose, twist = Pose(1.0, 1.25), (0.0, 0.0, 0.0)
    for tick in range(1, 13 * 30):
        goal = Goal(point=(min(12.0, 4.0 + 0.8 * tick * DT), 1.25), position_tolerance=1.0)
        twist = navigator.command(tick * 33_333_333, DT, pose, twist, goal, Surroundings())
        pose = Pose(pose.x + twist[0] * DT, pose.y, pose.yaw)
    assert 10.9 < pose.x < 12.0
    assert navigator.arrived


def test_absent_people_are_ignored() -> None:
    nobody = np.full((2, 5), np.nan)
    found = drive(CORRIDOR, Pose(1, 1.25), Goal(point=(5.0, 1.25)), 10.0, lambda now, pose: Surroundings(nobody))
    assert found.arrived


def test_a_robot_that_starts_too_close_to_a_wall_gets_away() -> None:
    assert drive(CORRIDOR, Pose(1.0, 0.2, 1.5), Goal(point=(5.0, 1.25)), 15.0).arrived
    assert drive(CORRIDOR, Pose(1.0, 0.2, -1.5), Goal(point=(5.0, 1.25)), 15.0).arrived


def test_a_robot_hemmed_in_at_a_corner_backs_up_and_goes_on() -> None:
    found = drive(CORRIDOR, Pose(14.6, 1.25, 0.0), Goal(point=(1.0, 1.25)), 40.0, standing((13.95, 1.25), until=12.0))
    assert found.arrived
    assert found.gap > -0.02
