from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest
from generated_site import level, rooms, site_of

from arena_simulation_setup.geometry import segment_distance_squared
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.site import Site
from task_generator.clearances import Clearances
from task_generator.disc import Disc
from task_generator.ground import Demand, Ground
from task_generator.places import Places
from task_generator.world_manager import PASSAGE_MARGIN, SOLID_MARGIN, WorldManager
from tests.route.storeys import TWO, place
from tests.route.storeys import planner as storeys

ROBOT = 0.267
PASSAGE = 2 * ROBOT + PASSAGE_MARGIN


def manager(site: Site, clearances: Clearances | None = None) -> WorldManager:
    doors = Places(site.world, site.description.all_level_ids).door_lines
    return WorldManager(site.world, Ground(site.planner, doors), "trial", ROBOT, clearances)


@pytest.fixture
def one_room(tmp_path: Path) -> Site:
    return rooms(tmp_path, (5.0, 5.0))


@pytest.fixture
def two_rooms(tmp_path: Path) -> Site:
    return rooms(tmp_path, (5.0, 5.0), (5.0, 5.0))


def test_points_keep_their_distance_from_walls_and_from_each_other(one_room: Site) -> None:
    points = manager(one_room).get_positions_on_map(8, 0.5, stream(1))
    assert all(min(x, y, 5 - x, 5 - y) >= 0.5 for x, y in points)
    assert min(math.dist(*pair) for pair in combinations(points, 2)) >= 1.0


def test_points_are_taken_unless_told_otherwise(one_room: Site) -> None:
    placer = manager(one_room)
    first = placer.get_position_on_map(1.0, stream(1), forbid=False)
    assert placer.ground.taken == []
    assert placer.get_position_on_map(1.0, stream(1)) == first
    others = placer.get_positions_on_map(2, 0.5, stream(2))
    assert min(math.dist(first, other) for other in others) >= 1.5


def test_forbidden_zones_count_for_one_call_only(one_room: Site) -> None:
    placer = manager(one_room)
    left = Disc(0.0, 2.5, 3.0)
    points = [placer.get_position_on_map(0.3, stream(seed), forbidden_zones=[left], forbid=False) for seed in range(40)]
    assert all(math.dist(point, (0.0, 2.5)) >= 3.3 for point in points)
    free = [placer.get_position_on_map(0.3, stream(seed), forbid=False) for seed in range(40)]
    assert any(math.dist(point, (0.0, 2.5)) < 3.0 for point in free)


def test_a_polygon_and_a_level_limit_where_points_lie(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"0": level([(5.0, 5.0)]), "1": level([(5.0, 5.0)], "up")})
    placer = manager(site)
    corner = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    dx, dy = site.world.origins["1"]
    for seed in range(20):
        x, y = placer.get_position_on_map(0.3, stream(seed), forbid=False, polygon=corner)
        assert max(x, y) <= 2.0
        x, y = placer.get_position_on_map(0.3, stream(seed), forbid=False, level_id="1")
        assert 0.0 < x - dx < 5.0
        assert 0.0 < y - dy < 5.0


def test_all_levels_take_part_where_none_is_named(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"0": level([(5.0, 5.0)]), "1": level([(5.0, 5.0)], "up")})
    placer = manager(site)
    dx, dy = site.world.origins["1"]
    points = [placer.get_position_on_map(0.3, stream(seed), forbid=False) for seed in range(30)]
    upstairs = [dx < x < dx + 5.0 and dy < y < dy + 5.0 for x, y in points]
    assert 5 < sum(upstairs) < 25


def test_an_unknown_level_is_named(one_room: Site) -> None:
    with pytest.raises(ValueError, match="mode trial: there is no level '7', expected one of 0"):
        manager(one_room).get_position_on_map(0.3, stream(1), level_id="7")


def test_too_many_points_fail_with_mode_request_and_free_area(one_room: Site) -> None:
    with pytest.raises(ValueError, match=r"mode trial: no room for 100 points with 0\.50 m .*1[56]\.\d\d m²"):
        manager(one_room).get_positions_on_map(100, 0.5, stream(1))


def test_a_failed_call_takes_nothing(one_room: Site) -> None:
    placer = manager(one_room)
    with pytest.raises(ValueError, match="no room"):
        placer.get_positions_on_map(100, 0.5, stream(1))
    assert placer.ground.taken == []


def test_the_last_free_place_is_found_however_small_it_is(one_room: Site) -> None:
    ground = manager(one_room).ground
    for row in range(9):
        for column in range(9):
            x, y = 0.5 + 0.5 * column, 0.5 + 0.5 * row
            if math.dist((x, y), (1.5, 3.5)) > 0.01:
                ground.take(Disc(x, y, 0.35))
    demand = Demand(0.12, polygons=(((0.5, 0.5), (4.5, 0.5), (4.5, 4.5), (0.5, 4.5)),))
    point = ground.find(demand, stream(1))
    assert point is not None
    assert math.dist(point, (1.5, 3.5)) < 0.1
    ground.take(Disc(1.5, 3.5, 0.35))
    assert ground.find(demand, stream(1)) is None


def test_draws_are_spread_evenly(one_room: Site) -> None:
    ground = manager(one_room).ground
    random = stream(1)
    points = [ground.find(Demand(0.3), random) for _ in range(800)]
    quarters = [0, 0, 0, 0]
    for point in points:
        assert point is not None
        quarters[2 * (point[0] > 2.5) + (point[1] > 2.5)] += 1
    assert all(150 < count < 250 for count in quarters)


def test_doors_stay_clear(two_rooms: Site) -> None:
    placer = manager(two_rooms)
    points = placer.get_positions_on_map(20, 0.2, stream(1))
    door = ((5.0, 1.9), (5.0, 3.1))
    for x, y in points:
        nearest = (door[0][0], min(max(y, door[0][1]), door[1][1]))
        assert math.dist((x, y), nearest) >= 0.6 + 0.2


def test_an_object_leaves_a_passage_all_around_it_while_there_is_room(two_rooms: Site) -> None:
    placer = manager(two_rooms)
    points = [placer.place_solid(0.3, stream(seed)) for seed in range(4)]
    assert all(disc.solid for disc in placer.ground.taken)
    for point in points:
        assert point is not None
        assert two_rooms.planner.clearance_at(*point) >= 0.3 + SOLID_MARGIN + PASSAGE - 1e-9


def test_an_object_never_closes_the_only_way(tmp_path: Path) -> None:
    site = rooms(tmp_path, (8.0, 1.0))
    placer = manager(site, Clearances(obstacle=0.05))
    ground = placer.ground
    ends = ((0.5, 0.5), (7.5, 0.5))
    for end in ends:
        ground.take(Disc(*end, ROBOT))
    ground.require_route(*ends, ROBOT)
    corridor = ((1.5, 0.0), (6.5, 0.0), (6.5, 1.0), (1.5, 1.0))
    assert placer.place_solid(0.2, stream(1), (corridor,)) is None
    assert ground.reach(ROBOT).connected(*ends)


def test_without_a_route_to_keep_open_an_object_may_close_a_way(tmp_path: Path) -> None:
    placer = manager(rooms(tmp_path, (8.0, 1.0)), Clearances(obstacle=0.05))
    corridor = ((1.5, 0.0), (6.5, 0.0), (6.5, 1.0), (1.5, 1.0))
    assert placer.place_solid(0.2, stream(1), (corridor,)) is not None
    assert not placer.ground.reach(ROBOT).connected((0.5, 0.5), (7.5, 0.5))


def test_a_reachable_point_is_on_this_side_of_a_barrier(tmp_path: Path) -> None:
    site = rooms(tmp_path, (8.0, 1.2))
    ground = manager(site).ground
    ground.take(Disc(4.0, 0.6, 0.4, solid=True), narrow=True)
    for seed in range(20):
        point = ground.find(Demand(0.3, reach=((1.0, 0.6), ROBOT)), stream(seed))
        assert point is not None
        assert point[0] < 4.0


def test_comfortable_points_have_much_of_the_room_there_is(one_room: Site) -> None:
    placer = manager(one_room)
    for seed in range(20):
        point = placer.comfortable(Demand(0.3), stream(seed))
        assert point is not None
        assert one_room.planner.clearance_at(*point) >= 0.7 * 2.3
    placer.forbid([Disc(2.5, 2.5, 1.5)])
    point = placer.comfortable(Demand(0.3), stream(1))
    assert point is not None
    assert math.dist(point, (2.5, 2.5)) >= 1.8


def test_the_same_stream_gives_the_same_points(one_room: Site) -> None:
    first, second = (manager(one_room).get_positions_on_map(5, 0.4, stream(3, "obstacles")) for _ in range(2))
    assert first == second
    assert first != manager(one_room).get_positions_on_map(5, 0.4, stream(3, "robots"))


def test_nobody_is_put_where_the_door_of_a_jammed_cabin_stands() -> None:
    box = [place(TWO, "0", *corner) for corner in ((1.5, 3.6), (1.9, 3.6), (1.9, 3.9), (1.5, 3.9))]
    for planner, is_near in ((storeys(TWO), True), (storeys(TWO).with_solids([box]), False)):
        ground, (cabin, _) = Ground(planner, ()), planner.space.cabins
        found = [ground.find(Demand(0.2), stream(seed)) for seed in range(400)]
        squared = [segment_distance_squared(*point, *cabin.open_door) for point in found if point is not None]
        assert len(squared) == 400
        assert (min(squared) < 0.6 * 0.6) is is_near
