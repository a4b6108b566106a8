"""The graph of places that a body of one radius can stand on."""

import math
from functools import cached_property

import numpy as np
from attrs import evolve, frozen
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
        lengths: Sparse (nodes, nodes): length of each step, metres.
        component: Shape (nodes,): number of the connected part that a node belongs to.
    """

    radius: float
    origin: Corner
    spacing: float
    node_at: Integers
    prices: Floats
    positions: Floats
    edges: csr_matrix
    lengths: csr_matrix
    component: Integers

    @cached_property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.positions)

    def without(self, discs: Floats) -> "RouteGraph":
        """The graph with the steps removed that would touch somebody.

        Args:
            discs: Shape (N, 3): x, y, radius of those who stand in the way, metres, map frame.
        """
        taken = np.zeros(self.size, dtype=np.bool_)
        for x, y, radius in discs.tolist():
            dx, dy = self.positions[:, 0] - x, self.positions[:, 1] - y
            taken |= dx * dx + dy * dy < (radius + self.radius) ** 2
        touched = taken[self.edges.indices] | np.repeat(taken, np.diff(self.edges.indptr))

        def removed(steps: csr_matrix) -> csr_matrix:
            return csr_matrix((np.where(touched, np.inf, steps.data), steps.indices, steps.indptr), shape=steps.shape)

        prices = np.where(taken[self.node_at.ravel()], np.inf, self.prices)
        return evolve(self, edges=removed(self.edges), lengths=removed(self.lengths), prices=prices)

    @cached_property
    def cell_of_node(self) -> NDArray[np.intp]:
        """Shape (nodes,): flat index of each node's lattice point."""
        return self.lattice_cells(self.positions[:, 0], self.positions[:, 1])

    def lattice_cells(self, x: Floats, y: Floats) -> NDArray[np.intp]:
        """Flat index of the lattice point nearest to each point, clipped to the lattice."""
        rows, columns = self.node_at.shape
        column = (x - self.origin[0]) / self.spacing + 0.5
        row = (y - self.origin[1]) / self.spacing + 0.5
        column = np.minimum(np.maximum(column, 0.0), columns - 0.5).astype(np.intp)
        row = np.minimum(np.maximum(row, 0.0), rows - 0.5).astype(np.intp)
        cells: NDArray[np.intp] = row * columns + column
        return cells

    def lattice_points(self, cells: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Positions (x, y) of lattice points given by their flat index, metres, map frame."""
        row, column = np.divmod(cells, self.node_at.shape[1])
        return self.origin[0] + column * self.spacing, self.origin[1] + row * self.spacing

    def node_near(self, x: float, y: float) -> int:
        """Node of the lattice point nearest to a position, or the node nearest to that; -1 in an empty graph."""
        rows, columns = self.node_at.shape
        column = min(max(math.floor((x - self.origin[0]) / self.spacing + 0.5), 0), columns - 1)
        row = min(max(math.floor((y - self.origin[1]) / self.spacing + 0.5), 0), rows - 1)
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
    edges, lengths = _edges(node_at, prices, spacing, len(rows))
    component = connected_components(edges, directed=False)[1].astype(np.int32)
    snapped = _snapped(node_at, standable)
    return RouteGraph(radius, origin, spacing, snapped, prices.ravel(), positions, edges, lengths, component)


def _prices(clearance: Floats, radius: float) -> Floats:
    """Price per metre at each lattice point: 1 in the open, ``1 + WALL_WEIGHT`` where the body touches a wall."""
    shortage = np.clip(1.0 - (clearance - radius) / COMFORT_MARGIN, 0.0, 1.0)
    return 1.0 + WALL_WEIGHT * shortage * shortage


def _edges(node_at: Integers, prices: Floats, spacing: float, nodes: int) -> tuple[csr_matrix, csr_matrix]:
    """Price and length of every step, in both directions."""
    rows, columns = node_at.shape
    starts, ends, costs, lengths = [], [], [], []
    for up, right in _NEIGHBOURS:
        here = (slice(0, rows - up), slice(max(0, -right), columns - max(0, right)))
        there = (slice(up, rows), slice(max(0, right), columns - max(0, -right)))
        both = (node_at[here] >= 0) & (node_at[there] >= 0)
        if up and right:  # a diagonal step must not squeeze between two corners
            both &= (node_at[here[0], there[1]] >= 0) & (node_at[there[0], here[1]] >= 0)
        length = spacing * float(np.hypot(up, right))
        starts.append(node_at[here][both])
        ends.append(node_at[there][both])
        costs.append(length * (prices[here][both] + prices[there][both]) / 2)
        lengths.append(np.full(len(starts[-1]), length))
    start, end = np.concatenate(starts), np.concatenate(ends)
    pairs = (np.concatenate((start, end)), np.concatenate((end, start)))
    both_ways = np.tile(np.concatenate(costs), 2)
    priced = csr_matrix((both_ways, pairs), shape=(nodes, nodes))
    order = csr_matrix((np.arange(1, len(both_ways) + 1), pairs), shape=(nodes, nodes)).data - 1
    measured = np.tile(np.concatenate(lengths), 2)[order]
    return priced, csr_matrix((measured, priced.indices, priced.indptr), shape=(nodes, nodes))


def _snapped(node_at: Integers, standable: Bools) -> Integers:
    if not standable.any():
        return node_at
    nearest = distance_transform_edt(~standable, return_distances=False, return_indices=True)
    snapped: Integers = node_at[nearest[0], nearest[1]]
    return snapped
