"""What a laser scanner makes of true distances: when it scans, its noise and its limits."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.models.robot_model import CameraModel, LidarModel, RobotModel
from arena_simulation_setup.randomness import stream

Floats = NDArray[np.float64]


class LidarReader:
    """The scanners of one robot.

    Each draws from a random stream of its own, as many numbers per scan as it has beams, so that what it sees never
    changes the noise of a later scan.

    Args:
        model: Model of the robot.
        robot: Name of the robot.
        seed: Seed of the episode.
    """

    def __init__(self, model: RobotModel, robot: str, seed: int) -> None:
        self._lidars = model.lidars
        self._streams = tuple(stream(seed, "sensor", robot, lidar.name) for lidar in model.lidars)

    def due(self, tick: int, rate: int) -> tuple[int, ...]:
        """Indices of the scanners that scan at a tick; all of them do at tick 0.

        Args:
            tick: Number of the tick.
            rate: Ticks per second of simulated time.
        """
        return tuple(index for index, lidar in enumerate(self._lidars) if is_due(lidar, tick, rate))

    def read(self, lidar: int, distances: Floats) -> Floats:
        """What a scanner reports.

        Args:
            lidar: Index of the scanner.
            distances: Shape (B,): true distances, metres, infinity for nothing in reach.

        Returns:
            Shape (B,): metres, or infinities as ``limited`` says.
        """
        model = self._lidars[lidar]
        noisy = distances
        if model.noise_std > 0.0:
            noisy = distances + self._streams[lidar].normal(0.0, model.noise_std, len(distances))
        return limited(noisy, model.range_min, model.range_max)


def is_due(sensor: LidarModel | CameraModel, tick: int, rate: int) -> bool:
    """Whether the number of readings that are due by a tick is larger than by the tick before it."""
    return tick == 0 or math.floor(tick * sensor.rate / rate) > math.floor((tick - 1) * sensor.rate / rate)


def limited(distances: Floats, range_min: float, range_max: float) -> Floats:
    """Distances within a scanner's limits; beyond them +infinity, nearer than them -infinity.

    Source: REP 117, "Informational Distance Measurements" (+Inf: nothing in range, -Inf: too close to measure).

    Args:
        distances: Shape (B,), metres.
        range_min: Nearest return, metres.
        range_max: Farthest return, metres.
    """
    far = np.where(distances > range_max, math.inf, distances)
    return np.where(far < range_min, -math.inf, far)
