"""The rays of a scanner, many with one call into MuJoCo."""

import math
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray

from arena_runtime.scene.shapes import rotation_matrix
from arena_simulation_setup.models.robot_model import LidarModel

Floats = NDArray[np.float64]
NEAR_REACH = 5.0
"""Metres. Rays are first cast this far, since MuJoCo leaves out the geoms beyond at once, and most rays end nearer
indoors; the few others are cast again in full. Either way the nearest hit is found."""


def beam_angles(lidar: LidarModel) -> Floats:
    """Direction of every beam, radians, sensor frame; shape (B,), both ends included."""
    return np.linspace(lidar.angle_min, lidar.angle_max, lidar.beams)


class LidarRays:
    """Casts the rays of one scanner on one robot.

    Args:
        lidar: The scanner.
        body: Id of the robot's body; its own geoms are never hit.
    """

    def __init__(self, lidar: LidarModel, body: int) -> None:
        self._lidar = lidar
        self._body = body
        mount = lidar.mount
        angles = beam_angles(lidar)
        level = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(lidar.beams)])
        self._directions: Floats = level @ rotation_matrix(mount.roll, mount.pitch, mount.yaw).T
        self._vectors: Floats = np.empty((lidar.beams, 3))
        self._vectors[:, 2] = self._directions[:, 2]
        self._geoms = np.empty(lidar.beams, dtype=np.int32)
        self._origin: Floats = np.array([0.0, 0.0, mount.z])

    def cast(self, model: Any, data: Any, place: tuple[float, float, float]) -> Floats:
        """Distances along the beams.

        The body positions of ``data`` must be up to date (``mj_kinematics`` after every change).

        Args:
            model: The compiled model.
            data: Its state.
            place: x, y (metres) and yaw (radians) of the robot, map frame.

        Returns:
            Shape (B,), metres; infinity where nothing is within ``range_max``. Distances below ``range_min`` are
            given as they are; what a scanner makes of them is the sensor's business.
        """
        self._turn(place)
        distances = self._distances(model, data, self._vectors, min(NEAR_REACH, self._lidar.range_max))
        far = np.isinf(distances)
        if far.any() and self._lidar.range_max > NEAR_REACH:
            distances[far] = self._distances(model, data, self._vectors[far], self._lidar.range_max)
        return distances

    def cast_plainly(self, model: Any, data: Any, place: tuple[float, float, float]) -> Floats:
        """The same with a single call into the library, for comparison."""
        self._turn(place)
        return self._distances(model, data, self._vectors, self._lidar.range_max)

    def _turn(self, place: tuple[float, float, float]) -> None:
        """Point the beams away from where the robot is."""
        x, y, yaw = place
        cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)
        ahead, left = self._directions[:, 0], self._directions[:, 1]
        self._vectors[:, 0] = cos_yaw * ahead - sin_yaw * left
        self._vectors[:, 1] = sin_yaw * ahead + cos_yaw * left
        mount = self._lidar.mount
        self._origin[0] = x + cos_yaw * mount.x - sin_yaw * mount.y
        self._origin[1] = y + sin_yaw * mount.x + cos_yaw * mount.y

    def _distances(self, model: Any, data: Any, vectors: Floats, reach: float) -> Floats:
        count = len(vectors)
        distances = np.empty(count)
        arguments = (None, True, self._body, self._geoms[:count], distances, None, count, reach)
        mujoco.mj_multiRay(model, data, self._origin, vectors.reshape(-1), *arguments)
        # MuJoCo answers -1 for "nothing"; a geom that begins within reach can be hit behind it.
        distances[(distances < 0.0) | (distances > reach)] = math.inf
        return distances
