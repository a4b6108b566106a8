"""A world drafted from a map, and the map of that draft."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import binary_dilation
from shapely.geometry import LineString, Polygon

from arena_cli.argument import UsageError
from arena_cli.world_from_map import main
from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.map.map_file import write_map
from arena_simulation_setup.map.occupancy import FREE, OccupancyImage, rasterize
from arena_simulation_setup.map.read_map import read_map
from arena_simulation_setup.tree.search_paths import shipped
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.open_edges import open_edges

# A hall with two offices north of it, a store that only an opening of half a metre leads to, and a slanted wall.
HOUSE = """
zones:
- name: hall
  corners: [[0, 0], [12, 0], [12, 4], [0, 4]]
  walls:
  - {start: [0, 0], end: [12, 0]}
  - {start: [12, 0], end: [12, 4]}
  - {start: [12, 4], end: [8, 4]}
  - {start: [6.8, 4], end: [3, 4]}
  - {start: [2, 4], end: [0, 4]}
  - {start: [0, 4], end: [0, 0]}
  - {start: [5, 0], end: [5, 1.5]}
  doors:
  - {name: west_door, start: [2, 4], end: [3, 4]}
  - {name: east_door, start: [8, 4], end: [6.8, 4]}
- name: west_office
  corners: [[0, 4], [5, 4], [5, 9], [1.5, 9], [0, 7]]
  walls:
  - {start: [5, 4], end: [5, 9]}
  - {start: [5, 9], end: [1.5, 9]}
  - {start: [1.5, 9], end: [0, 7]}
  - {start: [0, 7], end: [0, 4]}
- name: east_office
  corners: [[5, 4], [12, 4], [12, 9], [5, 9]]
  walls:
  - {start: [12, 4], end: [12, 9]}
  - {start: [12, 9], end: [5, 9]}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "authored" / "0" / "world.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return folder / "authored"


def level_of(directory: Path) -> LevelDescription:
    return load_world(directory).value.levels["0"]


def drafted(folder: Path, plan: OccupancyImage, *options: str) -> LevelDescription:
    """The level that the command makes of a map."""
    write_map(plan, folder / "map")
    assert main([str(folder / "map" / "map.yaml"), "-o", str(folder / "draft"), *options]) == 0
    return level_of(folder / "draft")


def same_cells(plan: OccupancyImage, again: OccupancyImage) -> float:
    """Share of the cells of a map that another one, which may begin elsewhere, has in the same place.

    Walls of a draft run through the middle of cells; a wall at the edge of a cell is drawn east of it and south of it.
    """
    column = round((again.origin[0] - plan.origin[0]) / plan.resolution - 0.5)
    row = round((again.origin[1] - plan.origin[1]) / plan.resolution + 0.5)
    rows, columns = plan.cells.shape
    padded = np.pad(again.cells[::-1], 50)
    shifted = padded[50 - row : 50 - row + rows, 50 - column : 50 - column + columns]
    return float((shifted == plan.cells[::-1]).mean())


def test_map_of_a_draft_has_the_cells_of_the_map_it_was_made_from(tmp_path: Path) -> None:
    plan = rasterize([level_of(written(tmp_path, HOUSE))])
    assert same_cells(plan, rasterize([drafted(tmp_path, plan)])) >= 0.995


def test_map_of_the_draft_of_a_whole_hospital_has_its_cells(tmp_path: Path) -> None:
    plan = rasterize([level_of(shipped("worlds") / "hospital_1")])
    assert same_cells(plan, rasterize([drafted(tmp_path, plan)])) >= 0.98


def test_rooms_and_doors_are_found_where_they_are(tmp_path: Path) -> None:
    draft = drafted(tmp_path, rasterize([level_of(written(tmp_path, HOUSE))]))
    areas = sorted(round(Polygon(zone.polygon).area) for zone in draft.zones)
    assert areas == [24, 35, 48]
    doors = [door for zone in draft.zones for door in zone.doors]
    ends = sorted(sorted((round(end.x, 1), round(end.y, 1)) for end in (door.start, door.end)) for door in doors)
    assert ends == [[(2.0, 4.0), (3.0, 4.0)], [(6.8, 4.0), (8.0, 4.0)]]
    assert {door.kind for door in doors} == {"sliding"}
    assert load_world(tmp_path / "draft").warnings == ()


def test_no_wall_stands_in_a_door(tmp_path: Path) -> None:
    draft = drafted(tmp_path, rasterize([level_of(written(tmp_path, HOUSE))]))
    lines = [(wall.start.xy, wall.end.xy) for zone in draft.zones for wall in zone.walls]
    between = [sorted((a[0], b[0])) for a, b in lines if abs(a[1] - 3.975) < 0.01 and abs(b[1] - 3.975) < 0.01]
    assert not any(low < 2.5 < high or low < 7.4 < high for low, high in between)


def test_widest_door_decides_what_is_one_room(tmp_path: Path) -> None:
    plan = rasterize([level_of(written(tmp_path, HOUSE))])
    assert len(drafted(tmp_path, plan, "--door-width", "1.05").zones) == 2
    assert len(drafted(tmp_path, plan, "--door-width", "0", "--force").zones) == 1


def measured_house(folder: Path, yaw: float = 0.0) -> Path:
    """The house as a scanner sees it: thick ragged walls, unknown outside, turned by seven degrees."""
    clean = rasterize([level_of(written(folder, HOUSE))]).cells == FREE
    thick = binary_dilation(~clean)
    known = binary_dilation(clean, iterations=4)
    image = np.where(known, np.where(thick, 0, 254), 205).astype(np.uint8)
    turned = np.array(Image.fromarray(np.pad(image, 40, constant_values=205)).rotate(7, fillcolor=205))
    rng = np.random.default_rng(3)
    edge = binary_dilation(turned == 0) & (turned == 254)
    turned[edge & (rng.random(turned.shape) < 0.2)] = 0
    turned[(turned == 254) & (rng.random(turned.shape) < 0.0005)] = 0
    Image.fromarray(turned).save(folder / "scan.pgm")
    path = folder / "scan.yaml"
    keys = "image: scan.pgm\nresolution: 0.05\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"
    path.write_text(f"{keys}origin: [-3.0, 2.0, {yaw}]\n")
    return path


def test_measured_map_gives_the_same_rooms_with_straight_walls(tmp_path: Path) -> None:
    scan = measured_house(tmp_path)
    assert main([str(scan), "-o", str(tmp_path / "draft"), "--tolerance", "0.1"]) == 0
    draft = level_of(tmp_path / "draft")
    areas = sorted(Polygon(zone.polygon).area for zone in draft.zones)
    assert areas == pytest.approx([23, 34, 47], abs=2.0)
    assert sum(len(zone.doors) for zone in draft.zones) == 2
    assert sum(len(zone.walls) for zone in draft.zones) < 60
    grid = read_map(scan).value
    plan = OccupancyImage(np.where(grid.cells[::-1] == 0, 255, 0).astype(np.uint8), grid.origin.xy, 0.05)
    assert same_cells(plan, rasterize([draft])) >= 0.98


def test_nothing_is_in_the_way_in_a_door_of_a_measured_map(tmp_path: Path) -> None:
    assert main([str(measured_house(tmp_path)), "-o", str(tmp_path / "draft"), "--tolerance", "0.1"]) == 0
    draft = level_of(tmp_path / "draft")
    walls = [LineString([wall.start.xy, wall.end.xy]) for zone in draft.zones for wall in zone.walls]
    edges = [LineString([start, end]) for _, _, start, end in open_edges(draft)]
    for door in (door for zone in draft.zones for door in zone.doors):
        opening = LineString([door.start.xy, door.end.xy]).buffer(0.1, cap_style="flat")
        middle = opening.intersection(opening.centroid.buffer(0.35))
        assert not any(line.intersects(middle) for line in [*walls, *edges])


def test_turned_origin_turns_the_draft(tmp_path: Path) -> None:
    scan = measured_house(tmp_path, 1.5707963267948966)
    assert main([str(scan), "-o", str(tmp_path / "draft")]) == 0
    points = np.array([corner.xy for zone in level_of(tmp_path / "draft").zones for corner in zone.corners])
    assert points[:, 0].max() < -3.0
    assert points[:, 1].min() > 2.0


def test_block_in_the_middle_of_a_room_is_no_floor(tmp_path: Path) -> None:
    cells = np.zeros((120, 160), dtype=np.uint8)
    cells[10:110, 10:150] = 255
    cells[40:80, 60:100] = 0
    draft = drafted(tmp_path, OccupancyImage(cells, (0.0, 0.0), 0.05))
    shapes = [Polygon(zone.polygon) for zone in draft.zones]
    assert all(shape.is_valid for shape in shapes)
    assert not any(shape.buffer(-0.1).contains(Polygon([(3.5, 2.5), (4.5, 2.5), (4.5, 3.5)])) for shape in shapes)
    assert same_cells(OccupancyImage(cells, (0.0, 0.0), 0.05), rasterize([draft])) == 1.0


@pytest.mark.parametrize("resolution", [0.02, 0.1, 0.25])
def test_other_resolutions_round_trip_too(tmp_path: Path, resolution: float) -> None:
    plan = rasterize([level_of(written(tmp_path, HOUSE))], resolution)
    assert same_cells(plan, rasterize([drafted(tmp_path, plan)], resolution)) >= 0.98


def grid_cells(values: NDArray[np.uint8], folder: Path) -> Path:
    write_map(OccupancyImage(values, (0.0, 0.0), 0.05), folder)
    return folder / "map.yaml"


def test_map_without_floor_is_an_error_that_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = grid_cells(np.zeros((40, 40), dtype=np.uint8), tmp_path)
    assert main([str(path), "-o", str(tmp_path / "draft")]) == 1
    assert f"{path}: the map has no free space" in capsys.readouterr().err
    assert not (tmp_path / "draft").exists()


def test_map_with_errors_is_reported_by_file_and_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "map.yaml"
    path.write_text("image: map.png\nresolution: 5 cm\norigin: [0, 0]\n")
    assert main([str(path), "-o", str(tmp_path / "draft")]) == 1
    said = capsys.readouterr().err
    assert f"{path}:2:13: resolution: found 5 cm" in said
    assert f"{path}:3:9: origin: found a list of 2" in said


def test_existing_world_is_not_overwritten_unasked(tmp_path: Path) -> None:
    authored = written(tmp_path, HOUSE)
    path = grid_cells(np.full((80, 80), 255, dtype=np.uint8), tmp_path / "map")
    with pytest.raises(UsageError, match="already holds a world"):
        main([str(path), "-o", str(authored)])
    assert (authored / "0" / "world.yaml").read_text() == HOUSE


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["map.yaml"], "-o/--output"),
        (["nope.yaml", "-o", "draft"], "there is no map file nope.yaml"),
        (["map.yaml", "-o", "draft", "--door-width", "wide"], "expected a number, got 'wide'"),
    ],
)
def test_bad_usage_is_a_sentence(words: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        main(words)


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "arena world check" in capsys.readouterr().out


def test_grid_that_is_free_to_its_border_becomes_one_room(tmp_path: Path) -> None:
    draft = drafted(tmp_path, OccupancyImage(np.full((80, 80), 255, dtype=np.uint8), (0.0, 0.0), 0.05))
    assert [round(Polygon(zone.polygon).area, 1) for zone in draft.zones] == [round(4.05**2, 1)]
