"""Metrics of room: how near walls and furniture were."""

import numpy as np

from arena_evaluation.metrics.robot_run import Floats, RobotRun


def clearance_min(run: RobotRun) -> float:
    """Least metres between the robot's rim and walls, furniture or the edge of the floor, at least 0."""
    return float(np.nanmin(_clearances(run)))


def clearance_mean(run: RobotRun) -> float:
    """Mean metres between the robot's rim and walls, furniture or the edge of the floor, over time."""
    clearances, weights = _clearances(run), run.episode.weights
    there = ~np.isnan(clearances)
    total = float(weights[there].sum())
    if total <= 0.0:
        return float(clearances[there].mean())
    return float((clearances[there] * weights[there]).sum()) / total


def _clearances(run: RobotRun) -> Floats:
    """Shape (N,): metres at each frame; NaN while the robot is absent."""
    assert run.stretches
    field, points = run.planner.clearance, run.rows[:, :2]
    there = ~np.isnan(points[:, 0])
    found = np.full(len(points), np.nan)
    found[there] = np.maximum(0.0, field.at_points(points[there, 0], points[there, 1]) - run.radius)
    return found
