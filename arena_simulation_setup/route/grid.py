"""Where bodies may be, cut from polygons into cells."""

import math
from collections.abc import Sequence

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.geometry import Corner

Polygon = Sequence[Corner]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

DEFAULT_RESOLUTION = 0.05
BORDER_CELLS = 4
MOST_CELLS = 40_000_000
# Zones that were drawn by hand leave slits of a few centimetres; nobody means them as walls.
SLIT_WIDTH = 0.06


@frozen(eq=False)
class OccupancyGrid:
    """Free and solid cells; row 0 is at the bottom, so that rows grow with y.

    Attributes:
        free: Shape (rows, columns): whether the centre of the cell lies in free space.
        origin: Lower left corner of cell (0, 0), metres, map frame.
        resolution: Edge of a cell, metres.
    """

    free: Bools
    origin: Corner
    resolution: float

    def cell_at(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of the cell that holds a point (metres, map frame); may lie outside the grid."""
        return (
            math.floor((y - self.origin[1]) / self.resolution),
            math.floor((x - self.origin[0]) / self.resolution),
        )

    def center_of(self, row: int, column: int) -> Corner:
        """Centre of a cell in metres, map frame."""
        return (
            self.origin[0] + (column + 0.5) * self.resolution,
            self.origin[1] + (row + 0.5) * self.resolution,
        )

    def is_free(self, x: float, y: float) -> bool:
        """Whether the cell at a point is free; outside the grid nothing is."""
        row, column = self.cell_at(x, y)
        rows, columns = self.free.shape
        return 0 <= row < rows and 0 <= column < columns and bool(self.free[row, column])


def free_region(zones: Sequence[Polygon], solids: Sequence[Polygon], openings: Sequence[Polygon]) -> BaseGeometry:
    """The planar region that bodies may touch.

    It is the union of zones and openings without the solids; where a zone ends without a neighbour, its border
    stops everybody, wall or not. Openings are not cut out of solids: walls come with their doors already cut.

    Args:
        zones: Floors, metres, map frame.
        solids: Walls with their thickness and footprints of furniture.
        openings: Door and elevator openings that join zones with a wall's thickness between them.
    """
    floor = shapely.union_all([_valid(polygon) for polygon in (*zones, *openings)])
    half = SLIT_WIDTH / 2
    # The offset of an outline with spikes can cross itself.
    floor = _areal(floor.buffer(half, join_style="mitre").buffer(-half, join_style="mitre"))
    return floor.difference(shapely.union_all([_valid(polygon) for polygon in solids]))


def build_grid(region: BaseGeometry, resolution: float = DEFAULT_RESOLUTION) -> OccupancyGrid:
    """Cells of a region, with a border of solid cells around it.

    A cell is free when its centre lies in the region. Source: scan conversion with the even-odd rule.

    Args:
        region: Free space, metres, map frame.
        resolution: Edge of a cell, metres.

    Raises:
        ValueError: If there would be too many cells.
    """
    x_min, y_min, x_max, y_max = region.bounds if not region.is_empty else (0.0, 0.0, 0.0, 0.0)
    border = BORDER_CELLS * resolution
    origin = (x_min - border, y_min - border)
    columns = math.ceil((x_max - x_min) / resolution) + 2 * BORDER_CELLS
    rows = math.ceil((y_max - y_min) / resolution) + 2 * BORDER_CELLS
    if rows * columns > MOST_CELLS:
        raise ValueError(f"{columns} x {rows} cells for routes are too many (expected at most {MOST_CELLS} cells)")
    segments = (boundary_segments(region) - np.array([*origin, *origin])) / resolution
    return OccupancyGrid(_even_odd_fill(segments, rows, columns), origin, resolution)


def boundary_segments(region: BaseGeometry) -> Floats:
    """Every edge of a region's rings: shape (N, 4) of start x, start y, end x, end y in metres."""
    rings = shapely.get_rings(shapely.get_parts(region))
    points, ring_of_point = shapely.get_coordinates(rings, return_index=True)
    same_ring = ring_of_point[1:] == ring_of_point[:-1]
    segments: Floats = np.hstack((points[:-1], points[1:]))[same_ring]
    return segments


def _valid(polygon: Polygon) -> BaseGeometry:
    return _areal(shapely.Polygon(polygon) if len(polygon) > 2 else shapely.Polygon())


def _areal(shape: BaseGeometry) -> BaseGeometry:
    """A valid shape that covers the same area; lines and points, which bodies can not stand in, are left out."""
    if shape.is_valid:
        return shape
    parts = shapely.get_parts(shapely.get_parts(shapely.make_valid(shape)))
    return shapely.union_all([part for part in parts if part.geom_type == "Polygon"])


def _even_odd_fill(segments: Floats, rows: int, columns: int) -> Bools:
    """Cells whose centres lie inside closed rings given as segments in units of cells."""
    low = np.minimum(segments[:, 1], segments[:, 3])
    high = np.maximum(segments[:, 1], segments[:, 3])
    first, last = np.ceil(low - 0.5).astype(np.intp), np.ceil(high - 0.5).astype(np.intp)
    counts = np.maximum(last - first, 0)
    edge = np.repeat(np.arange(len(segments)), counts)
    row = np.repeat(first - np.concatenate(([0], np.cumsum(counts)[:-1])), counts) + np.arange(counts.sum())
    x0, y0, x1, y1 = segments[edge].T
    crossing = x0 + (row + 0.5 - y0) * (x1 - x0) / (y1 - y0)
    column = np.clip(np.ceil(crossing - 0.5).astype(np.intp), 0, columns)
    toggles = np.bincount(row * (columns + 1) + column, minlength=rows * (columns + 1))
    inside = np.cumsum(toggles.reshape(rows, columns + 1), axis=1) % 2 == 1
    return np.ascontiguousarray(inside[:, :columns])
