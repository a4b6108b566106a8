"""Occupancy maps of levels."""

import math
from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner, band_corners
from arena_simulation_setup.map.cell_pen import CellPen
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.openings import doorway_corners

OCCUPIED = 0
FREE = 255
DEFAULT_RESOLUTION = 0.05
PADDING = 5
"""Cells around everything that is drawn."""
SNAP_DIGITS = 2
"""Decimals of a cell that count before a coordinate is truncated."""
MOST_CELLS = 89_478_485
"""A larger map is refused; the same limit keeps image readers from being flooded."""


@frozen(eq=False)
class OccupancyImage:
    """A binary map, north up.

    Attributes:
        cells: Rows from north to south, columns from west to east; ``FREE`` or ``OCCUPIED``, outside is occupied;
            read-only.
        origin: Lower left corner of the lower left cell, metres.
        resolution: Edge of a cell, metres.
    """

    cells: NDArray[np.uint8]
    origin: Corner
    resolution: float


@frozen
class MapCanvas:
    """From metres to cells: truncated, counted from the upper left corner, with padding.

    The upper edge lies a whole number of cells above the lower one, so that the origin is exact.

    Attributes:
        x_min: West end of what is drawn, metres.
        y_min: South end of what is drawn, metres.
        columns: Cells from west to east without padding.
        rows: Cells from north to south without padding.
        resolution: Edge of a cell, metres.
    """

    x_min: float
    y_min: float
    columns: int
    rows: int
    resolution: float

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows with the padding."""
        return (self.columns + 2 * PADDING, self.rows + 2 * PADDING)

    def cells(self, points: Sequence[Corner]) -> list[tuple[int, int]]:
        """Columns and rows of points."""
        x, y = np.array(points, dtype=np.float64).reshape(-1, 2).T
        column = np.round((x - self.x_min) / self.resolution, SNAP_DIGITS)
        row = np.round(self.rows - (y - self.y_min) / self.resolution, SNAP_DIGITS)
        columns, rows = column.astype(np.int64) + PADDING, row.astype(np.int64) + PADDING
        return list(zip(columns.tolist(), rows.tolist(), strict=True))

    def polygons(self, polygons: Sequence[Sequence[Corner]]) -> list[list[tuple[int, int]]]:
        """Columns and rows of many polygons or lines, for the price of one."""
        cells = iter(self.cells([point for polygon in polygons for point in polygon]))
        return [list(islice(cells, len(polygon))) for polygon in polygons]


def rasterize(
    levels: Iterable[LevelDescription],
    resolution: float = DEFAULT_RESOLUTION,
    footprints: Sequence[Sequence[Corner]] = (),
) -> OccupancyImage:
    """Draw levels that share one frame (the levels of a compacted world, or a single one).

    In this order: floors free, walls as lines one cell wide whatever their thickness, doors and elevators with their
    doorways free, static objects occupied. A wall that crosses a door is therefore open there.

    Args:
        levels: What is drawn.
        resolution: Edge of a cell, metres.
        footprints: Polygons of static objects.

    Raises:
        ValueError: If the map would have too many cells.
    """
    drawn = list(levels)
    openings = [corners for level in drawn for corners in _openings(level)]
    floors = [zone.polygon for level in drawn for zone in level.zones if len(zone.corners) > 2]
    canvas = _canvas([*floors, *openings], resolution)
    cells = np.full(canvas.size[::-1], OCCUPIED, dtype=np.uint8)
    pen = CellPen(cells)
    for floor in canvas.polygons(floors):
        pen.polygon(floor, FREE)
    ends = iter(canvas.cells([end for line in _wall_lines(drawn) for end in line]))
    for start, end in dict.fromkeys(zip(ends, ends, strict=True)):
        pen.line(start, end, OCCUPIED)
    for opening in canvas.polygons(openings):
        pen.polygon(opening, FREE)
    for footprint in canvas.polygons([corners for corners in footprints if len(corners) > 2]):
        pen.polygon(footprint, OCCUPIED)
    cells.flags.writeable = False
    origin = (canvas.x_min - PADDING * resolution, canvas.y_min - PADDING * resolution)
    return OccupancyImage(cells, origin, resolution)


def polygon_cells(plan: OccupancyImage, corners: Sequence[Corner]) -> NDArray[np.bool_]:
    """The cells of a map that a polygon (metres, frame of the map) covers, drawn as ``rasterize`` draws floors.

    Returns:
        Shape of ``plan.cells``.
    """
    covered = np.zeros(plan.cells.shape, dtype=np.uint8)
    if len(corners) > 2:
        CellPen(covered).polygon(canvas_of(plan).cells(corners), 1)
    return covered.astype(np.bool_)


def canvas_of(plan: OccupancyImage) -> MapCanvas:
    """Where points lie in a map that ``rasterize`` has drawn."""
    rows, columns = (cells - 2 * PADDING for cells in plan.cells.shape)
    offset = PADDING * plan.resolution
    return MapCanvas(plan.origin[0] + offset, plan.origin[1] + offset, columns, rows, plan.resolution)


def _openings(level: LevelDescription) -> Iterable[Sequence[Corner]]:
    for zone in level.zones:
        for door in zone.doors:
            yield band_corners(door.start.xy, door.end.xy, door.width / 2.0)
        for elevator in zone.elevators:
            yield elevator.reference_area
            yield doorway_corners(elevator, level)


def _wall_lines(levels: Iterable[LevelDescription]) -> Iterable[tuple[Corner, Corner]]:
    for level in levels:
        for zone in level.zones:
            for wall in zone.walls:
                if wall.kind is not None or wall.material is None or wall.material.name:
                    yield wall.start.xy, wall.end.xy


def _canvas(polygons: Sequence[Sequence[Corner]], resolution: float) -> MapCanvas:
    points = [point for polygon in polygons for point in polygon] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    columns, rows = (math.ceil(round((max(v) - min(v)) / resolution, SNAP_DIGITS)) for v in (xs, ys))
    canvas = MapCanvas(min(xs), min(ys), columns, rows, resolution)
    if math.prod(canvas.size) > MOST_CELLS:
        raise ValueError(f"a map of {columns} x {rows} cells is too large (expected at most {MOST_CELLS} cells)")
    return canvas
