"""Where a body of one radius can get to, past solid discs that are added one by one."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route.graph import RouteGraph
from task_generator.blocks_kernel import Blocks, Frame, blocks_of, part_at, set_down, take_up
from task_generator.disc import Disc

Integers = NDArray[np.int32]
Longs = NDArray[np.int64]
Route = tuple[Corner, Corner]


class Reached(NamedTuple):
    """Where a body gets to, in the order in which kernels take it.

    Attributes:
        blocks: Connected parts of a lattice.
        nearest: Shape (points,): which point stands for each of the lattice, by flat index; empty where each does so
            for itself.
        frame: Where it lies.
        parts: Shape (P,): numbers of those that the body gets to.
    """

    blocks: Blocks
    nearest: Integers
    frame: Frame
    parts: Longs


NO_PARTS = np.zeros(0, dtype=np.int64)
ITSELF = np.zeros(0, dtype=np.int32)
NO_BLOCKS = Blocks(np.zeros((0, 0), dtype=np.uint8), np.zeros((0, 0), dtype=np.int32), np.zeros(0, dtype=np.int32))
ANYWHERE = Reached(NO_BLOCKS, ITSELF, (0.0, 0.0, 1.0), NO_PARTS)
"""For who needs to get nowhere."""


@frozen(eq=False)
class Lattice:
    """The lattice of a route graph before any disc; to be read only.

    Attributes:
        frame: Where it lies.
        cell_of_node: Shape (nodes,): flat index of the point of each node of the graph, the border counted in.
        blocks: Its connected parts.
        nearest: Shape (points,): flat index of the nearest point where the body can stand; 0 where there is none.
    """

    frame: Frame
    cell_of_node: Longs
    blocks: Blocks
    nearest: Integers


@lru_cache(maxsize=16)
def lattice_of(graph: RouteGraph) -> Lattice:
    """The lattice of a graph, once per graph.

    Source: diagonal steps need both cells beside them, so the parts are those of four neighbours.
    """
    shape = graph.node_at.shape
    blocks = blocks_of(np.isfinite(graph.prices).reshape(shape))
    rows, columns = np.divmod(graph.cell_of_node, shape[1])
    cells = (rows + 1) * (shape[1] + 2) + columns + 1
    nearest = np.pad(np.append(cells, 0).astype(np.int32)[graph.node_at], 1)
    frame = (float(graph.origin[0]), float(graph.origin[1]), float(graph.spacing))
    return Lattice(frame, cells, blocks, nearest.ravel())


class Reach:
    """Connected parts of the lattice of a route graph; lifts lead from part to part.

    Args:
        graph: Places and steps of the body, before any disc.
    """

    def __init__(self, graph: RouteGraph) -> None:
        self._graph = graph
        self._lattice = lattice_of(graph)
        self._blocks = self._lattice.blocks
        self._waiting: list[Disc] = []
        self._narrow = False
        self._tried: tuple[Disc, Integers] | None = None

    def add(self, disc: Disc, *, narrow: bool) -> None:
        """Let bodies walk around a disc; ``narrow`` says that it may close ways that were open before.

        Discs that leave a way all around them change nothing, so that they are only counted in once one was narrow.
        """
        if self._tried is None or self._tried[0] != disc:
            self._forget()
            self._waiting.append(disc)
        self._tried = None
        self._narrow |= narrow

    def connected(self, start: Corner, end: Corner) -> bool:
        """Whether the body gets from one point to another; a point without room counts as the nearest with room."""
        return self._connected(self._current(), (start, end))

    def reached(self, start: Corner) -> Reached:
        """Where the body gets to from a start, on foot and by elevator."""
        blocks = self._current()
        here = self._part(blocks, start)
        parts = np.array(self._parts_from(here, blocks), dtype=np.int64) if here else NO_PARTS
        return Reached(blocks, ITSELF if self._narrow else self._lattice.nearest, self._lattice.frame, parts)

    def stays_open(self, disc: Disc, routes: Sequence[Route]) -> bool:
        """Whether all routes would still be there with a further solid disc."""
        self._count_in()
        self._tried = (disc, self._set_down([disc]))
        return all(self._connected(self._blocks, route) for route in routes)

    def _current(self) -> Blocks:
        """The parts with all discs that may change anything."""
        if not self._narrow:
            return self._lattice.blocks
        self._count_in()
        return self._blocks

    def _connected(self, blocks: Blocks, route: Route) -> bool:
        first, second = (self._part(blocks, end) for end in route)
        if not first or not second:
            return False
        return first == second or second in self._parts_from(first, blocks)

    def _parts_from(self, part: int, blocks: Blocks) -> list[int]:
        """Numbers of the parts that the body gets to by any number of rides, the first one included."""
        reached = [part]
        if not self._graph.rides:
            return reached
        cells = self._lattice.cell_of_node
        ends = ((cells[ride.start], cells[ride.end]) for ride in self._graph.rides)
        steps = [(part_at(blocks, start), part_at(blocks, end)) for start, end in ends]
        for here in reached:
            reached += dict.fromkeys(end for start, end in steps if start == here and end and end not in reached)
        return reached

    def _count_in(self) -> None:
        """Count in all discs that wait."""
        self._forget()
        if self._waiting:
            self._set_down(self._waiting)
            self._waiting.clear()

    def _forget(self) -> None:
        """Take up again what was only tried."""
        if self._tried is not None:
            take_up(self._blocks, self._tried[1])
            self._tried = None

    def _set_down(self, discs: Sequence[Disc]) -> Integers:
        """Count in discs; gives what ``take_up`` needs."""
        if self._blocks is self._lattice.blocks:
            self._blocks = self._blocks.copy()
        radius = self._graph.radius
        rows = np.array([(disc.x, disc.y, disc.radius + radius) for disc in discs])
        return set_down(self._blocks, self._lattice.frame, rows)

    def _part(self, blocks: Blocks, point: Corner) -> int:
        """Number of the part of the place where the body can stand nearest to a point; 0 for none."""
        node = self._graph.node_near(*point)
        return part_at(blocks, self._lattice.cell_of_node[node]) if node >= 0 else 0
