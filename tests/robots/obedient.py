"""A robot that does exactly what it is told."""

from __future__ import annotations

import math

from arena_simulation_setup.geometry import Pose, wrapped_angle


def moved(pose: Pose, velocity: tuple[float, float, float], dt: float) -> Pose:
    """Where a robot is after a time in seconds with a velocity (m/s, m/s, rad/s, body frame)."""
    forward, left, turn = velocity
    middle = pose.yaw + turn * dt / 2
    return Pose(
        pose.x + (forward * math.cos(middle) - left * math.sin(middle)) * dt,
        pose.y + (forward * math.sin(middle) + left * math.cos(middle)) * dt,
        wrapped_angle(pose.yaw + turn * dt),
    )
