"""Filled polygons and thin lines on an array of cells."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

CellPoint = tuple[int, int]
Box = tuple[int, int, int, int]


class CellPen:
    """Draws on cells, as an image library would: corners and ends belong to what is drawn.

    Rectangles and lines along an axis, of which buildings are mostly made, are written as slices; everything else is
    drawn by the image library in a window around it.

    Attributes:
        cells: Shape (rows, columns); changed in place.
    """

    def __init__(self, cells: NDArray[np.uint8]) -> None:
        """Take the cells to draw on.

        Args:
            cells: Shape (rows, columns).
        """
        self.cells = cells

    def polygon(self, points: Sequence[CellPoint], value: int) -> None:
        """Fill a polygon.

        Args:
            points: Columns and rows of its corners, at least three.
            value: What its cells get.
        """
        if len(points) == 4 and _is_upright(points):
            self._slice(points[0], points[2], value)
            return
        box = self._box(points)
        window = Image.new("1", (box[2] - box[0], box[3] - box[1]))
        ImageDraw.Draw(window).polygon([(x - box[0], y - box[1]) for x, y in points], fill=1)
        self._write(window, box, value)

    def line(self, start: CellPoint, end: CellPoint, value: int) -> None:
        """Draw a line one cell wide.

        Args:
            start: Column and row of one end.
            end: Column and row of the other.
            value: What its cells get.
        """
        if start[0] == end[0] or start[1] == end[1]:
            self._slice(start, end, value)
            return
        box = self._box((start, end))
        window = Image.new("1", (box[2] - box[0], box[3] - box[1]))
        ImageDraw.Draw(window).line([(x - box[0], y - box[1]) for x, y in (start, end)], fill=1, width=1)
        self._write(window, box, value)

    def _slice(self, corner: CellPoint, opposite: CellPoint, value: int) -> None:
        (x, y), (other_x, other_y) = corner, opposite
        left, right = (x, other_x) if x < other_x else (other_x, x)
        top, bottom = (y, other_y) if y < other_y else (other_y, y)
        self.cells[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)] = value

    def _box(self, points: Sequence[CellPoint]) -> Box:
        """The part of the cells around some points; empty where they lie beside all cells."""
        rows, columns = self.cells.shape
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top = min(max(min(xs), 0), columns), min(max(min(ys), 0), rows)
        return (left, top, max(left, min(max(xs) + 1, columns)), max(top, min(max(ys) + 1, rows)))

    def _write(self, window: Image.Image, box: Box, value: int) -> None:
        if window.width and window.height:
            self.cells[box[1] : box[3], box[0] : box[2]][np.asarray(window)] = value


def _is_upright(points: Sequence[CellPoint]) -> bool:
    """Whether four corners in order are those of a rectangle along the axes."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    return (ax == bx and by == cy and cx == dx and dy == ay) or (ay == by and bx == cx and cy == dy and dx == ax)
