"""Occupancy maps: size, origin, draw order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from attrs import evolve

from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.map.occupancy import FREE, OCCUPIED, OccupancyImage, rasterize
from arena_simulation_setup.map.plan_image import MOST_PIXELS, blank_canvas, world_box
from arena_simulation_setup.tree.identifiers import MaterialIdentifier
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

WEST, EAST = Position(0, 1), Position(4, 1)
ROOM = Zone("room", (Position(0, 0), Position(4, 0), Position(4, 3), Position(0, 3)))


def drawn(zone: Zone, footprints: tuple[tuple[tuple[float, float], ...], ...] = ()) -> OccupancyImage:
    return rasterize([LevelDescription(zones=(zone,))], footprints=footprints)


def value(image: OccupancyImage, x: float, y: float) -> int:
    """The cell at a point, counted from the origin as readers of occupancy grids do."""
    column = int((x - image.origin[0]) / image.resolution)
    row = int((y - image.origin[1]) / image.resolution)
    return int(image.cells[image.cells.shape[0] - 1 - row, column])


def test_size_is_the_extent_with_five_cells_around() -> None:
    image = drawn(ROOM)
    assert image.cells.shape == (60 + 10, 80 + 10)
    assert image.origin == pytest.approx((-0.25, -0.25))
    assert image.cells.dtype == np.uint8


def test_floor_is_free_and_outside_is_occupied() -> None:
    image = drawn(ROOM)
    assert value(image, 2, 1.5) == FREE
    assert value(image, -0.1, 1.5) == OCCUPIED
    assert set(np.unique(image.cells)) == {OCCUPIED, FREE}


def test_wall_is_a_line_of_one_cell_whatever_its_thickness() -> None:
    image = drawn(evolve(ROOM, walls=(Wall(WEST, EAST),)))
    column = image.cells[:, 45]
    assert int((column[6:65] == OCCUPIED).sum()) == 1


def test_wall_without_surface_is_not_drawn() -> None:
    bare = evolve(ROOM, walls=(Wall(WEST, EAST, MaterialIdentifier("")),))
    assert np.array_equal(drawn(bare).cells, drawn(ROOM).cells)


def test_door_is_free_also_where_a_wall_crosses_it() -> None:
    door = Door("door", Position(1, 1), Position(2, 1))
    image = drawn(evolve(ROOM, walls=(Wall(WEST, EAST),), doors=(door,)))
    assert value(image, 1.5, 0.99) == value(image, 1.5, 1.01) == FREE
    assert OCCUPIED in (value(image, 3, 0.99), value(image, 3, 1.01))


def test_cabin_with_its_doorway_widens_the_map_and_is_free() -> None:
    lift = Elevator("lift", Position(5, 1.5), door_side="-x")
    image = drawn(evolve(ROOM, walls=(Wall(Position(4, 0), Position(4, 3)),), elevators=(lift,)))
    assert image.cells.shape == (70, 120 + 10)
    assert value(image, 5.5, 1.5) == value(image, 4.0, 1.5) == value(image, 3.8, 1.5) == FREE
    assert value(image, 4.01, 0.2) == OCCUPIED or value(image, 3.99, 0.2) == OCCUPIED


def test_footprints_are_drawn_last() -> None:
    door = Door("door", Position(1, 1), Position(2, 1))
    image = drawn(evolve(ROOM, doors=(door,)), (((1.2, 0.8), (1.6, 0.8), (1.6, 1.2), (1.2, 1.2)), ((0, 0), (1, 1))))
    assert value(image, 1.4, 1.0) == OCCUPIED
    assert value(image, 0.5, 0.5) == FREE


def test_extent_that_is_no_whole_number_of_cells_keeps_an_exact_origin() -> None:
    odd = evolve(ROOM, corners=(Position(0, 0), Position(4, 0), Position(4, 3.02), Position(0, 3.02)))
    image = drawn(evolve(odd, walls=(Wall(Position(0, 1.025), Position(4, 1.025)),)))
    assert image.origin == pytest.approx((-0.25, -0.25))
    assert image.cells.shape[0] == 61 + 10
    assert value(image, 2, 1.025) == OCCUPIED


def test_empty_level_gives_an_occupied_map() -> None:
    assert not rasterize([LevelDescription()]).cells.any()


def test_map_beyond_the_limit_is_refused() -> None:
    huge = evolve(ROOM, corners=(Position(0, 0), Position(1e5, 0), Position(1e5, 1e5)))
    with pytest.raises(ValueError, match="too large"):
        drawn(huge)


def test_origin_agrees_with_the_map_that_came_with_a_sample(samples: Path) -> None:
    directory = samples / "three_storied_residential"
    written = yaml.safe_load((directory / "3" / "map.yaml").read_text())
    image = rasterize([load_world(directory).value.levels["3"]])
    assert image.origin == pytest.approx(tuple(written["origin"][:2]))
    assert image.resolution == written["resolution"]


def test_a_plan_that_would_be_too_large_gets_coarser() -> None:
    canvas = blank_canvas((0.0, 0.0, 1e6, 1e6))
    assert canvas.image.width * canvas.image.height <= 1.01 * MOST_PIXELS
    assert canvas.pixel((1e6, 0.0)) == pytest.approx((canvas.image.width, canvas.image.height), rel=0.01)
    assert blank_canvas((0.0, 0.0, 1e7, 0.0)).image.height >= 1


def test_a_world_without_places_has_a_plan() -> None:
    assert world_box(CompactedWorld("nothing", {}, {})) == (0.0, 0.0, 0.0, 0.0)
