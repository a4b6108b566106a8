"""Manners at doors as numpy says them, with all pairs of a person and a slab at once."""

import numpy as np
from attrs import define
from numpy.typing import NDArray

from arena_simulation_setup.route.slabs import NearSlabs, Slabs
from tests.people.oracle_choice import Scene

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Integers = NDArray[np.int64]


@define(eq=False)
class Memory:
    """What is known of each person from before; shapes as the kernel has them."""

    since_ns: Integers
    slab_at: Floats
    barred_ns: Integers


def wait(now_ns: int, scene: Scene, near: NearSlabs, memory: Memory, towards: Floats, pace: Floats) -> Bools:
    slabs, point, slab = Slabs.of(scene.corners), near.point, near.slab
    waiting = np.zeros(len(pace), dtype=np.bool_)
    axis = np.array((slabs.axis_x[slab], slabs.axis_y[slab]))
    lengthwise = slabs.half_length[slab] >= slabs.half_width[slab]
    axis = np.where(lengthwise, axis, np.array((-axis[1], axis[0])))
    half_length = np.maximum(slabs.half_length[slab], slabs.half_width[slab])
    center = np.array((slabs.x[slab], slabs.y[slab]))
    off = scene.place[:, point] - center
    along, across = (off * axis).sum(axis=0), off[1] * axis[0] - off[0] * axis[1]
    waited = np.abs(memory.slab_at[:, point] - center).max(axis=0, initial=0.0) < 0.02
    waited &= now_ns - memory.barred_ns[point] < 2_000_000_000
    crosses, stays = _barred(along, across, axis, half_length, towards[:, point])
    memory.barred_ns[point[crosses]] = now_ns
    barred = (crosses | (stays & waited)) & (pace[point] > 0.0)
    people = point[barred]
    waiting[people] = True
    memory.slab_at[:] = np.inf
    memory.slab_at[:, people] = center[:, barred]
    memory.since_ns[~waiting] = -1
    memory.since_ns[waiting & (memory.since_ns < 0)] = now_ns
    patient = now_ns - memory.since_ns[people] < 3_000_000_000
    gap = near.distance[barred] - scene.radius[people]
    limit = np.maximum(2.0 * (gap - np.where(patient, 0.35, 0.05)), 0.0)
    limit[limit < 0.05] = 0.0
    np.minimum.at(pace, people, limit)
    waiting[people[gap >= 0.55]] = False
    rows = np.flatnonzero(barred)[gap < 0.55]
    sides = np.zeros((2, len(slabs)), dtype=np.bool_)
    sides[(across > 0.0).astype(int), slab] = True
    rows = rows[sides[(across[rows] <= 0.0).astype(int), slab[rows]]]
    rows = rows[np.abs(along[rows]) < half_length[rows] + scene.radius[point[rows]]]
    right = towards[1, point[rows]] * axis[0, rows] - towards[0, point[rows]] * axis[1, rows]
    towards[:, point[rows]] = np.where(right >= 0.0, 1.0, -1.0) * axis[:, rows]
    pace[point[rows]] = 0.4
    return waiting


def _barred(along: Floats, across: Floats, axis: Floats, half_length: Floats, towards: Floats) -> tuple[Bools, Bools]:
    straight = towards[1] * axis[0] - towards[0] * axis[1]
    sideways = (towards * axis).sum(axis=0)
    approaching = straight * across < 0.0
    ahead = np.where(approaching, -across / np.where(approaching, straight, 1.0), np.inf)
    crosses = approaching & (ahead < 1.3)
    crossing = along + sideways * np.where(crosses, ahead, 0.0)
    stays = (straight * across < 0.5 * np.abs(across)) & (np.abs(along) < half_length + 0.6)
    return crosses & (np.abs(crossing) < half_length), stays
