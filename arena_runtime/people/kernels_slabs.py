"""Slabs beside people, as compiled loops."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.slab_kernel import rectangle_distance, rectangle_from, slab_distance

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def rectangles_of(corners: Floats) -> Floats:
    """Rectangles in the form that many distances come quickly from.

    Args:
        corners: Shape (S, 4, 2): in order round each rectangle, metres, map frame.

    Returns:
        Shape (S, 6): x and y of the centre, metres; unit vector along the first edge; half of both edges, metres.
    """
    found = np.empty((len(corners), 6))
    for slab in range(len(corners)):
        x, y, axis, half_length, half_width = rectangle_from(corners[slab])
        found[slab] = x, y, axis[0], axis[1], half_length, half_width
    return found


@kernel
def distance_from(rectangles: Floats, slab: int, x: float, y: float) -> float:
    """Signed distance in metres of a point (metres, map frame) from one of ``rectangles_of``; negative inside."""
    dx, dy = x - rectangles[slab, 0], y - rectangles[slab, 1]
    axis = (rectangles[slab, 2], rectangles[slab, 3])
    return rectangle_distance(dx, dy, axis, rectangles[slab, 4], rectangles[slab, 5])


@kernel
def near_slabs(
    place: Floats, people: int, rectangles: Floats, reach: float, point: Integers, slab: Integers, distance: Floats
) -> int:
    """Pairs of a person and a slab nearer than a reach, in order of the people.

    Args:
        place: Shape (2, P or more): where people are, metres, map frame.
        people: P.
        rectangles: Shape (S, 6), of ``rectangles_of``.
        reach: Metres.
        point: Shape (N,): filled with the rows of people, as far as they fit.
        slab: Shape (N,): filled with the slabs.
        distance: Shape (N,): filled with their signed distances, metres.

    Returns:
        How many pairs there are.
    """
    found = 0
    for person in range(people):
        x, y = place[0, person], place[1, person]
        for candidate in range(len(rectangles)):
            dx, dy = rectangles[candidate, 0] - x, rectangles[candidate, 1] - y
            limit = rectangles[candidate, 4] + rectangles[candidate, 5] + reach
            if dx * dx + dy * dy >= limit * limit:
                continue
            apart = distance_from(rectangles, candidate, x, y)
            if apart < reach:
                if found < len(point):
                    point[found], slab[found], distance[found] = person, candidate, apart
                found += 1
    return found


@kernel
def jumped(before: Floats, corners: Floats, farthest: float) -> bool:
    """Whether slabs, shape (S, 4, 2), are others than before: not as many, or one moved more than so many metres."""
    if len(before) != len(corners):
        return True
    for slab in range(len(corners)):
        for axis in range(2):
            if abs(before[slab, 0, axis] - corners[slab, 0, axis]) > farthest:
                return True
    return False


@kernel
def keep_off_slabs(
    moved: Floats, place: Floats, needed: Floats, corners: Floats, point: Integers, slab: Integers
) -> None:
    """Let those stand who would come nearer to a slab than they may.

    Args:
        moved: Shape (2, P): wished places, metres, map frame; changed in place.
        place: Shape (2, P or more): places before the step.
        needed: Shape (P,): distance that each keeps, metres.
        corners: Shape (S, 4, 2): slabs where they are, metres, map frame.
        point: Shape (N,): people near a slab.
        slab: Shape (N,): the slab.
    """
    for pair in range(len(point)):
        person = point[pair]
        distance = slab_distance(corners[slab[pair]], moved[0, person], moved[1, person])
        if distance >= needed[person]:
            continue
        if distance < slab_distance(corners[slab[pair]], place[0, person], place[1, person]):
            moved[0, person], moved[1, person] = place[0, person], place[1, person]
