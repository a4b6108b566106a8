"""NAV@r on maps small enough to count the cells by hand."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.map.reach_image import DOMINANT, ENTITY, TIGHT, WALL, reach_image, stranded_color
from arena_simulation_setup.navigability import Navigability, navigability
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone


def rectangle(name: str, west: float, east: float, north: float = 4.0) -> Zone:
    corners = (Position(west, 0), Position(east, 0), Position(east, north), Position(west, north))
    return Zone(name, corners)


def wall(x: float, south: float, north: float) -> Wall:
    return Wall(Position(x, south), Position(x, north))


def measured(
    *zones: Zone, footprints: tuple[tuple[tuple[float, float], ...], ...] = (), radius: float = 1.0
) -> Navigability:
    """With cells of half a metre."""
    return navigability(LevelDescription(zones=zones), footprints, radius, 0.5)


# A floor from 0 to 8 m has the 17 cells 5 to 21; those of 0 to 4 m are the 9 cells 5 to 13. The nearest occupied cells
# are 4 and 22 (14). With r = 1 m = 2 cells the cells from 6 to 20 (6 to 12) are traversable: 15 x 7.
def test_open_room_is_in_one_piece() -> None:
    found = measured(rectangle("hall", 0, 8))
    assert found.value == 1.0
    assert [(part.area, part.traversable_share, part.spawn_share) for part in found.components] == [
        (15 * 7 * 0.25, 1.0, 1.0)
    ]
    assert found.cut_off == ()


# The wall at x = 2 is the column 9: 6 and 7 stay west of it, 11 to 20 east of it, each 7 high.
def test_value_is_the_sum_of_spawn_share_times_traversable_share() -> None:
    found = measured(evolve(rectangle("hall", 0, 8), walls=(wall(2, 0, 4),)))
    west, east = 2 / 12, 10 / 12
    assert [part.traversable_share for part in found.components] == pytest.approx([east, west])
    assert found.value == pytest.approx(east**2 + west**2)


# Robots are spawned where 0.45 m are free, here 1 cell, whatever the radius below that. With r = 0.1 m every free cell
# is traversable, and every free cell has its neighbour's distance of 0.5 m.
def test_small_robot_is_spawned_with_the_clearance_of_spawns() -> None:
    found = measured(evolve(rectangle("hall", 0, 8), walls=(wall(2, 0, 4),)), radius=0.1)
    assert [part.area for part in found.components] == [12 * 9 * 0.25, 4 * 9 * 0.25]
    assert found.value == pytest.approx((12 / 16) ** 2 + (4 / 16) ** 2)


def test_spawns_count_only_where_the_spawn_clearance_is() -> None:
    hall = evolve(rectangle("hall", 0, 8), walls=(wall(0.6, 0, 4),))
    found = navigability(LevelDescription(zones=(hall,)), (), 0.2, 0.1)
    assert len(found.components) == 2
    assert found.components[1].traversable_share > 0.0
    assert found.components[1].spawn_share == 0.0
    assert found.value == pytest.approx(found.components[0].traversable_share)


def test_diagonal_neighbours_are_connected() -> None:
    steps = [(Position(x, y), Position(x, y)) for x, y in ((2, 2.5), (2.5, 3), (2.5, 2), (3, 2.5))]
    hall = evolve(rectangle("hall", 0, 8), walls=tuple(Wall(start, end) for start, end in steps))
    found = measured(hall, radius=0.1)
    assert len(found.components) == 1
    assert found.components[0].area == (17 * 9 - 4) * 0.25


def test_too_large_a_robot_is_spawned_nowhere() -> None:
    found = measured(rectangle("hall", 0, 8), radius=5.0)
    assert found.value is None
    assert found.components == ()
    assert found.start_reach(1.0, 1.0) is None


def test_zone_that_objects_close_off_is_named_and_one_that_walls_close_off_is_not() -> None:
    hall, nook = rectangle("hall", 0, 8), rectangle("nook", 8, 11)
    shelf = ((7.5, 0.0), (8.0, 0.0), (8.0, 4.0), (7.5, 4.0))
    assert measured(hall, nook).cut_off == ()
    assert measured(hall, nook, footprints=(shelf,)).cut_off == ("nook",)
    tight = rectangle("shaft", 8, 9)
    walled = evolve(tight, walls=(wall(8, 0, 4),))
    assert measured(hall, walled).cut_off == ()


def test_zone_below_two_square_metres_is_not_named() -> None:
    hall, niche = rectangle("hall", 0, 8, 1.2), rectangle("niche", 8, 9.5, 1.2)
    shelf = ((7.5, 0.0), (8.0, 0.0), (8.0, 1.2), (7.5, 1.2))
    level = LevelDescription(zones=(hall, niche))
    found = navigability(level, (shelf,), 0.2, 0.1)
    assert len(found.components) == 2
    assert found.cut_off == ()
    larger = evolve(niche, corners=rectangle("niche", 8, 9.8, 1.2).corners)
    assert navigability(LevelDescription(zones=(hall, larger)), (shelf,), 0.2, 0.1).cut_off == ("niche",)


def test_start_gives_the_share_of_its_own_component() -> None:
    found = measured(evolve(rectangle("hall", 0, 8), walls=(wall(2, 0, 4),)))
    west, east = found.start_reach(0.75, 1.75), found.start_reach(6.0, 2.0)
    assert west is not None
    assert east is not None
    assert west.share == pytest.approx(2 / 12)
    assert west.snap_distance == pytest.approx(0.0)
    assert east.share == pytest.approx(10 / 12)


def test_start_outside_snaps_to_the_nearest_traversable_cell() -> None:
    found = measured(evolve(rectangle("hall", 0, 8), walls=(wall(2, 0, 4),)))
    reach = found.start_reach(-4.25, 1.75)
    assert reach is not None
    assert reach.snapped == pytest.approx((0.75, 1.75))
    assert reach.snap_distance == pytest.approx(5.0)


def test_image_shows_each_kind_of_cell_in_its_colour() -> None:
    desk = ((5.0, 1.0), (5.4, 1.0), (5.4, 1.4), (5.0, 1.4))
    hall = evolve(rectangle("hall", 0, 8), walls=(wall(2, 0, 4),))
    found = measured(hall, footprints=(desk,))
    pixels = np.asarray(reach_image(found))
    colors = {tuple(int(part) for part in pixel) for pixel in pixels.reshape(-1, 3)}
    assert colors == {DOMINANT, TIGHT, ENTITY, WALL, stranded_color(0)}
    assert tuple(pixels[0, 0]) == tuple(pixels[9, 9]) == WALL
    assert tuple(pixels[9, 6]) == stranded_color(0)
    assert tuple(pixels[7, 12]) == DOMINANT
    assert tuple(pixels[9, 5]) == TIGHT


def test_colours_of_stranded_parts_differ_and_are_no_green() -> None:
    colors = [stranded_color(index) for index in range(30)]
    assert len(set(colors)) == 30
    assert not any(green > max(red, blue) * 1.2 for red, green, blue in colors)
