"""What people do at closed doors: they stand back, and beside the way of whoever wants to come out."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_simulation_setup.route.slabs import NearSlabs, Slabs

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Times = NDArray[np.int64]

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


class DoorManners:
    """Keeps those back whose way a slab bars.

    Args:
        bodies: Everybody.
    """

    def __init__(self, bodies: Bodies) -> None:
        self._bodies = bodies
        self._waiting_since_ns: Times = np.full(bodies.people, -1, dtype=np.int64)
        # Where the slab is that each waits for, metres.
        self._slab_at = np.full((2, bodies.people), np.inf)
        self._barred_ns: Times = np.full(bodies.people, -1, dtype=np.int64)

    def take_over(self, before: "DoorManners") -> None:
        """Remember of everybody in a smaller crowd whom they wait for."""
        known = len(before._waiting_since_ns)
        self._waiting_since_ns[:known] = before._waiting_since_ns
        self._slab_at[:, :known] = before._slab_at
        self._barred_ns[:known] = before._barred_ns

    def wait(self, now_ns: int, slabs: Slabs, near: NearSlabs, towards: Floats, pace: Floats) -> Bools:
        """Slow those down who come to a shut slab, and turn those aside who are in somebody's way.

        Args:
            now_ns: Episode time, nanoseconds.
            slabs: What nobody may enter.
            near: People and slabs near each other.
            towards: Shape (2, P): wished directions, changed in place.
            pace: Shape (P,): preferred speed in m/s, changed in place.

        Returns:
            Shape (P,): who waits in front of a slab.
        """
        waiting = np.zeros(len(pace), dtype=np.bool_)
        if not len(near):
            self._waiting_since_ns[:] = -1
            return waiting
        along, across, axis, half_length = _seen_from_slabs(self._bodies, slabs, near)
        away = self._slab_at[:, near.point] - np.array((slabs.x[near.slab], slabs.y[near.slab]))
        waited = np.abs(away).max(axis=0) < SLAB_STILL
        waited &= now_ns - self._barred_ns[near.point] < MEMORY_NS
        crosses, stays = _barred((along, across), axis, half_length, towards[:, near.point])
        self._barred_ns[near.point[crosses]] = now_ns
        barred = (crosses | (stays & waited)) & (pace[near.point] > 0.0)
        people, where = near.point[barred], np.flatnonzero(barred)
        waiting[people] = True
        self._slab_at[:] = np.inf
        self._slab_at[:, people] = slabs.x[near.slab[barred]], slabs.y[near.slab[barred]]
        self._waiting_since_ns[~waiting] = -1
        self._waiting_since_ns[waiting & (self._waiting_since_ns < 0)] = now_ns
        if not len(people):
            return waiting
        patient = now_ns - self._waiting_since_ns[people] < STAND_BACK_NS
        gap = near.distance[barred] - self._bodies.radius[people]
        limit = np.maximum(SLOWING * (gap - np.where(patient, STAND_BACK, CLOSE_UP)), 0.0)
        limit[limit < SLOWEST] = 0.0
        np.minimum.at(pace, people, limit)
        at_slab = gap < NEAR_SLAB
        waiting[people[~at_slab]] = False
        self._let_out(where[at_slab], near, (along, across, axis, half_length), towards, pace)
        return waiting

    def _let_out(
        self,
        waiting: NDArray[np.intp],
        near: NearSlabs,
        seen: tuple[Floats, Floats, Floats, Floats],
        towards: Floats,
        pace: Floats,
    ) -> None:
        """Who waits in front of a slab with somebody behind it goes to the right until the opening is free."""
        along, across, axis, half_length = seen
        sides = np.zeros((2, int(near.slab.max()) + 1), dtype=np.bool_)
        sides[(across > 0.0).astype(np.intp), near.slab] = True
        opposed = sides[(across[waiting] <= 0.0).astype(np.intp), near.slab[waiting]]
        in_front = np.abs(along[waiting]) < half_length[waiting] + self._bodies.radius[near.point[waiting]]
        rows = waiting[opposed & in_front]
        people = near.point[rows]
        right = towards[1, people] * axis[0, rows] - towards[0, people] * axis[1, rows]
        towards[:, people] = np.where(right >= 0.0, 1.0, -1.0) * axis[:, rows]
        pace[people] = ASIDE_SPEED


def _seen_from_slabs(bodies: Bodies, slabs: Slabs, near: NearSlabs) -> tuple[Floats, Floats, Floats, Floats]:
    """Where people are along and across each slab, its longer axis (2, N), and half of its length, metres."""
    slab = near.slab
    axis = np.array((slabs.axis_x[slab], slabs.axis_y[slab]))
    lengthwise = slabs.half_length[slab] >= slabs.half_width[slab]
    axis = np.where(lengthwise, axis, np.array((-axis[1], axis[0])))
    off_x, off_y = bodies.x[near.point] - slabs.x[slab], bodies.y[near.point] - slabs.y[slab]
    along, across = off_x * axis[0] + off_y * axis[1], off_y * axis[0] - off_x * axis[1]
    return along, across, axis, np.maximum(slabs.half_length[slab], slabs.half_width[slab])


def _barred(place: tuple[Floats, Floats], axis: Floats, half_length: Floats, towards: Floats) -> tuple[Bools, Bools]:
    """Whether a straight way crosses the slab soon, and whether it starts near the slab and does not turn away."""
    along, across = place
    straight = towards[1] * axis[0] - towards[0] * axis[1]
    sideways = towards[0] * axis[0] + towards[1] * axis[1]
    approaching = straight * across < 0.0
    ahead = np.where(approaching, -across / np.where(approaching, straight, 1.0), np.inf)
    crosses = approaching & (ahead < AHEAD)
    crossing = along + sideways * np.where(crosses, ahead, 0.0)
    stays = (straight * across < TURNED_AWAY * np.abs(across)) & (np.abs(along) < half_length + BESIDE)
    return crosses & (np.abs(crossing) < half_length), stays
