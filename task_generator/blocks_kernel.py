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

Floats = NDArray[np.float64]
Integers = NDArray[np.int32]
Bools = NDArray[np.bool_]
Frame = tuple[float, float, float]
"""x and y of the first lattice point within the border, and distance of neighbours, metres, map frame."""

# Points along the edge of a block.
EDGE = 16


class Blocks(NamedTuple):
    """A lattice with a border of one point all around that no body stands on; in the order in which kernels take it.

    Attributes:
        pieces: Shape (rows, columns): of each point the flat index of the first point of its piece; 0 where the body
            cannot be.
        joined: Shape (rows * columns,): of the first point of each piece the first point of another that it is joined
            with, or itself. Pieces of one part lead to one and the same.
    """

    pieces: Integers
    joined: Integers

    def copy(self) -> "Blocks":
        """The same lattice, to be changed by itself."""
        return Blocks(self.pieces.copy(), self.joined.copy())


def blocks_of(is_open: Bools) -> Blocks:
    """The blocks of a lattice, shape (rows, columns); the border comes on top of that."""
    pieces = np.pad(is_open, 1).astype(np.int32)
    blocks = Blocks(pieces, np.zeros(pieces.size, dtype=np.int32))
    divide(blocks, np.ones(_shape(pieces), dtype=np.bool_))
    return blocks


@kernel
def set_down(blocks: Blocks, frame: Frame, discs: Floats) -> Integers:
    """Keep a body out of discs; gives the flat index of each point that was open before.

    Args:
        blocks: The lattice, which is changed.
        frame: Where it lies.
        discs: Shape (D, 3): x, y and how far the body's centre has to keep away, metres, map frame.
    """
    changed = np.zeros(_shape(blocks.pieces), dtype=np.bool_)
    lost = np.empty(0, dtype=np.int32)
    for index in range(len(discs)):
        lost = np.concatenate((lost, _cover(blocks.pieces, frame, discs[index], changed)))
    divide(blocks, changed)
    return lost


@kernel
def take_up(blocks: Blocks, lost: Integers) -> None:
    """Open points again that ``set_down`` closed."""
    changed = np.zeros(_shape(blocks.pieces), dtype=np.bool_)
    columns = blocks.pieces.shape[1]
    for cell in lost:
        row, column = cell // columns, cell % columns
        blocks.pieces[row, column] = cell
        changed[row // EDGE, column // EDGE] = True
    divide(blocks, changed)


@kernel
def part_at(blocks: Blocks, cell: int) -> int:
    """Number of the part that a point belongs to, given by its flat index; 0 where the body cannot be."""
    return _root(blocks.joined, blocks.pieces.ravel()[cell])


@kernel
def divide(blocks: Blocks, changed: Bools) -> None:
    """Find the pieces of blocks anew, and join all pieces.

    Args:
        blocks: The lattice; in changed blocks all that counts is which pieces are 0.
        changed: Shape (block rows, block columns): which blocks.
    """
    for row in range(changed.shape[0]):
        for column in range(changed.shape[1]):
            if changed[row, column]:
                _divide_block(blocks, row * EDGE, column * EDGE)
    _part(blocks)
    _join(blocks)


@kernel
def _shape(pieces: Integers) -> tuple[int, int]:
    """Rows and columns of blocks."""
    return (pieces.shape[0] + EDGE - 1) // EDGE, (pieces.shape[1] + EDGE - 1) // EDGE


@kernel
def _cover(pieces: Integers, frame: Frame, disc: Floats, changed: Bools) -> Integers:
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
def _divide_block(blocks: Blocks, row: int, column: int) -> None:
    """Find the pieces of the block that begins at a point; row by row, so that a piece is first met at its first point.

    Source: labelling of components in two passes, Rosenfeld and Pfaltz 1966.
    """
    pieces, joined = blocks
    rows, columns = pieces.shape
    last_row, last_column = min(row + EDGE, rows), min(column + EDGE, columns)
    met = False
    for y in range(row, last_row):
        piece = 0
        for x in range(column, last_column):
            if pieces[y, x] == 0:
                piece = 0
                continue
            above = pieces[y - 1, x] if y > row else 0
            if above:
                if piece and piece != above:
                    _touch(joined, piece, above)
                    met = True
                piece = above
            elif piece == 0:
                piece = y * columns + x
                joined[piece] = piece
            pieces[y, x] = piece
    for y in range(row, last_row if met else row):
        for x in range(column, last_column):
            pieces[y, x] = _root(joined, pieces[y, x])


@kernel
def _part(blocks: Blocks) -> None:
    """Take pieces that lie on the border of a block apart."""
    pieces, joined = blocks
    rows, columns = pieces.shape
    for row in range(EDGE, rows, EDGE):
        for column in range(columns):
            joined[pieces[row - 1, column]] = pieces[row - 1, column]
            joined[pieces[row, column]] = pieces[row, column]
    for column in range(EDGE, columns, EDGE):
        for row in range(rows):
            joined[pieces[row, column - 1]] = pieces[row, column - 1]
            joined[pieces[row, column]] = pieces[row, column]


@kernel
def _join(blocks: Blocks) -> None:
    """Join all pieces that touch."""
    pieces, joined = blocks
    rows, columns = pieces.shape
    for row in range(EDGE, rows, EDGE):
        for column in range(1, columns):
            one, other = pieces[row - 1, column], pieces[row, column]
            if one != pieces[row - 1, column - 1] or other != pieces[row, column - 1]:
                _touch(joined, one, other)
    for column in range(EDGE, columns, EDGE):
        for row in range(1, rows):
            one, other = pieces[row, column - 1], pieces[row, column]
            if one != pieces[row - 1, column - 1] or other != pieces[row - 1, column]:
                _touch(joined, one, other)


@kernel
def _touch(joined: Integers, first: int, second: int) -> None:
    if first and second:
        one, other = _root(joined, first), _root(joined, second)
        if one != other:
            joined[max(one, other)] = min(one, other)


@kernel
def _root(joined: Integers, piece: int) -> int:
    while joined[piece] != piece:
        joined[piece] = joined[joined[piece]]
        piece = joined[piece]
    return piece
