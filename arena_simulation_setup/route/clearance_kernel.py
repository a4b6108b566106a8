"""Clearance of one point, for compiled loops."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]


@kernel
def clearance_at(values: Floats, origin_x: float, origin_y: float, resolution: float, x: float, y: float) -> float:
    """Clearance by bilinear interpolation, as ``ClearanceField.at_points`` gives it; outside the grid of its border.

    Args:
        values: Shape (rows, columns): metres at the centres of the cells, row 0 at the bottom.
        origin_x: Lower left corner of cell (0, 0), metres, map frame.
        origin_y: As ``origin_x``.
        resolution: Edge of a cell, metres.
        x: Metres, map frame.
        y: Metres, map frame.
    """
    rows, columns = values.shape
    scale = 1.0 / resolution
    column = min(max((x - (origin_x + 0.5 * resolution)) * scale, 0.0), columns - 1.001)
    row = min(max((y - (origin_y + 0.5 * resolution)) * scale, 0.0), rows - 1.001)
    column_index, row_index = int(column), int(row)
    right, up = column - column_index, row - row_index
    low = values[row_index, column_index]
    low += right * (values[row_index, column_index + 1] - low)
    high = values[row_index + 1, column_index]
    high += right * (values[row_index + 1, column_index + 1] - high)
    clearance: float = low + up * (high - low)
    return clearance
