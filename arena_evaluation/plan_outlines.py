"""Outlines of what a recorded map shows as occupied."""

import numpy as np
import shapely
from numpy.typing import NDArray

from arena_simulation_setup.recording.occupancy import OccupancyGrid


def occupied_outlines(plan: OccupancyGrid) -> shapely.Geometry:
    """All occupied cells as one shape, metres from the map's origin, not yet shifted by it."""
    occupied = plan.cells > 0
    edge = plan.resolution
    boxes = [
        shapely.box(first * edge, row * edge, last * edge, (row + 1) * edge)
        for row in range(len(occupied))
        for first, last in _runs(occupied[row])
    ]
    return shapely.union_all(boxes)


def _runs(row: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], row, [False])).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
