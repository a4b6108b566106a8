"""The graph of places that a body of one radius can stand on."""

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.clearance import ClearanceField
from arena_simulation_setup.route.lifts import Cabin, Lift

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


@frozen
class Ride:
    """A lift that a body of the graph's radius fits into.

    Attributes:
        lift: Index of the lift in the free space.
        start: Node at the centre of the cabin that it begins in.
        end: Node at the centre of the cabin that it leads to.
        price: Metres.
    """

    lift: int
    start: int
    end: int
    price: float


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
        component: Shape (nodes,): number of the part that a node belongs to. Within a part one walks from everywhere to
            everywhere; from part to part only rides lead, and they may have no ride back.
        rides: Steps from part to part, one way each.
        cabins: All cabins of the free space.
        lifts: All lifts of the free space, which the rides are taken from.
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
    rides: tuple[Ride, ...] = ()
    cabins: tuple[Cabin, ...] = ()
    lifts: tuple[Lift, ...] = ()

    @cached_property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.positions)

    def boarding_node(self, cabin: Cabin) -> int:
        """The node at a cabin's centre; -1 where the body does not fit there or nobody rides."""
        node = self.node_near(*cabin.center)
        if node < 0 or cabin.is_jammed or cabin.boarding_radius < self.radius:
            return -1
        off_centre = math.dist(self.positions[node].tolist(), cabin.center)
        return node if off_centre <= self.spacing else -1

    def parts_from(self, part: int) -> tuple[int, ...]:
        """Numbers of the parts that a body gets to from one of them, by any number of rides, that one included."""
        steps = [(int(self.component[ride.start]), int(self.component[ride.end])) for ride in self.rides]
        reached = [part]
        for here in reached:
            reached += dict.fromkeys(there for start, there in steps if start == here and there not in reached)
        return tuple(reached)

    @cached_property
    def edges_back(self) -> csr_matrix:
        """Sparse (nodes, nodes): price of coming from the column's node to the row's, on foot or by a ride."""
        return self._with_rides_back(self.edges)

    @cached_property
    def lengths_back(self) -> csr_matrix:
        """As ``edges_back``, with the length of each step on foot as its price."""
        return self._with_rides_back(self.lengths)

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

    def _with_rides_back(self, steps: csr_matrix) -> csr_matrix:
        """The steps on foot, which have one price both ways, and the rides against their direction."""
        if not self.rides:
            return steps
        ends, starts = [ride.end for ride in self.rides], [ride.start for ride in self.rides]
        return steps + csr_matrix(([ride.price for ride in self.rides], (ends, starts)), shape=steps.shape)

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


def route_graph(
    clearance: ClearanceField, radius: float, cabins: Sequence[Cabin] = (), lifts: Sequence[Lift] = ()
) -> RouteGraph:
    """The graph for a body of a radius: eight neighbours, prices that keep away from walls.

    Args:
        clearance: Where there is how much room.
        radius: Of the body, metres.
        cabins: Cabins that the lifts join.
        lifts: Rides between them; a body that does not fit into both cabins has none.
    """
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
    graph = RouteGraph(radius, origin, spacing, snapped, prices.ravel(), positions, edges, lengths, component)
    if not graph.size:
        return graph
    return evolve(graph, rides=_rides(graph, cabins, lifts), cabins=tuple(cabins), lifts=tuple(lifts))


def _rides(graph: RouteGraph, cabins: Sequence[Cabin], lifts: Sequence[Lift]) -> tuple[Ride, ...]:
    nodes = [graph.boarding_node(cabin) for cabin in cabins]
    return tuple(
        Ride(index, nodes[lift.start], nodes[lift.end], lift.price)
        for index, lift in enumerate(lifts)
        if min(nodes[lift.start], nodes[lift.end]) >= 0
    )


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
