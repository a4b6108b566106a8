"""Straight lines that a body can follow without touching anything, and what they cost."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.route.graph import RouteGraph

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]

# A straight line replaces lattice steps when its price is at most this many times theirs; a little more than 1,
# because a line that crosses cells is priced by samples.
PRICE_SLACK = 1.03
# Steps by powers of two; a path point eight lattice steps ahead is 0.8 m to 1.1 m away.
_DOUBLINGS = 3


def straight_price(graph: RouteGraph, start: Floats, end: Floats) -> float:
    """Price of going straight from one point to another; infinite where the body does not fit.

    Args:
        graph: Where the body can stand.
        start: Shape (2,), metres.
        end: Shape (2,), metres.
    """
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    fraction = np.linspace(0.0, 1.0, max(2, math.ceil(2.0 * length / graph.spacing) + 1))
    x, y = start[0] + fraction * (end[0] - start[0]), start[1] + fraction * (end[1] - start[1])
    return float(graph.prices[graph.lattice_cells(x, y)].mean()) * length


def visible(graph: RouteGraph, start: Floats, end: Floats) -> bool:
    """Whether the body of the graph can go straight from one point (shape (2,), metres) to another."""
    return straight_price(graph, start, end) < math.inf


def shortened(points: Floats, graph: RouteGraph, keep_price: bool) -> Floats:
    """The same way with every corner cut that a straight line can replace.

    From each kept point the farthest one is searched by doubling and halving, which is enough because sight along a
    cheapest path is lost once and rarely comes back.

    Args:
        points: Shape (N, 2), metres; the first and the last are kept.
        graph: Where the body can stand.
        keep_price: Whether a straight line must also keep away from walls as well as the way it replaces.
    """
    steps = np.diff(points, axis=0)
    prices = graph.prices[graph.lattice_cells(points[:, 0], points[:, 1])]
    step_prices = np.hypot(steps[:, 0], steps[:, 1]) * (prices[:-1] + prices[1:]) / 2
    # The ends may lie where the body has no room; their steps must stay comparable.
    step_prices[~np.isfinite(step_prices)] = graph.spacing
    travelled = np.concatenate(([0.0], np.cumsum(step_prices)))
    kept, last = [0], len(points) - 1

    def replaceable(start: int, end: int) -> bool:
        limit = PRICE_SLACK * (travelled[end] - travelled[start]) if keep_price else math.inf
        price = straight_price(graph, points[start], points[end])
        return price < math.inf and price <= limit

    while kept[-1] < last:
        start, reach, stride = kept[-1], kept[-1] + 1, 1
        while reach + stride <= last and replaceable(start, reach + stride):
            reach, stride = reach + stride, stride * 2
        while stride:
            if reach + stride <= last and replaceable(start, reach + stride):
                reach += stride
            stride //= 2
        kept.append(reach)
    return points[kept]


def farthest_visible(following: Integers, costs: NDArray[np.float32], graph: RouteGraph) -> Integers:
    """For every node the farthest of the nodes 1, 2, 4 and 8 steps down the way that a straight line replaces.

    Args:
        following: Shape (nodes,): next node on the way.
        costs: Shape (nodes,): price of the way.
        graph: Where the body can stand.
    """
    chosen = jump = following
    for doubling in range(1, _DOUBLINGS + 1):
        jump = jump[jump]
        with np.errstate(invalid="ignore"):
            limit = PRICE_SLACK * (costs - costs[jump])
            cheap = _straight_prices(graph, jump, 2**doubling) <= limit
        chosen = np.where(cheap, jump, chosen)
    return chosen


def _straight_prices(graph: RouteGraph, end: Integers, samples: int) -> NDArray[np.float32]:
    """Price of the straight line from every node to another one, by samples in the middle of equal parts.

    Single precision and lattice units, since this is done for every node of every field.
    """
    prices, columns = graph.prices.astype(np.float32), graph.node_at.shape[1]
    column, row = ((graph.positions - np.asarray(graph.origin)) / graph.spacing).astype(np.float32).T.copy()
    along, up = (column[end] - column) / samples, (row[end] - row) / samples
    total = np.zeros(len(end), dtype=np.float32)
    for index in range(samples):
        # Adding a half before cutting off rounds, since nothing here is negative.
        at_column = (column + along * (index + 0.5) + 0.5).astype(np.int32)
        at_row = (row + up * (index + 0.5) + 0.5).astype(np.int32)
        total += prices[at_row * columns + at_column]
    lengths: NDArray[np.float32] = np.sqrt(along * along + up * up)
    return total * lengths * np.float32(graph.spacing)
