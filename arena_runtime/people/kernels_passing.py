"""People go round who stands in their way, on the side that has room for them. Compiled loops."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.kernels_encounters import reach_of
from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.clearance_kernel import Grid, clearance_at

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Who stands is minded within this distance of the centres, metres.
FORESIGHT = 2.5
# Who is slower than this stands, m/s.
STANDING_SPEED = 0.15
# Tangent of the angle to the way of a person within which a robot comes down it.
HEAD_ON = 0.4
# Least cosine of the angle between the wished direction and somebody who may be in the way: beside walls people wish
# to get away from them first.
SLANT = -0.5
# Who is this much farther from the line of the way than touching is in nobody's way, metres.
BESIDE = 0.05
# The way round on the shunned side is taken where it is shorter by this much, metres.
SIDE_BIAS = 0.3
# A body may come this much closer to a wall than its radius where it squeezes past, metres.
SQUEEZE = 0.01
# Places round the disc where there has to be room: cosine and sine of their angles from abreast of it onwards.
ARC = ((1.0, 0.0), (0.94, 0.342), (0.766, 0.643), (0.5, 0.866))
# Tangents keep this much away from touching, so that rounding makes no collision of them, metres.
_CLEAR = 1e-3


@kernel
def way_past(
    place: Floats,
    velocity: Floats,
    radius: Floats,
    person: int,
    neighbours: Integers,
    distances: Floats,
    pace: Floats,
    towards: tuple[float, float],
    left: float,
    shunned: float,
    grid: Grid,
) -> tuple[tuple[float, float], bool]:
    """The direction past the nearest body that stands in the way of a person.

    It is the tangent to that disc on the side where the body of the person fits between the disc and walls and
    everybody else who stands; where it fits on both, on the side that is less of a detour, the shunned one handicapped.

    Args:
        place: Shape (2, D): discs, those of the P people first, metres, map frame.
        velocity: Shape (2, D): m/s.
        radius: Shape (D,): metres.
        person: Row of the person.
        neighbours: Shape (N,): the nearest discs, nearest first.
        distances: Shape (N,): of their centres, metres.
        pace: Shape (P,): preferred speeds, m/s; who has none stands.
        towards: Unit vector of the direction that the way leads in, map frame.
        left: How far its end is, metres: who stands on it, or behind it, is not passed.
        shunned: Side that the person would rather not pass on: 1 left, -1 right.
        grid: Walls and furniture.

    Returns:
        The unit vector to walk along, and whether there is somebody to pass; the wished direction where there is nobody
        or no room on either side.
    """
    for column in range(len(neighbours)):
        distance = distances[column]
        if distance >= FORESIGHT:
            break
        other = neighbours[column]
        if not _is_passed(velocity, pace, other, towards):
            continue
        x, y = place[0, other] - place[0, person], place[1, other] - place[1, person]
        ahead, aside = x * towards[0] + y * towards[1], y * towards[0] - x * towards[1]
        touching = radius[other] + radius[person]
        if ahead <= 0.0 or abs(aside) >= touching + BESIDE or ahead + touching > left:
            continue
        side = 1.0 if 2.0 * aside + SIDE_BIAS * shunned < 0.0 else -1.0
        seen = place, velocity, radius, person, neighbours, distances, pace
        if not _fits(seen, other, towards, side, grid):
            side = -side
            if not _fits(seen, other, towards, side, grid):
                break
        sine = min((reach_of(touching, distance) + _CLEAR) / max(distance, 1e-6), 1.0)
        cosine = math.sqrt(1.0 - sine * sine)
        sine *= side
        return ((x * cosine - y * sine) / distance, (x * sine + y * cosine) / distance), True
    return towards, False


@kernel
def find_passers(
    place: Floats,
    velocity: Floats,
    neighbours: Integers,
    distances: Floats,
    towards: Floats,
    pace: Floats,
    passers: Bools,
) -> bool:
    """Find who may have somebody to pass: a quick look that knows no more of the ways than the next points.

    Args:
        place: Shape (2, D): discs, those of the P people first, metres, map frame.
        velocity: Shape (2, D): m/s.
        neighbours: Shape (P, N): the nearest discs, nearest first.
        distances: Shape (P, N): of their centres, metres.
        towards: Shape (2, P): unit vectors of the wished directions, map frame.
        pace: Shape (P,): preferred speeds, m/s; who has none stands.
        passers: Shape (P,): filled.

    Returns:
        Whether there is anybody.
    """
    anybody = False
    for person in range(len(pace)):
        passers[person] = False
        for column in range(neighbours.shape[1] if pace[person] > 0.0 else 0):
            distance, other = distances[person, column], neighbours[person, column]
            if distance >= FORESIGHT:
                break
            if other < len(pace) and pace[other] > 0.0:
                continue
            x, y = place[0, other] - place[0, person], place[1, other] - place[1, person]
            closing = velocity[0, other] * x + velocity[1, other] * y < STANDING_SPEED * distance
            if closing and x * towards[0, person] + y * towards[1, person] > SLANT * distance:
                passers[person] = anybody = True
                break
    return anybody


@kernel
def _is_passed(velocity: Floats, pace: Floats, other: int, towards: tuple[float, float]) -> bool:
    """Whether somebody stands, or is a robot that comes down the way of the person."""
    if _stands(velocity, pace, other):
        return True
    x, y = velocity[0, other], velocity[1, other]
    against = -x * towards[0] - y * towards[1]
    return bool(other >= len(pace) and abs(y * towards[0] - x * towards[1]) < HEAD_ON * against)


@kernel
def _stands(velocity: Floats, pace: Floats, other: int) -> bool:
    if other < len(pace) and pace[other] > 0.0:
        return False
    x, y = velocity[0, other], velocity[1, other]
    return bool(x * x + y * y < STANDING_SPEED * STANDING_SPEED)


@kernel
def _fits(
    seen: tuple[Floats, Floats, Floats, int, Integers, Floats, Floats],
    passed: int,
    towards: tuple[float, float],
    side: float,
    grid: Grid,
) -> bool:
    """Whether the person has room beside a disc: at its left (side 1) or right (side -1) looking along the way."""
    place, _, radius, person, _, _, _ = seen
    touching = radius[passed] + radius[person]
    # Towards the middle of somewhere narrow the wish is slanted, so that the narrowest place may lie farther along.
    for cos, sin in ARC:
        at_x = place[0, passed] + touching * (towards[0] * sin - side * towards[1] * cos)
        at_y = place[1, passed] + touching * (towards[1] * sin + side * towards[0] * cos)
        if clearance_at(grid, at_x, at_y) < radius[person] - SQUEEZE or _occupied(seen, passed, at_x, at_y):
            return False
    return True


@kernel
def _occupied(
    seen: tuple[Floats, Floats, Floats, int, Integers, Floats, Floats], passed: int, x: float, y: float
) -> bool:
    """Whether the person would touch somebody else who stands at a place."""
    place, velocity, radius, person, neighbours, distances, pace = seen
    for column in range(len(neighbours)):
        other = neighbours[column]
        if other == passed or distances[column] == np.inf or not _stands(velocity, pace, other):
            continue
        off_x, off_y, touching = place[0, other] - x, place[1, other] - y, radius[other] + radius[person]
        if off_x * off_x + off_y * off_y < touching * touching:
            return True
    return False
