"""The floor of one episode while it is being made: what stands where, and where one can still get to."""

from collections.abc import Sequence

import numpy as np
from attrs import evolve, frozen
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.ndimage import label

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from task_generator.candidates import Candidates, Polygon, Segment, candidates, inside

Floats = NDArray[np.float64]

# Candidates that are looked at together before all of them are; a crowded floor needs more than one draw.
DRAWS = 48


@frozen
class Disc:
    """A taken place.

    Attributes:
        x: Metres, map frame.
        y: Metres, map frame.
        radius: Metres.
        solid: Whether it stays there and bodies have to walk around it.
    """

    x: float
    y: float
    radius: float
    solid: bool = False


@frozen
class Demand:
    """What a place must offer.

    Attributes:
        room: Radius around the point that must be free of everything, metres.
        passage: Width that must stay free between the disc and everything solid, metres.
        polygons: Where it may lie; empty means anywhere. Metres, map frame.
        clear_of_doors: Whether it must keep away from doors.
        avoid: Further places to keep out of, for this demand only.
        reach: Point and radius (metres) of a body that must be able to get there; None means that nobody needs to.
    """

    room: float
    passage: float = 0.0
    polygons: tuple[Polygon, ...] = ()
    clear_of_doors: bool = True
    avoid: tuple[Disc, ...] = ()
    reach: tuple[Corner, float] | None = None


class Ground:
    """Free floor with taken places.

    Args:
        planner: Routes through the world with all objects whose place is known beforehand.
        doors: Lines of the doors, each with a length, metres, map frame.
    """

    def __init__(self, planner: RoutePlanner, doors: tuple[Segment, ...]) -> None:
        self.planner = planner
        self.taken: list[Disc] = []
        self.routes: list[tuple[Corner, Corner, float]] = []
        self._doors = doors
        self._narrow = False
        self._regions: dict[tuple[float, int], NDArray[np.int32]] = {}
        self._exhausted: dict[Demand, float] = {}

    def build(self, planner: RoutePlanner) -> None:
        """Take another planner, which knows more objects than the one before."""
        self.planner = planner
        self._regions.clear()
        self._exhausted.clear()

    def take(self, disc: Disc, *, narrow: bool = False) -> None:
        """Take a place; ``narrow`` says that it may close ways that were open before."""
        self.taken.append(disc)
        self._narrow |= narrow

    def require_route(self, start: Corner, end: Corner, radius: float) -> None:
        """Keep a way open for a body of a radius in metres."""
        self.routes.append((start, end, radius))

    def table(self, demand: Demand) -> Candidates:
        """All candidates that a demand may choose from, whatever is taken."""
        table = candidates(self.planner.clearance, self._doors if demand.clear_of_doors else ())
        return inside(table, demand.polygons) if demand.polygons else table

    def find(self, demand: Demand, random: Generator) -> Corner | None:
        """A point that meets a demand, uniform over all of them; None exactly where there is none."""
        kind = evolve(demand, room=0.0)
        if demand.room >= self._exhausted.get(kind, np.inf):
            return None
        point = self._find(demand, random, self.taken)
        if point is None:
            # Places are only ever taken, so whatever is as wide will not fit later either.
            self._exhausted[kind] = demand.room
        return point

    def _find(self, demand: Demand, random: Generator, taken: Sequence[Disc]) -> Corner | None:
        points = self.table(demand).with_room(demand.room + demand.passage)
        if not len(points):
            return None
        drawn = points[random.integers(len(points), size=DRAWS)]
        fitting = drawn[self._fits(drawn, demand, taken)]
        if len(fitting):
            return _corner(fitting[0])
        fitting = points[self._fits(points, demand, taken)]
        return _corner(fitting[random.integers(len(fitting))]) if len(fitting) else None

    def find_passable(self, demand: Demand, random: Generator) -> Corner | None:
        """A point to pass by: only what is taken for good counts, and places may be shared."""
        solid = [disc for disc in self.taken if disc.solid]
        return self._find(demand, random, solid)

    def find_solid(self, demand: Demand, random: Generator, tries: int) -> tuple[Corner, bool] | None:
        """A point for something solid that leaves every required route open.

        A place with the demanded passage all around it closes no way. Where there is none left, narrower places are
        tried as long as the routes stay open.

        Args:
            demand: With the passage that bodies need.
            random: Stream to draw from.
            tries: How many narrower places to look at.

        Returns:
            The point and whether it is a narrow one; None if no place was found.
        """
        point = self.find(demand, random)
        if point is not None:
            return point, False
        closing: tuple[Disc, ...] = ()
        for _ in range(tries):
            narrow = evolve(demand, passage=0.0, avoid=demand.avoid + closing)
            point = self.find(narrow, random)
            if point is None:
                return None
            if self._stays_open(Disc(*point, demand.room, solid=True)):
                return point, True
            closing += (Disc(*point, demand.room / 2),)
        return None

    def connected(self, start: Corner, end: Corner, radius: float) -> bool:
        """Whether a body gets from one point to another past everything that is taken for good."""
        if not self.planner.graph(radius).size:
            return False
        first, second = self._reachable_regions(radius)[self._cells((start, end), radius)]
        return bool(first == second and first > 0)

    def _fits(self, points: Floats, demand: Demand, taken: Sequence[Disc]) -> NDArray[np.bool_]:
        fits: NDArray[np.bool_] = np.ones(len(points), dtype=np.bool_)
        x, y = points[:, 0], points[:, 1]
        for disc in (*taken, *demand.avoid):
            gap = disc.radius + demand.room + demand.passage * disc.solid
            along_x, along_y = x - disc.x, y - disc.y
            fits &= along_x * along_x + along_y * along_y >= gap * gap
        if demand.reach is not None:
            point, radius = demand.reach
            graph, regions = self.planner.graph(radius), self._reachable_regions(radius)
            here = regions[self._cells([point], radius)[0]] if graph.size else 0
            fits &= (regions[graph.lattice_cells(x, y)] == here) & (here > 0)
        return fits

    def _stays_open(self, disc: Disc) -> bool:
        radii = dict.fromkeys(radius for _, _, radius in self.routes)
        regions = {radius: self._labelled(radius, (*self.taken, disc)) for radius in radii}
        for start, end, radius in self.routes:
            first, second = regions[radius][self._cells((start, end), radius)]
            if first != second or first == 0:
                return False
        return True

    def _cells(self, points: Sequence[Corner], radius: float) -> NDArray[np.intp]:
        """Lattice points where a body can stand nearest to some points."""
        graph = self.planner.graph(radius)
        nodes = [graph.node_near(*point) for point in points]
        return graph.lattice_cells(graph.positions[nodes, 0], graph.positions[nodes, 1])

    def _reachable_regions(self, radius: float) -> NDArray[np.int32]:
        """Number of the connected part of every lattice point, from 1; 0 where a body cannot be."""
        key = (radius, sum(disc.solid for disc in self.taken) if self._narrow else 0)
        if key not in self._regions:
            graph = self.planner.graph(radius)
            whole = np.append(graph.component + 1, 0).astype(np.int32)[graph.node_at.ravel()]
            self._regions[key] = self._labelled(radius, self.taken) if self._narrow else whole
        return self._regions[key]

    def _labelled(self, radius: float, discs: Sequence[Disc]) -> NDArray[np.int32]:
        """Connected parts of the lattice without the places that solid discs keep a body out of.

        Source: diagonal steps need both cells beside them, so the parts are those of four neighbours.
        """
        graph = self.planner.graph(radius)
        rows, columns = graph.node_at.shape
        open_cells = np.isfinite(graph.prices).reshape(rows, columns)
        x = graph.origin[0] + np.arange(columns) * graph.spacing
        y = graph.origin[1] + np.arange(rows) * graph.spacing
        for disc in discs:
            if disc.solid:
                reach = disc.radius + radius
                first_x, last_x = np.searchsorted(x, (disc.x - reach, disc.x + reach))
                first_y, last_y = np.searchsorted(y, (disc.y - reach, disc.y + reach))
                along_x, along_y = slice(first_x, last_x), slice(first_y, last_y)
                squared = (x[along_x] - disc.x) ** 2 + ((y[along_y] - disc.y) ** 2)[:, None]
                open_cells[along_y, along_x] &= squared >= reach * reach
        regions: NDArray[np.int32] = label(open_cells)[0].ravel().astype(np.int32)
        return regions


def _corner(point: Floats) -> Corner:
    return (float(point[0]), float(point[1]))
