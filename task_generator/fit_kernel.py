"""Which candidates have room beside everything that is taken, and can be got to."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel
from task_generator.blocks_kernel import Blocks, Frame, part_at

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Longs = NDArray[np.int64]


class Wanted(NamedTuple):
    """What is looked for; in the order in which kernels take it.

    Attributes:
        taken: Shape (D, 4): x, y and radius of taken discs, metres, map frame, and 1 where solid.
        room: Radius around the point that is to be free of them, metres.
        passage: Width to stay free between the disc of the point and each solid one, metres.
        blocks: Connected parts of a lattice; empty where nobody needs to get there.
        nearest: Shape (points,): which point stands for each of the lattice, by flat index; empty where each does so
            for itself.
        frame: Where it lies.
        parts: Shape (P,): numbers of the parts to be in.
    """

    taken: Floats
    room: float
    passage: float
    blocks: Blocks
    nearest: Integers
    frame: Frame
    parts: Longs


@kernel
def first_fitting(points: Floats, order: Longs, wanted: Wanted) -> int:
    """The first of some points that fits, as an index into the order; -1 where none does.

    Args:
        points: Shape (N, 2), metres, map frame.
        order: Shape (M,): the points to look at, by index.
        wanted: What is looked for.
    """
    discs = _discs(wanted)
    for index in range(len(order)):
        x, y = points[order[index], 0], points[order[index], 1]
        if _is_clear(x, y, discs) and _is_reached(x, y, wanted):
            return index
    return -1


@kernel
def all_fitting(points: Floats, wanted: Wanted) -> Longs:
    """All of some points (shape (N, 2), metres, map frame) that fit, by index."""
    discs = _discs(wanted)
    # Few are looked for among many mostly where one gets to next to nowhere.
    left = np.arange(len(points))
    left = left[: _keep_reached(points, left, wanted)]
    # The widest first, which leave the fewest for the others.
    for index in range(len(discs)):
        _bring_widest(discs, index)
        left = left[: _keep_clear(points, left, discs[index])]
    return left


@kernel
def _discs(wanted: Wanted) -> Floats:
    """Shape (D, 3): x, y and square of the distance to keep from each taken disc's centre, metres."""
    discs = wanted.taken[:, :3].copy()
    for index in range(len(discs)):
        gap = wanted.taken[index, 2] + wanted.room + wanted.passage * wanted.taken[index, 3]
        discs[index, 2] = gap * gap
    return discs


@kernel
def _is_clear(x: float, y: float, discs: Floats) -> bool:
    for index in range(len(discs)):
        dx, dy = x - discs[index, 0], y - discs[index, 1]
        if dx * dx + dy * dy < discs[index, 2]:
            return False
    return True


@kernel
def _bring_widest(discs: Floats, place: int) -> None:
    """Change places so that the widest disc from a place on is there."""
    widest = place
    for index in range(place + 1, len(discs)):
        if discs[index, 2] > discs[widest, 2]:
            widest = index
    for axis in range(3):
        discs[place, axis], discs[widest, axis] = discs[widest, axis], discs[place, axis]


@kernel
def _keep_clear(points: Floats, left: Longs, disc: Floats) -> int:
    """Move those of some points that keep clear of a disc to the front, and count them; without a branch."""
    x, y, gap = disc
    count = 0
    for index in range(len(left)):
        point = left[index]
        dx, dy = points[point, 0] - x, points[point, 1] - y
        left[count] = point
        count += dx * dx + dy * dy >= gap
    return count


@kernel
def _keep_reached(points: Floats, left: Longs, wanted: Wanted) -> int:
    """Move those of some points that can be got to to the front, and count them."""
    blocks, nearest, frame, parts = wanted.blocks, wanted.nearest, wanted.frame, wanted.parts
    if blocks.pieces.size == 0:
        return len(left)
    count = 0
    for index in range(len(left) if len(parts) else 0):
        point = left[index]
        cell = _cell(points[point, 0], points[point, 1], frame, blocks.pieces.shape)
        left[count] = point
        count += _is_among(parts, part_at(blocks, nearest[cell] if nearest.size else cell))
    return count


@kernel
def _is_reached(x: float, y: float, wanted: Wanted) -> bool:
    """Whether the lattice point nearest to a place is in one of the parts, or nobody needs to get there."""
    nearest = wanted.nearest
    if wanted.blocks.pieces.size == 0:
        return True
    cell = _cell(x, y, wanted.frame, wanted.blocks.pieces.shape)
    return _is_among(wanted.parts, part_at(wanted.blocks, nearest[cell] if nearest.size else cell))


@kernel
def _cell(x: float, y: float, frame: Frame, shape: tuple[int, int]) -> int:
    """Flat index of the lattice point nearest to a place."""
    rows, columns = shape
    origin_x, origin_y, spacing = frame
    column = int(min(max((x - origin_x) / spacing + 0.5, 0.0), columns - 2.5))
    row = int(min(max((y - origin_y) / spacing + 0.5, 0.0), rows - 2.5))
    return (row + 1) * columns + column + 1


@kernel
def _is_among(parts: Longs, part: int) -> bool:
    is_one = False
    for number in parts:
        is_one |= number == part
    return is_one
