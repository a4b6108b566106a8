"""Outlines of cells, and what straightening leaves of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from shapely.geometry import Polygon

from arena_simulation_setup.map.outline import Outline, offset, outlines, straightened


def cells(*rows: str) -> NDArray[np.bool_]:
    """Rows from the south up, ``#`` is inside."""
    return np.array([[mark == "#" for mark in row] for row in rows])


def corners(outline: Outline) -> set[tuple[float, float]]:
    return set(outline.points)


def test_one_cell_is_a_square_with_the_inside_on_the_left() -> None:
    (square,) = outlines(cells("...", ".#."))
    assert corners(square) == {(1, 1), (2, 1), (2, 2), (1, 2)}
    assert square.signed_area == 1.0


def test_hole_runs_the_other_way_around() -> None:
    found = outlines(cells("###", "#.#", "###"))
    assert sorted(line.signed_area for line in found) == [-1.0, 9.0]


def test_cells_that_touch_at_a_corner_are_two_pieces() -> None:
    assert [line.signed_area for line in outlines(cells("#.", ".#"))] == [1.0, 1.0]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 9), st.integers(1, 9))
def test_areas_of_outlines_add_up_to_the_number_of_cells(seed: int, rows: int, columns: int) -> None:
    inside = np.random.default_rng(seed).random((rows, columns)) < 0.6
    assert sum(line.signed_area for line in outlines(inside)) == inside.sum()


def test_rectangle_stays_as_it_is() -> None:
    (outline,) = outlines(np.ones((30, 50), dtype=np.bool_))
    assert corners(straightened(outline)) == {(0, 0), (50, 0), (50, 30), (0, 30)}


@pytest.mark.parametrize("slope", [0.1, 0.3, 0.7, 1.0, 2.5])
def test_steps_of_a_slanted_line_become_one_edge(slope: float) -> None:
    row, column = np.mgrid[0:120, 0:100]
    (outline,) = outlines((row < 10 + slope * column) & (row < 118))
    assert len(outline.points) > 10
    assert len(straightened(outline).points) <= 6


def test_step_of_one_cell_in_a_long_edge_leaves_it_on_the_axis() -> None:
    inside = np.zeros((40, 100), dtype=np.bool_)
    inside[:20] = True
    inside[20, 70:] = True
    (outline,) = outlines(inside)
    result = straightened(outline)
    assert all(x == next_x or y == next_y for (x, y), (next_x, next_y) in _edges(result))
    assert {y for _, y in result.points} == {0, 20}


def test_end_of_a_wall_one_cell_thick_keeps_both_its_corners() -> None:
    inside = np.ones((40, 40), dtype=np.bool_)
    inside[20, :25] = False
    (outline,) = outlines(inside)
    assert {(25, 20), (25, 21)} <= corners(straightened(outline))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_straightened_outline_stays_within_the_tolerance(seed: int) -> None:
    rng = np.random.default_rng(seed)
    inside = np.zeros((60, 60), dtype=np.bool_)
    for _ in range(4):
        x, y, width, height = rng.integers(5, 25, 4)
        inside[y : y + height, x : x + width] = True
    for outline in outlines(inside):
        before, after = Polygon(outline.points), Polygon(straightened(outline).points)
        assert before.boundary.hausdorff_distance(after.boundary) <= 2.5


def test_faces_of_a_wall_one_cell_thick_meet_in_its_middle() -> None:
    inside = np.ones((40, 40), dtype=np.bool_)
    inside[20, 10:30] = False
    hole = min(outlines(inside), key=lambda line: line.signed_area)
    edges = [(start, end) for start, end in offset(hole, 0.5) if start != end]
    assert {frozenset(edge) for edge in edges} == {frozenset({(10.5, 20.5), (29.5, 20.5)})}


def test_offset_of_a_room_lies_outside_it() -> None:
    (outline,) = outlines(np.ones((4, 6), dtype=np.bool_))
    assert {start for start, _ in offset(outline, 0.5)} == {(-0.5, -0.5), (6.5, -0.5), (6.5, 4.5), (-0.5, 4.5)}


def _edges(outline: Outline) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return list(zip(outline.points, (*outline.points[1:], outline.points[0]), strict=True))
