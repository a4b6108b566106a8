"""Nobody moves into anybody: who collides makes room or stands. Compiled loops."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Two bodies are pushed apart by at most this much in one tick, metres.
PUSH_LIMIT = 0.05


@kernel
def collisions(moved: Floats, place: Floats, radius: Floats, close: Integers, count: int, hits: Integers) -> int:
    """Pairs of somebody who would get deeper into somebody.

    Args:
        moved: Shape (2, P): wished places, metres, map frame.
        place: Shape (2, D): discs before the step, those of people first, metres, map frame.
        radius: Shape (D,): metres.
        close: Shape (2, C): people, and a disc that each is close to.
        count: How many of those pairs there are.
        hits: Shape (C,): filled with the pairs that collide.

    Returns:
        How many collide.
    """
    people, found = moved.shape[1], 0
    for pair in range(count):
        row, other = close[0, pair], close[1, pair]
        if moved[0, row] == place[0, row] and moved[1, row] == place[1, row]:
            continue
        after = moved if other < people else place
        off_x, off_y = after[0, other] - moved[0, row], after[1, other] - moved[1, row]
        squared, touching = off_x * off_x + off_y * off_y, radius[row] + radius[other]
        if squared >= touching * touching:
            continue
        was_x, was_y = place[0, other] - place[0, row], place[1, other] - place[1, row]
        if squared < was_x * was_x + was_y * was_y - 1e-12:
            hits[found] = pair
            found += 1
    return found


@kernel
def make_room(moved: Floats, place: Floats, velocity: Floats, radius: Floats, close: Integers, hits: Integers) -> None:
    """Push those who meet apart; two who both move take half of what they overlap each.

    Args:
        moved: Shape (2, P): wished places, metres, map frame; changed in place.
        place: Shape (2, D): discs before the step, metres, map frame.
        velocity: Shape (2, D): m/s; who stands is not pushed.
        radius: Shape (D,): metres.
        close: Shape (2, C): people, and a disc that each is close to.
        hits: Shape (H,): the pairs that collide.
    """
    people = moved.shape[1]
    push = np.zeros((2, people))
    for pair in hits:
        row, other = close[0, pair], close[1, pair]
        if not _moves(velocity, row):
            continue
        after = moved if other < people else place
        away_x, away_y = moved[0, row] - after[0, other], moved[1, row] - after[1, other]
        distance = max(math.sqrt(away_x * away_x + away_y * away_y), 1e-6)
        missing = radius[row] + radius[other] - distance + 1e-4
        share = 0.5 if other < people and _moves(velocity, other) else 1.0
        step = min(missing, PUSH_LIMIT) * share / distance
        push[0, row] += step * away_x
        push[1, row] += step * away_y
    for person in range(people):
        moved[0, person] += push[0, person]
        moved[1, person] += push[1, person]


@kernel
def _moves(velocity: Floats, row: int) -> bool:
    return bool(velocity[0, row] != 0.0 or velocity[1, row] != 0.0)
