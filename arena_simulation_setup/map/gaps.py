"""Where one room of a map ends and the next begins: the narrow places between walls."""

import math
from collections.abc import Iterator

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, label

Cells = NDArray[np.bool_]
Cell = tuple[int, int]

EIGHT_NEIGHBOURS = np.ones((3, 3), dtype=np.int64)
NARROWER_STEPS = (1.0, 0.8, 0.64, 0.5, 0.4)
"""Shares of half a door's width at which the middles of ever narrower rooms are looked for."""
SMALLEST_CORE = 0.3
"""Square metres of a room's middle."""
REFINEMENTS = 3
"""Rounds in which each end of a gap moves to where it is nearest to the other."""
OPPOSITE = -0.5
"""Cosine of the least angle between the two sides of a gap, seen from its middle."""


@frozen
class Gap:
    """A straight line across a narrow place.

    Attributes:
        sides: The cells of the walls at its two ends, (row, column).
        cells: The free cells on the line between them.
    """

    sides: tuple[Cell, Cell]
    cells: tuple[Cell, ...]

    @property
    def width(self) -> float:
        """Free width, in cells."""
        return math.dist(*self.sides) - 1.0

    @property
    def middle(self) -> tuple[float, float]:
        """Row and column half way between the two sides."""
        (row, column), (other_row, other_column) = self.sides
        return ((row + other_row) / 2.0, (column + other_column) / 2.0)


def find_gaps(free: Cells, widest: float, resolution: float) -> list[Gap]:
    """Narrow places between rooms.

    The middles of rooms are where the clearance is larger than in a door; every free cell belongs to the middle that
    is reached without passing a narrower place, and gaps are where two of these regions meet. Source: watersheds of
    the distance transform.

    Args:
        free: Shape (rows, columns).
        widest: Widest gap that is meant as a door, metres.
        resolution: Edge of a cell, metres.
    """
    clearance = distance_transform_edt(free) * resolution
    markers = _room_markers(clearance, widest / 2.0 + resolution, resolution)
    if markers.max() < 2:
        return []
    regions = _flooded(markers, clearance, resolution / 2.0)
    gaps = (_gap_at(free, clearance[middle] / resolution, middle) for middle in _meeting_places(regions, clearance))
    found = [gap for gap in gaps if gap is not None and gap.width * resolution <= widest + resolution]
    return list({frozenset(gap.sides): gap for gap in found}.values())


def is_beside(gap: Gap, other: Gap) -> bool:
    """Whether two gaps lie in one doorway: regions may meet several times within it."""
    return math.dist(gap.middle, other.middle) < max(gap.width, other.width) / 2.0


def _room_markers(clearance: NDArray[np.float64], widest: float, resolution: float) -> NDArray[np.int32]:
    """Numbered middles of rooms, from wide ones to those of narrow rooms that have none yet."""
    markers = np.zeros(clearance.shape, dtype=np.int32)
    count = 0
    for share in NARROWER_STEPS:
        cores, found = label(clearance > widest * share, structure=EIGHT_NEIGHBOURS)
        sizes = np.bincount(cores.ravel(), minlength=found + 1)
        taken = np.zeros(found + 1, dtype=np.bool_)
        taken[np.unique(cores[markers > 0])] = True
        fresh = ~taken & (sizes * resolution**2 >= SMALLEST_CORE)
        fresh[0] = False
        numbers = np.where(fresh, np.cumsum(fresh) + count, 0).astype(np.int32)
        markers = np.maximum(markers, numbers[cores])
        count += int(fresh.sum())
    return markers


def _flooded(markers: NDArray[np.int32], clearance: NDArray[np.float64], step: float) -> NDArray[np.int32]:
    """Markers grown over all free cells that hang together with one, wide places before narrow ones."""
    regions = np.pad(markers, 1)
    room = np.pad(clearance, 1)
    width = regions.shape[1]
    labels, depths = regions.ravel(), room.ravel()
    pending = np.flatnonzero((labels == 0) & (depths > 0.0))
    for lowest in np.arange(depths.max(), -step, -step):
        fits = depths[pending] > max(lowest, 0.0)
        wave, pending = pending[fits], pending[~fits]
        while len(wave):
            beside = [labels[wave + shift] for shift in (-width, -1, 1, width)]
            found = np.maximum.reduce(beside)
            labels[wave] = found
            if not found.any():
                break
            wave = wave[found == 0]
        pending = np.concatenate((pending, wave))
    return regions[1:-1, 1:-1]


def _meeting_places(regions: NDArray[np.int32], clearance: NDArray[np.float64]) -> Iterator[Cell]:
    """The middle of every line along which two regions meet: its cell with the largest clearance."""
    for first, second in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1, :], np.s_[1:, :])):
        border = np.zeros(regions.shape, dtype=np.int64)
        a, b = regions[first].astype(np.int64), regions[second].astype(np.int64)
        meet = (a != b) & (a > 0) & (b > 0)
        codes = np.minimum(a, b) * (int(regions.max()) + 1) + np.maximum(a, b)
        border[first][meet] = codes[meet]
        for code in np.unique(codes[meet]).tolist():
            yield from _middles(border == code, clearance)


def _middles(line_cells: Cells, clearance: NDArray[np.float64]) -> Iterator[Cell]:
    """Of each piece of a line the cell with the largest clearance."""
    rows, columns = np.nonzero(line_cells)
    top, left = int(rows.min()), int(columns.min())
    window = np.s_[top : int(rows.max()) + 1, left : int(columns.max()) + 1]
    pieces, count = label(line_cells[window], structure=EIGHT_NEIGHBOURS)
    for piece in range(1, count + 1):
        inside = np.where(pieces == piece, clearance[window], -1.0)
        row, column = np.unravel_index(int(np.argmax(inside)), inside.shape)
        yield int(row) + top, int(column) + left


def _gap_at(free: Cells, clearance: float, middle: Cell) -> Gap | None:
    """The shortest line between walls on two sides of a place; None where there are not two of them.

    Args:
        free: Shape (rows, columns).
        clearance: Of the place, in cells.
        middle: The place.
    """
    reach = math.ceil(2.0 * clearance) + 3
    top, left = max(0, middle[0] - reach), max(0, middle[1] - reach)
    window = free[top : middle[0] + reach + 1, left : middle[1] + reach + 1]
    solid = np.argwhere(~window) + np.array([top, left])
    away = solid - np.array(middle)
    distances = np.hypot(away[:, 0], away[:, 1])
    if not len(solid):
        return None
    near = away[int(np.argmin(distances))]
    cosines = away @ near / (distances * math.hypot(*near))
    across = cosines < OPPOSITE
    if not across.any():
        return None
    far = solid[across][int(np.argmin(distances[across]))]
    far_side, near_side = solid[across], solid[cosines > -OPPOSITE]
    for _ in range(REFINEMENTS):
        best = _nearest(near_side, far, middle)
        far = _nearest(far_side, best, middle)
    sides: tuple[Cell, Cell] = ((int(best[0]), int(best[1])), (int(far[0]), int(far[1])))
    cells = tuple(cell for cell in line_cells(*sides)[1:-1])
    return Gap(sides, cells) if cells and all(free[cell] for cell in cells) else None


def _nearest(cells: NDArray[np.int64], goal: NDArray[np.int64], middle: Cell) -> NDArray[np.int64]:
    """The cell nearest to another one; of equals the one nearest to the middle of the gap."""
    lengths = np.hypot(*(cells - goal).T)
    ties = cells[lengths <= lengths.min() + 1e-9]
    found: NDArray[np.int64] = ties[int(np.argmin(np.hypot(*(ties - np.array(middle)).T)))]
    return found


def line_cells(start: Cell, end: Cell) -> list[Cell]:
    """The cells of a straight line, each touching the next at an edge or a corner. Source: Bresenham."""
    count = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    rows = np.rint(np.linspace(start[0], end[0], count + 1)).astype(int).tolist()
    columns = np.rint(np.linspace(start[1], end[1], count + 1)).astype(int).tolist()
    return list(zip(rows, columns, strict=True))
