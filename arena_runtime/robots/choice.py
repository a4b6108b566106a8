"""Which of its candidates a robot takes."""

import math

import numpy as np
from attrs import frozen

from arena_runtime.robots.candidates import ARC_COUNT, CURVATURES, PLACES, RAYS, Candidates
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.route import CostToGo

# With the path this far off the heading the robot turns on the spot first, radians.
TURN_FIRST = 1.0
# Prices of leaving the path's curvature, of changing one's mind and of turning to a ray; per 1/m, 1/m and radian.
OFF_PATH_PRICE = 0.12
CHANGE_PRICE = 0.12
TURN_PRICE = 0.25
# Where both sides are equal the robot passes on the right like people do; price of a left curve per 1/m.
LEFT_PRICE = 0.02
# A candidate must be free this far and must bring the goal this much nearer, metres.
LEAST_FREE = 0.25
LEAST_GAIN = 0.05


@frozen
class Way:
    """What the robot does until it decides again.

    Attributes:
        curvature: Of the arc to drive, 1/m.
        turn: Angle to turn on the spot instead, radians; None drives.
        free: Length of the arc that nothing blocks, metres.
        gap: Distance between the body and walls on its first part, metres.
    """

    curvature: float = 0.0
    turn: float | None = None
    free: float = 0.0
    gap: float = 0.0


def chosen_way(
    found: Candidates, field: CostToGo, pose: Pose, pursuit: tuple[float, float], needed: float, before: float
) -> Way:
    """The path's own arc where it is free, else the candidate that brings the goal nearest.

    Args:
        found: Candidates at the robot's pose.
        field: Way to the goal.
        pose: Robot in the map frame.
        pursuit: Bearing in radians of the point to steer for, and curvature in 1/m of the arc to it.
        needed: Length that the path's arc must be free for, metres.
        before: Curvature chosen last time, 1/m.
    """
    bearing, curvature = pursuit
    ahead = int(np.argmin(np.abs(CURVATURES - curvature)))
    needed = min(needed, float(PLACES[-1]))
    if abs(bearing) <= TURN_FIRST and found.free[ahead] >= needed:
        return _drive(found, ahead, curvature)
    end_x, end_y = found.end(found.free)
    gain = float(field.cost_at(pose.x, pose.y)) - field.cost_at_points(end_x, end_y).astype(np.float64)
    score = gain.copy()
    score[:ARC_COUNT] -= OFF_PATH_PRICE * np.abs(CURVATURES - curvature) + CHANGE_PRICE * np.abs(CURVATURES - before)
    score[:ARC_COUNT] -= LEFT_PRICE * np.maximum(CURVATURES, 0.0)
    score[ARC_COUNT:] -= TURN_PRICE * np.abs(RAYS) + LEFT_PRICE * (RAYS > 0.0)
    score[(found.free < LEAST_FREE) | (gain < LEAST_GAIN)] = -math.inf
    best = int(np.argmax(score))
    if score[best] == -math.inf:
        return Way(curvature, bearing if abs(bearing) > TURN_FIRST else None, 0.0, 0.0)
    if best >= ARC_COUNT:
        return Way(turn=float(RAYS[best - ARC_COUNT]))
    return _drive(found, best, float(CURVATURES[best]))


def _drive(found: Candidates, row: int, curvature: float) -> Way:
    return Way(curvature, None, float(found.free[row]), float(found.clearance[row, :5].min()))
