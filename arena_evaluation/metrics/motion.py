"""Metrics of motion: speeds and their changes, curvature, standing still."""

import numpy as np

from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import Floats, RobotRun
from arena_evaluation.metrics.spacing import SPACING, evenly_spaced
from arena_evaluation.metrics.track import STEP

STILL_SPEED = 0.01
STILL_TURN = 0.02


def velocity_mean(run: RobotRun) -> float:
    """Metres per second over the whole episode, standing included."""
    return run.path_length / _seconds(run)


def velocity_max(run: RobotRun) -> float:
    """Largest speed over 0.1 s."""
    return float(_norms(run, 1).max())


def acceleration_mean(run: RobotRun) -> float:
    """Mean size of the acceleration vector."""
    return float(_norms(run, 2).mean())


def acceleration_max(run: RobotRun) -> float:
    """Largest size of the acceleration vector."""
    return float(_norms(run, 2).max())


def jerk_mean(run: RobotRun) -> float:
    """Mean size of the jerk vector."""
    return float(_norms(run, 3).mean())


def jerk_max(run: RobotRun) -> float:
    """Largest size of the jerk vector."""
    return float(_norms(run, 3).max())


def motion_energy(run: RobotRun) -> float:
    """Integral of the squared speed over time."""
    return float(sum((s.lengths**2 / np.diff(s.times)).sum() for s in run.stretches))


def time_not_moving(run: RobotRun) -> float:
    """Seconds slower than 0.01 m/s and 0.02 rad/s."""
    still = 0.0
    for stretch in run.stretches:
        dt = np.diff(stretch.times)
        slow = (stretch.lengths < STILL_SPEED * dt) & (np.abs(np.diff(stretch.yaws)) < STILL_TURN * dt)
        still += float(dt[slow].sum())
    return still


def curvature_mean(run: RobotRun) -> float:
    """Mean Menger curvature of the path, 0.25 m from point to point."""
    return float(_triples(run)[0].mean())


def curvature_max(run: RobotRun) -> float:
    """Largest Menger curvature of the path."""
    return float(_triples(run)[0].max())


def normalized_curvature(run: RobotRun) -> float:
    """Mean of curvature times the length that it was measured over."""
    curvatures, _, lengths = _triples(run)
    return float((curvatures * lengths).mean())


def roughness_mean(run: RobotRun) -> float:
    """Mean of twice the triangle of three points by the square of its base."""
    return float(_triples(run)[1].mean())


def roughness_max(run: RobotRun) -> float:
    """Largest roughness of the path."""
    return float(_triples(run)[1].max())


def _norms(run: RobotRun, order: int) -> Floats:
    """Sizes of the derivative of the position of an order, by differences over 0.1 s."""
    found = [np.diff(stretch.even[0], n=order, axis=0) / STEP**order for stretch in run.stretches]
    vectors = np.vstack(found)
    if not len(vectors):
        raise NoValueError(f"{run.name} was never there for {order * STEP:.1f} s")
    return np.asarray(np.hypot(vectors[:, 0], vectors[:, 1]))


def _seconds(run: RobotRun) -> float:
    seconds = sum(float(stretch.times[-1] - stretch.times[0]) for stretch in run.stretches)
    if seconds <= 0.0:
        raise NoValueError(f"{run.name} was there at one moment only")
    return seconds


def _triples(run: RobotRun) -> tuple[Floats, Floats, Floats]:
    """Curvature (1/m), roughness and length (m) of every three points in a row; reversals on the spot have none.

    Source: Menger curvature, 4 A / (a b c).
    """
    curvatures, roughnesses, lengths = [np.empty(0)], [np.empty(0)], [np.empty(0)]
    for stretch in run.stretches:
        points = evenly_spaced(stretch.points, with_end=False)
        first, second = points[1:-1] - points[:-2], points[2:] - points[1:-1]
        a, b = np.hypot(*first.T), np.hypot(*second.T)
        c = np.hypot(*(points[2:] - points[:-2]).T)
        area = 0.5 * np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0])
        kept = (c > 1e-6) & (a > 1e-6) & (b > 1e-6)
        curvatures.append(4.0 * area[kept] / (a * b * c)[kept])
        roughnesses.append(2.0 * area[kept] / c[kept] ** 2)
        lengths.append((a + b)[kept])
    if not sum(map(len, curvatures)):
        raise NoValueError(f"{run.name} drove less than {2 * SPACING:.1f} m in one go")
    return np.concatenate(curvatures), np.concatenate(roughnesses), np.concatenate(lengths)
