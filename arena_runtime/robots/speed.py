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
# A smaller angle is not turned by, radians.
STRAIGHT = 0.02

Velocity = tuple[float, float, float]
"""Forward and leftward speed in m/s and yaw rate in rad/s, body frame."""


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

    def ramped(self, before: Velocity, wanted: Velocity, dt: float) -> Velocity:
        """The velocity one tick of ``dt`` seconds after another one on the way to a wanted one, within all limits."""
        model = self.model
        turn_step = model.max_turn_acceleration * dt
        turn = before[2] + min(max(wanted[2] - before[2], -turn_step), turn_step)
        turn = min(max(turn, -model.max_turn_rate), model.max_turn_rate)
        if not model.is_omnidirectional:
            return (self._ramped_speed(before[0], wanted[0], dt), 0.0, turn)
        speeding_up = math.hypot(*wanted[:2]) > math.hypot(*before[:2])
        step = model.max_acceleration * (1.0 if speeding_up else BRAKING_FACTOR) * dt
        change_x, change_y = wanted[0] - before[0], wanted[1] - before[1]
        share = min(1.0, step / max(math.hypot(change_x, change_y), 1e-9))
        x, y = before[0] + share * change_x, before[1] + share * change_y
        share = min(1.0, min(self.cruise, model.max_speed) / max(math.hypot(x, y), 1e-9))
        return (share * x, share * y, turn)

    def _ramped_speed(self, before: float, wanted: float, dt: float) -> float:
        speeding_up = abs(wanted) > abs(before) and wanted * before >= 0.0
        step = self.model.max_acceleration * (1.0 if speeding_up else BRAKING_FACTOR) * dt
        top = min(self.cruise, self.model.max_speed)
        return min(max(before + min(max(wanted - before, -step), step), -top), top)


def turn_on_spot(angle: float, dt: float, model: RobotModel) -> float:
    """Yaw rate in rad/s to turn by an angle in radians, slowing down towards its end."""
    if abs(angle) < STRAIGHT:
        return 0.0
    acceleration = 0.5 * model.max_turn_acceleration
    rate = min(math.sqrt(2.0 * acceleration * abs(angle)), abs(angle) / dt, model.max_turn_rate)
    return math.copysign(rate, angle)
