"""What steps people are allowed, as numpy says it, with everybody at once."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.route.slabs import Slabs
from tests.people.oracle_choice import Scene

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


def projected(scene: Scene, wished: Floats) -> Floats:
    """Where people may end up instead of wished places, shape (2, P), metres."""
    moved = wished.copy()
    keep_off_walls(scene, moved)
    keep_off_slabs(scene, moved)
    for attempt in range(scene.people + 1):
        row, other = collisions(scene, moved)
        if not len(row):
            break
        if attempt:
            moved[:, row] = scene.place[:, row]
            continue
        make_room(scene, moved, row, other)
        keep_off_walls(scene, moved)
        keep_off_slabs(scene, moved)
    return moved


def keep_off_walls(scene: Scene, moved: Floats) -> None:
    field, needed, old = scene.field, scene.radius[: scene.people] - 0.01, scene.place[:, : scene.people]
    room = field.at_points(*moved)
    low = (room < needed - 1e-9) & (room < field.at_points(*old)) & (moved != old).any(axis=0)
    low &= field.nearest(*moved) < needed + field.resolution
    slope = slope_at(scene, moved)
    missing = needed - room
    slid = moved + slope * missing / np.maximum((slope**2).sum(axis=0), 0.25)
    wished, length = (np.sqrt(((end - old) ** 2).sum(axis=0)) for end in (moved, slid))
    fits = (field.at_points(*slid) >= needed - 0.1 * missing) & (length <= 1.05 * wished + 1e-3)
    moved[:, low] = np.where(fits, slid, old)[:, low]


def slope_at(scene: Scene, at: Floats) -> Floats:
    """How fast clearance grows along x and y within the patch between four centres of cells."""
    values, resolution = scene.field.values, scene.field.resolution
    rows, columns = values.shape
    column, row = (at - np.array(scene.field.origin)[:, None]) / resolution - 0.5
    column, row = np.clip(column, 0.0, columns - 1.001), np.clip(row, 0.0, rows - 1.001)
    left, low = column.astype(int), row.astype(int)
    right, up = column - left, row - low
    corner, beside = values[low, left], values[low, left + 1]
    above, across = values[low + 1, left], values[low + 1, left + 1]
    along_x = (1 - up) * (beside - corner) + up * (across - above)
    along_y = (1 - right) * (above - corner) + right * (across - beside)
    slope: Floats = np.array((along_x, along_y)) / resolution
    return slope


def keep_off_slabs(scene: Scene, moved: Floats) -> None:
    slabs, old = Slabs.of(scene.corners), scene.place[:, : scene.people]
    for slab in range(len(slabs)):
        which = np.full(scene.people, slab)
        distance, before = slabs.distances(which, *moved), slabs.distances(which, *old)
        stands = (distance < scene.radius[: scene.people] - 0.01) & (distance < before)
        moved[:, stands] = old[:, stands]


def collisions(scene: Scene, moved: Floats) -> tuple[Integers, Integers]:
    after = scene.place.copy()
    after[:, : scene.people] = moved
    apart, was = (((at[:, None] - at[:, : scene.people, None]) ** 2).sum(axis=0) for at in (after, scene.place))
    touching = scene.radius[: scene.people, None] + scene.radius
    moves = (moved != scene.place[:, : scene.people]).any(axis=0)
    meets = (apart < touching**2) & (apart < was - 1e-12) & moves[:, None]
    np.fill_diagonal(meets, False)
    return np.nonzero(meets)


def make_room(scene: Scene, moved: Floats, row: Integers, other: Integers) -> None:
    after = scene.place.copy()
    after[:, : scene.people] = moved
    walks = np.any(scene.velocity != 0.0, axis=0)
    walks[scene.people :] = False
    away = moved[:, row] - after[:, other]
    distance = np.maximum(np.sqrt((away**2).sum(axis=0)), 1e-6)
    missing = scene.radius[row] + scene.radius[other] - distance + 1e-4
    push = np.minimum(missing, 0.05) * np.where(walks[other], 0.5, 1.0) * walks[row] / distance
    for axis in range(2):
        moved[axis] += np.bincount(row, push * away[axis], scene.people)
