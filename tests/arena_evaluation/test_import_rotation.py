"""Poses as arrays beside scipy's rotations, and derivatives beside those of functions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial.transform import Rotation, Slerp

from arena_evaluation.foreign.motion import in_body_frame, rates, turning, walked_headings
from arena_evaluation.foreign.moved import Alignment
from arena_evaluation.foreign.rotation import blended, composed, inverse, planar, yaws
from arena_evaluation.foreign.samples import SampleList, bracket, usual_gap
from arena_simulation_setup.geometry import Pose

NUMBERS = st.floats(-5.0, 5.0)
TURNS = arrays(np.float64, 4, elements=st.floats(-1.0, 1.0)).filter(lambda turn: np.linalg.norm(turn) > 0.1)


@st.composite
def poses(draw: st.DrawFn) -> np.ndarray:
    turn = draw(TURNS)
    return np.array([[*(draw(NUMBERS) for _ in range(3)), *(turn / np.linalg.norm(turn))]])


@settings(max_examples=60, deadline=None)
@given(poses(), poses())
def test_poses_are_composed_and_turned_back_as_by_scipy(first: np.ndarray, second: np.ndarray) -> None:
    outer, inner = (Rotation.from_quat(pose[0, 3:]) for pose in (first, second))
    found = composed(first, second)
    assert found[0, :3] == pytest.approx(first[0, :3] + outer.apply(second[0, :3]), abs=1e-9)
    assert (Rotation.from_quat(found[0, 3:]) * (outer * inner).inv()).magnitude() == pytest.approx(0.0, abs=1e-7)
    back = composed(inverse(first), found)
    assert back[0, :3] == pytest.approx(second[0, :3], abs=1e-9)
    assert abs(back[0, 3:] @ second[0, 3:]) == pytest.approx(1.0, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(poses(), poses(), st.floats(0.0, 1.0))
def test_rotations_between_two_are_those_of_scipy(first: np.ndarray, second: np.ndarray, share: float) -> None:
    # Where one is opposite to the other both ways round are as short, and either is right.
    if abs(first[0, 3:] @ second[0, 3:]) < 1e-3:
        return
    expected = Slerp([0.0, 1.0], Rotation.from_quat(np.vstack((first[:, 3:], second[:, 3:]))))(share)
    found = blended(first, second, np.array([share]))
    assert (Rotation.from_quat(found[0, 3:]) * expected.inv()).magnitude() == pytest.approx(0.0, abs=1e-6)
    assert found[0, :3] == pytest.approx(first[0, :3] * (1.0 - share) + second[0, :3] * share, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.floats(-math.pi, math.pi), st.floats(-3.0, 3.0), st.floats(0.0, 1.0))
def test_headings_in_the_plane_turn_the_shorter_way_round(yaw: float, turn: float, share: float) -> None:
    found = yaws(blended(planar(0.0, 0.0, yaw), planar(0.0, 0.0, yaw + turn), np.array([share]))[:, 3:])[0]
    assert math.remainder(found - (yaw + share * turn), math.tau) == pytest.approx(0.0, abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(NUMBERS, NUMBERS, st.floats(-math.pi, math.pi), NUMBERS, NUMBERS, st.floats(-3.0, 3.0))
def test_the_offset_is_a_turn_and_then_a_shift(
    x: float, y: float, yaw: float, at_x: float, at_y: float, at_yaw: float
) -> None:
    moved = Alignment(Pose(x, y, yaw), (10.0, 20.0)).pose(Pose(at_x, at_y, at_yaw))
    assert moved.x == pytest.approx(x + 10.0 + at_x * math.cos(yaw) - at_y * math.sin(yaw), abs=1e-9)
    assert moved.y == pytest.approx(y + 20.0 + at_x * math.sin(yaw) + at_y * math.cos(yaw), abs=1e-9)
    assert math.remainder(moved.yaw - yaw - at_yaw, math.tau) == pytest.approx(0.0, abs=1e-9)


def test_rates_use_what_is_there_and_are_unknown_alone() -> None:
    times = np.arange(7) / 10
    values = np.array([[0.0], [0.1], [0.2], [np.nan], [5.0], [np.nan], [6.0]])
    assert rates(values, times)[:, 0] == pytest.approx([1.0, 1.0, 1.0] + [np.nan] * 4, nan_ok=True)
    angles = np.array([3.0, 3.1, -3.083185307179586, np.nan, 0.0, 0.2, 0.4])
    assert turning(angles, times) == pytest.approx([1.0, 1.0, 1.0, np.nan, 2.0, 2.0, 2.0], nan_ok=True)


def test_velocities_seen_from_the_robot_keep_their_size() -> None:
    seen = in_body_frame(np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([math.pi / 2, math.pi / 2]))
    assert seen == pytest.approx(np.array([[0.0, -1.0], [2.0, 0.0]]), abs=1e-12)


def test_who_stands_looks_where_they_walked_last() -> None:
    velocities = np.array([[0.0, 0.0], [0.0, 1.0], [0.0, 0.0], [-1.0, 0.0], [np.nan, np.nan], [0.0, 0.0]])
    found = walked_headings(np.full(6, np.nan), velocities)
    assert found == pytest.approx([math.pi / 2] * 3 + [math.pi] * 3)
    assert walked_headings(np.full(2, np.nan), np.zeros((2, 2))) == pytest.approx([0.0, 0.0])
    assert walked_headings(np.array([np.nan, 0.5]), np.zeros((2, 2))) == pytest.approx([0.5, 0.5])


TIMES = st.lists(st.integers(0, 1000), min_size=1, max_size=12, unique=True).map(lambda found: np.array(sorted(found)))


@settings(max_examples=60, deadline=None)
@given(TIMES, st.integers(-10, 1010), st.integers(1, 400))
def test_a_time_is_known_between_two_near_samples_and_at_each_of_them(times: np.ndarray, wanted: int, gap: int) -> None:
    found = bracket(times, np.array([wanted]), gap)
    before, after = times[times <= wanted], times[times >= wanted]
    expected = wanted in times or bool(len(before) and len(after) and after[0] - before[-1] <= gap)
    assert bool(found.known[0]) == expected
    if expected:
        left, right = times[found.left[0]], times[found.right[0]]
        assert left + found.fractions[0] * (right - left) == pytest.approx(wanted)


def test_the_usual_gap_grows_with_the_distance_of_samples() -> None:
    second = 1_000_000_000
    assert usual_gap(np.array([7])) == usual_gap(np.arange(5) * second // 10) == second // 2
    assert usual_gap(np.arange(5) * second) == 3 * second


def test_of_equal_times_the_last_one_counts() -> None:
    samples = SampleList()
    for stamp, x in ((20, 1.0), (10, 2.0), (20, 3.0)):
        samples.append(stamp, 0, (x, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0), "here")
    times, rows = samples.ordered("stamp")
    assert (times.tolist(), rows[:, 0].tolist(), rows[:, 6].tolist()) == ([10, 20], [2.0, 3.0], [1.0, 1.0])
    assert samples.has_stamps
