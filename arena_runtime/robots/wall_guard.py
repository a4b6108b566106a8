"""Keeping a robot that drives in every direction off walls, although it takes a while to follow a command."""

import math

from arena_runtime.robots.speed import Velocity
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.route import ClearanceField
from arena_simulation_setup.route.clearance_kernel import grid_of, room_and_slope

# Walls farther from the body than this do not matter, metres.
NEAR = 0.25
# The robot may come this near to a wall, metres, and brakes towards it with this, m/s^2.
LEAST_GAP = 0.012
BRAKING = 0.8
# Metres of clearance per metre.
FLAT = 0.25


def guarded(velocity: Velocity, pose: Pose, radius: float, clearance: ClearanceField) -> Velocity:
    """A velocity without what would bring the robot to the nearest wall faster than it can stop.

    Args:
        velocity: Wanted, body frame.
        pose: Robot in the map frame.
        radius: Of the robot, metres.
        clearance: Walls and furniture.
    """
    room, slope_x, slope_y = room_and_slope(grid_of(clearance), pose.x, pose.y)
    gap, steepness = room - radius, math.hypot(slope_x, slope_y)
    # In the middle between walls the clearance is flat.
    if gap > NEAR or steepness < FLAT:
        return velocity
    cos, sin = math.cos(pose.yaw), math.sin(pose.yaw)
    away_x, away_y = slope_x / steepness, slope_y / steepness
    away_ahead, away_left = cos * away_x + sin * away_y, cos * away_y - sin * away_x
    approach = -(velocity[0] * away_ahead + velocity[1] * away_left)
    excess = approach - math.sqrt(2.0 * BRAKING * max(gap - LEAST_GAP, 0.0))
    if excess <= 0.0:
        return velocity
    return (velocity[0] + excess * away_ahead, velocity[1] + excess * away_left, velocity[2])
