"""Metrics of the path: how long it was beside the shortest one, and how much it turned."""

import math

import numpy as np

from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import Floats, RobotRun
from arena_evaluation.metrics.spacing import travelled
from arena_evaluation.metrics.task import success

STILL = 0.01
"""Metres below which a robot never moved."""


def path_length(run: RobotRun) -> float:
    """Metres driven; rides and moves by an order count nothing."""
    return run.path_length


def geodesic_length(run: RobotRun) -> float:
    """Metres of the shortest way through all goals, for a body of the robot's radius."""
    return float(sum(travelled(leg)[-1] for leg in run.reference))


def spl(run: RobotRun) -> float:
    """Success weighted by path length. Source: Anderson et al. 2018, On Evaluation of Embodied Navigation Agents."""
    return _ratio(geodesic_length(run), run.path_length) if success(run) else 0.0


def soft_spl(run: RobotRun) -> float:
    """SPL with the share of the way that was covered instead of success. Source: Datta et al. 2020."""
    before = _distance_to_goal(run, *run.stretches[0].points[0].tolist())
    if len(run.goals) > 1:
        raise NoValueError(f"{run.name} has {len(run.goals)} goals, and progress is defined for one")
    if before <= 0.0:
        return _ratio(geodesic_length(run), run.path_length)
    covered = max(0.0, 1.0 - navigation_error(run) / before)
    return covered * _ratio(geodesic_length(run), run.path_length)


def path_efficiency(run: RobotRun) -> float:
    """Shortest way by driven way, at most 1, whether or not the task was completed."""
    if run.path_length < STILL:
        raise NoValueError(f"{run.name} never moved")
    return min(1.0, geodesic_length(run) / run.path_length)


def path_length_ratio(run: RobotRun) -> float:
    """Driven way by the straight line from its first point to its last, at least 1."""
    straight = sum(math.dist(stretch.points[0], stretch.points[-1]) for stretch in run.stretches)
    if straight < STILL:
        raise NoValueError(f"{run.name} ended where it began")
    return run.path_length / straight


def navigation_error(run: RobotRun) -> float:
    """Metres of the shortest way from the last place to the last goal."""
    return _distance_to_goal(run, *run.last_point)


def goal_traversal_ratio(run: RobotRun) -> float:
    """Way that is left at the end by the way that was to be driven to the last goal."""
    before = _distance_to_goal(run, *run.stretches[0].points[0].tolist())
    if before < STILL:
        raise NoValueError(f"{run.name} began at its goal")
    return navigation_error(run) / before


def oracle_success(run: RobotRun) -> bool:
    """Whether the robot was at the last goal at any time."""
    points = run.rows[:, :2]
    return bool(run.goals[-1].reached(points[~np.isnan(points[:, 0])]).any())


def heading_change(run: RobotRun) -> float:
    """Radians turned, to either side."""
    return float(sum(np.abs(np.diff(stretch.yaws)).sum() for stretch in run.stretches))


def angle_over_length(run: RobotRun) -> float:
    """Radians turned per metre driven."""
    if run.path_length < STILL:
        raise NoValueError(f"{run.name} never moved")
    return heading_change(run) / run.path_length


def path_irregularity(run: RobotRun) -> float:
    """Radians turned beyond what the shortest way needs, per metre. Source: Guzzi et al. 2013."""
    if run.path_length < STILL:
        raise NoValueError(f"{run.name} never moved")
    yaws = [float(stretch.yaws[0]) for stretch in run.stretches]
    needed = sum(_turning(leg, yaw) for leg, yaw in zip(run.reference, yaws, strict=False))
    return max(0.0, heading_change(run) - needed) / run.path_length


def _turning(points: Floats, yaw: float) -> float:
    """Radians turned by who looks along a yaw and then follows a path."""
    steps = np.diff(points, axis=0)
    steps = steps[np.hypot(steps[:, 0], steps[:, 1]) > 1e-9]
    headings = np.concatenate(([yaw], np.arctan2(steps[:, 1], steps[:, 0])))
    turns = np.diff(headings)
    return float(np.abs((turns + np.pi) % (2 * np.pi) - np.pi).sum())


def _ratio(shortest: float, driven: float) -> float:
    longer = max(shortest, driven)
    return shortest / longer if longer > 0.0 else 1.0


def _distance_to_goal(run: RobotRun, x: float, y: float) -> float:
    goal = run.goals[-1]
    if goal.point is None and goal.reached(np.array([[x, y]]))[0]:
        return 0.0
    length = goal.field(run.planner, run.radius).length(x, y)
    if not math.isfinite(length):
        raise NoValueError(f"there is no way from ({x:.2f}, {y:.2f}) to {goal.text}")
    return length
