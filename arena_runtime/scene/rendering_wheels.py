"""Wheels of robots in pictures: they turn as their robots drive."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from arena_runtime.robots.wheels import Wheels
from arena_runtime.scene.robot_body import RobotEntry
from arena_runtime.scene.robot_looks import part_name
from arena_simulation_setup.frame import Frame


class TurningWheels:
    """Turns the wheels in a copy of a model that pictures are drawn from.

    The physics knows no wheels, so that they cost nothing in a tick; who draws follows the frames that it draws.
    """

    def __init__(self) -> None:
        self._wheels: dict[str, Wheels] = {}

    def turn(self, model: Any, robots: Sequence[RobotEntry], frame: Frame) -> None:
        """Turn all wheels to where they are in a frame, before the model's kinematics are computed.

        Args:
            model: The copy; it is changed.
            robots: The robots of the scene, in the order of the frame.
            frame: What is drawn.
        """
        for robot, row in zip(robots, frame.robots.tolist(), strict=False):
            if not robot.wheels:
                continue
            wheels = self._wheels.setdefault(robot.name, Wheels(robot.wheels))
            wheels.follow(frame.time_ns, row)
            if row[0] == row[0]:
                bodies = [model.body(part_name(robot.name, wheel.name)).id for wheel in robot.wheels]
                half = wheels.angles / 2
                nothing = np.zeros_like(half)
                model.body_quat[bodies] = np.column_stack((np.cos(half), nothing, np.sin(half), nothing))
