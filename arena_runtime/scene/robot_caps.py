"""A capability file for a robot of which only the MJCF is known, to be completed by hand."""

import math
from pathlib import Path

import mujoco
import numpy as np

from arena_runtime.scene.errors import SceneError
from arena_runtime.scene.robot_looks import robot_looks
from arena_simulation_setup.models.robot_model import RobotModel

CAPS = """\
name: {name}
description: {name}
drive: differential         # or omnidirectional
radius: {radius:.3f}               # metres, of the circle around everything that the MJCF draws
height: {height:.3f}               # metres
mass: {mass:.1f}                  # kilograms
max_speed: 1.0              # m/s
max_turn_rate: 2.0          # rad/s
# lidars:
# - {{name: scan, mount: {{x: 0.0, y: 0.0, z: {height:.3f}}}, beams: 360, angle_min: -3.14159, angle_max: 3.12414,
#    range_min: 0.1, range_max: 20.0, rate: 10.0}}
"""


def proposed_caps(mjcf: Path) -> str:
    """The text of a capability file whose sizes are those of an MJCF with every joint at its start.

    Args:
        mjcf: The MJCF file.

    Raises:
        SceneError: If MuJoCo can not read it, or nothing is drawn in it.
    """
    looks = robot_looks(RobotModel(mjcf.stem, "", "differential", 1.0, 1.0, 1.0, 1.0, 1.0, mjcf=str(mjcf)))
    if looks is None or not looks.parts:
        raise SceneError(f"{mjcf} draws nothing, expected the solids of a robot")
    radius = max(float(np.linalg.norm(part.shape.outline(), axis=1).max()) for part in looks.parts)
    height = max(part.shape.top for part in looks.parts)
    mass = float(mujoco.MjModel.from_xml_path(str(mjcf)).body_mass.sum())
    # Rounded up, so that nothing sticks out of the circle.
    rounded = math.ceil(radius * 1000.0) / 1000.0
    return CAPS.format(name=mjcf.stem, radius=rounded, height=max(height, 0.01), mass=max(mass, 0.1))
