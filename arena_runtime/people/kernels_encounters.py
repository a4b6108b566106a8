"""How soon somebody would meet others, as compiled loops.

Sources: van den Berg, Lin, Manocha, "Reciprocal velocity obstacles for real-time multi-agent navigation" (2008) for the
halves; Karamouzas, Skinner, Guy, "Universal power law governing pedestrian interactions" (2014) for weighing by the
time to a collision.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.bodies import SIGHT
from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# People look this far ahead, seconds.
HORIZON = 2.5
# Bodies keep this much more than touching distance where they can, metres.
PERSONAL_MARGIN = 0.03
_URGENCY_LIMIT = 8.0
# Keeps the time to a collision finite for bodies that touch, m^2.
_LEAST_APART = 0.01


@kernel
def reach_of(touching: float, distance: float) -> float:
    """How far apart two centres are kept: who is near keeps half of what is left, else nobody could squeeze past.

    Args:
        touching: Sum of the radii, metres.
        distance: Of the centres, metres.
    """
    return min(touching + PERSONAL_MARGIN, 0.5 * (touching + distance))


@kernel
def encounters(
    place: Floats,
    velocity: Floats,
    radius: Floats,
    person: int,
    neighbours: Integers,
    distances: Floats,
    pace: Floats,
    meeting: Floats,
) -> int:
    """What it takes to tell how soon a person meets each of those in sight.

    Args:
        place: Shape (2, D): discs, those of the P people first, metres, map frame.
        velocity: Shape (2, D): m/s.
        radius: Shape (D,): metres.
        person: Row of the person.
        neighbours: Shape (N,): the nearest discs, nearest first.
        distances: Shape (N,): of their centres, metres.
        pace: Shape (P,): preferred speeds, m/s; who walks evades as well.
        meeting: Shape (N, 6): filled with a row for each in sight: from one to the other, metres; squared length of the
            tangent to the other's disc, m^2; 2 where the other evades as well, else 1: a change of velocity is tried
            as so many times itself; what the relative velocity is short of the tried one times that, m/s.

    Returns:
        How many rows there are.
    """
    found = 0
    for column in range(len(neighbours)):
        distance = distances[column]
        if distance >= SIGHT:
            break
        other = neighbours[column]
        evades = 1.0 if other < len(pace) and pace[other] > 0.0 else 0.0
        touching = radius[other] + radius[person]
        reach = reach_of(touching, distance)
        meeting[found, 0] = place[0, other] - place[0, person]
        meeting[found, 1] = place[1, other] - place[1, person]
        meeting[found, 2] = max(distance * distance - reach * reach, _LEAST_APART)
        meeting[found, 3] = 1.0 + evades
        meeting[found, 4] = velocity[0, other] + evades * velocity[0, person]
        meeting[found, 5] = velocity[1, other] + evades * velocity[1, person]
        found += 1
    return found


@kernel
def urgency(meeting: Floats, count: int, velocity_x: float, velocity_y: float) -> float:
    """Inverse of the time to the first collision beyond that of the horizon, 1/s.

    Args:
        meeting: As ``encounters`` fills it.
        count: Its rows.
        velocity_x: What the person would walk, m/s, map frame.
        velocity_y: As ``velocity_x``.
    """
    soonest = 0.0
    for row in range(count):
        closing_x = velocity_x * meeting[row, 3] - meeting[row, 4]
        closing_y = velocity_y * meeting[row, 3] - meeting[row, 5]
        approach = closing_x * meeting[row, 0] + closing_y * meeting[row, 1]
        if approach <= 0.0:
            continue
        apart = meeting[row, 2]
        under_root = approach * approach - (closing_x * closing_x + closing_y * closing_y) * apart
        if under_root > 0.0:
            soonest = max(soonest, (math.sqrt(under_root) + approach) / apart)
    return max(min(soonest - 1.0 / HORIZON, _URGENCY_LIMIT), 0.0)
