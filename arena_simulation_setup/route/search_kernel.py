"""The search for the ways to a goal over a lattice, as a compiled loop."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Numbers = NDArray[np.int32]

# The eight neighbours as (rows, columns); those of index d and 7 - d lie opposite to each other.
ROW_STEPS = (-1, -1, -1, 0, 0, 1, 1, 1)
COLUMN_STEPS = (-1, 0, 1, -1, 1, -1, 0, 1)
DIRECTIONS = 8
# What stands for a direction where the way ends or there is none, and where it goes on by a ride.
HERE = 8
RIDE = 9
# No step costs less than the spacing, so whatever costs less than that more than the cheapest is final. A little less,
# so that rounding never puts a neighbour beside the place that it is reached from.
BUCKET_WIDTH = 0.9


class Found(NamedTuple):
    """Ways from everywhere to the nearest goal; every array has shape (rows * columns,).

    Attributes:
        costs: Metres, weighted by the prices; infinite without a way.
        toward: Direction of the next step, ``HERE`` or ``RIDE``.
        first_ride: Index of the first ride on the way, else -1.
    """

    costs: Floats
    toward: NDArray[np.int8]
    first_ride: NDArray[np.int16]


@kernel
def open_steps(prices: Floats, columns: int) -> NDArray[np.uint8]:
    """Which steps there are from every lattice point: shape (rows * columns,), bit d for direction d.

    A diagonal step needs room on both points beside it. Nobody stands on the edge of the lattice.

    Args:
        prices: Shape (rows * columns,): price per metre at each lattice point; infinite where nobody stands.
        columns: Lattice points in a row.
    """
    cells = len(prices)
    steps = np.zeros(cells, dtype=np.uint8)
    for row in range(1, cells // columns - 1):
        for cell in range(row * columns + 1, (row + 1) * columns - 1):
            if not math.isfinite(prices[cell]):
                continue
            for direction in range(DIRECTIONS):
                up, right = ROW_STEPS[direction] * columns, COLUMN_STEPS[direction]
                # Of a straight step the points beside are the place itself and the one stepped to.
                if (
                    math.isfinite(prices[cell + up + right])
                    and math.isfinite(prices[cell + up])
                    and math.isfinite(prices[cell + right])
                ):
                    steps[cell] |= 1 << direction
    return steps


@kernel
def search(
    goals: Integers,
    prices: Floats,
    steps: NDArray[np.uint8],
    columns: int,
    spacing: float,
    ride_cells: Integers,
    ride_prices: Floats,
) -> Found:
    """The cheapest way from every lattice point to the nearest goal.

    Source: Dijkstra (1959) with buckets of costs, Dial (1969); a bucket is so narrow that nothing in it can make
    another place in it cheaper (Denardo and Fox, 1979), so the order within it does not change a price.

    Args:
        goals: Shape (G,): flat indices of the goals.
        prices: Shape (rows * columns,): price per metre at each lattice point, at least 1; infinite where nobody
            stands.
        steps: Shape (rows * columns,): as of ``open_steps``.
        columns: Lattice points in a row.
        spacing: Distance of neighbouring lattice points, metres.
        ride_cells: Shape (2, R): flat indices of the lattice points that each ride begins and ends at.
        ride_prices: Shape (R,): metres, at least ``spacing``.
    """
    cells = len(prices)
    costs, toward = np.full(cells, np.inf), np.full(cells, HERE, dtype=np.int8)
    first_ride = np.full(cells, -1, dtype=np.int16)
    offsets, lengths = _stepping(columns, spacing)
    is_ridden_to = np.zeros(cells, dtype=np.bool_)
    for cell in ride_cells[1]:
        is_ridden_to[cell] = True
    per_metre = 1.0 / (BUCKET_WIDTH * spacing)
    # A power of two, so that the buckets are used again and again without a division.
    buckets = 2 ** math.ceil(math.log2(_dearest_step(prices, spacing, ride_prices) * per_metre + 2.0))
    # Every bucket is a list that is linked both ways, so that a place which becomes cheaper moves on at once.
    heads, links = np.full(buckets, -1, dtype=np.int32), np.full((2, cells), -1, dtype=np.int32)
    waiting, bucket = 0, 0
    for goal in goals:
        if costs[goal] > 0.0:
            waiting += _improve(goal, 0.0, costs, per_metre, heads, links)
    while waiting:
        cell = heads[bucket & (buckets - 1)]
        if cell < 0:
            bucket += 1
            continue
        _unlink(cell, bucket & (buckets - 1), heads, links)
        waiting -= 1
        for direction in range(DIRECTIONS):
            other = cell + offsets[direction]
            # No step costs less than its length.
            if not steps[cell] >> direction & 1 or costs[other] <= costs[cell] + 2.0 * lengths[direction]:
                continue
            # A step costs its length times the mean price of its ends.
            cost = costs[cell] + lengths[direction] * (prices[cell] + prices[other])
            if cost < costs[other]:
                waiting += _improve(other, cost, costs, per_metre, heads, links)
                toward[other], first_ride[other] = DIRECTIONS - 1 - direction, first_ride[cell]
        if is_ridden_to[cell]:
            for ride in range(len(ride_prices)):
                other, cost = ride_cells[0, ride], costs[cell] + ride_prices[ride]
                if ride_cells[1, ride] == cell and cost < costs[other]:
                    waiting += _improve(other, cost, costs, per_metre, heads, links)
                    toward[other], first_ride[other] = RIDE, ride
    return Found(costs, toward, first_ride)


@kernel
def _stepping(columns: int, spacing: float) -> tuple[Integers, Floats]:
    """Of each direction what it adds to a flat index, and half of its length in metres."""
    offsets, lengths = np.empty(DIRECTIONS, dtype=np.int64), np.empty(DIRECTIONS)
    for direction in range(DIRECTIONS):
        up, right = ROW_STEPS[direction], COLUMN_STEPS[direction]
        offsets[direction] = up * columns + right
        lengths[direction] = spacing * math.sqrt(up * up + right * right) / 2.0
    return offsets, lengths


@kernel
def _dearest_step(prices: Floats, spacing: float, ride_prices: Floats) -> float:
    """The highest price of any step or ride, metres."""
    dearest = 1.0
    for price in prices:
        if math.isfinite(price):
            dearest = max(dearest, price)
    dearest *= spacing * math.sqrt(2.0)
    for price in ride_prices:
        dearest = max(dearest, price)
    return dearest


@kernel
def _improve(cell: int, cost: float, costs: Floats, per_metre: float, heads: Numbers, links: Numbers) -> int:
    """Note a lower price of a place; 1 where it was not waiting before, else 0.

    Args:
        cell: Flat index of the place.
        cost: Its price, metres.
        costs: Shape (rows * columns,): prices so far.
        per_metre: Buckets per metre.
        heads: Shape (buckets,): first place in each bucket, else -1.
        links: Shape (2, rows * columns): next place and the one before in the same bucket, else -1.
    """
    added, mask = 1, len(heads) - 1
    if math.isfinite(costs[cell]):
        _unlink(cell, int(costs[cell] * per_metre) & mask, heads, links)
        added = 0
    costs[cell] = cost
    slot = int(cost * per_metre) & mask
    head = heads[slot]
    links[0, cell], links[1, cell] = head, -1
    if head >= 0:
        links[1, head] = cell
    heads[slot] = cell
    return added


@kernel
def _unlink(cell: int, slot: int, heads: Numbers, links: Numbers) -> None:
    after, before = links[0, cell], links[1, cell]
    if before >= 0:
        links[0, before] = after
    else:
        heads[slot] = after
    if after >= 0:
        links[1, after] = before
