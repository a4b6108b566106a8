"""Cost-to-go fields: from every place the way to one goal."""

from functools import cached_property

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.sparse.csgraph import dijkstra

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.graph import RouteGraph
from arena_simulation_setup.route.sight import farthest_visible, shortened

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]

_NO_PREDECESSOR = -9999


@frozen(eq=False)
class CostToGo:
    """The way to a goal from everywhere, for a body of one radius.

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
        """The point ``distance`` metres down the way from a point; the goal where it is nearer.

        The point itself where there is no way.
        """
        return _along(self.path(x, y), distance) if self.reaches(x, y) else (x, y)

    def path(self, x: float, y: float) -> Floats:
        """The way from a point, smoothed, still as far from walls as the field's prices ask for.

        Returns:
            Shape (N, 2), metres, from the point itself to the goal; shape (0, 2) where there is no way.
        """
        return self._shortened_path(x, y, keep_price=True)

    def shortest_path(self, x: float, y: float) -> Floats:
        """The way from a point, drawn tight round every corner for the body's radius; shaped as ``path``."""
        return self._shortened_path(x, y, keep_price=False)

    def length(self, x: float, y: float) -> float:
        """Geodesic length in metres of the shortest way from a point; infinite where there is none."""
        path = self.shortest_path(x, y)
        return float(np.hypot(*np.diff(path, axis=0).T).sum()) if len(path) else float("inf")

    @cached_property
    def cost_on_lattice(self) -> NDArray[np.float32]:
        """Shape (rows * columns,): price from every lattice point."""
        found: NDArray[np.float32] = self.costs[self.graph.node_at.ravel()]
        return found

    @cached_property
    def ahead(self) -> Integers:
        """Shape (rows * columns,): the lattice point that a straight line can lead to from each, flat indices.

        It lies at most eight steps down the way; at the end of the way it is the end itself.
        """
        nodes = farthest_visible(self.following, self.costs, self.graph)
        if not len(nodes):
            return np.zeros(self.graph.node_at.size, dtype=np.int32)
        return self.graph.cell_of_node.astype(np.int32)[nodes][self.graph.node_at.ravel()]

    def _shortened_path(self, x: float, y: float, keep_price: bool) -> Floats:
        if not self.reaches(x, y):
            return np.empty((0, 2))
        points = self.graph.positions[self._nodes_from(self.graph.node_near(x, y))]
        end = points[-1] if self.goal is None else np.asarray(self.goal)
        return shortened(np.vstack(([(x, y)], points, [end])), self.graph, keep_price)

    def _nodes_from(self, node: int) -> list[int]:
        following = self.following
        nodes = [node]
        while (after := int(following[nodes[-1]])) != nodes[-1]:
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
    steps = graph.edges if keep_clear else graph.lengths
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
