"""Compiled loops of placement do what the same thing said slowly does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.ndimage import label

from task_generator import blocks_kernel
from task_generator.blocks_kernel import Blocks, blocks_of, part_at, set_down, take_up
from task_generator.fit_kernel import Wanted, all_fitting, first_fitting
from task_generator.pieces_kernel import EDGE, MOST
from task_generator.reach import ANYWHERE, ITSELF, NO_BLOCKS

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SPACING = 0.1
FRAME = (2.0, -1.0, SPACING)

seeds = st.integers(0, 2**32)


def open_points(random: np.random.Generator) -> Bools:
    """A lattice of several blocks, from a maze to an open floor."""
    rows, columns = random.integers(1, 3 * EDGE, 2)
    walls = random.random((rows, columns)) < random.choice([0.0, 0.05, 0.3, 0.4, 0.45])
    if random.random() < 0.5:
        walls[:, :: int(random.integers(3, 30))] = True
        walls[:: int(random.integers(3, 30))] = False
    is_open: Bools = ~walls
    return is_open


def discs_on(shape: tuple[int, ...], random: np.random.Generator) -> Floats:
    """Up to five discs; some lie beside the lattice."""
    rows, columns = shape
    count = int(random.integers(0, 6))
    x = FRAME[0] + random.uniform(-3, columns + 3, count) * SPACING
    y = FRAME[1] + random.uniform(-3, rows + 3, count) * SPACING
    return np.column_stack((x, y, random.uniform(0.0, 1.5, count)))


def without(is_open: Bools, discs: Floats) -> Bools:
    rows, columns = is_open.shape
    x = FRAME[0] + np.arange(columns) * SPACING
    y = (FRAME[1] + np.arange(rows) * SPACING)[:, None]
    left = is_open.copy()
    for disc_x, disc_y, reach in discs.tolist():
        left &= (x - disc_x) ** 2 + (y - disc_y) ** 2 >= reach * reach
    return left


def parts_of(blocks: Blocks) -> Integers:
    """Number of the part of each point, without the border."""
    numbers = np.array([part_at(blocks, cell) for cell in range(blocks.pieces.size)], dtype=np.int64)
    inner: Integers = numbers.reshape(blocks.pieces.shape)[1:-1, 1:-1]
    return inner


def assert_same_parts(found: Integers, is_open: Bools) -> None:
    """The same points hang together, whatever the numbers of the parts are."""
    expected = label(is_open)[0]
    assert np.array_equal(found > 0, is_open)
    pairs = set(zip(found[is_open].tolist(), expected[is_open].tolist(), strict=True))
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_parts_of_a_lattice_in_blocks_are_those_of_the_whole_map(seed: int) -> None:
    is_open = open_points(np.random.default_rng(seed))
    assert_same_parts(parts_of(blocks_of(is_open)), is_open)


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_discs_set_down_one_after_the_other_leave_the_parts_of_the_whole_map(seed: int) -> None:
    random = np.random.default_rng(seed)
    is_open = open_points(random)
    blocks = blocks_of(is_open)
    for _ in range(3):
        discs = discs_on(is_open.shape, random)
        set_down(blocks, FRAME, discs)
        is_open = without(is_open, discs)
        assert_same_parts(parts_of(blocks), is_open)


def test_a_disc_across_a_corridor_of_many_blocks_cuts_it_in_two() -> None:
    blocks = blocks_of(np.ones((4, 5 * EDGE), dtype=np.bool_))
    assert len(set(parts_of(blocks).ravel().tolist())) == 1
    set_down(blocks, FRAME, np.array([[FRAME[0] + 2 * EDGE * SPACING, FRAME[1], 0.5]]))
    parts = parts_of(blocks)
    assert parts[0, 0] != parts[0, -1]
    assert len(set(parts[:, :EDGE].ravel().tolist())) == 1


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_discs_that_are_taken_up_again_leave_everything_as_it_was(seed: int) -> None:
    random = np.random.default_rng(seed)
    is_open = open_points(random)
    blocks = blocks_of(is_open)
    kept = discs_on(is_open.shape, random)
    set_down(blocks, FRAME, kept)
    take_up(blocks, set_down(blocks, FRAME, discs_on(is_open.shape, random)))
    assert_same_parts(parts_of(blocks), without(is_open, kept))


def test_a_block_of_as_many_pieces_as_there_can_be_is_told_apart() -> None:
    rows, columns = np.mgrid[0 : 2 * EDGE, 0 : 2 * EDGE]
    is_open = (rows + columns) % 2 == 0
    blocks = blocks_of(is_open)
    assert_same_parts(parts_of(blocks), is_open)
    assert blocks.counts.max() == MOST


def test_who_stands_where_nobody_can_counts_as_the_nearest_that_can() -> None:
    is_open = np.zeros((5, 5), dtype=np.bool_)
    is_open[2, 2] = True
    blocks = blocks_of(is_open)
    centre = 3 * 7 + 3
    reached = np.array([part_at(blocks, centre)])
    there = np.array([[FRAME[0] + 2 * SPACING, FRAME[1] + 2 * SPACING], [FRAME[0], FRAME[1]]])
    taken = np.zeros((0, 4))
    assert all_fitting(there, Wanted(taken, 0.1, 0.0, blocks, ITSELF, FRAME, reached)).tolist() == [0]
    nearest = np.full(blocks.pieces.size, centre, dtype=np.int32)
    assert all_fitting(there, Wanted(taken, 0.1, 0.0, blocks, nearest, FRAME, reached)).tolist() == [0, 1]


def test_a_copy_is_changed_by_itself() -> None:
    blocks = blocks_of(np.ones((5, 50), dtype=np.bool_))
    before = parts_of(blocks)
    set_down(blocks.copy(), FRAME, np.array([[FRAME[0] + 2.0, FRAME[1], 1.0]]))
    assert np.array_equal(parts_of(blocks), before)


def wanted_on(is_open: Bools, random: np.random.Generator) -> Wanted:
    taken = discs_on(is_open.shape, random)
    solid = random.random(len(taken)) < 0.5
    rows = np.column_stack((taken[:, :2], 0.4 * taken[:, 2], solid)).astype(np.float64)
    blocks = blocks_of(is_open if random.random() < 0.7 else is_open[:0, :0])
    if not blocks.pieces[1:-1].size:
        blocks = NO_BLOCKS
    there = np.unique(parts_of(blocks)) if blocks.pieces.size else np.zeros(0, dtype=np.int64)
    chosen = there[(there > 0) & (random.random(len(there)) < 0.5)].astype(np.int64)
    return Wanted(
        rows, float(random.uniform(0.0, 0.4)), float(random.choice([0.0, 0.5])), blocks, ITSELF, FRAME, chosen
    )


def fits(point: Floats, wanted: Wanted) -> bool:
    """What is asked of a point, said slowly."""
    for x, y, radius, solid in wanted.taken.tolist():
        if np.hypot(point[0] - x, point[1] - y) < radius + wanted.room + wanted.passage * solid:
            return False
    if not wanted.blocks.pieces.size:
        return True
    parts = parts_of(wanted.blocks)
    row = min(max(round((point[1] - FRAME[1]) / SPACING), 0), parts.shape[0] - 1)
    column = min(max(round((point[0] - FRAME[0]) / SPACING), 0), parts.shape[1] - 1)
    return bool(parts[row, column] in wanted.parts)


@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_points_that_fit_are_those_that_fit_one_by_one(seed: int) -> None:
    random = np.random.default_rng(seed)
    is_open = open_points(random)[:40, :40]
    wanted = wanted_on(is_open, random)
    size = np.array(is_open.shape[::-1])
    points = np.array(FRAME[:2]) + random.uniform(-2, size + 2, (25, 2)) * SPACING
    expected = [index for index, point in enumerate(points) if fits(point, wanted)]
    assert all_fitting(points, wanted).tolist() == expected
    order = random.integers(len(points), size=12)
    first = next((index for index, point in enumerate(order.tolist()) if point in expected), -1)
    assert first_fitting(points, order, wanted) == first


def test_the_last_point_is_looked_at_too_and_an_empty_order_has_no_first() -> None:
    wanted = Wanted(np.array([[0.0, 0.0, 1.0, 0.0]]), 0.5, 0.0, *ANYWHERE)
    points = np.array([[0.0, 0.0], [1.4, 0.0], [1.5, 0.0]])
    assert all_fitting(points, wanted).tolist() == [2]
    assert first_fitting(points, np.array([0, 1, 2]), wanted) == 2
    assert first_fitting(points, np.array([0, 1]), wanted) == -1
    assert first_fitting(points, np.zeros(0, dtype=np.int64), wanted) == -1


@pytest.mark.parametrize("size", [1, EDGE - 2, EDGE - 1, EDGE, EDGE + 1])
def test_a_lattice_of_any_size_has_all_of_its_blocks(size: int) -> None:
    blocks = blocks_of(np.ones((size, size), dtype=np.bool_))
    assert len(set(parts_of(blocks).ravel().tolist())) == 1
    assert blocks_kernel.part_at(blocks, 0) == 0
