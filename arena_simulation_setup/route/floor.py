"""The floor within a polygon on which a body fits."""

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.clearance import ClearanceField
from arena_simulation_setup.route.planner import RoutePlanner

Floats = NDArray[np.float64]


def floor_within(clearance: ClearanceField, polygon: Sequence[Corner], radius: float, margin: float = 0.0) -> Floats:
    """Centres of all cells within a polygon where a body fits: shape (N, 2), metres, rows from the bottom.

    Args:
        clearance: Of everything solid.
        polygon: Metres, in the frame of the clearance; fewer than 3 corners hold no floor.
        radius: Of the body, metres.
        margin: What lies within this distance of the polygon counts too, metres.
    """
    if len(polygon) < 3:
        return np.empty((0, 2))
    shape = shapely.Polygon(polygon).buffer(margin)
    columns, rows = _cells(clearance, shape)
    free = clearance.values[rows[0] : rows[1], columns[0] : columns[1]] >= radius
    row, column = np.nonzero(free)
    cells = np.column_stack((column + columns[0], row + rows[0])) + 0.5
    points: Floats = np.asarray(clearance.origin) + cells * clearance.resolution
    shapely.prepare(shape)
    inside: NDArray[np.bool_] = shapely.intersects_xy(shape, points[:, 0], points[:, 1])
    return points[inside]


def parts_of(planner: RoutePlanner, points: Floats, radius: float) -> list[Floats]:
    """Points sorted into parts of the floor within which a body walks from everywhere to everywhere, largest first.

    Args:
        planner: Free space.
        points: Shape (N, 2), metres, map frame.
        radius: Of the body, metres.
    """
    graph = planner.graph(radius)
    if not graph.size or not len(points):
        return []
    nodes = graph.node_at.ravel()[graph.lattice_cells(points[:, 0], points[:, 1])]
    labels, counts = np.unique(graph.component[nodes], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return [points[graph.component[nodes] == label] for label in labels[order]]


def _cells(clearance: ClearanceField, shape: shapely.Polygon) -> tuple[tuple[int, int], tuple[int, int]]:
    """First and last but one column and row of the cells that a shape may reach into."""
    x_min, y_min, x_max, y_max = shape.bounds
    found = []
    for low, high, origin, count in (
        (x_min, x_max, clearance.origin[0], clearance.values.shape[1]),
        (y_min, y_max, clearance.origin[1], clearance.values.shape[0]),
    ):
        first = int((low - origin) / clearance.resolution) - 1
        last = int((high - origin) / clearance.resolution) + 2
        found.append((min(max(first, 0), count), min(max(last, 0), count)))
    return found[0], found[1]
