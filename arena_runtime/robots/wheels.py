"""How far the wheels of a robot have turned, from how its base moves over the floor."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.models.robot_model import WheelModel
from arena_simulation_setup.timebase import ns_to_seconds

Floats = NDArray[np.float64]

# A base that came farther than at this speed, m/s, and this step, metres, was carried: its wheels did not turn.
CARRIED_SPEED = 5.0
CARRIED_STEP = 0.05


def rolling_matrix(wheels: Sequence[WheelModel]) -> Floats:
    """Shape (W, 3): speed of each wheel, rad/s, per forward and leftward speed (m/s) and yaw rate (rad/s) of the base.

    A wheel rolls as fast as the floor passes it along its plane; rollers add their share of how it passes sideways.
    Source: Lynch and Park, Modern Robotics (2017), section 13.2, for omnidirectional wheels.
    """
    rows = []
    for wheel in wheels:
        slip = math.tan(wheel.roller_angle)
        rows.append((1.0 / wheel.radius, slip / wheel.radius, (slip * wheel.x - wheel.y) / wheel.radius))
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


class Wheels:
    """The wheels of one robot, as far as somebody has followed it; nothing of the physics depends on them.

    Args:
        wheels: In the order of the model.

    Attributes:
        angles: Shape (W,): radians since the beginning.
        speeds: Shape (W,): rad/s.
    """

    def __init__(self, wheels: Sequence[WheelModel]) -> None:
        self._matrix = rolling_matrix(wheels)
        self._last: tuple[int, float, float, float] | None = None
        self.angles = np.zeros(len(wheels))
        self.speeds = np.zeros(len(wheels))

    def follow(self, time_ns: int, row: Sequence[float]) -> None:
        """Roll from where the robot was when last followed to where it is, along an arc.

        Args:
            time_ns: Episode time, nanoseconds.
            row: As in ``Frame.robots``; NaN where it is gone.
        """
        x, y, yaw = row[0], row[1], row[2]
        if x != x:
            self._last = None
            return
        self.speeds = self._matrix @ np.asarray(row[3:6])
        if self._last is not None:
            then_ns, last_x, last_y, last_yaw = self._last
            turn = math.remainder(yaw - last_yaw, math.tau)
            step_x, step_y = x - last_x, y - last_y
            reach = CARRIED_SPEED * ns_to_seconds(max(time_ns - then_ns, 0)) + CARRIED_STEP
            if math.hypot(step_x, step_y) < reach:
                cos, sin = math.cos(last_yaw + turn / 2), math.sin(last_yaw + turn / 2)
                # The arc is longer than its chord.
                longer = (turn / 2) / math.sin(turn / 2) if abs(turn) > 1e-6 else 1.0
                forward, left = (cos * step_x + sin * step_y) * longer, (cos * step_y - sin * step_x) * longer
                self.angles = self.angles + self._matrix @ np.array((forward, left, turn))
        self._last = (time_ns, x, y, yaw)
