"""Solids in MuJoCo's terms, and the settings of its solver."""

from typing import Any

import mujoco
import numpy as np

from arena_runtime.scene.shapes import Color, PlacedShape

GEOM_TYPES = {
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
    "ellipsoid": mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    "capsule": mujoco.mjtGeom.mjGEOM_CAPSULE,
    "sphere": mujoco.mjtGeom.mjGEOM_SPHERE,
}
SMALLEST_HALF_LENGTH = 0.0005
"""Metres; MuJoCo refuses geoms without an extent."""


def empty_spec(timestep: float) -> Any:
    """A model without bodies; ``timestep`` in seconds.

    Everything moves in the plane, so there is no gravity. ``implicitfast`` keeps stiff velocity controllers stable at
    large steps. Sleeping lets MuJoCo skip the geoms that never move; robots themselves never sleep. The automatic
    reset after a divergence is off, since it would hide the divergence.
    """
    spec = mujoco.MjSpec()
    spec.option.timestep = timestep
    spec.option.gravity = [0.0, 0.0, 0.0]
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.enableflags |= mujoco.mjtEnableBit.mjENBL_SLEEP
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
    spec.visual.headlight.ambient = [0.45, 0.45, 0.45]
    spec.visual.headlight.diffuse = [0.25, 0.25, 0.25]
    spec.worldbody.add_light(
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        pos=[0.0, 0.0, 20.0],
        dir=[0.3, 0.2, -1.0],
        diffuse=[0.5, 0.5, 0.5],
    )
    return spec


def add_mocap_body(spec: Any, name: str, place: tuple[float, float, float], turn: list[float]) -> Any:
    """Add a body that is moved from outside; place in metres, turn as w, x, y, z."""
    return spec.worldbody.add_body(name=name, mocap=True, pos=list(place), quat=turn)


def add_geom(body: Any, shape: PlacedShape, **attributes: Any) -> Any:
    """Add a solid to a body; its place is in the frame of that body. Contacts are without friction."""
    half = [max(length / 2, SMALLEST_HALF_LENGTH) for length in shape.size]
    if shape.shape in ("cylinder", "capsule"):
        radius = max(half[0], half[1])
        straight = half[2] if shape.shape == "cylinder" else max(half[2] - radius, SMALLEST_HALF_LENGTH)
        half = [radius, straight, 0.0]
    return body.add_geom(
        type=GEOM_TYPES[shape.shape],
        size=half,
        pos=list(shape.centre),
        quat=quaternion(shape),
        rgba=list(shape.color),
        condim=1,
        **attributes,
    )


def quaternion(shape: PlacedShape) -> list[float]:
    """Orientation of a solid as w, x, y, z."""
    quat = np.zeros(4)
    mujoco.mju_mat2Quat(quat, np.ascontiguousarray(shape.rotation).ravel())
    return [float(value) for value in quat]


def add_plate(body: Any, name: str, color: Color, group: int) -> None:
    """Add the mesh of a name as a geom of the same name that nothing can touch."""
    body.add_geom(
        name=name,
        type=mujoco.mjtGeom.mjGEOM_MESH,
        meshname=name,
        rgba=list(color),
        contype=0,
        conaffinity=0,
        group=group,
    )
