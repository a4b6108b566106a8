"""Robots: discs that drive in the plane."""

import math
from typing import Any

import mujoco
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.robots.inverse_kinematics import Chain
from arena_runtime.scene.draft import SceneDraft
from arena_runtime.scene.geoms import add_geom, add_mocap_body
from arena_runtime.scene.layers import DRAWN_GROUP, HIDDEN_GROUP, MOVING_BIT
from arena_runtime.scene.robot_looks import LooksPart, RobotLooks, attach_looks, part_name, robot_looks
from arena_runtime.scene.shapes import PlacedShape, rotation_matrix
from arena_simulation_setup.episode import EpisodeRobot
from arena_simulation_setup.models.robot_model import ArmModel, CameraModel, LidarModel, RobotModel, WheelModel

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


@frozen(eq=False)
class RobotEntry:
    """A robot of the scene.

    Attributes:
        name: Name of the robot.
        radius: Metres.
        height: Metres.
        start: x, y (metres) and yaw (radians) at frame 0, map frame.
        sideways: Whether its drive can move sideways.
        lidars: Its laser scanners.
        cameras: Its cameras.
        arms: Its arms.
        moving_parts: Name in the scene and offset (metres, frame of the geom) of each solid that an arm moves.
        chains: How each arm moves.
        wheels: Its wheels that are drawn.
    """

    name: str
    radius: float
    height: float
    start: tuple[float, float, float]
    sideways: bool
    lidars: tuple[LidarModel, ...]
    cameras: tuple[CameraModel, ...] = ()
    arms: tuple[ArmModel, ...] = ()
    moving_parts: tuple[tuple[str, tuple[float, float, float]], ...] = ()
    chains: tuple[Chain, ...] = ()
    wheels: tuple[WheelModel, ...] = ()


def robot_entry(robot: EpisodeRobot, model: RobotModel, looks: RobotLooks | None = None) -> RobotEntry:
    """What the scene needs to know about a robot of an episode."""
    moving = [part for part in looks.parts if part.moves] if looks else []
    x, y, yaw = robot.start.x, robot.start.y, robot.start.yaw
    return RobotEntry(
        name=robot.name,
        radius=robot.radius,
        height=model.height,
        start=(x, y, yaw),
        sideways=model.is_omnidirectional,
        lidars=model.lidars,
        cameras=model.cameras,
        arms=model.arms,
        moving_parts=tuple((part_name(robot.name, part.name), _triple(part.offset)) for part in moving),
        chains=looks.chains if looks else (),
        wheels=model.wheels if looks else (),
    )


def add_robot(draft: SceneDraft, robot: EpisodeRobot, model: RobotModel) -> RobotEntry:
    """Add a robot as a planar body: slides along x and y of the map frame, hinge about z.

    Its velocity controllers act in the body frame, so one set-point stays right while the robot turns. What is drawn
    and seen is its MJCF, or its hull where it has none.

    Raises:
        SceneError: If MuJoCo can not read the MJCF, or it lacks what the model names.
    """
    name, looks = robot.name, robot_looks(model)
    body = draft.spec.worldbody.add_body(name=name, sleep=mujoco.mjtSleepPolicy.mjSLEEP_NEVER)
    _add_joints(body, name)
    hull, fittings = robot_shapes(model, robot.radius)
    _add_solids(draft, body, name, hull, model)
    _add_drive(draft.spec, name, model, robot.radius)
    for camera in model.cameras:
        add_camera(body, name, camera)
    seen = add_mocap_body(draft.sight, name, (robot.start.x, robot.start.y, 0.0), [1.0, 0.0, 0.0, 0.0])
    if looks is None:
        for shape in fittings:
            add_geom(body, shape, mass=0.0, contype=0, conaffinity=0, group=DRAWN_GROUP)
        for shape in (hull, *fittings):
            add_geom(seen, shape)
    else:
        attach_looks(draft.spec, body, name, looks, model)
        _add_seen_parts(draft, seen, name, looks.parts)
    return robot_entry(robot, model, looks)


def add_camera(body: Any, robot: str, camera: CameraModel) -> None:
    """Add a camera, which looks along x of its mount with z upwards."""
    mount = camera.mount
    ahead, left, up = rotation_matrix(mount.roll, mount.pitch, mount.yaw).T
    quat = np.zeros(4)
    # MuJoCo's cameras look along -z with y upwards.
    mujoco.mju_mat2Quat(quat, np.column_stack((-left, up, -ahead)).ravel())
    height = math.tan(camera.field_of_view / 2) * camera.height / camera.width
    body.add_camera(
        name=part_name(robot, camera.name),
        pos=[mount.x, mount.y, mount.z],
        quat=quat.tolist(),
        fovy=math.degrees(2 * math.atan(height)),
    )


def _add_seen_parts(draft: SceneDraft, seen: Any, name: str, parts: tuple[LooksPart, ...]) -> None:
    for part in parts:
        # All on one body, since a scanner leaves out one body only: that of its own robot.
        if part.moves or draft.layers.in_sight(part.shape.bottom, part.shape.top):
            add_geom(seen, part.shape, name=part_name(name, part.name))


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


def _triple(values: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return (x, y, z)


def _add_joints(body: Any, name: str) -> None:
    slide, hinge = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE
    body.add_joint(name=f"{name}/x", type=slide, axis=[1.0, 0.0, 0.0])
    body.add_joint(name=f"{name}/y", type=slide, axis=[0.0, 1.0, 0.0])
    body.add_joint(name=f"{name}/yaw", type=hinge, axis=[0.0, 0.0, 1.0])
    body.add_site(name=f"{name}/drive", group=HIDDEN_GROUP)


def _add_solids(draft: SceneDraft, body: Any, name: str, hull: PlacedShape, model: RobotModel) -> None:
    masks = {"contype": MOVING_BIT, "conaffinity": MOVING_BIT}
    group = HIDDEN_GROUP if model.mjcf else DRAWN_GROUP
    geom = add_geom(body, hull, name=f"{name}/hull", mass=model.mass, group=group, **masks)
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
    sideways = forward if model.is_omnidirectional else grip
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
