"""Rooms of a map: free cells that hang together once doors are shut."""

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.ndimage import label

from arena_simulation_setup.map.gaps import Gap, find_gaps, is_beside, line_cells

Cells = NDArray[np.bool_]

SMALLEST_ROOM = 1.0
"""Square metres; smaller pieces of free space are no rooms."""
NARROWEST_DOOR = 0.6
"""Metres; a narrower gap is open, but no door."""


@frozen(eq=False)
class Rooms:
    """Rooms of a map and the gaps between them.

    Attributes:
        labels: Shape (rows, columns): number of the room from 1, 0 elsewhere and in gaps.
        count: Number of rooms.
        gaps: Between two rooms each.
    """

    labels: NDArray[np.int32]
    count: int
    gaps: tuple[Gap, ...]


def find_rooms(free: Cells, widest_door: float, resolution: float) -> Rooms:
    """Guess rooms.

    Args:
        free: Shape (rows, columns).
        widest_door: Metres; wider openings join two spaces into one room. 0 looks for no doors at all.
        resolution: Edge of a cell, metres.
    """
    smallest = SMALLEST_ROOM / resolution**2
    gaps = find_gaps(free, widest_door, resolution) if widest_door > 0.0 else []
    gaps = _once_each(free, _separating(free, gaps, smallest), smallest)
    labels, sizes = _labelled(free, gaps)
    large = sizes >= smallest
    large[0] = False
    numbers = np.where(large, np.cumsum(large), 0).astype(np.int32)
    return Rooms(numbers[labels], int(large.sum()), tuple(gaps))


def beside(gap: Gap, labels: NDArray[np.int32]) -> list[int]:
    """Numbers of the rooms next to the cells of a gap, ascending."""
    rows, columns = labels.shape
    found = {
        int(labels[row + dr, column + dc])
        for row, column in gap.cells
        for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0))
        if 0 <= row + dr < rows and 0 <= column + dc < columns
    }
    return sorted(found - {0})


def _separating(free: Cells, gaps: Sequence[Gap], smallest: float) -> list[Gap]:
    """The gaps that have a room on either side once all of them are shut."""
    kept = list(gaps)
    while True:
        labels, sizes = _labelled(free, kept)
        before, kept = kept, [gap for gap in kept if _separates(gap, labels, sizes, smallest)]
        if len(kept) == len(before):
            return kept


def _once_each(free: Cells, gaps: Sequence[Gap], smallest: float) -> list[Gap]:
    """One gap per doorway, the narrowest that is enough."""
    kept = list(gaps)
    for gap in sorted(gaps, key=lambda gap: -gap.width):
        others = [other for other in kept if other is not gap]
        if any(is_beside(gap, other) for other in others) and len(_separating(free, others, smallest)) == len(others):
            kept = others
    return kept


def _labelled(free: Cells, gaps: Sequence[Gap]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Pieces of free space with the gaps shut, numbered from 1, and how many cells each number has."""
    shut = free.copy()
    for gap in gaps:
        for cell in line_cells(*gap.sides):
            shut[cell] = False
    labels, count = label(shut)
    return labels, np.bincount(labels.ravel(), minlength=count + 1)


def _separates(gap: Gap, labels: NDArray[np.int32], sizes: NDArray[np.int64], smallest: float) -> bool:
    return sum(bool(sizes[number] >= smallest) for number in beside(gap, labels)) > 1
