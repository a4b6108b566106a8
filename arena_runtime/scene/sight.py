"""What scanners can see, as a model of its own."""

import math
from collections.abc import Sequence
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from arena_runtime.scene.moving_part import MovingPart
from arena_runtime.scene.rays import LidarRays
from arena_runtime.scene.robot_addresses import RobotAddresses
from arena_runtime.scene.robot_body import RobotEntry

Floats = NDArray[np.float64]


class Sight:
    """Follows a scene and casts rays; the scene itself is never touched.

    Args:
        model: The compiled model of what can be seen.
        robots: Robots, in order of their index; their bodies are the last that are moved from outside.
        addresses: Where the scene has the joints of each robot.
        scene: The scene's model.
    """

    def __init__(
        self, model: Any, robots: Sequence[RobotEntry], addresses: Sequence[RobotAddresses], scene: Any
    ) -> None:
        self._model = model
        self._data = mujoco.MjData(model)
        self._others = int(model.nmocap) - len(robots)
        self._places: list[tuple[float, float, float]] = [robot.start for robot in robots]
        self._positions = [address.position for address in addresses]
        self._moving = [
            (index, MovingPart(model, scene, name, offset))
            for index, robot in enumerate(robots)
            for name, offset in robot.moving_parts
        ]
        self._rays = [[LidarRays(lidar, int(model.body(robot.name).id)) for lidar in robot.lidars] for robot in robots]

    def follow(self, data: Any) -> None:
        """Take over where everything is in the state of the scene."""
        own, others = self._data, self._others
        own.mocap_pos[:others] = data.mocap_pos
        own.mocap_quat[:others] = data.mocap_quat
        places = data.qpos.tolist()
        for index, first in enumerate(self._positions):
            x, y, yaw = places[first : first + 3]
            self._places[index] = (x, y, yaw)
            own.mocap_pos[others + index] = (x, y, 0.0)
            own.mocap_quat[others + index] = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))
        for index, part in self._moving:
            part.follow(self._model, data, self._places[index])
        mujoco.mj_kinematics(self._model, own)

    def scan(self, robot_index: int, lidar_index: int) -> Floats:
        """Distances along the beams of a scanner as ``LidarRays.cast`` gives them."""
        return self._rays[robot_index][lidar_index].cast(self._model, self._data, self._places[robot_index])
