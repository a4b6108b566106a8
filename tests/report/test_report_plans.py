"""Plans of recorded worlds, from the recording alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely

from arena_evaluation.report.plan_shapes import PlanShapes, Shape, plan_shapes
from arena_simulation_setup.files.canonical import world_json
from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.recording.occupancy import OccupancyGrid

LEVEL = """
zones:
- name: hall
  corners: [{x: 0, y: 0}, {x: 6, y: 0}, {x: 6, y: 4}, {x: 0, y: 4}]
  walls:
  - {start: {x: 0, y: 0}, end: {x: 6, y: 0}}
  doors:
  - {name: gate, start: {x: 2, y: 0}, end: {x: 3, y: 0}, kind: sliding}
  entities:
    static:
    - {name: desk, model: desk, pose: [1, 2, 0], bbox: [[-0.5, 0.5], [-0.25, 0.25], [0, 1]]}
"""
EDGE = 0.05


def recorded_world(folder: Path) -> str:
    place = folder / "small" / "0"
    place.mkdir(parents=True)
    (place / "world.yaml").write_text(LEVEL)
    return world_json(load_world(place.parent).value)


def map_with(*boxes: tuple[float, float, float, float]) -> OccupancyGrid:
    """A map from (-1, -1) to (7, 5) in which boxes (metres) are occupied."""
    cells = np.zeros((120, 160), np.int8)
    for x_low, y_low, x_high, y_high in boxes:
        rows, columns = (
            slice(round((y_low + 1) / EDGE), round((y_high + 1) / EDGE)),
            slice(round((x_low + 1) / EDGE), round((x_high + 1) / EDGE)),
        )
        cells[rows, columns] = 100
    return OccupancyGrid(EDGE, Pose(-1.0, -1.0), cells)


def area(shape: Shape) -> shapely.Polygon:
    """A shape in metres."""
    return shapely.Polygon([(x / 100, y / 100) for x, y in zip(shape[::2], shape[1::2], strict=True)])


def furniture(plan: PlanShapes) -> shapely.Geometry:
    return shapely.union_all([area(rings[0]) for rings in plan.furniture])


def test_zones_walls_and_doors_stand_where_the_world_has_them(tmp_path: Path) -> None:
    (level,) = plan_shapes(recorded_world(tmp_path), None).levels
    assert (level.name, level.box) == ("0", [0, 0, 600, 400])
    (zone,) = level.zones
    assert zone == {"name": "hall", "shape": [0, 0, 600, 0, 600, 400, 0, 400], "spot": [300, 200], "room": 600}
    (door,) = level.doors
    assert (door["name"], door["kind"], door["line"]) == ("gate/0", "sliding", [200, 0, 300, 0])
    walls = shapely.union_all([area(wall) for wall in level.walls])
    assert walls.contains(shapely.Point(1.0, 0.0))
    assert not walls.intersects(shapely.Point(2.5, 0.0))


def test_furniture_is_its_box_or_else_what_the_map_shows(tmp_path: Path) -> None:
    wall, desk, shelf = (0.0, -0.05, 2.0, 0.05), (0.5, 1.75, 1.5, 2.25), (4.0, 2.5, 5.0, 3.0)
    outside = (6.3, 1.0, 6.8, 2.0)
    shown = furniture(plan_shapes(recorded_world(tmp_path), map_with(wall, desk, shelf, outside)))
    expected = shapely.union_all([shapely.box(*desk), shapely.box(*shelf)])
    assert shown.symmetric_difference(expected).area < 0.05 * expected.area


def test_without_a_map_furniture_without_a_box_is_left_out(tmp_path: Path) -> None:
    assert furniture(plan_shapes(recorded_world(tmp_path), None)).bounds == pytest.approx((0.5, 1.75, 1.5, 2.25))


def test_of_a_world_that_can_not_be_read_the_map_is_drawn() -> None:
    assert plan_shapes("no world", None) == PlanShapes([], [])
    plan = plan_shapes("", map_with((1.0, 1.0, 2.0, 2.0)))
    assert plan.levels == []
    assert furniture(plan).bounds == pytest.approx((1.0, 1.0, 2.0, 2.0))


def test_the_name_of_a_room_with_a_corner_stays_inside_of_it(tmp_path: Path) -> None:
    corners = "[{x: 0, y: 0}, {x: 6, y: 0}, {x: 6, y: 1}, {x: 1, y: 1}, {x: 1, y: 4}, {x: 0, y: 4}]"
    place = tmp_path / "angle" / "0"
    place.mkdir(parents=True)
    (place / "world.yaml").write_text(f"zones:\n- name: angle\n  corners: {corners}\n")
    (zone,) = plan_shapes(world_json(load_world(place.parent).value), None).levels[0].zones
    x, y = zone["spot"]
    reach = zone["room"] / 200
    assert (
        area(zone["shape"])
        .buffer(0.01)
        .contains(shapely.LineString([(x / 100 - reach, y / 100), (x / 100 + reach, y / 100)]))
    )
