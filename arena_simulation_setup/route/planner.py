"""One planner for everybody: placement, people, navigator, linter and lengths ask it the same questions."""

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from numpy.random import Generator
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.cache import RouteCache
from arena_simulation_setup.route.clearance import ClearanceField, clearance_field, without_boxes
from arena_simulation_setup.route.field import CostToGo, cost_to_go
from arena_simulation_setup.route.graph import RouteGraph, route_graph
from arena_simulation_setup.route.leg import Leg
from arena_simulation_setup.route.space import FreeSpace

Floats = NDArray[np.float64]


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
        self._clearance: ClearanceField | None = None

    def with_solids(self, solids: Sequence[Sequence[Corner]]) -> "RoutePlanner":
        """The planner of the same space with further solids, sharing the cache."""
        return RoutePlanner(self.space.with_solids(solids), self._areas, self._cache) if solids else self

    @property
    def clearance(self) -> ClearanceField:
        """Signed clearance of the whole map."""
        if self._clearance is None:
            key = (self.space.digest, "clearance")
            self._clearance = self._cache.get(key, lambda: clearance_field(self.space.region))
        return self._clearance

    def room(self, polygons: Sequence[Sequence[Corner]] = ()) -> ClearanceField:
        """The clearance for what is placed at random: cabins count as solid.

        Args:
            polygons: Where it is placed, metres, map frame; where all of them lie in cabins it is wanted there.
        """
        cabins = self.space.cabins
        wanted = polygons and all(any(cabin.covers(polygon) for cabin in cabins) for polygon in polygons)
        if not cabins or wanted:
            return self.clearance
        boxes = [(cabin.center, cabin.size) for cabin in cabins]
        return self._cache.get((self.space.digest, "room"), lambda: without_boxes(self.clearance, boxes))

    def graph(self, radius: float) -> RouteGraph:
        """Places and steps of a body with a radius in metres."""
        clearance, space = self.clearance, self.space
        key = (space.digest, "graph", radius)
        return self._cache.get(key, lambda: route_graph(clearance, radius, space.cabins, space.lifts))

    def field(self, point: Corner, radius: float, keep_clear: bool = True) -> CostToGo:
        """The way to a point from everywhere; a point without room stands for the nearest place that has.

        Args:
            point: Metres, map frame.
            radius: Of the body, metres.
            keep_clear: Whether ways keep away from walls where there is room; else they are the shortest.
        """
        graph = self.graph(radius)
        node = graph.node_near(*point)
        fits = node >= 0 and self.is_free(*point, radius)
        key = (self.space.digest, "point", radius, keep_clear, point if fits else node)
        nodes = np.array([node] if node >= 0 else [], dtype=np.intp)
        return self._cache.get(key, lambda: cost_to_go(graph, nodes, point if fits else None, keep_clear))

    def area_field(self, area: str | Sequence[Corner], radius: float, keep_clear: bool = True) -> CostToGo:
        """The way into an area from everywhere.

        Its ends are all places inside with room for the body; without any, the place nearest to the area's centre.

        Args:
            area: Name of an area, or corners in metres, map frame.
            radius: Of the body, metres.
            keep_clear: Whether ways keep away from walls where there is room; else they are the shortest.

        Raises:
            KeyError: If no area has the name.
        """
        graph = self.graph(radius)
        polygon = tuple(self.area(area) if isinstance(area, str) else area)
        key = (self.space.digest, "area", radius, keep_clear, polygon)
        return self._cache.get(key, lambda: cost_to_go(graph, _nodes_inside(polygon, graph), None, keep_clear))

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
        """Whether a body can get from one point to another, on foot and by elevator.

        A point without room counts as the nearest with room.
        """
        graph = self.graph(radius)
        first, second = graph.node_near(*start), graph.node_near(*end)
        if min(first, second) < 0:
            return False
        here, there = int(graph.component[first]), int(graph.component[second])
        return here == there or there in graph.parts_from(here)

    def legs(self, start: Corner, end: Corner, radius: float) -> tuple[Leg, ...]:
        """The way from one point to another, cut where it rides; none where there is no way."""
        return self.field(end, radius).legs(*start) if self.connected(start, end, radius) else ()

    def nearest_reachable(self, start: Corner, target: Corner, radius: float) -> Corner:
        """The place nearest to a target that a body can get to from a start.

        The target itself where it is one; the start where there is no place at all.
        """
        graph = self.graph(radius)
        if not graph.size:
            return start
        if self.is_free(*target, radius) and self.connected(start, target, radius):
            return target
        parts = graph.parts_from(int(graph.component[graph.node_near(*start)]))
        reachable = graph.positions[np.isin(graph.component, parts)]
        offsets = reachable - np.asarray(target)
        x, y = reachable[int(np.argmin((offsets * offsets).sum(axis=1)))].tolist()
        return (x, y)

    def free_points(self, radius: float, polygon: Sequence[Corner] | None = None) -> Floats:
        """Centres of all cells (0.05 m) where a body fits: shape (N, 2), metres, rows from the bottom.

        Args:
            radius: Of the body, metres.
            polygon: Only points inside this polygon, metres, map frame. Cabins have no points, unless it lies in one.
        """
        field = self.room(() if polygon is None else (polygon,))
        rows, columns = np.nonzero(field.values >= radius)
        cells = np.column_stack((columns, rows)) + 0.5
        points: Floats = np.asarray(field.origin) + cells * field.resolution
        return points if polygon is None else points[_inside(polygon, points)]

    def sample(self, rng: Generator, radius: float, polygon: Sequence[Corner] | None = None, count: int = 1) -> Floats:
        """Distinct free points, uniform over the cells: shape (count, 2), metres.

        Raises:
            ValueError: If fewer free points exist.
        """
        points = self.free_points(radius, polygon)
        if len(points) < count:
            raise ValueError(f"asked for {count} points with {radius} m around them, but only {len(points)} exist")
        chosen: Floats = points[rng.choice(len(points), size=count, replace=False)]
        return chosen


def _inside(polygon: Sequence[Corner], points: Floats) -> NDArray[np.bool_]:
    shape = shapely.Polygon(polygon)
    shapely.prepare(shape)
    inside: NDArray[np.bool_] = shapely.intersects_xy(shape, points[:, 0], points[:, 1])
    return inside


def _nodes_inside(polygon: tuple[Corner, ...], graph: RouteGraph) -> NDArray[np.intp]:
    if not graph.size:
        return np.empty(0, dtype=np.intp)
    nodes = np.flatnonzero(_inside(polygon, graph.positions))
    if len(nodes):
        return nodes
    center = shapely.Polygon(polygon).centroid
    return np.array([graph.node_near(center.x, center.y)], dtype=np.intp)
