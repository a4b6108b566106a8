import math
from collections.abc import Callable

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import FreeSpace, RouteCache, RoutePlanner, doors_on


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Corner, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


Floats = NDArray[np.float64]

# Two rooms of 4 x 3 m with a door of 1 m between them, and a closet that no door leads to.
ZONES = (rectangle(0, 0, 4, 3), rectangle(4, 0, 8, 3), rectangle(10, 0, 12, 3))
WALLS = (rectangle(3.95, 0, 4.05, 1), rectangle(3.95, 2, 4.05, 3))
SPACE = FreeSpace(ZONES, (), WALLS)
DOOR = ((4.0, 1.0), (4.0, 2.0))
RADIUS = 0.3


@pytest.fixture
def planner() -> RoutePlanner:
    return RoutePlanner(SPACE, {"closet": ZONES[2], "right": ZONES[1], "wall": WALLS[0]})


def body_free(path: Floats, radius: float) -> bool:
    return bool(shapely.LineString(path).distance(SPACE.region.boundary) >= radius)


def test_a_path_goes_from_the_point_to_the_goal_and_touches_nothing(planner: RoutePlanner) -> None:
    path = planner.field((7.0, 0.5), RADIUS).path(1.0, 2.5)
    assert tuple(path[0]) == (1.0, 2.5)
    assert tuple(path[-1]) == (7.0, 0.5)
    assert body_free(path, RADIUS - 0.03)


def test_a_path_passes_a_door_in_its_middle(planner: RoutePlanner) -> None:
    path = shapely.LineString(planner.field((7.0, 0.5), RADIUS).path(1.0, 2.5))
    crossing = path.intersection(shapely.LineString(DOOR))
    assert crossing.y == pytest.approx(1.5, abs=0.15)


def test_a_path_keeps_away_from_walls_where_there_is_room(planner: RoutePlanner) -> None:
    field = planner.field((3.0, 0.5), RADIUS)
    path = shapely.segmentize(shapely.LineString(planner.field((3.0, 1.5), RADIUS).path(1.0, 0.35)), 0.1)
    middle = shapely.get_coordinates(path)[len(path.coords) // 2]
    assert planner.clearance_at(*middle) > 0.6
    assert field.length(1.0, 0.5) == pytest.approx(2.0, abs=0.02)


def test_costs_fall_along_the_way(planner: RoutePlanner) -> None:
    field = planner.field((7.0, 0.5), RADIUS)
    path = field.path(1.0, 2.5)
    costs = [field.cost_at(*point) for point in path]
    assert costs == sorted(costs, reverse=True)
    assert field.cost_at_points(path[:, 0], path[:, 1]) == pytest.approx(costs)


def test_descend_goes_as_far_as_asked_but_not_beyond_the_goal(planner: RoutePlanner) -> None:
    field = planner.field((3.0, 1.5), RADIUS)
    x, y = field.descend(1.0, 1.5, 0.5)
    assert (x, y) == pytest.approx((1.5, 1.5), abs=0.06)
    assert field.descend(1.0, 1.5, 99.0) == (3.0, 1.5)


def test_there_is_no_way_into_a_closet_without_a_door(planner: RoutePlanner) -> None:
    field = planner.area_field("closet", RADIUS)
    assert not field.reaches(1.0, 1.0)
    assert field.cost_at(1.0, 1.0) == math.inf
    assert field.length(1.0, 1.0) == math.inf
    assert field.path(1.0, 1.0).shape == (0, 2)
    assert field.descend(1.0, 1.0, 1.0) == (1.0, 1.0)
    assert not planner.connected((1.0, 1.0), (11.0, 1.0), RADIUS)
    assert planner.connected((1.0, 1.0), (7.0, 1.0), RADIUS)


def test_the_nearest_reachable_place_is_on_the_own_side(planner: RoutePlanner) -> None:
    assert planner.nearest_reachable((1.0, 1.0), (7.0, 1.0), RADIUS) == (7.0, 1.0)
    x, y = planner.nearest_reachable((1.0, 1.0), (11.0, 1.0), RADIUS)
    assert (x, y) == pytest.approx((7.7, 1.0), abs=0.1)


def test_a_wide_body_does_not_pass_a_narrow_door(planner: RoutePlanner) -> None:
    assert planner.connected((1.0, 1.5), (7.0, 1.5), 0.45)
    assert not planner.connected((1.0, 1.5), (7.0, 1.5), 0.55)


def test_the_way_into_an_area_ends_at_its_near_side(planner: RoutePlanner) -> None:
    path = planner.area_field("right", RADIUS).path(1.0, 1.5)
    assert path[-1][0] == pytest.approx(4.05, abs=0.1)


def test_an_area_without_room_is_approached(planner: RoutePlanner) -> None:
    path = planner.area_field("wall", RADIUS).path(1.0, 1.5)
    assert math.dist(path[-1], (4.0, 0.5)) < 0.6


def test_an_unknown_area_is_a_key_error(planner: RoutePlanner) -> None:
    with pytest.raises(KeyError, match="cellar"):
        planner.area_field("cellar", RADIUS)


def test_shortest_ways_are_no_longer_than_those_that_keep_clear(planner: RoutePlanner) -> None:
    keeping, shortest = (planner.field((7.0, 0.5), RADIUS, keep_clear=keep) for keep in (True, False))
    assert shortest.cost_at(1.0, 2.5) < keeping.cost_at(1.0, 2.5)
    # Eight directions make a way at most 8 % longer than the straight one.
    assert shortest.length(1.0, 2.5) <= shortest.cost_at(1.0, 2.5) + 0.2 <= 1.09 * shortest.length(1.0, 2.5) + 0.2


def test_ways_round_those_who_stand_touch_nobody(planner: RoutePlanner) -> None:
    direct = planner.field((3.5, 1.5), RADIUS)
    around = direct.around(np.array([(2.0, 1.5, 0.25)]))
    path = shapely.LineString(around.path(0.5, 1.5))
    assert path.distance(shapely.Point(2.0, 1.5)) > RADIUS + 0.25 - 0.051
    assert around.length(0.5, 1.5) > direct.length(0.5, 1.5)
    blocked = planner.field((7.0, 1.5), RADIUS).around(np.array([(4.0, 1.5, 0.25)]))
    assert not blocked.reaches(1.0, 1.5)
    assert blocked.reaches(6.0, 1.5)


def test_fields_and_grids_are_computed_once_for_equal_spaces() -> None:
    cache = RouteCache()
    first, second = RoutePlanner(SPACE, cache=cache), RoutePlanner(FreeSpace(ZONES, (), WALLS), cache=cache)
    assert first.field((7.0, 0.5), RADIUS) is second.field((7.0, 0.5), RADIUS)
    assert first.clearance is second.clearance
    assert first.with_solids([rectangle(5, 1, 6, 2)]).clearance is not first.clearance


def test_a_cache_forgets_the_least_recently_used() -> None:
    cache = RouteCache(capacity=2)
    computed = []

    def compute(name: str) -> Callable[[], str]:
        return lambda: computed.append(name) or name

    for name in ("a", "b", "a", "c", "a", "b"):
        assert cache.get(name, compute(name)) == name
    assert computed == ["a", "b", "c", "b"]
    assert len(cache) == 2


def test_free_points_have_room_and_lie_in_the_polygon(planner: RoutePlanner) -> None:
    points = planner.free_points(0.5, ZONES[1])
    assert len(points) > 1000
    assert (planner.clearance.at_points(*points.T) >= 0.499).all()
    assert (points[:, 0] >= 4.0).all()
    assert (points[:, 0] <= 8.0).all()


def test_samples_are_distinct_and_repeat_with_the_seed(planner: RoutePlanner) -> None:
    first = planner.sample(np.random.default_rng(5), 0.3, ZONES[0], 50)
    second = planner.sample(np.random.default_rng(5), 0.3, ZONES[0], 50)
    assert (first == second).all()
    assert len({tuple(point) for point in first}) == 50
    with pytest.raises(ValueError, match=r"asked for 5 points.*only 0"):
        planner.sample(np.random.default_rng(5), 1.6, ZONES[0], 5)


def test_a_world_without_room_has_no_ways() -> None:
    planner = RoutePlanner(FreeSpace((rectangle(0, 0, 0.4, 0.4),)))
    assert not planner.field((0.2, 0.2), 1.0).reaches(0.2, 0.2)
    assert not planner.connected((0.1, 0.1), (0.2, 0.2), 1.0)
    assert planner.nearest_reachable((0.1, 0.1), (0.2, 0.2), 1.0) == (0.1, 0.1)
    assert planner.area_field(rectangle(0, 0, 1, 1), 1.0).path(0.2, 0.2).shape == (0, 2)


def test_doors_come_in_the_order_of_travel() -> None:
    path = np.array([(0.0, 1.5), (6.0, 1.5), (6.0, 4.0)])
    doors = [((5.0, 3.0), (7.0, 3.0)), DOOR, ((2.0, 2.0), (2.0, 3.0)), ((1.0, 1.0), (1.0, 2.0))]
    assert doors_on(path, doors) == [(3, pytest.approx(1.0)), (1, pytest.approx(4.0)), (0, pytest.approx(7.5))]
    assert doors_on(path[:1], doors) == []
    assert doors_on(path, []) == []


@settings(max_examples=30, deadline=None)
@given(
    start=st.tuples(st.floats(0.4, 7.6), st.floats(0.4, 2.6)), goal=st.tuples(st.floats(0.4, 7.6), st.floats(0.4, 2.6))
)
def test_every_path_between_free_places_is_free(start: Corner, goal: Corner) -> None:
    planner = _PLANNER
    if not (planner.is_free(*start, RADIUS) and planner.is_free(*goal, RADIUS)):
        return
    field = planner.field(goal, RADIUS)
    for path in (field.path(*start), field.shortest_path(*start)):
        # Half a lattice diagonal is what a straight line between two places may shave off a corner.
        assert body_free(path, RADIUS - 0.051)
    assert field.length(*start) >= math.dist(start, goal) - 1e-9


_PLANNER = RoutePlanner(SPACE)
