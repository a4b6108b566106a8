"""What people do at closed doors: they stand back, and beside the way of whoever wants to come out. Compiled loops."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Free space that people leave between themselves and a shut slab, metres.
STAND_BACK = 0.35
# Whose door does not open for so long comes nearer: some sensors do not see far.
STAND_BACK_NS = 3_000_000_000
CLOSE_UP = 0.05
# Who is nearer to the slab than this, metres, waits there.
NEAR_SLAB = 0.55
# Approaching that place, speed is limited to this many metres per second per metre left; below the slowest they stand.
SLOWING = 2.0
SLOWEST = 0.05
# A slab that the way crosses farther ahead than this, metres, is not waited for yet.
AHEAD = 1.3
# Whose way crossed a slab within this time that has not moved since, metres, still waits so far beside it, metres,
# unless the wished direction points away from it by this sine.
MEMORY_NS = 2_000_000_000
SLAB_STILL = 0.02
BESIDE = 0.6
TURNED_AWAY = 0.5
# Who stands in front of somebody on the other side goes aside at this speed, m/s.
ASIDE_SPEED = 0.4


@kernel
def wait_at_slabs(
    now_ns: int,
    place: Floats,
    radius: Floats,
    rectangles: Floats,
    point: Integers,
    slab: Integers,
    distance: Floats,
    towards: Floats,
    pace: Floats,
    waiting_since_ns: Integers,
    slab_at: Floats,
    barred_ns: Integers,
) -> Bools:
    """Slow those down who come to a shut slab, and turn those aside who are in somebody's way.

    Args:
        now_ns: Episode time, nanoseconds.
        place: Shape (2, D): discs, those of the P people first, metres, map frame.
        radius: Shape (D,): metres.
        rectangles: Shape (S, 6): slabs, of ``rectangles_of``.
        point: Shape (N,): people near a slab.
        slab: Shape (N,): the slab.
        distance: Shape (N,): of the two, metres.
        towards: Shape (2, P): wished directions, changed in place.
        pace: Shape (P,): preferred speed in m/s, changed in place.
        waiting_since_ns: Shape (P,): since when each waits, -1 for who does not; brought up to date.
        slab_at: Shape (2, P): where the slab is that each waits for, metres, map frame; brought up to date.
        barred_ns: Shape (P,): when the way of each crossed a slab last, nanoseconds; brought up to date.

    Returns:
        Shape (P,): who waits in front of a slab.
    """
    people, pairs = len(pace), len(point)
    waiting = np.zeros(people, dtype=np.bool_)
    seen = np.empty((pairs, 5))
    barred = np.zeros(pairs, dtype=np.bool_)
    crosses = np.zeros(pairs, dtype=np.bool_)
    for pair in range(pairs):
        person = point[pair]
        _see(place, rectangles, person, slab[pair], seen[pair])
        crosses[pair], stays = _barred(seen[pair], towards[0, person], towards[1, person])
        waited = now_ns - barred_ns[person] < MEMORY_NS and _same(rectangles, slab[pair], slab_at, person)
        barred[pair] = (crosses[pair] or (stays and waited)) and pace[person] > 0.0
    slab_at[:] = np.inf
    for pair in range(pairs):
        person = point[pair]
        if crosses[pair]:
            barred_ns[person] = now_ns
        if barred[pair]:
            waiting[person] = True
            slab_at[0, person], slab_at[1, person] = rectangles[slab[pair], 0], rectangles[slab[pair], 1]
    _since(now_ns, waiting, waiting_since_ns)
    for pair in range(pairs):
        if barred[pair]:
            person = point[pair]
            gap = distance[pair] - radius[person]
            pace[person] = min(pace[person], _limit(gap, now_ns - waiting_since_ns[person] < STAND_BACK_NS))
            barred[pair] = gap < NEAR_SLAB
            waiting[person] = waiting[person] and barred[pair]
    _let_out(barred, seen, point, slab, radius, len(rectangles), towards, pace)
    return waiting


@kernel
def _since(now_ns: int, waiting: Bools, since_ns: Integers) -> None:
    """Keep in mind since when each waits."""
    for person in range(len(waiting)):
        if not waiting[person]:
            since_ns[person] = -1
        elif since_ns[person] < 0:
            since_ns[person] = now_ns


@kernel
def _limit(gap: float, patient: bool) -> float:
    """Speed in m/s on the way to the place to wait, metres from the slab."""
    limit = max(SLOWING * (gap - (STAND_BACK if patient else CLOSE_UP)), 0.0)
    return limit if limit >= SLOWEST else 0.0


@kernel
def _same(rectangles: Floats, slab: int, slab_at: Floats, person: int) -> bool:
    """Whether a slab is still where the one was that a person waited for."""
    off_x, off_y = slab_at[0, person] - rectangles[slab, 0], slab_at[1, person] - rectangles[slab, 1]
    return bool(abs(off_x) < SLAB_STILL and abs(off_y) < SLAB_STILL)


@kernel
def _see(place: Floats, rectangles: Floats, person: int, slab: int, seen: Floats) -> None:
    """Where a person is along and across a slab, its longer axis, and half of its length, metres: shape (5,)."""
    axis_x, axis_y = rectangles[slab, 2], rectangles[slab, 3]
    if rectangles[slab, 4] < rectangles[slab, 5]:
        axis_x, axis_y = -axis_y, axis_x
    off_x, off_y = place[0, person] - rectangles[slab, 0], place[1, person] - rectangles[slab, 1]
    seen[0], seen[1] = off_x * axis_x + off_y * axis_y, off_y * axis_x - off_x * axis_y
    seen[2], seen[3] = axis_x, axis_y
    seen[4] = max(rectangles[slab, 4], rectangles[slab, 5])


@kernel
def _barred(seen: Floats, towards_x: float, towards_y: float) -> tuple[bool, bool]:
    """Whether a straight way crosses the slab soon, and whether it starts near the slab and does not turn away."""
    along, across, half_length = seen[0], seen[1], seen[4]
    straight = towards_y * seen[2] - towards_x * seen[3]
    stays = straight * across < TURNED_AWAY * abs(across) and abs(along) < half_length + BESIDE
    if straight * across >= 0.0 or -across / straight >= AHEAD:
        return False, stays
    sideways = towards_x * seen[2] + towards_y * seen[3]
    return abs(along + sideways * (-across / straight)) < half_length, stays


@kernel
def _let_out(
    at_slab: Bools,
    seen: Floats,
    point: Integers,
    slab: Integers,
    radius: Floats,
    slabs: int,
    towards: Floats,
    pace: Floats,
) -> None:
    """Who waits in front of a slab with somebody behind it goes to the right until the opening is free."""
    sides = np.zeros((2, slabs), dtype=np.bool_)
    for pair in range(len(point)):
        sides[1 if seen[pair, 1] > 0.0 else 0, slab[pair]] = True
    aside = np.zeros(len(point))
    for pair in range(len(point)):
        opposed = sides[1 if seen[pair, 1] <= 0.0 else 0, slab[pair]]
        if at_slab[pair] and opposed and abs(seen[pair, 0]) < seen[pair, 4] + radius[point[pair]]:
            person = point[pair]
            right = towards[1, person] * seen[pair, 2] - towards[0, person] * seen[pair, 3]
            aside[pair] = 1.0 if right >= 0.0 else -1.0
    for pair in range(len(point)):
        if aside[pair] != 0.0:
            person = point[pair]
            towards[0, person], towards[1, person] = aside[pair] * seen[pair, 2], aside[pair] * seen[pair, 3]
            pace[person] = ASIDE_SPEED
