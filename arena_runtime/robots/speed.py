"""How fast a robot may drive."""

import math

from attrs import frozen

from arena_simulation_setup.models.robot_model import RobotModel

# Sideways acceleration in curves, m/s^2.
SIDE_ACCELERATION = 0.8
# Speed where the body almost touches, and its growth with the free space beside it, m/s and 1/s.
NARROW_SPEED = 0.3
NARROW_GAIN = 1.6
# Braking is planned with this share of the acceleration limit, so that there is some left.
BRAKING_SHARE = 0.7
# Braking may be harder than speeding up by this factor.
BRAKING_FACTOR = 2.0


@frozen
class SpeedLimits:
    """Limits of one robot.

    Attributes:
        model: Size and limits of the robot.
        cruise: Speed with nothing in the way, m/s.
    """

    model: RobotModel
    cruise: float

    def stopping(self, distance: float) -> float:
        """Fastest speed in m/s from which the robot stops within a distance in metres."""
        if distance == math.inf:
            return self.cruise
        return math.sqrt(2.0 * BRAKING_SHARE * self.model.max_acceleration * max(distance, 0.0))

    def curve(self, curvature: float) -> float:
        """Fastest speed in m/s on a curvature in 1/m."""
        bend = max(abs(curvature), 1e-6)
        return min(0.9 * self.model.max_turn_rate / bend, math.sqrt(SIDE_ACCELERATION / bend))

    def narrow(self, gap: float) -> float:
        """Fastest speed in m/s with a gap in metres between the body and the nearest thing beside it."""
        return NARROW_SPEED + NARROW_GAIN * max(gap, 0.0)

    def ramped(self, before: tuple[float, float], wanted: tuple[float, float], dt: float) -> tuple[float, float]:
        """Forward speed and yaw rate one tick of ``dt`` seconds after another command, within all limits."""
        model = self.model
        speeding_up = abs(wanted[0]) > abs(before[0]) and wanted[0] * before[0] >= 0.0
        step = model.max_acceleration * (1.0 if speeding_up else BRAKING_FACTOR) * dt
        turn_step = model.max_turn_acceleration * dt
        speed = before[0] + min(max(wanted[0] - before[0], -step), step)
        turn = before[1] + min(max(wanted[1] - before[1], -turn_step), turn_step)
        top = min(self.cruise, model.max_speed)
        return (min(max(speed, -top), top), min(max(turn, -model.max_turn_rate), model.max_turn_rate))
