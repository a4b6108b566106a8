import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena_simulation_setup.geometry import Corner, Position
from arena_simulation_setup.route.clearance import clearance_field
from arena_simulation_setup.route.clearance_kernel import clearance_at, grid_of, room_and_slope
from arena_simulation_setup.route.grid import build_grid, free_region
from arena_simulation_setup.route.space import FreeSpace, free_space
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door_side import effective_door_side
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Corner, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


ROOM = rectangle(0.0, 0.0, 4.0, 3.0)


def test_row_zero_lies_at_the_bottom() -> None:
    region = free_region([rectangle(0, 0, 2, 1), rectangle(0, 1, 1, 2)], [], [])
    grid = build_grid(region, 0.1)
    assert grid.is_free(1.5, 0.5)
    assert not grid.is_free(1.5, 1.5)
    assert grid.free[grid.cell_at(1.5, 0.5)]
    assert grid.cell_at(0.5, 1.5)[0] > grid.cell_at(0.5, 0.5)[0]
    assert grid.center_of(*grid.cell_at(0.57, 0.83)) == pytest.approx((0.55, 0.85), abs=0.051)


def test_outside_the_grid_nothing_is_free() -> None:
    grid = build_grid(free_region([ROOM], [], []))
    assert not grid.is_free(-50.0, 0.0)
    assert not grid.is_free(0.0, 50.0)


def test_an_empty_world_has_no_free_cell() -> None:
    assert not build_grid(free_region([], [], [])).free.any()
    assert clearance_field(free_region([], [], [])).at(0.0, 0.0) < 0.0


@settings(max_examples=25, deadline=None)
@example(corners=[(0.0, 0.5), (1.3, -0.99), (2.15, 0.11), (1.3, -0.99)])
@given(
    corners=st.lists(
        st.tuples(st.floats(-6, 6).map(lambda v: round(v, 2)), st.floats(-6, 6).map(lambda v: round(v, 2))),
        min_size=3,
        max_size=8,
    )
)
def test_a_cell_is_free_exactly_when_its_centre_lies_in_the_region(corners: list[Corner]) -> None:
    region = free_region([corners], [], [])
    grid = build_grid(region, 0.25)
    rows, columns = np.indices(grid.free.shape)
    x, y = grid.origin[0] + (columns + 0.5) * 0.25, grid.origin[1] + (rows + 0.5) * 0.25
    decided = shapely.distance(shapely.points(x, y), region.boundary) > 1e-9
    assert (grid.free == shapely.contains_xy(region, x, y))[decided].all()


def test_clearance_near_a_tilted_wall_is_exact() -> None:
    wall = ((1.0, 0.5), (3.0, 1.7), (2.9, 1.8), (0.9, 0.6))
    region = free_region([ROOM], [wall], [])
    field = clearance_field(region)
    points = np.random.default_rng(0).uniform([0.1, 0.1], [3.9, 2.9], (2000, 2))
    exact = np.where(shapely.contains_xy(region, *points.T), 1, -1)
    exact = exact * shapely.distance(shapely.points(points), region.boundary)
    found = field.at_points(*points.T)
    near = (exact > 0.15) & (exact < 0.7)
    # Never more than a few millimetres too generous where bodies touch walls, wide ones among them.
    assert (found - exact)[near].max() < 0.004
    assert np.abs(found - exact)[exact > 0].max() < 0.05
    assert field.at(2.0, 1.2) < 0.0


def test_the_quick_look_is_off_by_less_than_a_cell() -> None:
    field = clearance_field(free_region([ROOM], [], []))
    points = np.random.default_rng(1).uniform([0.0, 0.0], [4.0, 3.0], (500, 2))
    assert np.abs(field.nearest(*points.T) - field.at_points(*points.T)).max() < field.resolution


def test_the_gradient_points_away_from_the_wall() -> None:
    field = clearance_field(free_region([ROOM], [], []))
    slopes = [room_and_slope(grid_of(field), x, y)[1:] for x, y in ((0.3, 1.5), (2.0, 2.7))]
    assert [along_x for along_x, _ in slopes] == pytest.approx([1.0, 0.0], abs=1e-6)
    assert [along_y for _, along_y in slopes] == pytest.approx([0.0, -1.0], abs=1e-6)


def test_single_points_have_the_clearance_of_many() -> None:
    field = clearance_field(free_region([ROOM], [], []))
    points = np.random.default_rng(2).uniform([-0.5, -0.5], [4.5, 3.5], (200, 2))
    found = [clearance_at(grid_of(field), x, y) for x, y in points.tolist()]
    assert found == pytest.approx(field.at_points(*points.T).tolist(), abs=1e-9)


def test_the_border_of_the_zones_is_solid_without_any_wall() -> None:
    space = FreeSpace((ROOM,))
    assert clearance_field(space.region).at(0.3, 1.5) == pytest.approx(0.3, abs=0.002)


def test_a_slit_between_two_zones_is_no_wall() -> None:
    space = FreeSpace((rectangle(0, 0, 2, 2), rectangle(2.05, 0, 4, 2)))
    assert clearance_field(space.region).at(2.02, 1.0) > 0.9


def test_a_gap_between_zones_is_bridged_only_by_an_opening() -> None:
    zones = (rectangle(0, 0, 2, 2), rectangle(2.2, 0, 4, 2))
    door = rectangle(1.9, 0.5, 2.3, 1.5)
    assert clearance_field(FreeSpace(zones).region).at(2.1, 1.0) < 0.0
    assert clearance_field(FreeSpace(zones, (door,)).region).at(2.1, 1.0) == pytest.approx(0.5, abs=0.03)


def test_equal_spaces_have_equal_digests_and_others_do_not() -> None:
    assert FreeSpace((ROOM,)).digest == FreeSpace((ROOM,)).digest
    assert FreeSpace((ROOM,)).digest != FreeSpace((ROOM,)).with_solids([rectangle(1, 1, 2, 2)]).digest


def test_a_region_of_too_many_cells_is_refused_with_its_size() -> None:
    with pytest.raises(ValueError, match=r"2000008 x 2000008 cells for routes are too many"):
        build_grid(free_region([rectangle(0, 0, 1e5, 1e5)], [], []))


def test_a_cabin_opens_to_the_same_side_for_routes_as_for_walls() -> None:
    west = Wall(Position(0, 0), Position(0, 6))
    walls = (west, Wall(Position(8, 0), Position(8, 6)))
    lift = Elevator("lift", Position(8.9, 3.0), size=(1.6, 1.6, 2.0))
    level = LevelDescription((Zone("hall", walls=walls, elevators=(lift,)),))
    assert effective_door_side(lift, level) == "-x"
    space = free_space(CompactedWorld("tower", {"0": level}, {"0": (0.0, 0.0)}), [])
    assert shapely.Polygon(space.openings[1]).bounds == pytest.approx((7.8, 2.2, 8.1, 3.8))
