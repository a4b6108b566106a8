"""A solid that an arm moves, in the model of what scanners see."""

import math
from typing import Any

import mujoco
import numpy as np


class MovingPart:
    """Follows its solid of the scene as a part of the robot's one body.

    Args:
        model: The model of what can be seen.
        scene: The scene's model.
        name: Name of the solid in both.
        offset: Centre of the solid in the frame of the scene's geom, metres.
    """

    def __init__(self, model: Any, scene: Any, name: str, offset: tuple[float, float, float]) -> None:
        self._geom, self._source = int(model.geom(name).id), int(scene.geom(name).id)
        self._offset = np.array(offset)
        self._quat = np.zeros(4)
        # MuJoCo leaves out the place of a geom that coincided with its body when the model was compiled.
        model.geom_sameframe[self._geom] = 0

    def follow(self, model: Any, data: Any, place: tuple[float, float, float]) -> None:
        """Take over where the solid is relative to its robot.

        Args:
            model: The model of what can be seen, which is changed.
            data: State of the scene.
            place: x, y (metres) and yaw (radians) of the robot, map frame.
        """
        x, y, yaw = place
        cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)
        base = np.array([[cos_yaw, sin_yaw, 0.0], [-sin_yaw, cos_yaw, 0.0], [0.0, 0.0, 1.0]])
        rotation = data.geom_xmat[self._source].reshape(3, 3)
        centre = data.geom_xpos[self._source] + rotation @ self._offset
        model.geom_pos[self._geom] = base @ (centre - (x, y, 0.0))
        mujoco.mju_mat2Quat(self._quat, np.ascontiguousarray(base @ rotation).ravel())
        model.geom_quat[self._geom] = self._quat
