"""Which way a robot takes that can drive in every direction.

Its candidates are straight rays all round, the one to the point of the path that it steers for first. Source of the
idea: Fox, Burgard, Thrun, "The dynamic window approach to collision avoidance" (1997), with fixed directions.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena_runtime.robots.candidates import FARTHEST, PLACES, STEP, Candidates, laid_over
from arena_runtime.robots.choice import (
    ASIDE,
    CALM_DECISIONS,
    DEAD_END_PRICE,
    LEAST_FREE,
    LEAST_GAIN,
    LEFT_PRICE,
    SIDE_PRICE,
    Intent,
    Way,
    gains,
)
from arena_runtime.robots.surroundings import Surroundings
from arena_simulation_setup.geometry import Pose, wrapped_angle
from arena_simulation_setup.route import ClearanceField, CostToGo

Floats = NDArray[np.float64]

_SIDE_RAYS = np.radians([8.0, 16.0, 26.0, 38.0, 52.0, 68.0, 90.0, 115.0, 145.0])
RAYS = np.concatenate(([0.0], np.column_stack((-_SIDE_RAYS, _SIDE_RAYS)).ravel(), [math.pi]))
_TEMPLATE = np.stack((np.cos(RAYS)[:, None] * PLACES, np.sin(RAYS)[:, None] * PLACES))
# Prices in metres of way, per radian: leaving the path, and changing one's mind.
OFF_PATH_PRICE = 0.08
CHANGE_PRICE = 0.1


def slides(
    pose: Pose, direction: float, speed: float, radius: float, clearance: ClearanceField, surroundings: Surroundings
) -> Candidates:
    """Lay all rays over the map.

    Args:
        pose: Robot in the map frame.
        direction: Of the first ray, radians, map frame.
        speed: Speed it is going to drive at, m/s; decides where moving people will be met.
        radius: Of the robot, metres.
        clearance: Walls and furniture.
        surroundings: Everything else that moves.
    """
    return laid_over(_TEMPLATE, Pose(pose.x, pose.y, direction), speed, radius, clearance, surroundings)


def chosen_slide(found: Candidates, distances: CostToGo, pose: Pose, intent: Intent) -> Way:
    """The ray along the path where it is free, else the one that brings the goal nearest; the first where none does.

    Args:
        found: Rays at the robot's pose.
        distances: Shortest ways to the goal.
        pose: Robot in the map frame.
        intent: Where the path leads, and what was chosen before.
    """
    direction = pose.yaw + intent.bearing
    free = float(found.free[0])
    if free + STEP >= intent.end:  # what blocks the ray lies behind the path's end
        free = math.inf
    if free >= min(intent.needed, FARTHEST):
        side = intent.before.side if intent.before.calm < CALM_DECISIONS else 0
        return _slide(found, 0, direction, free, side, intent.before.calm + 1)
    end_x, end_y = found.end(found.free)
    aside = (end_y - pose.y) * math.cos(direction) - (end_x - pose.x) * math.sin(direction)
    gain = gains(distances.cost_at(pose.x, pose.y), distances.cost_at_points(end_x, end_y).astype(np.float64))
    score = gain - _prices(found, intent, direction, aside)
    score[(found.free < LEAST_FREE) | (gain < LEAST_GAIN)] = -math.inf
    best = int(np.argmax(score))
    if score[best] == -math.inf:
        return _slide(found, 0, direction, free, intent.before.side)
    side = intent.before.side if abs(aside[best]) < ASIDE else int(math.copysign(1, aside[best]))
    return _slide(found, best, direction, float(found.free[best]), side)


def _prices(found: Candidates, intent: Intent, direction: float, aside: Floats) -> Floats:
    """What speaks against each ray, metres of way; ``aside`` is how far each ends left of the path, metres."""
    prices = DEAD_END_PRICE * (FARTHEST - found.free) + OFF_PATH_PRICE * np.abs(RAYS)
    if intent.before.direction is not None:
        change = direction + RAYS - intent.before.direction
        prices += CHANGE_PRICE * np.abs(np.arctan2(np.sin(change), np.cos(change)))
    prices += LEFT_PRICE * (aside > ASIDE)
    if intent.before.side:
        prices += SIDE_PRICE * (intent.before.side * aside < -ASIDE)
    return prices


def _slide(found: Candidates, row: int, direction: float, free: float, side: int, calm: int = 0) -> Way:
    ray = wrapped_angle(direction + float(RAYS[row]))
    return Way(direction=ray, free=free, gap=found.gap(row), side=side, calm=calm)
