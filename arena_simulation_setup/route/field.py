"""Cost-to-go fields: from every place the way to one goal."""

from functools import cached_property

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.sparse.csgraph import dijkstra

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.graph import Ride, RouteGraph
from arena_simulation_setup.route.leg import Leg
from arena_simulation_setup.route.sight import node_ahead, shortened

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]

_NO_PREDECESSOR = -9999


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
        following: Shape (nodes,): next node on the cheapest way; a goal node names itself.
    """

    graph: RouteGraph
    goal: Corner | None
    costs: NDArray[np.float32]
    following: Integers

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
        found: NDArray[np.float32] = self.cost_on_lattice[self.graph.lattice_cells(x, y)]
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
        points, ride = self._stretch((x, y), keep_price)
        while ride is not None:
            lift = self.graph.lifts[ride.lift]
            names = (self.graph.cabins[cabin].name for cabin in (lift.start, lift.end))
            found.append(Leg(points, ride.lift, *names))
            points, ride = self._stretch(self.graph.cabins[lift.end].center, keep_price)
        return (*found, Leg(points)) if len(points) else ()

    def next_ride(self, x: float, y: float) -> int:
        """Index of the first lift that the way from a point rides in; -1 without a ride or without a way."""
        if not self.graph.rides or not self.reaches(x, y):
            return -1
        return int(self._next_rides[self.graph.node_near(x, y)])

    def length(self, x: float, y: float) -> float:
        """Geodesic length in metres of the shortest way from a point; infinite where there is none.

        What is ridden counts nothing: it is the length that is walked.
        """
        return sum(leg.length for leg in self.legs(x, y, keep_price=False)) if self.reaches(x, y) else float("inf")

    @cached_property
    def cost_on_lattice(self) -> NDArray[np.float32]:
        """Shape (rows * columns,): price from every lattice point."""
        found: NDArray[np.float32] = self.costs[self.graph.node_at.ravel()]
        return found

    def cell_ahead(self, cell: int) -> int:
        """The lattice point that a straight line can lead to from another one; flat indices.

        It lies at most eight steps down the way; at the end of the way, or of its walk to a ride, it is the end itself.
        """
        graph = self.graph
        node = graph.node_at.item(cell)
        ahead = node_ahead(
            node, self._walking, self._step_costs, graph.cell_of_node, graph.prices, graph.node_at.shape[1]
        )
        return graph.cell_of_node.item(ahead)

    @cached_property
    def _step_costs(self) -> NDArray[np.float32]:
        """Shape (nodes,): prices in lattice steps instead of metres."""
        steps: NDArray[np.float32] = self.costs / np.float32(self.graph.spacing)
        return steps

    @cached_property
    def ride_on_lattice(self) -> Integers:
        """Shape (rows * columns,): index of the first lift that the way from each lattice point rides in, else -1."""
        found: Integers = self._next_rides[self.graph.node_at.ravel()]
        return found

    @cached_property
    def _walking(self) -> Integers:
        """Shape (nodes,): next node on foot; a node where a ride begins names itself."""
        if not self.graph.rides:
            return self.following
        walking = self.following.copy()
        for ride in self.graph.rides:
            if walking[ride.start] == ride.end:
                walking[ride.start] = ride.start
        return walking

    @cached_property
    def _next_rides(self) -> Integers:
        """Shape (nodes,): index of the first lift on the way from each node, else -1."""
        ends, before = self._walking, None
        while before is None or (ends != before).any():
            before, ends = ends, ends[ends]
        lifts = np.full(self.graph.size, -1, dtype=np.int32)
        for ride in self.graph.rides:
            if self.following[ride.start] == ride.end:
                lifts[ride.start] = ride.lift
        found: Integers = lifts[ends]
        return found

    def _stretch(self, start: Corner, keep_price: bool) -> tuple[Floats, Ride | None]:
        """Points of the way from a point up to its end or the first ride, and that ride."""
        if not self.reaches(*start):
            return np.empty((0, 2)), None
        nodes = self._nodes_from(self.graph.node_near(*start))
        last = nodes[-1]
        ride = next((ride for ride in self.graph.rides if (ride.start, ride.end) == (last, self.following[last])), None)
        points = self.graph.positions[nodes]
        end = points[-1] if self.goal is None else np.asarray(self.goal)
        if ride is not None:
            end = np.asarray(self.graph.cabins[self.graph.lifts[ride.lift].start].center)
        return shortened(np.vstack(([start], points, [end])), self.graph, keep_price), ride

    def _nodes_from(self, node: int) -> list[int]:
        """Nodes on foot from one on, up to the goal or to where a ride begins."""
        walking = self._walking
        nodes = [node]
        while (after := int(walking[nodes[-1]])) != nodes[-1]:
            nodes.append(after)
        return nodes


def cost_to_go(
    graph: RouteGraph, goal_nodes: NDArray[np.integer], goal: Corner | None = None, keep_clear: bool = True
) -> CostToGo:
    """The field of a goal. Source: Dijkstra (1959), from all goal nodes at once.

    Args:
        graph: Places and steps.
        goal_nodes: Nodes that count as reached; none gives a field without any way.
        goal: Exact point to end at, metres.
        keep_clear: Whether steps beside walls cost more than their length.
    """
    itself = np.arange(graph.size, dtype=np.int32)
    if not len(goal_nodes):
        return CostToGo(graph, goal, np.full(graph.size, np.inf, dtype=np.float32), itself)
    steps = graph.edges_back if keep_clear else graph.lengths_back
    costs, predecessors, _ = dijkstra(steps, indices=goal_nodes, min_only=True, return_predecessors=True)
    following = np.where(predecessors == _NO_PREDECESSOR, itself, predecessors).astype(np.int32)
    return CostToGo(graph, goal, costs.astype(np.float32), following)


def _along(path: Floats, distance: float) -> Corner:
    for start, end in zip(path[:-1].tolist(), path[1:].tolist(), strict=True):
        step_x, step_y = end[0] - start[0], end[1] - start[1]
        length = (step_x * step_x + step_y * step_y) ** 0.5
        if distance < length:
            return (start[0] + step_x * distance / length, start[1] + step_y * distance / length)
        distance -= length
    x, y = path[-1].tolist()
    return (x, y)
