"""Where a body of one radius can get to, past solid discs that are added one by one."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.graph import RouteGraph
from task_generator.disc import Disc

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Bools = NDArray[np.bool_]
Route = tuple[Corner, Corner]

# How many lattice points beside a disc are looked at before the whole map is.
NEIGHBOURHOOD = 8


class Reach:
    """Connected parts of the lattice of a route graph.

    Args:
        graph: Places and steps of the body, before any disc.
    """

    def __init__(self, graph: RouteGraph) -> None:
        self._graph = graph
        rows, columns = graph.node_at.shape
        self._x = graph.origin[0] + np.arange(columns) * graph.spacing
        self._y = graph.origin[1] + np.arange(rows) * graph.spacing
        self._open: Bools = np.isfinite(graph.prices).reshape(rows, columns)
        self._discs: list[Disc] = []
        self._stamped = 0
        self._narrow = False
        self._regions: Integers | None = None

    def add(self, disc: Disc, *, narrow: bool) -> None:
        """Let bodies walk around a disc; ``narrow`` says that it may close ways that were open before."""
        self._discs.append(disc)
        self._narrow |= narrow
        if self._narrow:
            self._regions = None

    def connected(self, start: Corner, end: Corner) -> bool:
        """Whether the body gets from one point to another; a point without room counts as the nearest with room."""
        if not self._graph.size:
            return False
        first, second = self.regions[self._cells((start, end))]
        return bool(first == second and first > 0)

    def reachable(self, points: Floats, start: Corner) -> Bools:
        """Which points (shape (N, 2), metres) the body gets to from a start."""
        if not self._graph.size:
            return np.zeros(len(points), dtype=np.bool_)
        here = self.regions[self._cells([start])[0]]
        found: Bools = (self.regions[self._graph.lattice_cells(points[:, 0], points[:, 1])] == here) & (here > 0)
        return found

    def stays_open(self, disc: Disc, routes: Sequence[Route]) -> bool:
        """Whether all routes would still be there with a further solid disc."""
        self._stamp()
        window = self._window(disc, NEIGHBOURHOOD)
        covered = self._covered(disc, window)
        if _is_bypassed(self._open[window], covered):
            return True
        lattice = self._open.copy()
        lattice[window] &= ~covered
        regions = label(lattice, output=np.int32)[0].ravel()
        ends = [regions[self._cells(route)] for route in routes]
        return all(first == second and first > 0 for first, second in ends)

    @property
    def regions(self) -> Integers:
        """Number of the connected part of every lattice point, from 1; 0 where the body cannot be.

        Discs that leave a way all around them change nothing, so that they are only counted in once one was narrow.
        Source: diagonal steps need both cells beside them, so the parts are those of four neighbours.
        """
        if self._regions is None:
            if self._narrow:
                self._stamp()
                self._regions = label(self._open, output=np.int32)[0].ravel()
            else:
                parts = np.append(self._graph.component + 1, 0).astype(np.int32)
                self._regions = parts[self._graph.node_at.ravel()]
        return self._regions

    def _stamp(self) -> None:
        for disc in self._discs[self._stamped :]:
            window = self._window(disc, 1)
            self._open[window] &= ~self._covered(disc, window)
        self._stamped = len(self._discs)

    def _window(self, disc: Disc, margin: int) -> tuple[slice, slice]:
        reach = disc.radius + self._graph.radius
        first_x, last_x = np.searchsorted(self._x, (disc.x - reach, disc.x + reach))
        first_y, last_y = np.searchsorted(self._y, (disc.y - reach, disc.y + reach))
        return (
            slice(max(0, int(first_y) - margin), int(last_y) + margin),
            slice(max(0, int(first_x) - margin), int(last_x) + margin),
        )

    def _covered(self, disc: Disc, window: tuple[slice, slice]) -> Bools:
        """Which lattice points of a window a disc keeps the body out of."""
        reach = disc.radius + self._graph.radius
        along_x, along_y = self._x[window[1]] - disc.x, self._y[window[0]] - disc.y
        covered: Bools = along_x * along_x + (along_y * along_y)[:, None] < reach * reach
        return covered

    def _cells(self, points: Sequence[Corner]) -> NDArray[np.intp]:
        """Lattice points where the body can stand nearest to some points."""
        nodes = [self._graph.node_near(*point) for point in points]
        return self._graph.lattice_cells(self._graph.positions[nodes, 0], self._graph.positions[nodes, 1])


def _is_bypassed(lattice: Bools, covered: Bools) -> bool:
    """Whether all open points beside the covered ones are connected without them.

    Then whoever walked through the covered points can walk around them instead.
    """
    lost = lattice & covered
    beside = np.zeros_like(lost)
    beside[1:] |= lost[:-1]
    beside[:-1] |= lost[1:]
    beside[:, 1:] |= lost[:, :-1]
    beside[:, :-1] |= lost[:, 1:]
    kept = lattice & ~covered
    parts = label(kept, output=np.int32)[0][beside & kept]
    return bool(parts.size == 0 or (parts == parts[0]).all())
