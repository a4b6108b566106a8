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
        robots: Robots, in order of their index; the bodies of those who are there are the last that are moved from
            outside.
        addresses: Where the scene has the joints of each robot; None for one that is gone.
        scene: The scene's model.
    """

    def __init__(
        self, model: Any, robots: Sequence[RobotEntry], addresses: Sequence[RobotAddresses | None], scene: Any
    ) -> None:
        self._model = model
        self._data = mujoco.MjData(model)
        there = [index for index, address in enumerate(addresses) if address is not None]
        self._others = int(model.nmocap) - len(there)
        self._places: list[tuple[float, float, float]] = [robot.start for robot in robots]
        self._positions = [(index, address.position) for index, address in enumerate(addresses) if address is not None]
        self._moving = [
            (index, MovingPart(model, scene, name, offset))
            for index in there
            for name, offset in robots[index].moving_parts
        ]
        self._rays = {
            index: [LidarRays(lidar, int(model.body(robots[index].name).id)) for lidar in robots[index].lidars]
            for index in there
        }

    def follow(self, data: Any) -> None:
        """Take over where everything is in the state of the scene."""
        own, others = self._data, self._others
        own.mocap_pos[:others] = data.mocap_pos
        own.mocap_quat[:others] = data.mocap_quat
        places = data.qpos.tolist()
        for body, (index, first) in enumerate(self._positions, others):
            x, y, yaw = places[first : first + 3]
            self._places[index] = (x, y, yaw)
            own.mocap_pos[body] = (x, y, 0.0)
            own.mocap_quat[body] = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))
        for index, part in self._moving:
            part.follow(self._model, data, self._places[index])
        mujoco.mj_kinematics(self._model, own)

    def scan(self, robot_index: int, lidar_index: int) -> Floats:
        """Distances along the beams of a scanner as ``LidarRays.cast`` gives them."""
        return self._rays[robot_index][lidar_index].cast(self._model, self._data, self._places[robot_index])

    def bare_scan(self, robot_index: int, lidar_index: int) -> None:
        """Cast the rays of a scanner with one call into the library and nothing around it."""
        self._rays[robot_index][lidar_index].cast_plainly(self._model, self._data, self._places[robot_index])
