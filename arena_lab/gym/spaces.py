"""What observations and actions look like, and how a state becomes one."""

import math

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arena_lab.gym.goal_sense import Bearings
from arena_lab.gym.scan_sense import scan_limits
from arena_lab.video_levels import level_boxes
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.site import Site

Reals = NDArray[np.float32]
Observed = dict[str, Reals]
LONGEST_WAY = 4.0
"""Ways are shown up to so many times the diagonal of all levels together."""
FASTEST = 2.0
"""Speeds are shown up to so many times the robot's own limit: who is pushed may be faster than it drives."""


def action_space(model: RobotModel) -> spaces.Box:
    """Velocity commands within the robot's limits: forward (m/s), leftward where it can (m/s), yaw rate (rad/s)."""
    speeds = [model.max_speed] * (2 if model.drive == "omnidirectional" else 1)
    limits = np.array([*speeds, model.max_turn_rate], dtype=np.float32)
    return spaces.Box(-limits, limits, dtype=np.float32)


def command_of(action: NDArray[np.floating], space: spaces.Box) -> tuple[float, float, float]:
    """Forward speed, leftward speed and yaw rate of an action.

    Raises:
        ValueError: If it has another shape.
    """
    numbers = np.asarray(action, dtype=np.float64)
    if numbers.shape != space.shape:
        raise ValueError(f"an action of shape {numbers.shape} was given, expected {space.shape}")
    forward, *sideways, turn = numbers.tolist()
    return (forward, sideways[0] if sideways else 0.0, turn)


class ObservationForm:
    """Makes observations of one robot model in one world.

    Args:
        site: The world.
        model: The robot.
        scan: Whether the scanners are part of it.
    """

    def __init__(self, site: Site, model: RobotModel, scan: bool) -> None:
        diagonal = _diagonal(site)
        angle = math.pi + 1e-3
        self._limits: Observed = {
            "goal": _reals(diagonal, angle, angle),
            "route": _reals(LONGEST_WAY * diagonal, angle),
            "velocity": FASTEST * _reals(model.max_speed, model.max_speed, model.max_turn_rate),
        }
        lengths = {"goal": 1, "route": 1, "velocity": 0}
        boxes: dict[str, spaces.Space[Reals]] = {}
        for name, high in self._limits.items():
            low = -high
            low[: lengths[name]] = 0.0
            boxes[name] = spaces.Box(low, high, dtype=np.float32)
        if scan and model.lidars:
            ranges = scan_limits(model)
            boxes["scan"] = spaces.Box(np.zeros_like(ranges), ranges, dtype=np.float32)
        self.space = spaces.Dict(boxes)

    @property
    def has_scan(self) -> bool:
        """Whether observations hold scans."""
        return "scan" in self.space.spaces

    def observed(self, bearings: Bearings, velocity: tuple[float, float, float]) -> Observed:
        """All of an observation but the scan.

        Args:
            bearings: Where the goal is.
            velocity: Forward and leftward speed (m/s) and yaw rate (rad/s).
        """
        values = {
            "goal": _reals(bearings.distance, bearings.bearing, bearings.turn),
            "route": _reals(bearings.remaining, bearings.ahead),
            "velocity": _reals(*velocity),
        }
        return {name: np.clip(value, -self._limits[name], self._limits[name]) for name, value in values.items()}


def _diagonal(site: Site) -> float:
    boxes = level_boxes(site)
    if not boxes:
        return 1.0
    width = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    height = max(box[3] for box in boxes) - min(box[1] for box in boxes)
    return math.hypot(width, height)


def _reals(*values: float) -> Reals:
    return np.array(values, dtype=np.float32)
