"""One planner for everybody: placement, people, navigator, linter and lengths ask it the same questions."""

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from numpy.random import Generator
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.cache import RouteCache
from arena_simulation_setup.route.clearance import ClearanceField, clearance_field
from arena_simulation_setup.route.field import CostToGo, cost_to_go
from arena_simulation_setup.route.graph import RouteGraph, route_graph
from arena_simulation_setup.route.space import FreeSpace

Floats = NDArray[np.float64]
Goal = Corner | str | Sequence[Corner]


class RoutePlanner:
    """Where bodies fit, and how they get from one place to another, in the map frame.

    Everything expensive is kept in the given cache under a digest of the free space; a planner itself is cheap. Doors
    count as open: whoever walks waits in front of those that are not.

    Args:
        space: The free space; ``free_space`` makes it from a world.
        areas: Name to polygon (metres, map frame) of goals that may be given by name.
        cache: Store shared between planners; None gives the planner one of its own.
    """

    def __init__(
        self, space: FreeSpace, areas: Mapping[str, Sequence[Corner]] | None = None, cache: RouteCache | None = None
    ) -> None:
        self.space = space
        self._areas = dict(areas or {})
        self._cache = RouteCache() if cache is None else cache

    def with_solids(self, solids: Sequence[Sequence[Corner]]) -> "RoutePlanner":
        """The planner of the same space with further solids, sharing the cache."""
        return RoutePlanner(self.space.with_solids(solids), self._areas, self._cache) if solids else self

    @property
    def clearance(self) -> ClearanceField:
        """Signed clearance of the whole map."""
        return self._cache.get((self.space.digest, "clearance"), lambda: clearance_field(self.space.region))

    def graph(self, radius: float) -> RouteGraph:
        """Places and steps of a body with a radius in metres."""
        clearance = self.clearance
        return self._cache.get((self.space.digest, "graph", radius), lambda: route_graph(clearance, radius))

    def field(self, goal: Goal, radius: float) -> CostToGo:
        """The way to a goal from everywhere.

        Args:
            goal: A point (x, y), the name of an area, or the corners of a polygon; metres, map frame. The ways to an
                area end at its nearest places with room for the body; without any, at the place nearest to its
                centre. A point without room for the body stands for the nearest place that has.
            radius: Of the body, metres.

        Raises:
            KeyError: If no area has the name.
        """
        graph = self.graph(radius)
        if not isinstance(goal, str) and not isinstance(goal[0], tuple):
            return self._point_field((float(goal[0]), float(goal[1])), graph)  # type: ignore[arg-type]
        polygon = tuple(self.area(goal)) if isinstance(goal, str) else tuple(goal)  # type: ignore[arg-type]
        key = (self.space.digest, "field", radius, polygon)
        return self._cache.get(key, lambda: cost_to_go(graph, self._nodes_of(polygon, graph)))  # type: ignore[arg-type]

    def area(self, name: str) -> Sequence[Corner]:
        """The polygon of a named goal.

        Raises:
            KeyError: If no area has the name.
        """
        return self._areas[name]

    def clearance_at(self, x: float, y: float) -> float:
        """Distance in metres to the nearest solid; negative inside one."""
        return self.clearance.at(x, y)

    def is_free(self, x: float, y: float, radius: float) -> bool:
        """Whether a body fits at a point."""
        return self.clearance_at(x, y) >= radius

    def connected(self, start: Corner, end: Corner, radius: float) -> bool:
        """Whether a body can get from one point to another; a point without room counts as the nearest with room."""
        raise NotImplementedError

    def nearest_reachable(self, start: Corner, target: Corner, radius: float) -> Corner:
        """The place nearest to a target that a body can get to from a start; the target itself where it fits."""
        raise NotImplementedError

    def free_points(self, radius: float, polygon: Sequence[Corner] | None = None) -> Floats:
        """Centres of all cells (0.05 m) where a body fits: shape (N, 2), metres, rows from the bottom.

        Args:
            radius: Of the body, metres.
            polygon: Only points inside this polygon, metres, map frame.
        """
        raise NotImplementedError

    def sample(self, rng: Generator, radius: float, polygon: Sequence[Corner] | None = None, count: int = 1) -> Floats:
        """Distinct free points, uniform over the cells: shape (count, 2), metres.

        Raises:
            ValueError: If fewer free points exist.
        """
        raise NotImplementedError
