"""Solids in Foxglove's terms: boxes, cylinders, spheres and lists of triangles in the map frame."""

import math
from collections.abc import Sequence

from foxglove.messages import (
    Color,
    CubePrimitive,
    CylinderPrimitive,
    Point3,
    Pose,
    Quaternion,
    SceneEntity,
    SpherePrimitive,
    Timestamp,
    TriangleListPrimitive,
    Vector3,
)

from arena_simulation_setup.geometry import Pose as PlanarPose

Rgba = tuple[float, float, float, float]
Size = tuple[float, float, float]
MAP_FRAME = "map"


def box(pose: PlanarPose, size: Size, color: Rgba) -> CubePrimitive:
    """A box around a pose; lengths in metres."""
    return CubePrimitive(pose=pose_of(pose), size=vector(*size), color=rgba(color))


def cylinder(pose: PlanarPose, diameter: float, height: float, color: Rgba) -> CylinderPrimitive:
    """An upright cylinder around a pose; lengths in metres."""
    size = vector(diameter, diameter, height)
    return CylinderPrimitive(pose=pose_of(pose), size=size, bottom_scale=1.0, top_scale=1.0, color=rgba(color))


def ball(pose: PlanarPose, diameter: float, color: Rgba) -> SpherePrimitive:
    """A sphere around a pose; lengths in metres."""
    return SpherePrimitive(pose=pose_of(pose), size=vector(diameter, diameter, diameter), color=rgba(color))


def triangles(corners: Sequence[tuple[float, float]], height: float, color: Rgba) -> TriangleListPrimitive:
    """Flat triangles; three corners each, metres."""
    points = [Point3(x=x, y=y, z=height) for x, y in corners]
    return TriangleListPrimitive(pose=pose_of(PlanarPose(0.0, 0.0)), points=points, color=rgba(color))


def entity(
    name: str,
    stamp: Timestamp,
    frame: str = MAP_FRAME,
    cubes: Sequence[CubePrimitive] = (),
    cylinders: Sequence[CylinderPrimitive] = (),
    spheres: Sequence[SpherePrimitive] = (),
    lists: Sequence[TriangleListPrimitive] = (),
) -> SceneEntity:
    """A thing made of solids; it replaces the one that had its name before.

    Args:
        name: Of the thing.
        stamp: Time.
        frame: Frame of the poses; the thing moves with it.
        cubes: Boxes.
        cylinders: Cylinders.
        spheres: Spheres.
        lists: Lists of triangles.
    """
    return SceneEntity(
        timestamp=stamp,
        frame_id=frame,
        id=name,
        frame_locked=True,
        cubes=list(cubes),
        cylinders=list(cylinders),
        spheres=list(spheres),
        triangles=list(lists),
    )


def pose_of(pose: PlanarPose) -> Pose:
    """A pose with an upright axis."""
    return Pose(position=vector(pose.x, pose.y, pose.z), orientation=turn(pose.yaw))


def turn(yaw: float) -> Quaternion:
    """A rotation about z, radians."""
    return Quaternion(x=0.0, y=0.0, z=math.sin(yaw / 2.0), w=math.cos(yaw / 2.0))


def vector(x: float, y: float, z: float) -> Vector3:
    """A vector, metres."""
    return Vector3(x=x, y=y, z=z)


def rgba(color: Rgba) -> Color:
    """A color with its opacity, each 0 to 1."""
    red, green, blue, alpha = color
    return Color(r=red, g=green, b=blue, a=alpha)
