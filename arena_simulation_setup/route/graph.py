"""The graph of places that a body of one radius can stand on."""

from functools import cached_property

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.clearance import ClearanceField

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Bools = NDArray[np.bool_]

# Every second cell of the clearance field is a node.
STRIDE = 2
# Where there is room, paths keep this much free space beside the body, metres.
COMFORT_MARGIN = 0.5
# A step along a wall costs this many times more than one in the open.
WALL_WEIGHT = 3.0
# Half of the eight neighbours as (rows, columns); the other half are the same edges seen from the other end.
_NEIGHBOURS = ((0, 1), (1, 0), (1, 1), (1, -1))


@frozen(eq=False)
class RouteGraph:
    """Nodes on a square lattice and the price of going from one to the next.

    Attributes:
        radius: Radius of the body, metres.
        origin: Position of lattice point (0, 0), metres, map frame.
        spacing: Distance of neighbouring lattice points, metres.
        node_at: Shape (rows, columns): node of every lattice point; where the body cannot stand, that of the nearest
            place where it can. Empty graphs hold -1.
        prices: Shape (rows * columns,): price per metre at each lattice point; infinite where the body cannot stand.
        positions: Shape (nodes, 2), metres.
        edges: Sparse (nodes, nodes): price of each step, metres weighted by the closeness of walls.
        component: Shape (nodes,): number of the connected part that a node belongs to.
    """

    radius: float
    origin: Corner
    spacing: float
    node_at: Integers
    prices: Floats
    positions: Floats
    edges: csr_matrix
    component: Integers

    @cached_property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.positions)

    def lattice_cells(self, x: Floats, y: Floats) -> NDArray[np.intp]:
        """Flat index of the lattice point nearest to each point, clipped to the lattice."""
        rows, columns = self.node_at.shape
        column = np.clip(np.rint((x - self.origin[0]) / self.spacing), 0, columns - 1).astype(np.intp)
        row = np.clip(np.rint((y - self.origin[1]) / self.spacing), 0, rows - 1).astype(np.intp)
        cells: NDArray[np.intp] = row * columns + column
        return cells

    def node_near(self, x: float, y: float) -> int:
        """Node of the lattice point at a position, or the nearest one; -1 in an empty graph."""
        rows, columns = self.node_at.shape
        column = min(max(round((x - self.origin[0]) / self.spacing), 0), columns - 1)
        row = min(max(round((y - self.origin[1]) / self.spacing), 0), rows - 1)
        return int(self.node_at[row, column])


def route_graph(clearance: ClearanceField, radius: float) -> RouteGraph:
    """The graph for a body of a radius, in metres: eight neighbours, prices that keep away from walls."""
    values = np.ascontiguousarray(clearance.values[::STRIDE, ::STRIDE])
    standable = values >= radius
    spacing = clearance.resolution * STRIDE
    origin = (
        clearance.origin[0] + clearance.resolution / 2,
        clearance.origin[1] + clearance.resolution / 2,
    )
    rows, columns = np.nonzero(standable)
    positions = np.column_stack((origin[0] + columns * spacing, origin[1] + rows * spacing))
    node_at = np.full(standable.shape, -1, dtype=np.int32)
    node_at[rows, columns] = np.arange(len(rows), dtype=np.int32)
    prices = np.where(standable, _prices(values, radius), np.inf)
    edges = _edges(node_at, prices, spacing, len(rows))
    component = connected_components(edges, directed=False)[1].astype(np.int32)
    return RouteGraph(
        radius, origin, spacing, _snapped(node_at, standable), prices.ravel(), positions, edges, component
    )


def _prices(clearance: Floats, radius: float) -> Floats:
    """Price per metre at each lattice point: 1 in the open, ``1 + WALL_WEIGHT`` where the body touches a wall."""
    shortage = np.clip(1.0 - (clearance - radius) / COMFORT_MARGIN, 0.0, 1.0)
    return 1.0 + WALL_WEIGHT * shortage * shortage


def _edges(node_at: Integers, prices: Floats, spacing: float, nodes: int) -> csr_matrix:
    rows, columns = node_at.shape
    starts, ends, costs = [], [], []
    for down, right in _NEIGHBOURS:
        here = (slice(0, rows - down), slice(max(0, -right), columns - max(0, right)))
        there = (slice(down, rows), slice(max(0, right), columns - max(0, -right)))
        both = (node_at[here] >= 0) & (node_at[there] >= 0)
        if down and right:  # a diagonal step must not squeeze between two corners
            beside = (slice(0, rows - down), there[1]), (slice(down, rows), here[1])
            both &= (node_at[beside[0]] >= 0) & (node_at[beside[1]] >= 0)
        length = spacing * np.hypot(down, right)
        starts.append(node_at[here][both])
        ends.append(node_at[there][both])
        costs.append(length * (prices[here][both] + prices[there][both]) / 2)
    start, end, cost = np.concatenate(starts), np.concatenate(ends), np.concatenate(costs)
    pairs = (np.concatenate((start, end)), np.concatenate((end, start)))
    return csr_matrix((np.concatenate((cost, cost)), pairs), shape=(nodes, nodes))


def _snapped(node_at: Integers, standable: Bools) -> Integers:
    if not standable.any():
        return node_at
    nearest = distance_transform_edt(~standable, return_distances=False, return_indices=True)
    snapped: Integers = node_at[nearest[0], nearest[1]]
    return snapped
