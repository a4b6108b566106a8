"""Straight lines that a body can follow without touching anything."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.route.graph import RouteGraph

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]

# Steps by powers of two; a path point eight lattice steps ahead is 0.8 m to 1.1 m away.
_DOUBLINGS = 3


def visible(graph: RouteGraph, start: Floats, end: Floats) -> bool:
    """Whether the body of the graph can go straight from one point to another.

    Args:
        graph: Where the body can stand.
        start: Shape (2,), metres.
        end: Shape (2,), metres.
    """
    samples = max(2, math.ceil(math.hypot(end[0] - start[0], end[1] - start[1]) / (0.5 * graph.spacing)) + 1)
    fraction = np.linspace(0.0, 1.0, samples)
    x, y = start[0] + fraction * (end[0] - start[0]), start[1] + fraction * (end[1] - start[1])
    return bool(graph.standable.ravel()[graph.lattice_cells(x, y)].all())


def shortened(points: Floats, graph: RouteGraph) -> Floats:
    """The same way with every corner cut that a straight line can replace.

    From each kept point the farthest visible one is searched by doubling and halving, which is enough because sight
    along a cheapest path is lost once and rarely comes back.

    Args:
        points: Shape (N, 2), metres; the first and the last are kept.
        graph: Where the body can stand.
    """
    kept, last = [0], len(points) - 1
    while kept[-1] < last:
        kept.append(_farthest(points, graph, kept[-1], last))
    return points[kept]


def _farthest(points: Floats, graph: RouteGraph, start: int, last: int) -> int:
    reach, stride = start + 1, 1
    while reach + stride <= last and visible(graph, points[start], points[reach + stride]):
        reach += stride
        stride *= 2
    while stride:
        if reach + stride <= last and visible(graph, points[start], points[reach + stride]):
            reach += stride
        stride //= 2
    return reach


def farthest_visible(following: Integers, graph: RouteGraph) -> Integers:
    """For every node the farthest of the nodes 1, 2, 4 and 8 steps down the way that is in straight sight."""
    chosen = jump = following
    for _ in range(_DOUBLINGS):
        jump = jump[jump]
        seen = _all_standable(graph, graph.positions, graph.positions[jump], int(4 * 2**_DOUBLINGS / 2))
        chosen = np.where(seen, jump, chosen)
    return chosen


def _all_standable(graph: RouteGraph, start: Floats, end: Floats, samples: int) -> NDArray[np.bool_]:
    step = (end - start) / (samples + 1)
    standable = graph.standable.ravel()
    clear = np.ones(len(start), dtype=np.bool_)
    for index in range(1, samples + 1):
        point = start + step * index
        clear &= standable[graph.lattice_cells(point[:, 0], point[:, 1])]
    return clear
