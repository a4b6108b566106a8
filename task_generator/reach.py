"""Where a body of one radius can get to, past solid discs that are added one by one."""

from collections.abc import Sequence
from functools import lru_cache
from math import floor

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.ndimage import generate_binary_structure, label

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.graph import RouteGraph
from task_generator.disc import Disc

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Bools = NDArray[np.bool_]
Route = tuple[Corner, Corner]
Window = tuple[slice, slice]

# How many lattice points beside a disc are looked at before the whole map is.
NEIGHBOURHOOD = 8
FOUR_NEIGHBOURS = generate_binary_structure(2, 1)


@frozen(eq=False)
class Lattice:
    """The lattice of a route graph before any disc; to be read only.

    Attributes:
        x: Shape (columns,), metres, map frame.
        y: Shape (rows,), metres, map frame.
        open: Shape (rows, columns): whether the body can stand there.
        regions: Shape (rows * columns,): number of the connected part from 1, 0 where the body cannot stand.
    """

    x: Floats
    y: Floats
    open: Bools
    regions: Integers


@lru_cache(maxsize=16)
def lattice_of(graph: RouteGraph) -> Lattice:
    """The lattice of a graph, once per graph."""
    rows, columns = graph.node_at.shape
    is_open: Bools = np.isfinite(graph.prices).reshape(rows, columns)
    # Where the body cannot stand the graph names the nearest place where it can.
    regions = np.append(graph.component + 1, 0).astype(np.int32)[graph.node_at.ravel()]
    x = graph.origin[0] + np.arange(columns, dtype=np.float64) * np.float64(graph.spacing)
    y = graph.origin[1] + np.arange(rows, dtype=np.float64) * np.float64(graph.spacing)
    return Lattice(x, y, is_open, regions)


class Reach:
    """Connected parts of the lattice of a route graph; lifts lead from part to part.

    Args:
        graph: Places and steps of the body, before any disc.
    """

    def __init__(self, graph: RouteGraph) -> None:
        self._graph = graph
        self._lattice = lattice_of(graph)
        self._open: Bools = self._lattice.open
        self._waiting: list[Disc] = []
        self._narrow = False
        self._regions: Integers | None = self._lattice.regions

    def add(self, disc: Disc, *, narrow: bool) -> None:
        """Let bodies walk around a disc; ``narrow`` says that it may close ways that were open before.

        Discs that leave a way all around them change nothing, so that they are only counted in once one was narrow.
        """
        self._waiting.append(disc)
        self._narrow |= narrow

    def connected(self, start: Corner, end: Corner) -> bool:
        """Whether the body gets from one point to another; a point without room counts as the nearest with room."""
        return self._connected(self.regions, (start, end))

    def reachable(self, points: Floats, start: Corner) -> Bools:
        """Which points (shape (N, 2), metres) the body gets to from a start, on foot and by elevator."""
        if not self._graph.size:
            return np.zeros(len(points), dtype=np.bool_)
        regions = self.regions
        here = int(regions[self._cell(start)])
        there = regions[self._graph.lattice_cells(points[:, 0], points[:, 1])]
        if not here:
            return np.zeros(len(points), dtype=np.bool_)
        parts = self._parts_from(here, regions)
        found: Bools = there == here if len(parts) == 1 else np.isin(there, parts)
        return found

    def stays_open(self, disc: Disc, routes: Sequence[Route]) -> bool:
        """Whether all routes would still be there with a further solid disc."""
        self._stamp()
        if self._is_bypassed(disc, routes):
            return True
        lattice, window = self._open.copy(), self._window(disc, 1)
        lattice[window] &= ~self._covered(disc, window)
        regions = label(lattice, FOUR_NEIGHBOURS, np.int32)[0].ravel()
        return all(self._connected(regions, route) for route in routes)

    @property
    def regions(self) -> Integers:
        """Number of the connected part of every lattice point, from 1; 0 where the body cannot be.

        Source: diagonal steps need both cells beside them, so the parts are those of four neighbours.
        """
        if self._narrow:
            self._stamp()
            if self._regions is None:
                self._regions = label(self._open, FOUR_NEIGHBOURS, np.int32)[0].ravel()
        assert self._regions is not None
        return self._regions

    def _connected(self, regions: Integers, route: Route) -> bool:
        if not self._graph.size:
            return False
        first, second = (int(regions[self._cell(end)]) for end in route)
        if not first or not second:
            return False
        return first == second or second in self._parts_from(first, regions)

    def _parts_from(self, part: int, regions: Integers) -> list[int]:
        """Numbers of the parts that the body gets to by any number of rides, the first one included."""
        reached = [part]
        if not self._graph.rides:
            return reached
        cells = self._graph.cell_of_node
        steps = [(int(regions[cells[ride.start]]), int(regions[cells[ride.end]])) for ride in self._graph.rides]
        for here in reached:
            reached += dict.fromkeys(end for start, end in steps if start == here and end and end not in reached)
        return reached

    def _stamp(self) -> None:
        """Count in all discs that wait."""
        if self._waiting:
            self._regions = None
            if self._open is self._lattice.open:
                self._open = self._open.copy()
        for disc in self._waiting:
            window = self._window(disc, 1)
            self._open[window] &= ~self._covered(disc, window)
        self._waiting.clear()

    def _is_bypassed(self, disc: Disc, routes: Sequence[Route]) -> bool:
        """Whether the neighbourhood of a disc shows that it closes none of some routes."""
        window = self._window(disc, NEIGHBOURHOOD)
        lattice, covered = self._open[window], self._covered(disc, window)
        lost = lattice & covered
        if not lost.any() or lattice[_with_neighbours(covered)].all():
            return True
        parts = label(lattice & ~covered, FOUR_NEIGHBOURS, np.int32)[0]
        beside = set(parts[_beside(lost) & (parts > 0)].tolist())
        if len(beside) < 2:
            return True
        # Closed pockets lead nowhere: whoever came through the covered points came from and went to the one other part.
        rim = set(np.concatenate((parts[0], parts[-1], parts[:, 0], parts[:, -1])).tolist())
        ends = (end for route in routes for end in route)
        return len(beside & rim) < 2 and not any(self._is_inside(end, window) for end in ends)

    def _is_inside(self, point: Corner, window: Window) -> bool:
        row, column = divmod(self._cell(point), self._open.shape[1])
        rows, columns = window
        return bool(rows.start <= row < rows.stop and columns.start <= column < columns.stop)

    def _window(self, disc: Disc, margin: int) -> Window:
        reach, graph = disc.radius + self._graph.radius, self._graph
        rows, columns = self._open.shape
        (low_x, low_y), scale = graph.origin, 1.0 / graph.spacing
        first_x, last_x = (floor((disc.x + end - low_x) * scale) for end in (-reach, reach))
        first_y, last_y = (floor((disc.y + end - low_y) * scale) for end in (-reach, reach))
        return (
            slice(min(max(0, first_y - margin), rows), max(0, last_y + 1 + margin)),
            slice(min(max(0, first_x - margin), columns), max(0, last_x + 1 + margin)),
        )

    def _covered(self, disc: Disc, window: Window) -> Bools:
        """Which lattice points of a window a disc keeps the body out of."""
        reach = disc.radius + self._graph.radius
        along_x, along_y = self._lattice.x[window[1]] - disc.x, self._lattice.y[window[0]] - disc.y
        covered: Bools = along_x * along_x + (along_y * along_y)[:, None] < reach * reach
        return covered

    def _cell(self, point: Corner) -> int:
        """Lattice point where the body can stand nearest to a point."""
        return int(self._graph.cell_of_node[self._graph.node_near(*point)])


def _beside(points: Bools) -> Bools:
    """The four neighbours of some points."""
    beside = np.zeros_like(points)
    beside[1:] |= points[:-1]
    beside[:-1] |= points[1:]
    beside[:, 1:] |= points[:, :-1]
    beside[:, :-1] |= points[:, 1:]
    return beside


def _with_neighbours(points: Bools) -> Bools:
    """The points and their eight neighbours."""
    wide = points.copy()
    wide[1:] |= points[:-1]
    wide[:-1] |= points[1:]
    grown = wide.copy()
    grown[:, 1:] |= wide[:, :-1]
    grown[:, :-1] |= wide[:, 1:]
    return grown
