"""Cost-to-go fields: from every place the way to one goal."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.graph import RouteGraph
from arena_simulation_setup.route.leg import Leg
from arena_simulation_setup.route.search_kernel import RIDE, search
from arena_simulation_setup.route.sight import node_ahead, nodes_ahead, shortened

Floats = NDArray[np.float64]


@frozen(eq=False)
class CostToGo:
    """The way to a goal from everywhere, for a body of one radius.

    A way may lead through elevators. Nobody walks a ride: whatever answers with a point or a line ends at the centre of
    the first cabin that is ridden in, and goes on from where the ride has led to.

    Attributes:
        graph: Places and steps.
        goal: Exact point to end at, metres, map frame; None where the goal is an area.
        costs: Shape (nodes,): price of the way from each node, infinite where there is none. A price is a length in
            metres, weighted by the closeness of walls unless the field is one of the shortest ways.
        toward: Shape (nodes,): direction of the next step on the cheapest way, as ``search`` numbers them.
        first_rides: Shape (nodes,): index of the first ride on the way from each node, else -1; shape (0,) where the
            graph has no rides.
    """

    graph: RouteGraph
    goal: Corner | None
    costs: NDArray[np.float32]
    toward: NDArray[np.int8]
    first_rides: NDArray[np.int16]

    def cost_at(self, x: float, y: float) -> float:
        """Price of the way from a point; infinite where there is no way."""
        node = self.graph.node_near(x, y)
        return float(self.costs[node]) if node >= 0 else float("inf")

    def around(self, discs: Floats, keep_clear: bool = True) -> "CostToGo":
        """The ways to the same goal that touch nobody of those who stand.

        Args:
            discs: Shape (N, 3): x, y, radius, metres, map frame.
            keep_clear: As for ``cost_to_go``.
        """
        return cost_to_go(self.graph.without(discs), np.flatnonzero(self.costs == 0.0), self.goal, keep_clear)

    def cost_at_points(self, x: Floats, y: Floats) -> NDArray[np.float32]:
        """Price of the way from many points of any shape, metres, map frame."""
        found: NDArray[np.float32] = self.costs[self.graph.node_at.ravel()[self.graph.lattice_cells(x, y)]]
        return found

    def reaches(self, x: float, y: float) -> bool:
        """Whether there is a way from a point to the goal."""
        return self.cost_at(x, y) < float("inf")

    def descend(self, x: float, y: float, distance: float) -> Corner:
        """The point ``distance`` metres down the way from a point; the goal, or the cabin, where it is nearer.

        The point itself where there is no way.
        """
        return _along(self.path(x, y), distance) if self.reaches(x, y) else (x, y)

    def path(self, x: float, y: float) -> Floats:
        """The way from a point, smoothed, still as far from walls as the field's prices ask for.

        Returns:
            Shape (N, 2), metres, from the point itself to the goal or to the centre of the cabin that is ridden in
            first; shape (0, 2) where there is no way.
        """
        return self._stretch((x, y), keep_price=True)[0]

    def shortest_path(self, x: float, y: float) -> Floats:
        """The way from a point, drawn tight round every corner for the body's radius; shaped as ``path``."""
        return self._stretch((x, y), keep_price=False)[0]

    def legs(self, x: float, y: float, keep_price: bool = True) -> tuple[Leg, ...]:
        """The whole way from a point, cut where it rides; none where there is no way.

        Args:
            x: Metres, map frame.
            y: As ``x``.
            keep_price: Whether each leg is smoothed as by ``path``; else it is drawn tight as by ``shortest_path``.
        """
        found: list[Leg] = []
        points, index = self._stretch((x, y), keep_price)
        while index >= 0:
            lift = self.graph.lifts[index]
            names = (self.graph.cabins[cabin].name for cabin in (lift.start, lift.end))
            found.append(Leg(points, index, *names))
            points, index = self._stretch(self.graph.cabins[lift.end].center, keep_price)
        return (*found, Leg(points)) if len(points) else ()

    def next_ride(self, x: float, y: float) -> int:
        """Index of the first lift that the way from a point rides in; -1 without a ride or without a way."""
        node = self.graph.node_near(x, y)
        return self._lift_at(node) if node >= 0 else -1

    def next_ride_at(self, cell: int) -> int:
        """As ``next_ride`` for a lattice point, given by its flat index."""
        return self._lift_at(self.graph.node_at.item(cell))

    def length(self, x: float, y: float) -> float:
        """Geodesic length in metres of the shortest way from a point; infinite where there is none.

        What is ridden counts nothing: it is the length that is walked.
        """
        return sum(leg.length for leg in self.legs(x, y, keep_price=False)) if self.reaches(x, y) else float("inf")

    def cell_ahead(self, cell: int) -> int:
        """The lattice point that a straight line can lead to from another one; flat indices.

        It lies at most eight steps down the way; at the end of the way, or of its walk to a ride, it is the end itself.
        """
        graph = self.graph
        node = graph.node_at.item(cell)
        ahead = node_ahead(
            node, self.toward, self.costs, graph.spacing, graph.cell_of_node, graph.node_at, graph.prices
        )
        return graph.cell_of_node.item(ahead)

    def _lift_at(self, node: int) -> int:
        """Index of the first lift on the way from a node, else -1."""
        if not len(self.first_rides):
            return -1
        ride = self.first_rides.item(node)
        return self.graph.rides[ride].lift if ride >= 0 else -1

    def _stretch(self, start: Corner, keep_price: bool) -> tuple[Floats, int]:
        """Points of the way from a point up to its end or the first ride, and the index of that lift, else -1."""
        if not self.reaches(*start):
            return np.empty((0, 2)), -1
        graph = self.graph
        nodes = nodes_ahead(graph.node_near(*start), self.toward, graph.cell_of_node, graph.node_at)
        points = graph.positions[nodes]
        end = points[-1] if self.goal is None else np.asarray(self.goal)
        lift = -1
        if self.toward[nodes[-1]] == RIDE:
            lift = self._lift_at(int(nodes[-1]))
            end = np.asarray(graph.cabins[graph.lifts[lift].start].center)
        return shortened(np.vstack(([start], points, [end])), graph, keep_price), lift


def cost_to_go(
    graph: RouteGraph, goal_nodes: NDArray[np.integer], goal: Corner | None = None, keep_clear: bool = True
) -> CostToGo:
    """The field of a goal.

    Args:
        graph: Places and steps.
        goal_nodes: Nodes that count as reached; none gives a field without any way.
        goal: Exact point to end at, metres.
        keep_clear: Whether steps beside walls cost more than their length.
    """
    cells = graph.cell_of_node
    costs, toward, first_rides = search(
        cells[goal_nodes],
        graph.prices if keep_clear else graph.flat_prices,
        graph.steps,
        graph.node_at.shape[1],
        graph.spacing,
        graph.ride_cells,
        np.array([ride.price for ride in graph.rides]),
    )
    own_rides = first_rides[cells] if graph.rides else first_rides[:0].copy()
    return CostToGo(graph, goal, costs[cells].astype(np.float32), toward[cells], own_rides)


def _along(path: Floats, distance: float) -> Corner:
    for start, end in zip(path[:-1].tolist(), path[1:].tolist(), strict=True):
        step_x, step_y = end[0] - start[0], end[1] - start[1]
        length = (step_x * step_x + step_y * step_y) ** 0.5
        if distance < length:
            return (start[0] + step_x * distance / length, start[1] + step_y * distance / length)
        distance -= length
    x, y = path[-1].tolist()
    return (x, y)
