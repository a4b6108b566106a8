"""Robots: discs that drive in the plane."""

from typing import Any

import mujoco
import numpy as np
from attrs import frozen

from arena_runtime.scene.draft import SceneDraft
from arena_runtime.scene.geoms import add_geom, add_mocap_body
from arena_runtime.scene.layers import DRAWN_GROUP, HIDDEN_GROUP, MOVING_BIT
from arena_runtime.scene.shapes import PlacedShape
from arena_simulation_setup.episode import EpisodeRobot
from arena_simulation_setup.models.robot_model import LidarModel, RobotModel

SPEED_GAIN = 50.0
"""Newtons per kilogram and m/s of error: the speed settles within 20 ms where the force suffices."""
TURN_GAIN = 50.0
"""Newton metres per kg m^2 and rad/s of error."""
GRIP_GAIN = 100.0
"""Newtons per kilogram and m/s of sideways slip of a drive that can not move sideways."""
GRIP_ACCELERATION = 0.8 * 9.81
"""m/s^2 that wheels hold sideways: a friction of 0.8 on a dry floor."""
TURN_ACCELERATION = 40.0
"""Largest yaw acceleration of the drive, rad/s^2; far above what a navigator asks for."""
BUMPER_OVERHANG = 1.0
"""Metres by which the solid that meets static things reaches below the floor and above the robot. Whether something
is low or high enough to be missed is decided by masks; the overhang keeps every contact normal horizontal."""
MAST_DIAMETER = 0.04
PUCK_SIZE = (0.08, 0.08, 0.05)
DARK = (0.12, 0.12, 0.13, 1.0)


@frozen
class RobotEntry:
    """A robot of the scene.

    Attributes:
        name: Name of the robot.
        radius: Metres.
        height: Metres.
        start: x, y (metres) and yaw (radians) at frame 0, map frame.
        sideways: Whether its drive can move sideways.
        lidars: Its laser scanners.
    """

    name: str
    radius: float
    height: float
    start: tuple[float, float, float]
    sideways: bool
    lidars: tuple[LidarModel, ...]


def robot_entry(robot: EpisodeRobot, model: RobotModel) -> RobotEntry:
    """What the scene needs to know about a robot of an episode."""
    start = (robot.start.x, robot.start.y, robot.start.yaw)
    return RobotEntry(robot.name, robot.radius, model.height, start, model.drive == "omnidirectional", model.lidars)


def add_robot(draft: SceneDraft, robot: EpisodeRobot, model: RobotModel) -> None:
    """Add a robot as a planar body: slides along x and y of the map frame, hinge about z.

    Its velocity controllers act in the body frame, so one set-point stays right while the robot turns.
    """
    name = robot.name
    body = draft.spec.worldbody.add_body(name=name, sleep=mujoco.mjtSleepPolicy.mjSLEEP_NEVER)
    _add_joints(body, name)
    hull, fittings = robot_shapes(model, robot.radius)
    _add_solids(draft, body, name, hull, model)
    _add_drive(draft.spec, name, model, robot.radius)
    seen = add_mocap_body(draft.sight, name, (robot.start.x, robot.start.y, 0.0), [1.0, 0.0, 0.0, 0.0])
    for shape in fittings:
        add_geom(body, shape, mass=0.0, contype=0, conaffinity=0, group=DRAWN_GROUP)
    for shape in (hull, *fittings):
        add_geom(seen, shape)


def robot_shapes(model: RobotModel, radius: float) -> tuple[PlacedShape, tuple[PlacedShape, ...]]:
    """A robot's hull, and what sticks out of it: a puck per scanner, on a mast where it is above the hull."""
    size = (2 * radius, 2 * radius, model.height)
    hull = PlacedShape("cylinder", size, (0.0, 0.0, model.height / 2), np.eye(3), model.color)
    fittings = []
    for lidar in model.lidars:
        x, y, z = lidar.mount.x, lidar.mount.y, lidar.mount.z
        fittings.append(PlacedShape("cylinder", PUCK_SIZE, (x, y, z), np.eye(3), DARK))
        if z > model.height:
            size = (MAST_DIAMETER, MAST_DIAMETER, z - model.height)
            fittings.append(PlacedShape("cylinder", size, (x, y, (z + model.height) / 2), np.eye(3), DARK))
    return hull, tuple(fittings)


def _add_joints(body: Any, name: str) -> None:
    slide, hinge = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE
    body.add_joint(name=f"{name}/x", type=slide, axis=[1.0, 0.0, 0.0])
    body.add_joint(name=f"{name}/y", type=slide, axis=[0.0, 1.0, 0.0])
    body.add_joint(name=f"{name}/yaw", type=hinge, axis=[0.0, 0.0, 1.0])
    body.add_site(name=f"{name}/drive", group=HIDDEN_GROUP)


def _add_solids(draft: SceneDraft, body: Any, name: str, hull: PlacedShape, model: RobotModel) -> None:
    masks = {"contype": MOVING_BIT, "conaffinity": MOVING_BIT}
    geom = add_geom(body, hull, name=f"{name}/hull", mass=model.mass, group=DRAWN_GROUP, **masks)
    draft.own(geom, "robot", name)
    size = (hull.size[0], hull.size[1], model.height + 2 * BUMPER_OVERHANG)
    bumper = PlacedShape("cylinder", size, hull.centre, hull.rotation, model.color)
    masks = {"contype": draft.layers.robot_bit(model.height), "conaffinity": 0}
    geom = add_geom(body, bumper, name=f"{name}/bumper", mass=0.0, group=HIDDEN_GROUP, **masks)
    draft.own(geom, "robot", name)


def _add_drive(spec: Any, name: str, model: RobotModel, radius: float) -> None:
    mass, inertia = model.mass, model.mass * radius**2 / 2
    forward = (SPEED_GAIN * mass, model.drive_force)
    grip = (GRIP_GAIN * mass, GRIP_ACCELERATION * mass)
    sideways = forward if model.drive == "omnidirectional" else grip
    turn = (TURN_GAIN * inertia, TURN_ACCELERATION * inertia)
    for axis, (gain, limit) in zip((0, 1, 5), (forward, sideways, turn), strict=True):
        gear = [0.0] * 6
        gear[axis] = 1.0
        actuator = spec.add_actuator(
            name=f"{name}/drive_{axis}", trntype=mujoco.mjtTrn.mjTRN_SITE, target=f"{name}/drive"
        )
        actuator.gear = gear
        actuator.set_to_velocity(kv=gain)
        actuator.forcelimited = True
        actuator.forcerange = [-limit, limit]
