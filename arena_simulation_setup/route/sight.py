"""Straight lines that a body can follow without touching anything, and what they cost."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.graph import RouteGraph
from arena_simulation_setup.route.search_kernel import COLUMN_STEPS, DIRECTIONS, ROW_STEPS

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Directions = NDArray[np.int8]

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


@kernel
def node_ahead(
    node: int,
    toward: Directions,
    costs: NDArray[np.float32],
    spacing: float,
    cells: NDArray[np.intp],
    node_at: Integers,
    prices: Floats,
) -> int:
    """The farthest of the nodes 1, 2, 4 and 8 steps down the way from a node that a straight line replaces.

    Args:
        node: Where from.
        toward: Shape (nodes,): direction of the next step on the way.
        costs: Shape (nodes,): price of the way, metres.
        spacing: Of the lattice, metres.
        cells: Shape (nodes,): flat index of each node's lattice point.
        node_at: Shape (rows, columns): node of every lattice point.
        prices: Shape (rows * columns,): price per metre at each lattice point.
    """
    chosen = jump = _after(node, toward, cells, node_at)
    steps = 1
    for _ in range(_DOUBLINGS):
        for _ in range(steps):
            jump = _after(jump, toward, cells, node_at)
        steps *= 2
        limit = PRICE_SLACK * (costs[node] - costs[jump]) / spacing
        if _straight_price(cells[node], cells[jump], steps, prices, node_at.shape[1]) <= limit:
            chosen = jump
    return int(chosen)


@kernel
def nodes_ahead(node: int, toward: Directions, cells: NDArray[np.intp], node_at: Integers) -> NDArray[np.intp]:
    """All nodes on foot from one on, up to the goal or to where a ride begins; arguments as for ``node_ahead``."""
    count, last, following = 1, node, _after(node, toward, cells, node_at)
    while following != last:
        count, last, following = count + 1, following, _after(following, toward, cells, node_at)
    nodes = np.empty(count, dtype=np.intp)
    for index in range(count):
        nodes[index] = node
        node = _after(node, toward, cells, node_at)
    return nodes


@kernel
def _after(node: int, toward: Directions, cells: NDArray[np.intp], node_at: Integers) -> int:
    """The next node on foot; the node itself at the end of the way and where a ride begins."""
    direction = toward[node]
    if direction >= DIRECTIONS:
        return node
    columns = node_at.shape[1]
    cell = cells[node] + ROW_STEPS[direction] * columns + COLUMN_STEPS[direction]
    return int(node_at[cell // columns, cell % columns])


@kernel
def _straight_price(start: int, end: int, samples: int, prices: Floats, columns: int) -> float:
    """Price of a straight line between lattice points in steps, by samples in the middle of equal parts."""
    column, row = start % columns, start // columns
    along, up = (end % columns - column) / samples, (end // columns - row) / samples
    total = 0.0
    for index in range(samples):
        # Adding a half before cutting off rounds, since nothing here is negative.
        at_column, at_row = int(column + along * (index + 0.5) + 0.5), int(row + up * (index + 0.5) + 0.5)
        total += prices[at_row * columns + at_column]
    price: float = total * math.sqrt(along * along + up * up)
    return price
