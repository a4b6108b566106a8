"""Which of its candidates a robot takes."""

import math
from bisect import bisect_left

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.robots.candidates import ARCS, CURVATURES, DRIVE_COUNT, FARTHEST, RAYS, STEP, Candidates
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.route import CostToGo

Floats = NDArray[np.float64]

# With the path this far off the heading the robot turns on the spot first, radians.
TURN_FIRST = 1.0
# All prices are in metres of way. Leaving the path's curvature and changing one's mind, per 1/m up to 1/m:
OFF_PATH_PRICE = 0.1
CHANGE_PRICE = 0.15
# Turning on the spot, per radian.
TURN_PRICE = 0.25
# Every metre that something blocks.
DEAD_END_PRICE = 0.5
# Where both sides are equal the robot passes on the right like people do.
LEFT_PRICE = 0.15
# Changing the side on which it goes round something; it is undecided again after so many decisions on a free path.
SIDE_PRICE = 0.7
CALM_DECISIONS = 10
# Who ends this far beside the path, metres, goes round on that side.
ASIDE = 0.1
# A candidate must be free this far and must bring the goal this much nearer, metres.
LEAST_FREE = 0.25
LEAST_GAIN = 0.05

_ARCS: list[float] = ARCS.tolist()


@frozen
class Way:
    """What the robot does until it decides again.

    Attributes:
        curvature: Of the arc to drive, 1/m.
        heading: Direction to turn to on the spot instead, radians, map frame; None drives.
        direction: Direction to drive to, whatever the heading, radians, map frame; None drives the arc.
        committed: Whether the turn is finished before anything else is looked at.
        free: Length of the arc that nothing blocks, metres.
        gap: Distance between the body and walls on its first part, metres.
        side: Side of the path on which the robot goes round what blocks it: 1 left, -1 right, 0 undecided.
        calm: Number of decisions since something blocked the path.
    """

    curvature: float = 0.0
    heading: float | None = None
    direction: float | None = None
    committed: bool = False
    free: float = 0.0
    gap: float = 0.0
    side: int = 0
    calm: int = 0


@frozen
class Intent:
    """What the robot is about when it chooses.

    Attributes:
        bearing: Direction of the point of the path to steer for, against the heading, radians.
        curvature: Of the arc to that point, 1/m.
        needed: Length that this arc must be free for, metres.
        end: Length of the path up to an end that is known to be free, metres; infinite where it is far or occupied.
        before: The way chosen last time.
    """

    bearing: float
    curvature: float
    needed: float
    end: float
    before: Way


def chosen_way(found: Candidates, distances: CostToGo, pose: Pose, intent: Intent) -> Way:
    """The path's own arc where it is free, else the candidate that brings the goal nearest.

    Args:
        found: Candidates at the robot's pose.
        distances: Shortest ways to the goal.
        pose: Robot in the map frame.
        intent: Where the path leads, and what was chosen before.
    """
    ahead = _nearest_arc(intent.curvature)
    free = float(found.free[ahead])
    if free + STEP >= intent.end:  # what blocks the arc lies behind the path's end
        free = math.inf
    if abs(intent.bearing) <= TURN_FIRST and free >= min(intent.needed, FARTHEST):
        side = intent.before.side if intent.before.calm < CALM_DECISIONS else 0
        return Way(intent.curvature, free=free, gap=found.gap(ahead), side=side, calm=intent.before.calm + 1)
    end_x, end_y = found.end(found.free)
    direction = pose.yaw + intent.bearing
    aside = (end_y - pose.y) * math.cos(direction) - (end_x - pose.x) * math.sin(direction)
    gain = gains(distances.cost_at(pose.x, pose.y), distances.cost_at_points(end_x, end_y).astype(np.float64))
    score = gain - _prices(found, intent, aside)
    score[(found.free < LEAST_FREE) | (gain < LEAST_GAIN)] = -math.inf
    best = int(np.argmax(score))
    if score[best] == -math.inf:
        heading = pose.yaw + intent.bearing if abs(intent.bearing) > TURN_FIRST else None
        return Way(intent.curvature, heading, side=intent.before.side)
    side = intent.before.side if abs(aside[best]) < ASIDE else int(math.copysign(1, aside[best]))
    if best >= DRIVE_COUNT:
        return Way(heading=pose.yaw + float(RAYS[best - DRIVE_COUNT]), committed=True, side=side)
    return Way(float(CURVATURES[best]), free=float(found.free[best]), gap=found.gap(best), side=side)


def _nearest_arc(curvature: float) -> int:
    """Row of the plain arc whose curvature is nearest; of two, the one to the right."""
    row = min(max(bisect_left(_ARCS, curvature), 1), len(_ARCS) - 1)
    return row - 1 if curvature - _ARCS[row - 1] <= _ARCS[row] - curvature else row


def gains(here: float, ends: Floats) -> Floats:
    """How much nearer the goal comes, metres; from where no way starts, every place with a way is as good.

    Args:
        here: Length of the way from the robot, metres.
        ends: Lengths of the ways from where candidates end, metres.
    """
    if here == math.inf:
        return np.where(ends < math.inf, FARTHEST, -math.inf)
    nearer: Floats = here - ends
    return nearer


def _prices(found: Candidates, intent: Intent, aside: Floats) -> Floats:
    """What speaks against each candidate, metres of way; ``aside`` is how far each ends left of the path, metres."""
    prices = DEAD_END_PRICE * (FARTHEST - found.free)
    prices[:DRIVE_COUNT] += OFF_PATH_PRICE * np.minimum(np.abs(CURVATURES - intent.curvature), 1.0)
    prices[:DRIVE_COUNT] += CHANGE_PRICE * np.minimum(np.abs(CURVATURES - intent.before.curvature), 1.0)
    prices[DRIVE_COUNT:] += TURN_PRICE * (0.5 + np.abs(RAYS))
    prices += LEFT_PRICE * (aside > ASIDE)
    if intent.before.side:
        prices += SIDE_PRICE * (intent.before.side * aside < -ASIDE)
    return prices
