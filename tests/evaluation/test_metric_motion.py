"""Speeds, their changes, curvature and turning, against what can be computed by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from metric_episode import circle, run_of, standing, straight
from scipy.interpolate import splev, splprep

from arena_evaluation.metrics import motion, path
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.track import stretches


def accelerating(time: float) -> tuple[float, float]:
    """1 m/s^2 along x."""
    return (0.5 * time * time, 0.0)


def test_a_straight_line_has_its_length_and_speed_and_nothing_else() -> None:
    run = run_of(straight(0.8, 0.5), 10.0)
    assert path.path_length(run) == pytest.approx(8.0)
    assert motion.velocity_mean(run) == pytest.approx(0.8)
    assert motion.velocity_max(run) == pytest.approx(0.8)
    assert motion.acceleration_max(run) == pytest.approx(0.0, abs=1e-9)
    assert motion.motion_energy(run) == pytest.approx(0.64 * 10.0)
    assert motion.curvature_max(run) == pytest.approx(0.0, abs=1e-6)
    assert path.heading_change(run) == pytest.approx(0.0, abs=1e-6)
    assert path.path_length_ratio(run) == pytest.approx(1.0)


def test_acceleration_is_per_second_squared_and_jerk_per_second_cubed_not_per_frame() -> None:
    for rate in (10, 30, 100):
        run = run_of(accelerating, 4.0, rate=rate)
        assert motion.acceleration_mean(run) == pytest.approx(1.0)
        assert motion.acceleration_max(run) == pytest.approx(1.0)
        assert motion.jerk_max(run) == pytest.approx(0.0, abs=1e-6)
        cubic = run_of(lambda time: (time**3 / 6.0, 0.0), 3.0, rate=rate)
        assert motion.jerk_mean(cubic) == pytest.approx(1.0)


@pytest.mark.parametrize("radius", [0.5, 1.0, 3.0])
def test_the_curvature_of_a_circle_is_one_by_its_radius(radius: float) -> None:
    run = run_of(circle(radius), 2.0 * math.pi * radius)
    assert path.path_length(run) == pytest.approx(2.0 * math.pi * radius, rel=0.01)
    assert motion.curvature_mean(run) == pytest.approx(1.0 / radius, rel=0.05)
    assert motion.normalized_curvature(run) == pytest.approx(0.5 / radius, rel=0.06)
    # Three points of a circle, a chord c and its height h: the triangle is c h / 2, so roughness is h / c.
    chord, height = radius * math.sin(0.25 / radius), radius * (1.0 - math.cos(0.25 / radius))
    assert motion.roughness_mean(run) == pytest.approx(height / (2.0 * chord), rel=0.06)
    assert path.heading_change(run) == pytest.approx(2.0 * math.pi, rel=0.01)
    assert path.angle_over_length(run) == pytest.approx(1.0 / radius, rel=0.02)


def test_curvature_is_that_of_a_spline_through_the_same_points() -> None:
    def wave(time: float) -> tuple[float, float]:
        return (time, 0.5 * math.sin(time))

    run = run_of(wave, 12.0)
    times = np.linspace(0.0, 12.0, 400)
    spline, places = splprep(np.array([wave(time) for time in times]).T, s=0.0)
    even = np.linspace(0.0, 1.0, 2000)
    (x1, y1), (x2, y2) = splev(even, spline, der=1), splev(even, spline, der=2)
    expected = np.abs(x1 * y2 - y1 * x2) / np.hypot(x1, y1) ** 3
    assert len(places) == len(times)
    assert motion.curvature_mean(run) == pytest.approx(float(expected.mean()), rel=0.05)
    assert motion.curvature_max(run) == pytest.approx(float(expected.max()), rel=0.05)


def test_a_heading_that_crosses_pi_is_turned_by_little() -> None:
    run = run_of(standing(0.0, 0.0), 2.0, yaw=lambda time: math.remainder(3.0 + 0.2 * time, math.tau))
    assert path.heading_change(run) == pytest.approx(0.4)


def test_a_robot_that_never_moved_has_no_turning_per_metre() -> None:
    run = run_of(standing(2.0, 1.0), 3.0, yaw=lambda time: 0.1 * time)
    for metric in (path.angle_over_length, path.path_irregularity, path.path_efficiency):
        with pytest.raises(NoValueError, match="never moved"):
            metric(run)
    with pytest.raises(NoValueError, match=r"drove less than 0\.5 m"):
        motion.curvature_mean(run)
    assert path.path_length(run) == 0.0
    with pytest.raises(NoValueError, match="ended where it began"):
        path.path_length_ratio(run)


def test_standing_is_neither_moving_nor_turning() -> None:
    run = run_of(lambda time: (max(0.0, time - 4.0), 0.0), 6.0, yaw=lambda time: min(1.0, time))
    # It turns for one second, stands for three, drives for two.
    assert motion.time_not_moving(run) == pytest.approx(3.0)


def test_an_episode_of_few_samples_says_what_it_can_not_tell() -> None:
    run = run_of(straight(), 0.1)
    assert motion.velocity_mean(run) == pytest.approx(1.0)
    with pytest.raises(NoValueError, match=r"never there for 0\.3 s"):
        motion.jerk_mean(run)
    alone = run_of(straight(), 0.0)
    assert path.path_length(alone) == 0.0
    with pytest.raises(NoValueError, match="one moment"):
        motion.velocity_mean(alone)


def test_a_ride_is_neither_a_way_nor_a_speed() -> None:
    run = run_of(lambda time: (time if time < 5.0 else time + 30.0, 0.0), 10.0)
    assert len(run.stretches) == 2
    assert path.path_length(run) == pytest.approx(10.0 - 1.0 / 30.0)
    assert motion.velocity_max(run) == pytest.approx(1.0)
    assert path.path_length_ratio(run) == pytest.approx(1.0)


def test_who_is_absent_for_a_while_does_not_drive_there() -> None:
    def there(time: float) -> tuple[float, float]:
        return (math.nan, math.nan) if 2.0 < time < 3.0 else (time, 0.0)

    run = run_of(there, 5.0, yaw=lambda _: 0.0)
    assert path.path_length(run) == pytest.approx(4.0)


def test_a_detour_is_longer_than_the_straight_line() -> None:
    def corner(time: float) -> tuple[float, float]:
        return (min(time, 3.0), max(0.0, time - 3.0))

    run = run_of(corner, 7.0)
    assert path.path_length_ratio(run) == pytest.approx(7.0 / 5.0)


def test_samples_lie_at_tenths_of_a_second_whatever_the_ticks() -> None:
    times = np.array([0.05, 0.13, 0.31, 0.42])
    rows = np.column_stack((times, np.zeros(4), np.zeros(4)))
    (stretch,) = stretches(times, rows)
    assert stretch.times == pytest.approx([0.05, 0.1, 0.2, 0.3, 0.4, 0.42])
    assert stretch.points[:, 0] == pytest.approx(stretch.times)
    assert len(stretch.even[0]) == 4
