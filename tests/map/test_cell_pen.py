"""What the pen draws is what the image library draws, wherever it lies."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from arena_simulation_setup.map.cell_pen import CellPen

COLUMNS, ROWS = 24, 18
POINT = st.tuples(st.integers(-6, COLUMNS + 6), st.integers(-6, ROWS + 6))
Point = tuple[int, int]


def upright(corner: Point, opposite: Point, turned: bool) -> list[Point]:
    points = [corner, (opposite[0], corner[1]), opposite, (corner[0], opposite[1])]
    return points[1:] + points[:1] if turned else points


POLYGON = st.one_of(st.lists(POINT, min_size=3, max_size=7), st.builds(upright, POINT, POINT, st.booleans()))


def blank() -> tuple[CellPen, Image.Image]:
    return CellPen(np.zeros((ROWS, COLUMNS), dtype=np.uint8)), Image.new("L", (COLUMNS, ROWS), 0)


@settings(max_examples=300, deadline=None)
@given(POLYGON)
def test_polygon_has_the_cells_of_the_image_library(points: list[Point]) -> None:
    pen, image = blank()
    pen.polygon(points, 7)
    ImageDraw.Draw(image).polygon(points, fill=7)
    differing = np.argwhere(pen.cells != np.asarray(image)).tolist()
    assert [cell for cell in differing if not is_tie(points, *cell)] == []


def is_tie(points: list[Point], row: int, column: int) -> bool:
    """Whether an edge passes exactly between two cells, where single precision decides by the place of the origin."""
    for (x, y), (end_x, end_y) in zip(points, points[1:] + points[:1], strict=True):
        if y != end_y:
            crossing = x + Fraction((row - y) * (end_x - x), end_y - y)
            if abs(crossing - column) == Fraction(1, 2):
                return True
    return False


def test_cells_differ_at_ties_only() -> None:
    assert is_tie([(4, 22), (2, -6), (3, 0)], 1, 2)
    assert not is_tie([(4, 22), (2, -6), (3, 0)], 1, 5)


@settings(max_examples=200, deadline=None)
@given(POINT, POINT)
def test_line_has_the_cells_of_the_image_library(start: Point, end: Point) -> None:
    pen, image = blank()
    pen.line(start, end, 7)
    ImageDraw.Draw(image).line([start, end], fill=7, width=1)
    assert np.array_equal(pen.cells, np.asarray(image))


def test_what_was_drawn_before_stays_beside_a_shape() -> None:
    pen, _ = blank()
    pen.polygon([(2, 2), (20, 2), (20, 15), (2, 15)], 9)
    pen.line((0, 0), (12, 9), 5)
    assert set(np.unique(pen.cells)) == {0, 5, 9}
    assert pen.cells[15, 20] == 9
