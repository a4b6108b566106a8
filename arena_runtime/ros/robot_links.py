"""Frames of a robot's links, from its URDF, so that RViz shows it without another node."""

import math
from collections.abc import Collection, Mapping
from pathlib import Path
from xml.etree import ElementTree

from attrs import frozen
from geometry_msgs.msg import Quaternion, TransformStamped

from arena_runtime.ros.planar_messages import transform_message
from arena_simulation_setup.geometry import Pose

Vector = tuple[float, float, float]
NOWHERE: Vector = (0.0, 0.0, 0.0)


@frozen
class LinkJoint:
    """A joint of a URDF.

    Attributes:
        name: Its name.
        parent: Link that it is on.
        child: Link that it carries.
        origin: Pose of the child in the parent with the joint at 0.
        axis: What it turns about, frame of the child; None where it does not turn.
    """

    name: str
    parent: str
    child: str
    origin: Pose
    axis: Vector | None


def link_joints(urdf: str) -> tuple[LinkJoint, ...]:
    """The joints of a URDF file.

    Raises:
        ValueError: If it is no XML, or a joint in it is incomplete.
    """
    try:
        root = ElementTree.parse(Path(urdf)).getroot()
        return tuple(_joint(element) for element in root.iter("joint"))
    except (ElementTree.ParseError, KeyError) as error:
        raise ValueError(f"{urdf} is no URDF: {error}") from error


def fixed_links(
    robot: str, joints: Collection[LinkJoint], known: Collection[str], stamp_ns: int
) -> list[TransformStamped]:
    """Transforms of the links that do not move, without those that are known from elsewhere."""
    return [
        transform_message(joint.origin, stamp_ns, f"{robot}/{joint.parent}", f"{robot}/{joint.child}")
        for joint in joints
        if joint.axis is None and joint.child not in known
    ]


def moving_links(
    robot: str, joints: Collection[LinkJoint], angles: Mapping[str, float], stamp_ns: int
) -> list[TransformStamped]:
    """Transforms of the links behind joints with an angle, radians."""
    found = []
    for joint in joints:
        if joint.axis is not None and joint.name in angles:
            message = transform_message(joint.origin, stamp_ns, f"{robot}/{joint.parent}", f"{robot}/{joint.child}")
            turned = _turned(message.transform.rotation, joint.axis, angles[joint.name])
            message.transform.rotation = turned
            found.append(message)
    return found


def _joint(element: ElementTree.Element) -> LinkJoint:
    links = {child.tag: child.attrib for child in element}
    origin, kind = links.get("origin", {}), element.attrib["type"]
    x, y, z = _vector(origin.get("xyz"), NOWHERE)
    roll, pitch, yaw = _vector(origin.get("rpy"), NOWHERE)
    axis = None if kind == "fixed" else _vector(links.get("axis", {}).get("xyz"), (1.0, 0.0, 0.0))
    pose = Pose(x, y, yaw, z, roll, pitch)
    return LinkJoint(element.attrib["name"], links["parent"]["link"], links["child"]["link"], pose, axis)


def _vector(text: str | None, default: Vector) -> Vector:
    if text is None:
        return default
    x, y, z = (float(word) for word in text.split())
    return (x, y, z)


def _turned(first: Quaternion, axis: Vector, angle: float) -> Quaternion:
    """The product of an orientation and a turn about an axis of its own frame."""
    size, (half_cos, half_sin) = math.hypot(*axis), (math.cos(angle / 2), math.sin(angle / 2))
    x, y, z = (half_sin * part / size for part in axis)
    return Quaternion(
        w=first.w * half_cos - first.x * x - first.y * y - first.z * z,
        x=first.w * x + first.x * half_cos + first.y * z - first.z * y,
        y=first.w * y - first.x * z + first.y * half_cos + first.z * x,
        z=first.w * z + first.x * y - first.y * x + first.z * half_cos,
    )
