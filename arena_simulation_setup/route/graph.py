"""The graph of places that a body of one radius can stand on."""

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, label

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.clearance import ClearanceField
from arena_simulation_setup.route.lifts import Cabin, Lift
from arena_simulation_setup.route.search_kernel import open_steps

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Bools = NDArray[np.bool_]

# Every second cell of the clearance field is a node.
STRIDE = 2
# Where there is room, paths keep this much free space beside the body, metres.
COMFORT_MARGIN = 0.5
# A step along a wall costs this many times more than one in the open.
WALL_WEIGHT = 3.0


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
    """Nodes on a square lattice and the price of standing at each.

    From each node one gets to its eight neighbours, diagonally only where there is room on both places beside the step;
    a step costs its length times the mean price of its ends.

    Attributes:
        radius: Radius of the body, metres.
        origin: Position of lattice point (0, 0), metres, map frame.
        spacing: Distance of neighbouring lattice points, metres.
        node_at: Shape (rows, columns): node of every lattice point; where the body cannot stand, that of the nearest
            place where it can. Empty graphs hold -1.
        prices: Shape (rows * columns,): price per metre at each lattice point; infinite where the body cannot stand.
        positions: Shape (nodes, 2), metres.
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
    def flat_prices(self) -> Floats:
        """Shape (rows * columns,): as ``prices``, but a metre costs 1 wherever the body can stand."""
        return np.where(np.isfinite(self.prices), 1.0, np.inf)

    @cached_property
    def steps(self) -> NDArray[np.uint8]:
        """Shape (rows * columns,): which of the eight steps there are from each lattice point; see ``open_steps``."""
        return open_steps(self.prices, self.node_at.shape[1])

    @cached_property
    def ride_cells(self) -> NDArray[np.int64]:
        """Shape (2, rides): flat index of the lattice points that each ride begins and ends at."""
        nodes = np.array([[ride.start for ride in self.rides], [ride.end for ride in self.rides]], dtype=np.intp)
        return self.cell_of_node[nodes].astype(np.int64)

    def without(self, discs: Floats) -> "RouteGraph":
        """The graph without the places at which the body would touch somebody.

        Args:
            discs: Shape (N, 3): x, y, radius of those who stand in the way, metres, map frame.
        """
        taken = np.zeros(self.size, dtype=np.bool_)
        for x, y, radius in discs.tolist():
            dx, dy = self.positions[:, 0] - x, self.positions[:, 1] - y
            taken |= dx * dx + dy * dy < (radius + self.radius) ** 2
        return evolve(self, prices=np.where(taken[self.node_at.ravel()], np.inf, self.prices))

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
    # Diagonal steps need both places beside them, so the parts are those of four neighbours.
    component = (label(standable, output=np.int32)[0] - 1)[rows, columns]
    graph = RouteGraph(radius, origin, spacing, _snapped(node_at, standable), prices.ravel(), positions, component)
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


def _snapped(node_at: Integers, standable: Bools) -> Integers:
    if not standable.any():
        return node_at
    nearest = distance_transform_edt(~standable, return_distances=False, return_indices=True)
    snapped: Integers = node_at[nearest[0], nearest[1]]
    return snapped
