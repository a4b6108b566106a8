"""Clearance of single points, for compiled loops: exactly, quickly, and with the direction it grows in."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.clearance import ClearanceField

Floats = NDArray[np.float64]
Grid = tuple[Floats, float, float, float]
"""Clearance, shape (rows, columns), metres; x and y of its lower left corner and edge of a cell, metres."""


def grid_of(field: ClearanceField) -> Grid:
    """A clearance field as kernels take it: one type of array for all fields, so that they are compiled once."""
    values = np.require(field.values, np.float64, ("C_CONTIGUOUS", "WRITEABLE"))
    return (values, float(field.origin[0]), float(field.origin[1]), float(field.resolution))


@kernel
def cell_clearance(grid: Grid, x: float, y: float) -> float:
    """Clearance in metres at the cell that holds a point, as ``ClearanceField.nearest`` gives it.

    Args:
        grid: Walls and furniture.
        x: Metres, map frame.
        y: Metres, map frame.
    """
    values, origin_x, origin_y, resolution = grid
    rows, columns = values.shape
    scale = 1.0 / resolution
    column = int(min(max(0.0, (x - origin_x) * scale), columns - 0.001))
    row = int(min(max(0.0, (y - origin_y) * scale), rows - 0.001))
    clearance: float = values[row, column]
    return clearance


@kernel
def room_and_slope(grid: Grid, x: float, y: float) -> tuple[float, float, float]:
    """Clearance of a point in metres by bilinear interpolation, and how fast it grows along x and y.

    Args:
        grid: Walls and furniture.
        x: Metres, map frame.
        y: Metres, map frame.
    """
    values, origin_x, origin_y, resolution = grid
    rows, columns = values.shape
    scale = 1.0 / resolution
    column = min(max(0.0, (x - origin_x) * scale - 0.5), columns - 1.001)
    row = min(max(0.0, (y - origin_y) * scale - 0.5), rows - 1.001)
    left, low = int(column), int(row)
    right_share, up_share = column - left, row - low
    below = values[low, left + 1] - values[low, left]
    above = values[low + 1, left + 1] - values[low + 1, left]
    along_x = below + up_share * (above - below)
    bottom = values[low, left] + right_share * below
    along_y = values[low + 1, left] + right_share * above - bottom
    return bottom + up_share * along_y, along_x * scale, along_y * scale


@kernel
def clearance_at(grid: Grid, x: float, y: float) -> float:
    """Clearance of a point in metres by bilinear interpolation, as ``ClearanceField.at_points`` gives it.

    Args:
        grid: Walls and furniture.
        x: Metres, map frame.
        y: Metres, map frame.
    """
    return room_and_slope(grid, x, y)[0]
