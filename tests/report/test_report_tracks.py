"""Tracks as bytes: what a page loses of them is less than anybody sees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_blocks import integers, sums

from arena_evaluation.report.track_code import (
    encoded_integers,
    encoded_shares,
    encoded_track,
    presence,
    samples_of,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-(2**50), 2**50), max_size=40))
def test_integers_come_back(values: list[int]) -> None:
    assert list(integers(encoded_integers(np.array(values, dtype=np.int64)))) == values


def test_small_steps_take_one_byte() -> None:
    assert len(encoded_integers(np.arange(-64, 64))) == 128
    assert encoded_integers(np.array([64])) == b"\x80\x01"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(-500, 500), st.floats(-500, 500), st.floats(-50, 50)), min_size=1, max_size=30))
def test_places_are_right_to_half_a_centimetre_and_headings_to_a_degree(
    poses: list[tuple[float, float, float]],
) -> None:
    track = np.array(poses)
    values = list(integers(encoded_track(track)))
    x, y, heading = (sums(values[part * len(poses) : (part + 1) * len(poses)]) for part in range(3))
    assert np.abs(np.array(x) / 100 - track[:, 0]).max() <= 0.005 + 1e-9
    assert np.abs(np.array(y) / 100 - track[:, 1]).max() <= 0.005 + 1e-9
    error = np.remainder(np.array(heading) * 2 * np.pi / 256 - track[:, 2] + np.pi, 2 * np.pi) - np.pi
    assert np.abs(error).max() <= np.pi / 256 + 1e-9


def test_a_full_turn_is_no_step() -> None:
    track = np.array([[0.0, 0.0, np.pi - 0.01], [0.0, 0.0, -np.pi + 0.01]])
    *_, turn = integers(encoded_track(track))
    assert abs(turn) <= 1


def test_who_is_absent_leaves_no_samples() -> None:
    track = np.array([[np.nan] * 3, [1.0, 2.0, 0.0], [1.1, 2.0, 0.0], [np.nan] * 3, [5.0, 5.0, 0.0]])
    assert presence(track[:, 0]) == [(1, 2), (4, 1)]
    assert len(list(integers(encoded_track(track)))) == 9
    assert presence(np.full(3, np.nan)) == []


def test_doors_are_hundredths() -> None:
    assert sums(list(integers(encoded_shares(np.array([0.0, 0.333, np.nan, 1.0]))))) == [0, 33, 100]


@pytest.mark.parametrize("rate", [5, 10, 30, 60])
def test_samples_are_a_fifth_of_a_second_apart_whatever_the_rate(rate: int) -> None:
    times = np.arange(0, 2 * rate + 1, dtype=np.int64) * 1_000_000_000 // rate + 77
    samples = samples_of(times)
    assert (times[samples.rows] - times[0]).tolist() == pytest.approx(
        samples.times_ns.tolist(), abs=5_000_000_000 // 600
    )
    assert samples.times_ns.tolist() == [index * 200_000_000 for index in range(11)]


def test_the_last_frame_is_a_sample_and_one_frame_is_enough() -> None:
    assert samples_of(np.array([0, 200_000_000, 333_000_000])).times_ns.tolist() == [0, 200_000_000, 333_000_000]
    assert samples_of(np.array([5])).rows.tolist() == [0]
