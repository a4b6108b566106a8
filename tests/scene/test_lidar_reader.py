"""Scanners scan at their rate, with noise of their own, within their limits."""

import math

import numpy as np
import pytest
from attrs import evolve

from arena_runtime.robots.lidar import LidarReader, is_due, limited
from tests.scene.small_scene import LIDAR, ROLLER

NOISY = evolve(ROLLER, lidars=(evolve(LIDAR, noise_std=0.02), evolve(LIDAR, name="rear", noise_std=0.02)))
FLAT = np.full(361, 5.0)


@pytest.mark.parametrize(("hertz", "rate", "scans"), [(10.0, 30, 100), (30.0, 30, 300), (7.0, 30, 70), (40.0, 30, 300)])
def test_in_ten_seconds_a_scanner_scans_ten_times_its_rate_but_once_a_tick_at_most(
    hertz: float, rate: int, scans: int
) -> None:
    lidar = evolve(LIDAR, rate=hertz)
    assert sum(is_due(lidar, tick, rate) for tick in range(10 * rate)) == scans


def test_ten_hertz_at_thirty_ticks_a_second_is_every_third_tick() -> None:
    reader = LidarReader(ROLLER, "roller_0", 1)
    assert [tick for tick in range(10) if reader.due(tick, 30)] == [0, 3, 6, 9]


def test_limits_give_infinities_of_different_sign() -> None:
    ranges = limited(np.array([0.01, 0.05, 3.0, 12.0, 12.1, math.inf]), 0.05, 12.0)
    assert ranges.tolist() == [-math.inf, 0.05, 3.0, 12.0, math.inf, math.inf]


def test_without_noise_a_scan_is_what_is_true() -> None:
    assert LidarReader(ROLLER, "roller_0", 1).read(0, FLAT).tobytes() == FLAT.tobytes()


def test_noise_has_the_stated_deviation_and_returns_for_the_same_seed() -> None:
    first = LidarReader(NOISY, "roller_0", 1).read(0, FLAT)
    assert np.std(first - FLAT) == pytest.approx(0.02, rel=0.2)
    assert first.tobytes() == LidarReader(NOISY, "roller_0", 1).read(0, FLAT).tobytes()
    assert first.tobytes() != LidarReader(NOISY, "roller_0", 2).read(0, FLAT).tobytes()
    assert first.tobytes() != LidarReader(NOISY, "roller_1", 1).read(0, FLAT).tobytes()
    assert first.tobytes() != LidarReader(NOISY, "roller_0", 1).read(1, FLAT).tobytes()


def test_what_a_scan_sees_does_not_change_the_noise_of_the_next() -> None:
    one, other = LidarReader(NOISY, "roller_0", 1), LidarReader(NOISY, "roller_0", 1)
    one.read(0, FLAT)
    other.read(0, np.full(361, math.inf))
    assert one.read(0, FLAT).tobytes() == other.read(0, FLAT).tobytes()
