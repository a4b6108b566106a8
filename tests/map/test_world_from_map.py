"""Drafts of hostile and of random maps: a level that loads, or one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.ndimage import binary_opening

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.read_level import read_level
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.save import level_text
from arena_simulation_setup.files.yaml_nodes import parse_document
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.map.map_grid import FREE_CELL, MapGrid
from arena_simulation_setup.map.occupancy import FREE, rasterize
from arena_simulation_setup.map.rooms import find_rooms
from arena_simulation_setup.map.world_from_map import level_from_map
from arena_simulation_setup.world.level import LevelDescription

Grid = NDArray[np.int8]


def read_back(level: LevelDescription) -> LevelDescription:
    report = Report("draft")
    node = parse_document(level_text(level).encode(), report)
    assert node is not None
    found = read_level(Cursor(node, "", report))
    assert [problem.text for problem in report.problems] == []
    return found


def grid(cells: Grid, resolution: float = 0.1) -> MapGrid:
    return MapGrid(cells, Pose(-3.0, 2.0), resolution)


def house(rng: np.random.Generator, rows: int, columns: int) -> Grid:
    """Rooms of 3 m to 5 m in rows, walls of one to three cells, a door in most of them."""
    cells = np.full((rows, columns), FREE_CELL, dtype=np.int8)
    for axis, length in ((0, rows), (1, columns)):
        at = int(rng.integers(30, 50))
        while at < length - 30:
            wall = np.s_[at : at + int(rng.integers(1, 4))]
            cells[(wall, slice(None)) if axis == 0 else (slice(None), wall)] = 100
            other = columns if axis == 0 else rows
            for _ in range(2):
                door = slice(begin := int(rng.integers(5, other - 20)), begin + int(rng.integers(8, 13)))
                cells[(wall, door) if axis == 0 else (door, wall)] = FREE_CELL
            at += int(rng.integers(35, 55))
    return np.pad(cells, 8, constant_values=100)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_random_house_keeps_its_cells(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cells = house(rng, int(rng.integers(60, 130)), int(rng.integers(60, 130)))
    level = read_back(level_from_map(grid(cells)).level)
    again = np.where(rasterize([level], 0.1).cells[::-1] == FREE, FREE_CELL, 100)
    core = cells[7:-7, 7:-7]
    drawn = again[4 : 4 + core.shape[0], 5 : 5 + core.shape[1]]
    assert drawn.shape == core.shape
    assert (drawn == core).mean() >= 0.98


@contextmanager
def suppress_lack_of_space() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        if "no free space" not in str(error):
            raise


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0.05, 0.95), st.booleans(), st.sampled_from([0.0, 1.5, 50.0]))
def test_noise_gives_a_level_that_loads_or_one_sentence(
    seed: int, density: float, smooth: bool, widest_door: float
) -> None:
    rng = np.random.default_rng(seed)
    free = rng.random((int(rng.integers(1, 70)), int(rng.integers(1, 70)))) > density
    free = binary_opening(free) if smooth else free
    cells = np.where(free, FREE_CELL, rng.choice(np.array([-1, 60, 100]), free.shape)).astype(np.int8)
    with suppress_lack_of_space():
        read_back(level_from_map(grid(cells), widest_door).level)


def test_floor_without_walls_around_it_stays_open_towards_the_unknown() -> None:
    cells = np.full((60, 60), -1, dtype=np.int8)
    cells[10:50, 10:50] = FREE_CELL
    cells[9, 9:51] = 100
    (zone,) = level_from_map(grid(cells)).level.zones
    assert len(zone.walls) == 1
    assert zone.walls[0].start.y == zone.walls[0].end.y == pytest.approx(2.0 + 9.5 * 0.1)


def test_rooms_of_a_corridor_with_three_offices() -> None:
    free = np.zeros((80, 140), dtype=np.bool_)
    free[10:30, 10:130] = True
    for left in (10, 50, 90):
        free[31:70, left : left + 38] = True
        free[30, left + 10 : left + 20] = True
    rooms = find_rooms(free, 1.5, 0.1)
    assert rooms.count == 4
    assert sorted(gap.width for gap in rooms.gaps) == [10.0, 10.0, 10.0]
    assert {gap.cells[0][0] for gap in rooms.gaps} == {30}


def test_gap_beside_a_pillar_is_no_door() -> None:
    free = np.zeros((60, 100), dtype=np.bool_)
    free[10:50, 10:90] = True
    free[10:38, 50] = False
    assert find_rooms(free, 1.0, 0.1).gaps == ()
