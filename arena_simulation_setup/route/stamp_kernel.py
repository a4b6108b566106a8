"""Distances from line segments, written into a field, as a compiled loop."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]

# Within this distance of a wall the field is exact, which is more than the radius of any shipped robot; farther away it
# is known to half a cell.
EXACT_BAND = 0.8


@kernel
def stamp_segments(values: Floats, origin_x: float, origin_y: float, resolution: float, segments: Floats) -> None:
    """Lower the values around segments to their distance from the nearest of them.

    Args:
        values: Shape (rows, columns): metres at the centres of the cells, row 0 at the bottom; changed.
        origin_x: Lower left corner of cell (0, 0), metres, map frame.
        origin_y: As ``origin_x``.
        resolution: Edge of a cell, metres.
        segments: Shape (S, 4): x and y of the start, x and y of the end, metres, map frame.
    """
    rows, columns = values.shape
    for start_x, start_y, end_x, end_y in segments:
        along_x, along_y = end_x - start_x, end_y - start_y
        length_squared = max(along_x * along_x + along_y * along_y, 1e-18)
        left = max(0, math.floor((min(start_x, end_x) - EXACT_BAND - origin_x) / resolution))
        right = min(columns, math.ceil((max(start_x, end_x) + EXACT_BAND - origin_x) / resolution))
        low = max(0, math.floor((min(start_y, end_y) - EXACT_BAND - origin_y) / resolution))
        high = min(rows, math.ceil((max(start_y, end_y) + EXACT_BAND - origin_y) / resolution))
        for row in range(low, high):
            y = origin_y + (row + 0.5) * resolution - start_y
            for column in range(left, right):
                x = origin_x + (column + 0.5) * resolution - start_x
                fraction = min(max((x * along_x + y * along_y) / length_squared, 0.0), 1.0)
                off_x, off_y = x - fraction * along_x, y - fraction * along_y
                distance = math.sqrt(off_x * off_x + off_y * off_y)
                values[row, column] = min(values[row, column], distance)
