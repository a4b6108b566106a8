"""People at elevators."""

import math

import numpy as np
import pytest
from attrs import define, field
from numpy.typing import NDArray

from arena_runtime.people import Crowd
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose, segment_distance_squared
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.boarding import standing_places, waiting_places
from arena_simulation_setup.world.compaction import CompactedWorld
from tests.robots.carrier import Carrier
from tests.route.storeys import THREE, TWINS, TWO, building, place, planner

Floats = NDArray[np.float64]

DT = 1 / 30
RADIUS = 0.25
# Cabins of 1 m hold one person.
NARROW = building({"lift_0": "1.lift_1"}, {"lift_1": "0.lift_0"}, size=1.0)


def person(name: str, start: Corner, *waypoints: Corner, mode: str = "once") -> EpisodePerson:
    return EpisodePerson(name, "adult", RADIUS, 1.75, Pose(*start), 1.3, waypoints, mode)


@define
class Ride:
    """People, cabins that carry them, and what was seen."""

    world: CompactedWorld
    people: list[EpisodePerson]
    routes: RoutePlanner = field(init=False)
    crowd: Crowd = field(init=False)
    carrier: Carrier = field(init=False)
    rows: list[Floats] = field(factory=list)
    carried: list[tuple[float, str]] = field(factory=list)
    stands_still: bool = False

    def __attrs_post_init__(self) -> None:
        self.routes = planner(self.world)
        self.crowd = Crowd(self.people, self.routes, 0)
        self.carrier = Carrier(self.world)

    def run(self, seconds: float, robots: Floats | None = None) -> Floats:
        names = [person.name for person in self.people]
        robots = np.empty((0, 3)) if robots is None else robots
        for _ in range(round(seconds * 30)):
            tick = len(self.rows) + 1
            rows = self.crowd.step(DT, tick * 33_333_333, robots, np.array(self.carrier.slabs()).reshape(-1, 4, 2))
            discs = {
                name: (float(row[0]), float(row[1]), RADIUS, ride)
                for name, row, ride in zip(names, rows, self.crowd.rides, strict=True)
            }
            moved = {} if self.stands_still else self.carrier.step(discs)
            for name, (x, y) in moved.items():
                self.crowd.teleport(names.index(name), x, y, 0.0)
                self.carried.append((tick * DT, name))
            self.rows.append(self.crowd.rows)
        return np.array(self.rows)


def test_a_person_rides_to_a_waypoint_on_another_level_and_stays_there() -> None:
    goal = place(TWO, "1", 6.0, 1.0)
    ride = Ride(TWO, [person("a", place(TWO, "0", 6.0, 5.0), goal)])
    ride.run(0.1)
    assert ride.crowd.rides == ("lift_1/1",)
    rows = ride.run(40.0)
    assert [name for _, name in ride.carried] == ["a"]
    assert math.dist(rows[-1, 0, :2], goal) < 0.1
    assert ride.crowd.rides == ("",)


def test_who_waits_in_the_cabin_stands_still() -> None:
    ride = Ride(TWO, [person("a", place(TWO, "0", 3.0, 3.0), place(TWO, "1", 6.0, 1.0))])
    rows = ride.run(40.0)
    tick = round(ride.carried[0][0] * 30) - 1
    waiting = rows[tick - 45 : tick, 0, :2]
    assert np.ptp(waiting, axis=0).max() < 0.01
    cabin = ride.routes.space.cabins[0]
    assert cabin.holds(*waiting[-1])
    assert cabin.ahead_of(*waiting[-1]) < -RADIUS - 0.025


def test_each_of_two_riders_of_one_lift_names_the_cabin_that_the_way_leads_to() -> None:
    people = [
        person("a", place(THREE, "0", 6.0, 5.0), place(THREE, "1", 6.0, 1.0)),
        person("b", place(THREE, "0", 6.0, 1.0), place(THREE, "2", 6.0, 1.0)),
        person("c", place(THREE, "0", 6.0, 3.0), place(THREE, "0", 4.0, 3.0)),
    ]
    ride = Ride(THREE, people)
    ride.run(0.1)
    assert ride.crowd.rides == ("first/1", "second/2", "")


def test_who_finds_the_cabin_full_waits_beside_its_door_and_rides_next() -> None:
    people = [
        person("first", place(NARROW, "0", 3.0, 3.0), place(NARROW, "1", 6.0, 1.0)),
        person("second", place(NARROW, "0", 4.0, 3.0), place(NARROW, "1", 6.0, 5.0)),
    ]
    ride = Ride(NARROW, people)
    rows = ride.run(60.0)
    assert [name for _, name in ride.carried] == ["first", "second"]
    waited = rows[round(ride.carried[0][0] * 30) - 2, 1, :2]
    (x, low), (_, high) = ride.routes.space.cabins[0].door
    assert waited[0] - x > RADIUS
    assert waited[1] > high + RADIUS or waited[1] < low - RADIUS
    assert segment_distance_squared(*waited, (x, low), (x, high)) < 1.5**2
    assert math.dist(rows[-1, 1, :2], place(NARROW, "1", 6.0, 5.0)) < 0.1


def test_those_who_want_out_go_first() -> None:
    people = [
        person("up", place(NARROW, "0", 3.0, 3.0), place(NARROW, "1", 6.0, 3.0)),
        person("down", place(NARROW, "1", 5.5, 3.0), place(NARROW, "0", 6.0, 3.0)),
    ]
    ride = Ride(NARROW, people)
    rows = ride.run(75.0)
    assert sorted(name for _, name in ride.carried) == ["down", "up"]
    for index, end in enumerate((place(NARROW, "1", 6.0, 3.0), place(NARROW, "0", 6.0, 3.0))):
        assert math.dist(rows[-1, index, :2], end) < 0.1
    gaps = np.hypot(*(rows[:, 0, :2] - rows[:, 1, :2]).T)
    assert gaps.min() > 2 * RADIUS - 0.02


def test_several_people_ride_together_where_there_is_room() -> None:
    people = [
        person(f"p{index}", place(TWO, "0", 3.0, 1.5 + index), place(TWO, "1", 6.0, 1.5 + index)) for index in range(3)
    ]
    ride = Ride(TWO, people)
    rows = ride.run(60.0)
    assert sorted(name for _, name in ride.carried) == ["p0", "p1", "p2"]
    assert ride.carried[1][0] - ride.carried[0][0] < 0.1
    for index in range(3):
        assert math.dist(rows[-1, index, :2], place(TWO, "1", 6.0, 1.5 + index)) < 0.1


def test_a_person_walks_back_and_forth_between_levels() -> None:
    stops = (place(TWO, "1", 5.0, 3.0), place(TWO, "0", 5.0, 3.0))
    ride = Ride(TWO, [person("a", stops[1], *stops, mode="repeat")])
    ride.run(90.0)
    assert len(ride.carried) >= 3


def test_a_robot_in_a_narrow_cabin_is_waited_for() -> None:
    ride = Ride(NARROW, [person("a", place(NARROW, "0", 3.0, 3.0), place(NARROW, "1", 6.0, 1.0))])
    robot = np.array([(*place(NARROW, "0", 0.5, 3.0), 0.3)])
    ride.stands_still = True
    rows = ride.run(15.0, robot)
    cabin = ride.routes.space.cabins[0]
    assert cabin.ahead_of(*rows[-1, 0, :2]) > RADIUS
    assert segment_distance_squared(*rows[-1, 0, :2], *cabin.door) < 1.5**2
    ride.stands_still = False
    ride.run(40.0)
    assert len(ride.carried) == 1


def test_places_in_a_cabin_are_clear_of_its_walls_and_begin_at_the_back() -> None:
    cabin = planner(TWO).space.cabins[0]
    places = standing_places(cabin, 0.3)
    assert cabin.center in places
    assert places[0] == pytest.approx((cabin.center[0] - 0.425, cabin.center[1]))
    for x, y in places:
        assert planner(TWO).clearance_at(x, y) >= 0.3 - 1e-6
        assert cabin.ahead_of(x, y) <= -0.3
    assert standing_places(cabin, 0.8) == ()


def test_places_to_wait_are_beside_the_door_and_within_its_call() -> None:
    found = planner(TWO)
    cabin = found.space.cabins[0]
    (x, low), (_, high) = cabin.door
    places = waiting_places(cabin, 0.3, found.clearance)
    assert len(places) > 2
    for place_x, place_y in places:
        assert segment_distance_squared(place_x, place_y, *cabin.door) <= 1.5**2
        assert place_x > x + 0.3
        assert place_y > high + 0.3 or place_y < low - 0.3


def test_nobody_waits_where_another_cabin_is_called_too() -> None:
    found = planner(TWINS)
    lower, upper = (cabin for cabin in found.space.cabins if cabin.name in ("a0/0", "b0/0"))
    everywhere = waiting_places(lower, 0.3, found.clearance)
    chosen = waiting_places(lower, 0.3, found.clearance, found.space.cabins)
    assert 0 < len(chosen) < len(everywhere)
    for point in chosen:
        assert segment_distance_squared(*point, *upper.door) > upper.activation_distance**2


def test_without_room_beside_the_door_one_waits_straight_before_it() -> None:
    narrow = planner(TWO)
    cabin = narrow.space.cabins[0]
    (x, low), (_, high) = cabin.door
    side_walls = [((x, y), (x + 4, y), (x + 4, y + 0.1), (x, y + 0.1)) for y in (low - 0.2, high + 0.1)]
    corridor = narrow.with_solids(side_walls)
    places = waiting_places(cabin, 0.3, corridor.clearance)
    assert places[0] == (x + 1.4, (low + high) / 2)
