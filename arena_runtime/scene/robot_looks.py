"""What a robot looks like and how its arms are built, from its MJCF."""

from typing import Any

import mujoco
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.robots.inverse_kinematics import Chain
from arena_runtime.scene.errors import SceneError
from arena_runtime.scene.layers import DRAWN_GROUP
from arena_runtime.scene.shapes import Color, PlacedShape
from arena_simulation_setup.models.robot_model import ArmModel, RobotModel

Floats = NDArray[np.float64]
SHAPE_OF = {
    int(mujoco.mjtGeom.mjGEOM_BOX): "box",
    int(mujoco.mjtGeom.mjGEOM_CYLINDER): "cylinder",
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): "capsule",
    int(mujoco.mjtGeom.mjGEOM_ELLIPSOID): "ellipsoid",
    int(mujoco.mjtGeom.mjGEOM_SPHERE): "sphere",
}
LINK_MASS = 0.05
"""Kilograms of each moving link: the base carries the mass of the whole robot, so an arm must not move it."""
LINK_INERTIA = (1e-4, 1e-4, 1e-4)
NOTHING = (0.0, 0.0, 0.0)
JOINT_INERTIA = 0.1
"""kg m^2 of every motor; far more than that of the links, so that one gain suits all joints."""
JOINT_STIFFNESS = 90.0
JOINT_DAMPING = 6.0
"""Newton metres per radian and per rad/s: critically damped at 30 rad/s."""


@frozen(eq=False)
class LooksPart:
    """A solid of a robot with every arm as at the beginning, base frame.

    Attributes:
        name: Its name in the MJCF.
        shape: The solid; a box stands for a mesh.
        moves: Whether an arm moves it.
        offset: Shape (3,): centre of the solid in the frame of MuJoCo's geom, metres.
    """

    name: str
    shape: PlacedShape
    moves: bool
    offset: Floats


@frozen(eq=False)
class RobotLooks:
    """A robot's MJCF, made ready for a scene.

    Attributes:
        spec: What is attached: nothing in it collides, and only arms have joints.
        parts: Its solids.
        chains: How each arm moves, in the order of the model.
    """

    spec: Any
    parts: tuple[LooksPart, ...]
    chains: tuple[Chain, ...]


def part_name(robot: str, name: str) -> str:
    """Name in a scene of something that is called ``name`` in the MJCF of a robot."""
    return f"{robot}/part/{name}"


def robot_looks(model: RobotModel) -> RobotLooks | None:
    """What the MJCF of a model says; None where it has none.

    Raises:
        SceneError: If MuJoCo can not read it, or it lacks a joint or the tip of an arm, or a wheel.
    """
    if not model.mjcf:
        if model.arms:
            raise SceneError(f"robot model {model.name!r} has arms, but no MJCF with their joints beside its caps.yaml")
        return None
    try:
        spec = mujoco.MjSpec.from_file(model.mjcf)
        _check_parts(spec, model)
        _strip(spec, [joint.name for arm in model.arms for joint in arm.joints])
        compiled = spec.compile()
    except ValueError as error:
        raise SceneError(f"MuJoCo refuses {model.mjcf}: {error}") from error
    data = mujoco.MjData(compiled)
    mujoco.mj_kinematics(compiled, data)
    chains = tuple(_chain(compiled, data, arm) for arm in model.arms)
    for arm in model.arms:
        for joint, angle in zip(arm.joints, arm.start, strict=True):
            data.joint(joint.name).qpos = angle
    mujoco.mj_kinematics(compiled, data)
    return RobotLooks(spec, tuple(_part(compiled, data, geom) for geom in range(compiled.ngeom)), chains)


def attach_looks(spec: Any, body: Any, name: str, looks: RobotLooks, model: RobotModel) -> None:
    """Put a robot's looks on its body, with an actuator for each joint of an arm."""
    spec.attach(looks.spec, frame=body.add_frame(), prefix=part_name(name, ""))
    for arm in model.arms:
        for joint in arm.joints:
            own = part_name(name, joint.name)
            actuator = spec.add_actuator(name=own, trntype=mujoco.mjtTrn.mjTRN_JOINT, target=own)
            actuator.set_to_position(kp=JOINT_STIFFNESS, kv=JOINT_DAMPING)


def _check_parts(spec: Any, model: RobotModel) -> None:
    for arm in model.arms:
        for joint in arm.joints:
            if spec.joint(joint.name) is None:
                raise SceneError(f"{model.mjcf} has no joint {joint.name!r}, which arm {arm.name!r} names")
        if spec.site(arm.tip) is None:
            raise SceneError(f"{model.mjcf} has no site {arm.tip!r}, which arm {arm.name!r} has as its tip")
    for wheel in model.wheels:
        if spec.body(wheel.name) is None:
            raise SceneError(f"{model.mjcf} has no body {wheel.name!r}, which a wheel of the capability file names")


def _strip(spec: Any, kept: list[str]) -> None:
    """Leave only looks and the joints of arms."""
    for unwanted in (*spec.actuators, *spec.sensors, *spec.keys, *spec.equalities, *spec.tendons, *spec.excludes):
        spec.delete(unwanted)
    for light in list(spec.lights):
        spec.delete(light)
    for joint in list(spec.joints):
        if joint.name in kept:
            joint.armature, joint.limited = JOINT_INERTIA, mujoco.mjtLimited.mjLIMITED_FALSE
            joint.damping, joint.stiffness, joint.frictionloss = NOTHING, NOTHING, 0.0
        else:
            spec.delete(joint)
    for index, geom in enumerate(spec.geoms):
        geom.name = geom.name or f"solid_{index}"
        geom.mass, geom.contype, geom.conaffinity, geom.group = 0.0, 0, 0, DRAWN_GROUP
    for body in spec.bodies[1:]:
        moves = any(joint.name in kept for joint in body.joints)
        body.explicitinertial = moves
        body.mass = LINK_MASS if moves else 0.0
        body.inertia = LINK_INERTIA if moves else NOTHING


def _chain(model: Any, data: Any, arm: ArmModel) -> Chain:
    joints = [model.joint(joint.name).id for joint in arm.joints]
    tip = data.site(arm.tip)
    return Chain(
        anchors=data.xanchor[joints].copy(),
        axes=data.xaxis[joints].copy(),
        tip=tip.xpos.copy(),
        tip_rotation=tip.xmat.reshape(3, 3).copy(),
        lower=np.array([joint.min for joint in arm.joints]),
        upper=np.array([joint.max for joint in arm.joints]),
    )


def _part(model: Any, data: Any, geom: int) -> LooksPart:
    kind, rotation = int(model.geom_type[geom]), data.geom_xmat[geom].reshape(3, 3).copy()
    half, offset = model.geom_size[geom].tolist(), np.zeros(3)
    size = (2 * half[0], 2 * half[1], 2 * half[2])
    if kind in (mujoco.mjtGeom.mjGEOM_CYLINDER, mujoco.mjtGeom.mjGEOM_CAPSULE):
        caps = half[0] if kind == mujoco.mjtGeom.mjGEOM_CAPSULE else 0.0
        size = (2 * half[0], 2 * half[0], 2 * (half[1] + caps))
    elif kind == mujoco.mjtGeom.mjGEOM_SPHERE:
        size = (2 * half[0], 2 * half[0], 2 * half[0])
    elif kind not in SHAPE_OF:
        box = model.geom_aabb[geom]
        offset, size = box[:3].copy(), (float(2 * box[3]), float(2 * box[4]), float(2 * box[5]))
    x, y, z = (data.geom_xpos[geom] + rotation @ offset).tolist()
    red, green, blue, alpha = model.geom_rgba[geom].tolist()
    color: Color = (red, green, blue, alpha)
    shape = PlacedShape(SHAPE_OF.get(kind, "box"), size, (x, y, z), rotation, color)
    moves = int(model.body_weldid[model.geom_bodyid[geom]]) != 0
    return LooksPart(model.geom(geom).name, shape, moves, offset)
