"""Connected parts of a lattice that is kept in square blocks, so that little has to be looked at again after a change.

Each block is divided into pieces that are connected within it, and pieces of different blocks that touch are joined.
Whatever is set down changes the pieces of the blocks that it lies in; joining looks at the borders of blocks alone.
Source: abstraction of a grid by blocks, Botea, Müller and Schaeffer, "Near Optimal Hierarchical Path-Finding", 2004.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel
from task_generator.pieces_kernel import EDGE, MOST, meet, number_pieces, root

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Frame = tuple[float, float, float]
"""x and y of the first lattice point within the border, and distance of neighbours, metres, map frame."""


class Blocks(NamedTuple):
    """A lattice with a border of one point all around that no body stands on; in the order in which kernels take it.

    Attributes:
        pieces: Shape (rows, columns): of each point the number of its piece within its block, from 1; 0 where the body
            cannot be.
        counts: Shape (block rows, block columns): how many pieces each block has.
        joined: By number in the lattice, which is ``MOST`` times that of the block and that within the block, another
            piece that each is joined with, or itself. Pieces of one part lead to one and the same.
    """

    pieces: Bytes
    counts: Integers
    joined: Integers

    def copy(self) -> "Blocks":
        """The same lattice, to be changed by itself."""
        return Blocks(self.pieces.copy(), self.counts.copy(), self.joined.copy())


def blocks_of(is_open: Bools) -> Blocks:
    """The blocks of a lattice, shape (rows, columns); the border comes on top of that."""
    pieces = np.pad(is_open, 1).astype(np.uint8)
    rows, columns = (-(-size // EDGE) for size in pieces.shape)
    counts = np.zeros((rows, columns), dtype=np.int32)
    blocks = Blocks(pieces, counts, np.zeros(counts.size * MOST + 1, dtype=np.int32))
    divide(blocks, np.ones(counts.shape, dtype=np.bool_))
    return blocks


@kernel
def set_down(blocks: Blocks, frame: Frame, discs: Floats) -> Integers:
    """Keep a body out of discs; gives the flat index of each point that was open before.

    Args:
        blocks: The lattice, which is changed.
        frame: Where it lies.
        discs: Shape (D, 3): x, y and how far the body's centre has to keep away, metres, map frame.
    """
    changed = np.zeros(blocks.counts.shape, dtype=np.bool_)
    lost = np.empty(0, dtype=np.int32)
    for index in range(len(discs)):
        lost = np.concatenate((lost, _cover(blocks.pieces, frame, discs[index], changed)))
    divide(blocks, changed)
    return lost


@kernel
def take_up(blocks: Blocks, lost: Integers) -> None:
    """Open points again that ``set_down`` closed."""
    changed = np.zeros(blocks.counts.shape, dtype=np.bool_)
    columns = blocks.pieces.shape[1]
    for cell in lost:
        row, column = cell // columns, cell % columns
        blocks.pieces[row, column] = 1
        changed[row // EDGE, column // EDGE] = True
    divide(blocks, changed)


@kernel
def part_at(blocks: Blocks, cell: int) -> int:
    """Number of the part that a point belongs to, given by its flat index; 0 where the body cannot be."""
    columns = blocks.pieces.shape[1]
    row, column = cell // columns, cell % columns
    piece = int(blocks.pieces[row, column])
    if piece == 0:
        return 0
    return root(blocks.joined, _first(blocks, row // EDGE, column // EDGE) + piece)


@kernel
def divide(blocks: Blocks, changed: Bools) -> None:
    """Find the pieces of blocks anew, and join all pieces.

    Args:
        blocks: The lattice; in changed blocks all that counts is which pieces are 0.
        changed: Shape (block rows, block columns): which blocks.
    """
    met = np.empty(MOST + 1, dtype=np.int32)
    for row in range(changed.shape[0]):
        for column in range(changed.shape[1]):
            if changed[row, column]:
                blocks.counts[row, column] = number_pieces(blocks.pieces, row * EDGE, column * EDGE, met)
            first = _first(blocks, row, column)
            for piece in range(first + 1, first + blocks.counts[row, column] + 1):
                blocks.joined[piece] = piece
    for row in range(changed.shape[0]):
        for column in range(changed.shape[1]):
            _join_below(blocks, row, column)
            _join_beside(blocks, row, column)


@kernel
def _first(blocks: Blocks, row: int, column: int) -> int:
    """What the numbers of the pieces of a block count from."""
    columns: int = blocks.counts.shape[1]
    return (row * columns + column) * MOST


@kernel
def _cover(pieces: Bytes, frame: Frame, disc: Floats, changed: Bools) -> Integers:
    """Clear all points under a disc; gives their flat index and marks their blocks."""
    rows, columns = pieces.shape
    origin_x, origin_y, spacing = frame
    x, y, reach = disc
    scale = 1.0 / spacing
    first_column = max(1, math.floor((x - reach - origin_x) * scale))
    last_column = min(columns - 2, math.floor((x + reach - origin_x) * scale) + 2)
    first_row = max(1, math.floor((y - reach - origin_y) * scale))
    last_row = min(rows - 2, math.floor((y + reach - origin_y) * scale) + 2)
    lost = np.empty(max(0, last_row - first_row + 1) * max(0, last_column - first_column + 1), dtype=np.int32)
    count = 0
    for row in range(first_row, last_row + 1):
        dy = origin_y + (row - 1) * spacing - y
        for column in range(first_column, last_column + 1):
            dx = origin_x + (column - 1) * spacing - x
            if pieces[row, column] and dx * dx + dy * dy < reach * reach:
                pieces[row, column] = 0
                changed[row // EDGE, column // EDGE] = True
                lost[count] = row * columns + column
                count += 1
    return lost[:count]


@kernel
def _join_below(blocks: Blocks, row: int, column: int) -> None:
    """Join the pieces of a block with those of the block in the next row."""
    pieces, y = blocks.pieces, (row + 1) * EDGE
    if y >= pieces.shape[0]:
        return
    first, second = _first(blocks, row, column), _first(blocks, row + 1, column)
    before, after = 0, 0
    for x in range(column * EDGE, min((column + 1) * EDGE, pieces.shape[1])):
        one, other = int(pieces[y - 1, x]), int(pieces[y, x])
        if one and other and (one != before or other != after):
            meet(blocks.joined, first + one, second + other)
        before, after = one, other


@kernel
def _join_beside(blocks: Blocks, row: int, column: int) -> None:
    """Join the pieces of a block with those of the block in the next column."""
    pieces, x = blocks.pieces, (column + 1) * EDGE
    if x >= pieces.shape[1]:
        return
    first, second = _first(blocks, row, column), _first(blocks, row, column + 1)
    before, after = 0, 0
    for y in range(row * EDGE, min((row + 1) * EDGE, pieces.shape[0])):
        one, other = int(pieces[y, x - 1]), int(pieces[y, x])
        if one and other and (one != before or other != after):
            meet(blocks.joined, first + one, second + other)
        before, after = one, other
