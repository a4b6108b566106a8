import math
from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from arena_runtime.people import Crowd
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import FreeSpace, RouteCache, RoutePlanner

Floats = NDArray[np.float64]

DT = 1 / 30
RADIUS = 0.25
ROBOT_RADIUS = 0.267


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Corner, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


# Two rooms of 6 x 6 m, a wall with a door of 1.2 m between them, a table in each.
TWO_ROOMS = FreeSpace(
    (rectangle(0, 0, 6, 6), rectangle(6, 0, 12, 6)),
    (),
    (
        rectangle(5.95, 0, 6.05, 2.4),
        rectangle(5.95, 3.6, 6.05, 6),
        rectangle(2, 2, 3, 2.6),
        rectangle(9, 3.5, 9.5, 5),
    ),
)
CORRIDOR = FreeSpace((rectangle(0, 0, 12, 2),))
CACHE = RouteCache()


def planner_of(space: FreeSpace) -> RoutePlanner:
    return RoutePlanner(space, cache=CACHE)


def person(
    name: str, start: Corner, *waypoints: Corner, mode: str = "repeat", speed: float = 1.2, radius: float = RADIUS
) -> EpisodePerson:
    return EpisodePerson(name, "adult", radius, 1.75, Pose(*start), speed, waypoints, mode)


def walk(crowd: Crowd, seconds: float, slabs: Sequence[Sequence[Corner]] = ()) -> Floats:
    """Rows of every tick: shape (ticks, people, 5)."""
    corners = np.array(slabs, dtype=np.float64).reshape(-1, 4, 2)
    return np.array([crowd.step(DT, tick * 33_333_333, slabs=corners) for tick in range(1, round(seconds * 30) + 1)])


def visits(rows: Floats, *points: Corner) -> list[int]:
    """Index of each point in the order in which one person comes within 0.35 m of them."""
    order: list[int] = []
    for x, y in rows[:, :2].tolist():
        for index, point in enumerate(points):
            if math.dist((x, y), point) < 0.35 and order[-1:] != [index]:
                order.append(index)
    return order


def least_distance(rows: Floats) -> float:
    """Smallest distance between the centres of any two people."""
    count = rows.shape[1]
    return min(
        float(np.hypot(*(rows[:, one, :2] - rows[:, other, :2]).T).min())
        for one in range(count)
        for other in range(one)
    )


def random_crowd(seed: int, planner: RoutePlanner) -> list[EpisodePerson]:
    random = np.random.default_rng(seed)
    starts: list[Corner] = []
    for x, y in planner.sample(random, 0.3, count=600).tolist():
        if all(math.dist((x, y), other) > 0.6 for other in starts) and math.dist((x, y), (1.0, 3.0)) > 1.0:
            starts.append((x, y))
    people = []
    for index, start in enumerate(starts[:12]):
        waypoints = [(x, y) for x, y in planner.sample(random, 0.3, count=3).tolist()]
        speed = float(random.uniform(0.8, 1.6))
        people.append(person(f"walker_{index}", start, *waypoints, mode="random", speed=speed))
    return people


def patrol(robot: Floats, people: Floats, tick: int) -> Floats:
    """A robot that goes back and forth through the door and stops before it would touch anybody."""
    goal = np.array([11.0 if tick // 450 % 2 == 0 else 1.0, 3.0])
    ahead = goal - robot[0, :2]
    distance = float(np.hypot(*ahead))
    moved = robot.copy()
    moved[0, :2] += ahead / max(distance, 1e-9) * min(0.8 * DT, distance)
    touching = np.hypot(people[:, 0] - moved[0, 0], people[:, 1] - moved[0, 1]) < RADIUS + ROBOT_RADIUS
    return robot if touching.any() else moved


@pytest.mark.parametrize("seed", range(3))
def test_nobody_overlaps_anything_in_two_crowded_rooms(seed: int) -> None:
    planner = planner_of(TWO_ROOMS)
    crowd = Crowd(random_crowd(seed, planner), planner, seed)
    robot = np.array([[1.0, 3.0, ROBOT_RADIUS]])
    region = TWO_ROOMS.region
    walked = 0.0
    rows = crowd.rows
    for tick in range(1, 60 * 30 + 1):
        robot = patrol(robot, rows, tick)
        before, rows = rows, crowd.step(DT, tick * 33_333_333, robot)
        walked += float(np.hypot(*(rows[:, :2] - before[:, :2]).T).sum())
        assert np.hypot(rows[:, 0] - robot[0, 0], rows[:, 1] - robot[0, 1]).min() > RADIUS + ROBOT_RADIUS - 0.02
        points = shapely.points(rows[:, :2])
        assert shapely.contains(region, points).all()
        assert shapely.distance(points, region.boundary).min() > RADIUS - 0.02
        gaps = np.hypot(rows[:, None, 0] - rows[None, :, 0], rows[:, None, 1] - rows[None, :, 1])
        assert gaps[~np.eye(len(rows), dtype=bool)].min() > 2 * RADIUS - 0.02
    # They do not keep apart by standing: a third of what they would walk alone is the least.
    assert walked > 12 * 60 * 0.4


def test_two_people_meeting_head_on_pass_each_other_on_the_right() -> None:
    planner = planner_of(CORRIDOR)
    people = [
        person("east", (1.0, 1.0), (11.0, 1.0), mode="once"),
        person("west", (11.0, 1.0), (1.0, 1.0), mode="once"),
    ]
    rows = walk(Crowd(people, planner, 0), 14.0)
    assert rows[-1, 0, :2] == pytest.approx((11.0, 1.0), abs=0.1)
    assert rows[-1, 1, :2] == pytest.approx((1.0, 1.0), abs=0.1)
    meeting = int(np.argmin(np.abs(rows[:, 0, 0] - rows[:, 1, 0])))
    assert rows[meeting, 0, 1] < rows[meeting, 1, 1]
    assert least_distance(rows) > 2 * RADIUS


def test_two_groups_pass_each_other_in_a_doorway() -> None:
    planner = planner_of(TWO_ROOMS)
    east = [person(f"east_{i}", (1.5, 1.0 + i), (10.5, 1.0 + i), mode="once") for i in range(4)]
    west = [person(f"west_{i}", (10.5, 1.0 + i), (1.5, 1.0 + i), mode="once") for i in range(4)]
    rows = walk(Crowd([*east, *west], planner, 0), 45.0)
    assert (rows[-1, :4, 0] > 9.5).all()
    assert (rows[-1, 4:, 0] < 2.5).all()


def test_two_people_get_past_each_other_in_a_door_for_one() -> None:
    narrow = FreeSpace(
        (rectangle(0, 0, 4, 4), rectangle(4, 0, 8, 4)),
        (),
        (rectangle(3.95, 0, 4.05, 1.6), rectangle(3.95, 2.4, 4.05, 4)),
    )
    people = [
        person("east", (1.0, 2.0), (7.0, 2.0), mode="once"),
        person("west", (7.0, 2.0), (1.0, 2.0), mode="once"),
    ]
    rows = walk(Crowd(people, planner_of(narrow), 0), 30.0)
    assert rows[-1, 0, 0] == pytest.approx(7.0, abs=0.1)
    assert rows[-1, 1, 0] == pytest.approx(1.0, abs=0.1)


def test_walking_is_smooth() -> None:
    planner = planner_of(TWO_ROOMS)
    rows = walk(Crowd([person("walker", (1.0, 1.0), (11.0, 5.0), (1.0, 1.0))], planner, 0), 30.0)
    changes = np.hypot(*np.diff(rows[:, 0, 3:], axis=0).T)
    assert changes.max() < 3.6 * DT
    turns = np.abs(np.remainder(np.diff(rows[:, 0, 2]) + np.pi, 2 * np.pi) - np.pi)
    assert turns.max() < 4.1 * DT
    assert np.median(np.hypot(rows[:, 0, 3], rows[:, 0, 4])) == pytest.approx(1.2, abs=0.1)


def test_velocity_is_what_the_places_say() -> None:
    rows = walk(Crowd(random_crowd(1, planner_of(TWO_ROOMS)), planner_of(TWO_ROOMS), 1), 5.0)
    assert np.diff(rows[:, :, :2], axis=0) / DT == pytest.approx(rows[1:, :, 3:], abs=1e-9)


def test_a_closed_door_is_waited_at_and_an_open_one_passed() -> None:
    planner = planner_of(TWO_ROOMS)
    crowd = Crowd([person("walker", (3.0, 3.0), (9.0, 3.0), mode="once")], planner, 0)
    shut = rectangle(5.95, 2.4, 6.05, 3.6)
    waiting = walk(crowd, 8.0, [shut])
    assert 4.9 < waiting[-1, 0, 0] <= 5.95 - RADIUS + 0.011
    assert waiting[:, 0, 0].max() <= 5.95 - RADIUS + 0.011
    assert np.hypot(*waiting[-1, 0, 3:]) < 0.05
    assert walk(crowd, 8.0)[-1, 0, 0] == pytest.approx(9.0, abs=0.1)


def test_a_band_that_appears_in_a_stride_is_not_entered() -> None:
    crowd = Crowd([person("walker", (3.0, 3.0), (9.0, 3.0), mode="once", speed=1.6)], planner_of(TWO_ROOMS), 0)
    while crowd.rows[0, 0] < 5.6:
        walk(crowd, DT)
    rows = walk(crowd, 2.0, [rectangle(5.95, 2.4, 6.05, 3.6)])
    assert rows[:, 0, 0].max() <= 5.95 - RADIUS + 0.011


def test_who_stands_in_a_band_may_leave_it() -> None:
    crowd = Crowd([person("walker", (6.0, 3.0), (9.0, 3.0), mode="once")], planner_of(TWO_ROOMS), 0)
    assert walk(crowd, 5.0, [rectangle(5.95, 2.4, 6.05, 3.6)])[-1, 0, 0] == pytest.approx(9.0, abs=0.1)


POINTS = ((1.0, 1.0), (4.0, 1.0), (4.0, 5.0))


@pytest.mark.parametrize(
    ("mode", "order"),
    [("repeat", [0, 1, 2, 0, 1]), ("reverse", [0, 1, 2, 1, 0]), ("once", [0, 1, 2])],
)
def test_waypoints_are_visited_in_the_order_of_their_mode(mode: str, order: list[int]) -> None:
    crowd = Crowd([person("walker", (1.0, 1.0), *POINTS, mode=mode)], planner_of(TWO_ROOMS), 0)
    assert visits(walk(crowd, 25.0)[:, 0], *POINTS)[: len(order)] == order


def test_random_waypoints_depend_on_seed_and_name_and_never_repeat_at_once() -> None:
    def order(name: str, seed: int) -> list[int]:
        crowd = Crowd([person(name, (2.0, 1.0), *POINTS, mode="random")], planner_of(TWO_ROOMS), seed)
        return visits(walk(crowd, 40.0)[:, 0], *POINTS)

    assert order("ada", 1) == order("ada", 1)
    assert len({tuple(order(name, seed)) for name in ("ada", "bob") for seed in (1, 2, 3)}) > 2
    assert len(order("ada", 1)) >= 4


def test_who_has_one_waypoint_at_the_own_place_or_none_stands() -> None:
    people = [person("post", (1.0, 1.0), (1.0, 1.0)), person("idle", (4.0, 4.5)), person("slow", (4.0, 1.0), speed=0.0)]
    rows = walk(Crowd(people, planner_of(TWO_ROOMS), 0), 5.0)
    assert (rows[:, :, :2] == rows[0, :, :2]).all()
    assert (rows[:, :, 3:] == 0.0).all()


@pytest.mark.parametrize("mode", ["repeat", "reverse", "once", "random"])
def test_equal_waypoints_are_one_where_the_person_stays(mode: str) -> None:
    crowd = Crowd([person("walker", (1.0, 1.0), *[(4.0, 1.0)] * 3, mode=mode)], planner_of(TWO_ROOMS), 0)
    rows = walk(crowd, 6.0)
    assert rows[-1, 0, :2] == pytest.approx((4.0, 1.0), abs=0.06)
    assert (rows[-30:, 0, 3:] == 0.0).all()


@pytest.mark.parametrize("mode", ["repeat", "reverse", "once", "random"])
def test_one_waypoint_is_walked_to_in_every_mode(mode: str) -> None:
    rows = walk(Crowd([person("walker", (1.0, 1.0), (4.0, 1.0), mode=mode)], planner_of(TWO_ROOMS), 0), 6.0)
    assert rows[-1, 0, :2] == pytest.approx((4.0, 1.0), abs=0.06)
    assert (rows[-30:, 0, 3:] == 0.0).all()


@pytest.mark.parametrize("mode", ["repeat", "reverse", "random"])
def test_a_waypoint_that_nobody_gets_to_does_not_keep_a_person_from_the_others(mode: str) -> None:
    table = (2.5, 2.3)
    crowd = Crowd([person("walker", (1.0, 1.0), (4.0, 1.0), table, (4.0, 5.0), mode=mode)], planner_of(TWO_ROOMS), 0)
    seen = visits(walk(crowd, 40.0)[:, 0], (4.0, 1.0), (4.0, 5.0))
    assert seen.count(0) > 1
    assert seen.count(1) > 1


@pytest.mark.parametrize(("speed", "radius"), [(0.75, 0.2), (1.5, 0.4)])
def test_speed_and_radius_of_a_person_are_honoured(speed: float, radius: float) -> None:
    people = [
        person("walker", (1.0, 1.0), (11.0, 1.0), mode="once", speed=speed, radius=radius),
        person("post", (6.0, 0.6)),
    ]
    rows = walk(Crowd(people, planner_of(CORRIDOR), 0), 12.0)
    assert np.hypot(*rows[30:60, 0, 3:].T).mean() == pytest.approx(speed, abs=0.05)
    assert np.hypot(*rows[:, 0, 3:].T).max() < speed + 0.01
    assert least_distance(rows) > radius + RADIUS - 0.02
    assert rows[:, 0, 1].max() < 2.0 - radius + 0.02


def test_people_walk_round_somebody_who_stands() -> None:
    people = [person("post", (6.0, 1.0)), person("walker", (1.0, 1.0), (11.0, 1.0), mode="once")]
    rows = walk(Crowd(people, planner_of(CORRIDOR), 0), 13.0)
    assert rows[-1, 1, 0] == pytest.approx(11.0, abs=0.1)
    assert (rows[:, 0, :2] == (6.0, 1.0)).all()
    assert least_distance(rows) > 2 * RADIUS


def test_a_waypoint_out_of_reach_is_replaced_by_the_nearest_place_within_reach() -> None:
    crowd = Crowd([person("walker", (5.0, 1.0), (2.5, 2.3), mode="once")], planner_of(TWO_ROOMS), 0)
    x, y = walk(crowd, 10.0)[-1, 0, :2]
    assert shapely.Point(x, y).distance(shapely.Polygon(rectangle(2, 2, 3, 2.6))) == pytest.approx(RADIUS, abs=0.1)


def test_absent_people_stay_absent_and_are_in_nobodys_way() -> None:
    people = [person("gone", (6.0, 1.0)), person("walker", (1.0, 1.0), (11.0, 1.0), mode="once")]
    crowd = Crowd(people, planner_of(CORRIDOR), 0)
    crowd.remove(0)
    rows = walk(crowd, 12.0)
    assert np.isnan(rows[:, 0]).all()
    alone = walk(Crowd([people[1]], planner_of(CORRIDOR), 0), 12.0)
    assert (rows[:, 1] == alone[:, 0]).all()
    crowd.teleport(0, 2.0, 1.0, 0.5)
    assert crowd.rows[0] == pytest.approx((2.0, 1.0, 0.5, 0.0, 0.0))


def test_another_itinerary_is_walked_from_its_first_waypoint_on() -> None:
    crowd = Crowd([person("walker", (1.0, 1.0), (11.0, 1.0), mode="once")], planner_of(CORRIDOR), 0)
    walk(crowd, 2.0)
    crowd.walk(0, ((5.0, 0.5), (1.0, 1.5)), "once")
    rows = walk(crowd, 10.0)
    assert np.hypot(*(rows[:, 0, :2] - (5.0, 0.5)).T).min() < 0.35
    assert rows[-1, 0, :2] == pytest.approx((1.0, 1.5), abs=0.1)
    with pytest.raises(ValueError, match="person walker: waypoint mode 'circle'"):
        crowd.walk(0, ((5.0, 1.0),), "circle")


def test_who_is_absent_gets_an_itinerary_before_a_place() -> None:
    crowd = Crowd([person("later", (1.0, 1.0)), person("post", (6.0, 1.7))], planner_of(CORRIDOR), 0)
    crowd.remove(0)
    crowd.walk(0, ((11.0, 1.0),), "once")
    walk(crowd, 1.0)
    assert crowd.present.tolist() == [False, True]
    assert crowd.rides == ("", "")
    crowd.teleport(0, 2.0, 1.0, 0.0)
    assert crowd.present.all()
    assert walk(crowd, 10.0)[-1, 0, :2] == pytest.approx((11.0, 1.0), abs=0.1)


def test_a_crowd_of_nobody_has_no_rows() -> None:
    crowd = Crowd([], planner_of(CORRIDOR), 0)
    assert crowd.step(DT, 0).shape == (0, 5)


def test_an_unknown_waypoint_mode_names_the_person() -> None:
    with pytest.raises(ValueError, match=r"person ada: waypoint mode 'circle'.*repeat"):
        Crowd([person("ada", (1.0, 1.0), (2.0, 1.0), mode="circle")], planner_of(CORRIDOR), 0)


def test_a_step_does_not_depend_on_what_was_cached() -> None:
    people = random_crowd(2, planner_of(TWO_ROOMS))
    fresh, shared = RoutePlanner(TWO_ROOMS, cache=RouteCache(1)), planner_of(TWO_ROOMS)
    assert walk(Crowd(people, fresh, 2), 5.0).tobytes() == walk(Crowd(people, shared, 2), 5.0).tobytes()


def test_a_robot_that_comes_between_two_decisions_is_not_walked_into() -> None:
    crowd = Crowd((person("ada", (1.0, 1.0), (11.0, 1.0)),), planner_of(CORRIDOR), 1)
    x, y = walk(crowd, 62 * DT)[-1, 0, :2].tolist()
    robot = np.array([[x + RADIUS + ROBOT_RADIUS + 0.06, y, ROBOT_RADIUS]])
    for tick in range(63, 67):
        rows = crowd.step(DT, tick * 33_333_333, robot)
        assert np.hypot(*(rows[0, :2] - robot[0, :2])) > RADIUS + ROBOT_RADIUS - 1e-6


def test_many_people_overlap_nobody() -> None:
    hall = FreeSpace((rectangle(0, 0, 20, 20),))
    places = [(1.0 + 1.5 * (index % 12), 1.0 + 1.5 * (index // 12)) for index in range(110)]
    people = [person(f"p{i}", place, (20 - place[0], 20 - place[1]), mode="once") for i, place in enumerate(places)]
    rows = walk(Crowd(people, planner_of(hall), 0), 6.0)
    last = rows[::10]
    gaps = np.hypot(last[:, :, None, 0] - last[:, None, :, 0], last[:, :, None, 1] - last[:, None, :, 1])
    assert gaps[:, ~np.eye(110, dtype=bool)].min() > 2 * RADIUS - 0.02
