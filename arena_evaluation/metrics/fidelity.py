"""Metrics of path fidelity: how near the driven way is to the shortest one, point by point."""

import math

import numpy as np

from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import Floats, RobotRun
from arena_evaluation.metrics.spacing import evenly_spaced
from arena_evaluation.metrics.task import success


def ndtw(run: RobotRun) -> float:
    """Normalised dynamic time warping. Source: Ilharco et al. 2019, exp(-DTW / (|R| d))."""
    threshold = run.goals[-1].tolerance
    if threshold <= 0.0:
        raise NoValueError(f"the goal {run.goals[-1].text} has no tolerance, which the distance is measured by")
    reference = np.vstack([evenly_spaced(leg, with_end=True) for leg in run.reference])
    driven = np.vstack([evenly_spaced(stretch.points, with_end=True) for stretch in run.stretches])
    return math.exp(-warping_distance(reference, driven) / (len(reference) * threshold))


def sdtw(run: RobotRun) -> float:
    """Success weighted by nDTW."""
    return ndtw(run) if success(run) else 0.0


def warping_distance(first: Floats, second: Floats) -> float:
    """Least sum of distances over all ways to walk along two paths together, backwards never.

    Source: Sakoe, Chiba 1978, symmetric steps of weight 1; computed along anti-diagonals.

    Args:
        first: Shape (N, 2), metres.
        second: Shape (M, 2), metres.
    """
    rows, columns = len(first), len(second)
    before = np.full(rows + 1, np.inf)
    latest = np.full(rows + 1, np.inf)
    before[0] = 0.0
    # Entry i of a diagonal is the cell (i, diagonal - i) of the table with a border row and column.
    for diagonal in range(2, rows + columns + 1):
        low, high = max(1, diagonal - columns), min(rows, diagonal - 1)
        index = np.arange(low, high + 1)
        offsets = first[index - 1] - second[diagonal - index - 1]
        cheapest = np.minimum(np.minimum(latest[index - 1], latest[index]), before[index - 1])
        found = np.full(rows + 1, np.inf)
        found[index] = np.hypot(offsets[:, 0], offsets[:, 1]) + cheapest
        before, latest = latest, found
    return float(latest[rows])
