import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import CostToGo, RoutePlanner
from arena_simulation_setup.route.lifts import BOARDING_PRICE
from arena_simulation_setup.site import open_site
from tests.route.storeys import ONE_WAY, THREE, TWINS, TWO, building, place, planner

RADIUS = 0.3
POINT = st.tuples(st.floats(2.2, 7.6), st.floats(0.4, 5.6))


def rides(field: CostToGo, point: Corner) -> list[tuple[str, str]]:
    return [(leg.ride_from, leg.ride_to) for leg in field.legs(*point)]


def test_a_way_to_another_level_rides() -> None:
    field = planner(TWO).field(place(TWO, "1", 6.0, 1.0), RADIUS)
    start = place(TWO, "0", 6.0, 5.0)
    assert field.reaches(*start)
    assert rides(field, start) == [("lift_0/0", "lift_1/1"), ("", "")]
    first, second = field.legs(*start)
    assert tuple(first.points[0]) == start
    assert first.points[-1] == pytest.approx(place(TWO, "0", 0.8, 3.0))
    assert second.points[0] == pytest.approx(place(TWO, "1", 0.8, 3.0))
    assert second.points[-1] == pytest.approx(place(TWO, "1", 6.0, 1.0))
    assert field.next_ride(*start) == first.lift == 0
    assert field.next_ride(*place(TWO, "1", 6.0, 5.0)) == -1


def test_what_leads_somebody_on_never_leaves_the_level() -> None:
    field = planner(TWO).field(place(TWO, "1", 6.0, 1.0), RADIUS)
    start, cabin = place(TWO, "0", 6.0, 5.0), place(TWO, "0", 0.8, 3.0)
    assert field.path(*start)[-1] == pytest.approx(cabin)
    assert field.shortest_path(*start)[-1] == pytest.approx(cabin)
    assert field.descend(*start, 99.0) == pytest.approx(cabin)
    graph = field.graph
    # From every place of the level the point ahead lies within eight lattice steps.
    x, y = graph.lattice_points(np.array([field.cell_ahead(cell) for cell in graph.cell_of_node.tolist()]))
    assert np.hypot(x - graph.positions[:, 0], y - graph.positions[:, 1]).max() < 8.5 * math.sqrt(2) * graph.spacing
    at_cabin = int(graph.cell_of_node[graph.node_near(*cabin)])
    assert field.cell_ahead(at_cabin) == at_cabin


def test_each_goal_of_a_lift_with_two_destinations_has_its_own_ride() -> None:
    found, start = planner(THREE), place(THREE, "0", 6.0, 5.0)
    for level, cabin in (("1", "first/1"), ("2", "second/2")):
        field = found.field(place(THREE, level, 6.0, 1.0), RADIUS)
        assert rides(field, start) == [("hub/0", cabin), ("", "")]
    across = found.field(place(THREE, "2", 6.0, 1.0), RADIUS)
    assert rides(across, place(THREE, "1", 5.0, 5.0)) == [("first/1", "hub/0"), ("hub/0", "second/2"), ("", "")]


def test_a_lift_without_a_way_back_leads_one_way() -> None:
    found, below, above = planner(ONE_WAY), place(ONE_WAY, "0", 6.0, 5.0), place(ONE_WAY, "1", 6.0, 5.0)
    assert found.connected(below, above, RADIUS)
    assert not found.connected(above, below, RADIUS)
    assert not found.field(below, RADIUS).reaches(*above)
    assert found.field(above, RADIUS).reaches(*below)
    assert found.nearest_reachable(below, above, RADIUS) == above
    stuck = found.nearest_reachable(above, below, RADIUS)
    assert stuck != below
    assert found.connected(above, stuck, RADIUS)


def test_a_body_too_large_for_the_cabin_has_no_ride() -> None:
    narrow = building({"lift_0": "1.lift_1"}, {"lift_1": "0.lift_0"}, size=1.0)
    found, below, above = planner(narrow), place(narrow, "0", 6.0, 5.0), place(narrow, "1", 6.0, 5.0)
    assert found.connected(below, above, 0.3)
    assert not found.connected(below, above, 0.43)
    assert not found.field(above, 0.43).reaches(*below)


def test_what_stands_in_the_cabin_closes_it() -> None:
    x, y = place(TWO, "1", 0.8, 3.0)
    blocked = planner(TWO).with_solids(
        [((x - 0.1, y - 0.1), (x + 0.1, y - 0.1), (x + 0.1, y + 0.1), (x - 0.1, y + 0.1))]
    )
    assert not blocked.connected(place(TWO, "0", 6.0, 5.0), place(TWO, "1", 6.0, 5.0), RADIUS)


def test_nobody_rides_to_where_one_can_walk() -> None:
    found = planner(TWINS)
    start, goal = place(TWINS, "0", 0.8, 1.5), place(TWINS, "0", 0.8, 4.5)
    field = found.field(goal, RADIUS)
    assert rides(field, start) == [("", "")]
    assert field.cost_at(*start) < 0.2 * BOARDING_PRICE


def test_a_cabin_is_no_way_through() -> None:
    found = planner(TWO)
    walls = [place(TWO, "0", *point) for point in ((0.0, 2.2), (1.6, 2.2))]
    line = shapely.LineString(walls)
    for goal in ((0.8, 5.0), (0.8, 3.0)):
        path = found.field(place(TWO, "0", *goal), RADIUS).path(*place(TWO, "0", 0.8, 1.0))
        assert shapely.LineString(path).distance(line) > 0.0


def test_ways_round_those_who_stand_in_the_only_cabin_do_not_exist() -> None:
    field = planner(TWO).field(place(TWO, "1", 6.0, 1.0), RADIUS)
    around = field.around(np.array([(*place(TWO, "0", 0.8, 3.0), 0.7)]))
    assert not around.reaches(*place(TWO, "0", 6.0, 5.0))
    assert around.reaches(*place(TWO, "1", 6.0, 5.0))


def test_nobody_is_placed_in_a_cabin() -> None:
    found = planner(TWO)
    cabins = shapely.union_all([shapely.Polygon(elevator.reference_area) for _, elevator in TWO.elevators()])
    for points in (found.free_points(0.2), found.free_points(0.2, TWO.levels["0"].zones[0].polygon)):
        assert len(points) > 1000
        assert shapely.distance(shapely.points(points), cabins).min() > 0.19
    inside = found.free_points(0.2, next(iter(TWO.elevators()))[1].reference_area)
    assert len(inside) > 100
    assert shapely.covers(cabins, shapely.points(inside)).all()


def test_fields_of_worlds_that_differ_in_their_rides_are_kept_apart() -> None:
    apart = building({"lift_0": ""}, {"lift_1": ""})
    goal, start = place(TWO, "1", 6.0, 1.0), place(TWO, "0", 6.0, 5.0)
    assert planner(TWO).field(goal, RADIUS).reaches(*start)
    assert not planner(apart).field(goal, RADIUS).reaches(*start)


@settings(max_examples=25, deadline=None)
@given(start=POINT, goal=POINT, levels=st.tuples(st.sampled_from("012"), st.sampled_from("012")))
def test_a_way_jumps_only_where_it_rides_and_is_as_long_as_its_legs(
    start: Corner, goal: Corner, levels: tuple[str, str]
) -> None:
    found = planner(THREE)
    begin, end = place(THREE, levels[0], *start), place(THREE, levels[1], *goal)
    field = found.field(end, RADIUS)
    for keep_price in (True, False):
        legs = field.legs(*begin, keep_price)
        assert tuple(legs[0].points[0]) == begin
        assert legs[-1].points[-1] == pytest.approx(end)
        boundary = found.space.region.boundary
        for leg in legs:
            assert shapely.LineString(leg.points).distance(boundary) > RADIUS - 0.051
        for before, after in pairwise(legs):
            cabins = {cabin.name: cabin.center for cabin in found.space.cabins}
            assert before.points[-1] == pytest.approx(cabins[before.ride_from])
            assert after.points[0] == pytest.approx(cabins[before.ride_to])
        assert len(legs) - 1 == (0 if levels[0] == levels[1] else 1 if "0" in levels else 2)
    walked = sum(float(np.hypot(*np.diff(leg.points, axis=0).T).sum()) for leg in field.legs(*begin, False))
    assert field.length(*begin) == pytest.approx(walked)
    assert field.next_ride(*begin) == field.legs(*begin)[0].lift


@settings(max_examples=25, deadline=None)
@given(places=st.lists(st.tuples(POINT, st.sampled_from("01")), min_size=3, max_size=3))
def test_costs_are_the_same_there_and_back_and_no_detour_is_cheaper(places: list[tuple[Corner, str]]) -> None:
    found = planner(TWO)
    graph = found.graph(RADIUS)
    # The cost of a pair is that of its lattice points.
    a, b, c = (tuple(graph.positions[graph.node_near(*place(TWO, level, *point))].tolist()) for point, level in places)

    def cost(start: Corner, goal: Corner) -> float:
        return found.field(goal, RADIUS).cost_at(*start)

    assert cost(a, b) == pytest.approx(cost(b, a), rel=1e-5)
    assert cost(a, c) <= cost(a, b) + cost(b, c) + 1e-3


@pytest.mark.parametrize("around", [("1", "3"), ("2", "1"), ("3", "2")])
def test_the_ring_of_lifts_of_the_shipped_house_is_ridden_round(around: tuple[str, str]) -> None:
    site = open_site("three_storied_residential", {})
    found = site.planner
    cabins = {cabin.name.split("/")[1]: cabin for cabin in found.space.cabins}
    start, goal = (
        (cabins[level].center[0] + cabins[level].out[0] * 2.0, cabins[level].center[1] + cabins[level].out[1] * 2.0)
        for level in around
    )
    field = found.field(goal, 0.25)
    assert field.reaches(*start)
    assert [leg.ride_to.split("/")[-1] for leg in field.legs(*start)][-2:] == [around[1], ""]


def jammed_by(*boxes: tuple[float, float, float, float]) -> RoutePlanner:
    """Routes through two storeys with boxes (low x, low y, high x, high y; metres, lower storey) on the floor."""
    corners = [((a, b), (c, b), (c, d), (a, d)) for a, b, c, d in boxes]
    return planner(TWO).with_solids([[place(TWO, "0", *corner) for corner in box] for box in corners])


# The door of the lower cabin stands at x = 1.55 from y = 2.25 to 3.75 and slides on to 5.25.
@pytest.mark.parametrize("box", [(1.5, 3.6, 1.9, 3.9), (1.5, 5.0, 1.9, 5.4), (1.57, 2.9, 1.7, 3.0)])
def test_nobody_rides_where_something_stands_in_the_way_of_the_door(box: tuple[float, float, float, float]) -> None:
    found, below, above = jammed_by(box), place(TWO, "0", 6.0, 5.0), place(TWO, "1", 6.0, 1.0)
    assert [cabin.is_jammed for cabin in found.space.cabins] == [True, False]
    # Neither into the cabin nor out of it.
    assert not found.connected(below, above, RADIUS)
    assert not found.connected(above, below, RADIUS)
    assert found.legs(below, above, RADIUS) == ()
    assert found.space.lifts == planner(TWO).space.lifts


@pytest.mark.parametrize("box", [(1.58, 4.0, 1.9, 4.4), (1.5, 5.3, 1.9, 5.6)])
def test_what_only_touches_the_way_of_the_door_jams_nothing(box: tuple[float, float, float, float]) -> None:
    found = jammed_by(box)
    assert not any(cabin.is_jammed for cabin in found.space.cabins)
    assert found.connected(place(TWO, "0", 6.0, 5.0), place(TWO, "1", 6.0, 1.0), RADIUS)


def test_routes_keep_away_from_the_jammed_lifts_of_the_sample_house(samples: Path) -> None:
    site = open_site(str(samples / "three_storied_residential"), {})
    jams = {cabin.name: cabin.is_jammed for cabin in site.planner.space.cabins}
    # A chair stands in the door of the second, a dresser where the door of the third slides to.
    assert jams == {"1_elevator/1": False, "2_elevator/2": True, "3_elevator/3": True}
    assert site.planner.graph(0.25).rides == ()
