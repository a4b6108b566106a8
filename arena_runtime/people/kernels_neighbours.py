"""Who is near whom, as compiled loops."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def find_near(
    place: Floats,
    radius: Floats,
    order: Integers,
    sight: float,
    gap: float,
    neighbours: Integers,
    distances: Floats,
    close: Integers,
) -> int:
    """Search the nearest discs of each person, and all that are close.

    Each looks along x to both sides, as far as anything can matter.

    Args:
        place: Shape (2, D + 1): discs, those of people first, and one that stands for nobody; metres, map frame.
        radius: Shape (D + 1,): metres.
        order: Shape (D,): discs in the order that their x had before; put into that which it has now.
        sight: Neighbours are nearer than this, metres.
        gap: Discs with centres nearer than this and twice the largest radius, metres, are close.
        neighbours: Shape (P, N): filled with the nearest discs, nearest first; nobody where there are fewer.
        distances: Shape (P, N): filled with the distances of their centres, metres; infinite for nobody.
        close: Shape (2, C): filled with the rows of people and the discs close to each, in order, as far as they fit.

    Returns:
        How many close pairs there are.
    """
    discs, people, reach = len(order), len(neighbours), 2.0 * radius.max() + gap
    rank = _ranks(place, order)
    limit, found = max(sight, reach), 0
    for person in range(people):
        neighbours[person, :] = discs
        distances[person, :] = np.inf
        first = found
        for side in (-1, 1):
            at = rank[person] + side
            while 0 <= at < discs:
                other = order[at]
                dx, dy = place[0, other] - place[0, person], place[1, other] - place[1, person]
                if abs(dx) >= limit:
                    break
                squared = dx * dx + dy * dy
                if squared < sight * sight:
                    _put_in(neighbours[person], distances[person], other, squared)
                if squared < reach * reach:
                    _append(close, first, found, person, other)
                    found += 1
                at += side
        for column in range(distances.shape[1]):
            distances[person, column] = math.sqrt(distances[person, column])
    return found


@kernel
def _ranks(place: Floats, order: Integers) -> Integers:
    """Sort discs by x, which is quick where little has changed, and give the place of each in that order."""
    for at in range(1, len(order)):
        disc, slot = order[at], at
        while slot > 0 and place[0, order[slot - 1]] > place[0, disc]:
            order[slot] = order[slot - 1]
            slot -= 1
        order[slot] = disc
    rank = np.empty(len(order), dtype=np.int64)
    for at in range(len(order)):
        rank[order[at]] = at
    return rank


@kernel
def _put_in(neighbours: Integers, squares: Floats, disc: int, squared: float) -> None:
    """Put a disc among the nearest, shape (N,), by squared distance in m^2; the lower row first where equal."""
    at = len(neighbours)
    while at > 0 and (squared < squares[at - 1] or (squared == squares[at - 1] and disc < neighbours[at - 1])):
        if at < len(neighbours):
            neighbours[at], squares[at] = neighbours[at - 1], squares[at - 1]
        at -= 1
    if at < len(neighbours):
        neighbours[at], squares[at] = disc, squared


@kernel
def _append(close: Integers, first: int, found: int, person: int, disc: int) -> None:
    """Put a disc, as far as it fits, among those of a person, which begin at ``first``, in order."""
    if found >= close.shape[1]:
        return
    at = found
    while at > first and close[1, at - 1] > disc:
        close[0, at], close[1, at] = close[0, at - 1], close[1, at - 1]
        at -= 1
    close[0, at], close[1, at] = person, disc
