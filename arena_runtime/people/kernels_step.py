"""One tick of everybody's motion, as a compiled loop."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.kernels_collisions import collisions, make_room
from arena_runtime.people.kernels_slabs import keep_off_slabs
from arena_runtime.people.kernels_walls import keep_off_walls
from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.clearance_kernel import Grid

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]

# How hard people speed up and brake, m/s^2.
ACCELERATION = 3.5
TAU = 2.0 * math.pi


@kernel
def step_people(
    place: Floats,
    velocity: Floats,
    yaw: Floats,
    wanted: Floats,
    turn_rate: Floats,
    radius: Floats,
    needed: Floats,
    grid: Grid,
    corners: Floats,
    point: Integers,
    slab: Integers,
    close: Integers,
    count: int,
    dt: float,
) -> None:
    """Turn towards the wanted velocities, step, and keep what is allowed.

    Args:
        place: Shape (2, D): discs, those of the P people first, metres, map frame; people are moved in place.
        velocity: Shape (2, D): m/s; those of people change to how they moved.
        yaw: Shape (P,): radians, changed in place.
        wanted: Shape (2, P): m/s.
        turn_rate: Shape (P,): rad/s.
        radius: Shape (D,): metres.
        needed: Shape (P,): distance that each keeps from walls and slabs, metres.
        grid: Walls and furniture.
        corners: Shape (S, 4, 2): slabs where they are, metres, map frame.
        point: Shape (N,): people near a slab.
        slab: Shape (N,): the slab.
        close: Shape (2, C): people, and a disc that each is close to.
        count: How many of those pairs there are.
        dt: Seconds.
    """
    moved = _wished(place, velocity, wanted, dt)
    project(moved, place, velocity, radius, needed, grid, corners, point, slab, close, count)
    for person in range(len(yaw)):
        for axis in range(2):
            velocity[axis, person] = (moved[axis, person] - place[axis, person]) / dt
            place[axis, person] = moved[axis, person]
        turned = yaw[person] + turn_rate[person] * dt
        yaw[person] = turned - np.rint(turned * (1.0 / TAU)) * TAU


@kernel
def _wished(place: Floats, velocity: Floats, wanted: Floats, dt: float) -> Floats:
    """Where everybody would be after a step, shape (2, P); velocities change towards the wanted ones."""
    people = wanted.shape[1]
    moved = np.empty((2, people))
    for person in range(people):
        change_x, change_y = wanted[0, person] - velocity[0, person], wanted[1, person] - velocity[1, person]
        change = math.sqrt(change_x * change_x + change_y * change_y)
        share = min(ACCELERATION * dt / max(change, 1e-9), 1.0)
        velocity[0, person] += change_x * share
        velocity[1, person] += change_y * share
        moved[0, person] = place[0, person] + velocity[0, person] * dt
        moved[1, person] = place[1, person] + velocity[1, person] * dt
    return moved


@kernel
def project(
    moved: Floats,
    place: Floats,
    velocity: Floats,
    radius: Floats,
    needed: Floats,
    grid: Grid,
    corners: Floats,
    point: Integers,
    slab: Integers,
    close: Integers,
    count: int,
) -> None:
    """Change wished places, shape (2, P), to those that people may end up at; the rest as in ``step_people``.

    A body that already overlaps something, because a file put it there or because something else moved, may move away
    from it but not further in.
    """
    keep_off_walls(moved, place, needed, grid)
    keep_off_slabs(moved, place, needed, corners, point, slab)
    hits = np.empty(count, dtype=np.int64)
    for attempt in range(moved.shape[1] + 1):
        found = collisions(moved, place, radius, close, count, hits)
        if not found:
            return
        if attempt == 0:
            make_room(moved, place, velocity, radius, close, hits[:found])
            keep_off_walls(moved, place, needed, grid)
            keep_off_slabs(moved, place, needed, corners, point, slab)
            continue
        for pair in hits[:found]:
            row = close[0, pair]
            moved[0, row], moved[1, row] = place[0, row], place[1, row]
