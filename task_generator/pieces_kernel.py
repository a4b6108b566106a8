"""Pieces of one block of a lattice: points that are connected within it."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Integers = NDArray[np.int32]
Bytes = NDArray[np.uint8]

# Points along the edge of a block.
EDGE = 16
# No block has more pieces than this: that many points of it are next to none of each other.
MOST = EDGE * EDGE // 2


@kernel
def number_pieces(pieces: Bytes, row: int, column: int, met: Integers) -> int:
    """Number the pieces of the block that begins at a point, row by row from 1; gives how many there are.

    Source: labelling of components in two passes, Rosenfeld and Pfaltz 1966.

    Args:
        pieces: Shape (rows, columns): 0 where nobody can be; elsewhere the number is written.
        row: First row of the block.
        column: First column of the block.
        met: Shape (``MOST`` + 1,): room to work in.
    """
    last_row, last_column = min(row + EDGE, pieces.shape[0]), min(column + EDGE, pieces.shape[1])
    count, is_simple = 0, True
    for y in range(row, last_row):
        piece = 0
        for x in range(column, last_column):
            if pieces[y, x] == 0:
                piece = 0
                continue
            above = int(pieces[y - 1, x]) if y > row else 0
            if above:
                if piece and piece != above:
                    meet(met, piece, above)
                    is_simple = False
                piece = above
            elif piece == 0:
                count += 1
                piece = count
                met[piece] = piece
            pieces[y, x] = piece
    if is_simple:
        return count
    count = _renumbered(met, count)
    for y in range(row, last_row):
        for x in range(column, last_column):
            if pieces[y, x]:
                pieces[y, x] = met[pieces[y, x]]
    return count


@kernel
def _renumbered(met: Integers, count: int) -> int:
    """Number what has met together from 1, in place, and count it."""
    together = 0
    for piece in range(1, count + 1):
        # The smallest of those that have met stands for them, and is the first of them here.
        if met[piece] == piece:
            together += 1
            met[piece] = together
        else:
            met[piece] = met[met[piece]]
    return together


@kernel
def meet(joined: Integers, first: int, second: int) -> None:
    """Join two pieces; the one with the smaller number stands for both."""
    one, other = root(joined, first), root(joined, second)
    joined[max(one, other)] = min(one, other)


@kernel
def root(joined: Integers, piece: int) -> int:
    """The piece that stands for all that one is joined with."""
    while joined[piece] != piece:
        joined[piece] = joined[joined[piece]]
        piece = joined[piece]
    return piece
