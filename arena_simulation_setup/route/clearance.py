"""How far every place is from the nearest thing that stops a body."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.grid import OccupancyGrid, boundary_segments, build_grid
from arena_simulation_setup.route.stamp_kernel import EXACT_BAND, stamp_segments

Floats = NDArray[np.float64]


@frozen(eq=False)
class ClearanceField:
    """Distance to the border of free space, signed: negative inside walls and furniture.

    Attributes:
        values: Shape (rows, columns): metres at the centres of the cells, row 0 at the bottom.
        origin: Lower left corner of cell (0, 0), metres, map frame.
        resolution: Edge of a cell, metres.
    """

    values: Floats
    origin: Corner
    resolution: float

    def at(self, x: float, y: float) -> float:
        """Clearance of one point in metres."""
        return float(self.at_points(np.array([x]), np.array([y]))[0])

    def at_points(self, x: Floats, y: Floats) -> Floats:
        """Clearance of many points in metres, by bilinear interpolation; outside the grid that of its border.

        Args:
            x: Any shape, metres, map frame.
            y: The same shape.
        """
        rows, columns = self.values.shape
        scale = 1.0 / self.resolution
        column = _limited((x - (self.origin[0] + 0.5 * self.resolution)) * scale, columns - 1.001)
        row = _limited((y - (self.origin[1] + 0.5 * self.resolution)) * scale, rows - 1.001)
        column_index, row_index = column.astype(np.intp), row.astype(np.intp)
        right, up = column - column_index, row - row_index
        cell = row_index * columns + column_index
        flat = self.values.ravel()
        low = flat[cell]
        low += right * (flat[cell + 1] - low)
        cell += columns
        high = flat[cell]
        high += right * (flat[cell + 1] - high)
        result: Floats = low + up * (high - low)
        return result

    def nearest(self, x: Floats, y: Floats) -> Floats:
        """Clearance in metres at the cells that hold many points: quicker than ``at_points``, good to half a cell."""
        rows, columns = self.values.shape
        scale = 1.0 / self.resolution
        column = _limited((x - self.origin[0]) * scale, columns - 0.001).astype(np.intp)
        row = _limited((y - self.origin[1]) * scale, rows - 0.001).astype(np.intp)
        cell = row * columns + column
        found: Floats = self.values.ravel()[cell]
        return found


def clearance_field(region: BaseGeometry, grid: OccupancyGrid | None = None) -> ClearanceField:
    """The clearance of a region.

    Far from walls it is the Euclidean distance transform of the cells; near them the exact distance from the
    region's edges, so that a body of 25 cm in a door of 70 cm is judged by the door and not by its cells.

    Args:
        region: Free space, metres, map frame.
        grid: Its cells; None builds them with the default resolution.
    """
    grid = build_grid(region) if grid is None else grid
    inside = distance_transform_edt(grid.free, sampling=grid.resolution) - grid.resolution / 2
    values = np.where(grid.free, np.maximum(inside, EXACT_BAND), EXACT_BAND)
    stamp_segments(values, *grid.origin, grid.resolution, boundary_segments(region))
    return ClearanceField(np.where(grid.free, values, -values), grid.origin, grid.resolution)


def without_boxes(field: ClearanceField, boxes: Sequence[tuple[Corner, Corner]]) -> ClearanceField:
    """The clearance with upright rectangles taken as solid.

    Args:
        field: What there is without them.
        boxes: Centre and size of each, metres, map frame.
    """
    rows, columns = field.values.shape
    x = field.origin[0] + (np.arange(columns) + 0.5) * field.resolution
    y = (field.origin[1] + (np.arange(rows) + 0.5) * field.resolution)[:, None]
    values = field.values
    for (center_x, center_y), (size_x, size_y) in boxes:
        beyond_x, beyond_y = np.abs(x - center_x) - size_x / 2, np.abs(y - center_y) - size_y / 2
        outside = np.hypot(np.maximum(beyond_x, 0.0), np.maximum(beyond_y, 0.0))
        values = np.minimum(values, outside + np.minimum(np.maximum(beyond_x, beyond_y), 0.0))
    return ClearanceField(values, field.origin, field.resolution)


def _limited(values: Floats, high: float) -> Floats:
    """The values within 0 and a limit, in place; quicker than ``np.clip`` for the few values of a tick."""
    np.maximum(values, 0.0, out=values)
    return np.minimum(values, high, out=values)
