"""What scanners can see, as a model of its own."""

import math
from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from arena_runtime.scene.rays import LidarRays
from arena_runtime.scene.robot_body import RobotEntry

Floats = NDArray[np.float64]


class Sight:
    """Follows a scene and casts rays; the scene itself is never touched.

    Args:
        model: The compiled model of what can be seen.
        robots: Robots, in order of their index; their bodies are the last that are moved from outside.
    """

    def __init__(self, model: Any, robots: Sequence[RobotEntry]) -> None:
        self._model = model
        self._data = mujoco.MjData(model)
        self._others = int(model.nmocap) - len(robots)
        self._places: list[tuple[float, float, float]] = [robot.start for robot in robots]
        self._rays = [[LidarRays(lidar, int(model.body(robot.name).id)) for lidar in robot.lidars] for robot in robots]

    def follow(self, data: Any) -> None:
        """Take over where everything is in the state of the scene."""
        own, others = self._data, self._others
        own.mocap_pos[:others] = data.mocap_pos
        own.mocap_quat[:others] = data.mocap_quat
        places = data.qpos.tolist()
        for index in range(len(self._places)):
            x, y, yaw = places[3 * index : 3 * index + 3]
            self._places[index] = (x, y, yaw)
            own.mocap_pos[others + index] = (x, y, 0.0)
            own.mocap_quat[others + index] = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))
        mujoco.mj_kinematics(self._model, own)

    def scan(self, robot_index: int, lidar_index: int) -> Floats:
        """Distances along the beams of a scanner as ``LidarRays.cast`` gives them."""
        return self._rays[robot_index][lidar_index].cast(self._model, self._data, self._places[robot_index])
