"""The latest scans of one robot as one row of distances."""

import numpy as np
from numpy.typing import NDArray

from arena_runtime.robots.lidar import LidarReader
from arena_runtime.simulation import Simulation
from arena_simulation_setup.models.robot_model import RobotModel

Reals = NDArray[np.float32]


class ScanSense:
    """Reads the scanners of one robot whenever they are due, with the noise that they have in every other run.

    The scanners of the other robots are left alone; what they would see changes nothing.

    Args:
        simulation: The episode, at frame 0.
        model: Model of the robot.
        robot: Row of the robot.
    """

    def __init__(self, simulation: Simulation, model: RobotModel, robot: int) -> None:
        episode = simulation.episode
        self._simulation, self._robot, self._rate = simulation, robot, episode.rate
        self._reader = LidarReader(model, episode.robots[robot].name, episode.seed)
        self._limits = scan_limits(model)
        self._latest = [np.empty(0) for _ in model.lidars]
        self.take(0)

    def take(self, tick: int) -> None:
        """Read what is due at a tick; every one is asked for once."""
        for lidar in self._reader.due(tick, self._rate):
            distances = self._simulation.scene.scan(self._robot, lidar)
            self._latest[lidar] = self._reader.read(lidar, distances)

    def ranges(self) -> Reals:
        """Shape (N,): metres; 0 where something is too near to be measured, the range where nothing is in reach."""
        scans = np.concatenate(self._latest).astype(np.float32)
        found: Reals = np.minimum(np.maximum(scans, np.float32(0.0)), self._limits)
        return found


def scan_limits(model: RobotModel) -> Reals:
    """Shape (N,): range of each beam of a robot's scanners, in their order, metres."""
    limits = [np.full(lidar.beams, lidar.range_max, dtype=np.float32) for lidar in model.lidars]
    return np.concatenate(limits) if limits else np.empty(0, dtype=np.float32)
