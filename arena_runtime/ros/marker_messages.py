"""Walls, doors, furniture, people and robots as markers; the name of a thing stands in ``text``."""

import math
from collections.abc import Sequence

from geometry_msgs.msg import Point, Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker

from arena_runtime.ros.planar_messages import MAP_FRAME, pose_message
from arena_simulation_setup.geometry import Corner, Pose, band_corners
from arena_simulation_setup.world.footprints import Footprint
from arena_simulation_setup.world.wall_slab import WallSlab

Color = tuple[float, float, float, float]
Size = tuple[float, float, float]

WALL_COLOR: Color = (0.78, 0.78, 0.75, 1.0)
DOOR_COLOR: Color = (0.55, 0.35, 0.17, 0.9)
FURNITURE_COLOR: Color = (0.45, 0.5, 0.55, 1.0)
OBSTACLE_COLOR: Color = (0.8, 0.45, 0.2, 1.0)
PERSON_COLOR: Color = (0.2, 0.5, 0.85, 1.0)
HEADING_COLOR: Color = (0.1, 0.1, 0.1, 1.0)
# Corners of a box by number: bit 0 along the slab, bit 1 across it, bit 2 up; two triangles per face, outwards.
_BOX_FACES = (
    *((0, 3, 1), (0, 2, 3), (4, 5, 7), (4, 7, 6)),
    *((0, 1, 5), (0, 5, 4), (2, 7, 3), (2, 6, 7)),
    *((0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5)),
)


def clearing_marker() -> Marker:
    """Removes every marker of the topic."""
    return Marker(action=Marker.DELETEALL)


def walls_marker(number: int, walls: Sequence[WallSlab]) -> Marker:
    """All visible walls of a level as one list of triangles."""
    marker = _marker("walls", number, Marker.TRIANGLE_LIST, WALL_COLOR)
    marker.scale = Vector3(x=1.0, y=1.0, z=1.0)
    marker.points = [point for wall in walls if wall.visible for point in _wall_triangles(wall)]
    return marker


def box_marker(namespace: str, number: int, outline: Footprint, color: Color) -> Marker:
    """The bounding box of a static thing."""
    (x0, y0), (x1, y1), (x2, y2), _ = outline.corners
    size = (math.hypot(x1 - x0, y1 - y0), math.hypot(x2 - x1, y2 - y1), outline.top - outline.bottom)
    middle = Pose((x0 + x2) / 2, (y0 + y2) / 2, math.atan2(y1 - y0, x1 - x0), (outline.top + outline.bottom) / 2)
    return solid_marker(namespace, number, middle, (outline.name, Marker.CUBE, size, color))


def solid_marker(namespace: str, number: int, middle: Pose, look: tuple[str, int, Size, Color]) -> Marker:
    """A box or cylinder.

    Args:
        namespace: Group that it is shown and hidden with.
        number: Its number within the group.
        middle: Pose of its centre, map frame.
        look: Name, type of marker, size along its axes in metres, colour.
    """
    name, shape, size, color = look
    marker = _marker(namespace, number, shape, color)
    marker.pose = pose_message(middle)
    marker.scale = Vector3(x=max(size[0], 0.01), y=max(size[1], 0.01), z=max(size[2], 0.01))
    marker.text = name
    return marker


def heading_marker(number: int, pose: Pose, length: float, height: float) -> Marker:
    """An arrow from the centre of a robot to its front.

    Args:
        number: Index of the robot.
        pose: Pose of the robot.
        length: Radius of the robot, metres.
        height: Height of the robot, metres.
    """
    marker = _marker("headings", number, Marker.ARROW, HEADING_COLOR)
    marker.pose = pose_message(Pose(pose.x, pose.y, pose.yaw, height + 0.02))
    marker.scale = Vector3(x=length, y=0.06, z=0.06)
    return marker


def absent_marker(namespace: str, number: int) -> Marker:
    """Removes one marker."""
    return Marker(ns=namespace, id=number, action=Marker.DELETE)


def _marker(namespace: str, number: int, shape: int, color: Color) -> Marker:
    marker = Marker(ns=namespace, id=number, type=shape, action=Marker.ADD)
    marker.header.frame_id = MAP_FRAME
    marker.color = ColorRGBA(r=color[0], g=color[1], b=color[2], a=color[3])
    marker.pose.orientation.w = 1.0
    return marker


def _wall_triangles(wall: WallSlab) -> list[Point]:
    if wall.start == wall.end:
        return []
    near_left, near_right, far_right, far_left = _corner_points(wall.start, wall.end, wall.thickness / 2)
    floor = (near_left, near_right, far_left, far_right)
    points = [Point(x=x, y=y, z=z) for z in (wall.bottom, wall.top) for x, y in floor]
    return [points[corner] for face in _BOX_FACES for corner in face]


def _corner_points(start: Corner, end: Corner, half: float) -> tuple[Corner, Corner, Corner, Corner]:
    first, second, third, fourth = band_corners(start, end, half)
    return first, second, third, fourth
