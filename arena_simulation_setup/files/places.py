"""Readers of points, poses and orientations, in every form that the files know."""

import math
from collections.abc import Sequence

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.values import number, place_name
from arena_simulation_setup.geometry import Pose, Position, wrapped_angle

POSITION_FORMS = "[x, y], [x, y, z] or {x, y, z}"
POSE_FORMS = (
    "[x, y], [x, y, yaw], [x, y, z, roll, pitch, yaw], [x, y, z, qw, qx, qy, qz], [[position], [orientation]], "
    "{x, y, yaw} or {position, orientation}"
)
ORIENTATION_FORMS = "yaw, [roll, pitch, yaw], [w, x, y, z] or {w, x, y, z}"
ORIGIN = Position(0.0, 0.0)
ORIGIN_POSE = Pose(0.0, 0.0)
SHORTEST_SEGMENT = 1e-3
"""Metres; a shorter wall or door is none."""
SMALLEST_QUATERNION = 1e-6

FARTHEST = 1e7
"""Metres from the origin; a coordinate beyond is a slip."""

_any_number = number(largest=FARTHEST)
Angles = tuple[float, float, float]


def numbers(cursor: Cursor) -> list[float]:
    """A list of finite numbers of any length.

    Raises:
        Rejection: If it is no list or has something else in it.
    """
    return [_any_number(item) for item in cursor.items()]


def position(cursor: Cursor) -> Position:
    """A point in metres."""
    if cursor.is_mapping and not cursor.is_empty:
        fields = Fields(cursor, ("x", "y", "z"))
        fields.refuse_rest()
        x, y = fields.required("x", _any_number, 0.0), fields.required("y", _any_number, 0.0)
        z = fields.optional("z", _any_number, 0.0)
        fields.require_sound()
        return Position(x, y, z)
    if not cursor.is_list or len(cursor.items()) not in (2, 3):
        raise cursor.wrong(POSITION_FORMS)
    return Position(*numbers(cursor))


def has_length(start: Position, end: Position) -> bool:
    """Whether two ends are far enough apart, seen from above, to be those of a wall or door."""
    return math.dist(start.xy, end.xy) >= SHORTEST_SEGMENT


def vector(cursor: Cursor) -> tuple[float, float, float]:
    """Three numbers."""
    if not cursor.is_list or len(cursor.items()) != 3:
        raise cursor.wrong("[x, y, z]")
    x, y, z = numbers(cursor)
    return (x, y, z)


def positive_vector(cursor: Cursor) -> tuple[float, float, float]:
    """Three numbers above zero."""
    if not cursor.is_list or len(cursor.items()) != 3:
        raise cursor.wrong("[x, y, z], each > 0")
    x, y, z = (number(above=0.0, largest=FARTHEST)(item) for item in cursor.items())
    return (x, y, z)


def direction(cursor: Cursor) -> Position:
    """A vector that is not zero."""
    found = position(cursor)
    if found == Position(0.0, 0.0, 0.0):
        raise cursor.rejection("value.direction", "a direction of length zero", expected="a vector that is not zero")
    return found


def pose(cursor: Cursor) -> Pose:
    """A pose; all documented forms are accepted."""
    if cursor.is_mapping and not cursor.is_empty:
        return _pose_mapping(cursor)
    if not cursor.is_list:
        raise cursor.wrong(POSE_FORMS)
    items = cursor.items()
    if len(items) == 2 and items[0].is_list:
        return _composed(position(items[0]), orientation(items[1]))
    if len(items) not in (2, 3, 6, 7):
        raise cursor.wrong(POSE_FORMS)
    values = numbers(cursor)
    if len(values) < 6:
        return Pose(*values)
    point = Position(*values[:3])
    if len(values) == 6:
        return _composed(point, (values[3], values[4], values[5]))
    return _composed(point, _angles(cursor, values[3:]))


def pose_or_place(cursor: Cursor) -> Pose | str:
    """A pose, or the name of a zone, door or elevator."""
    return place_name(cursor) if cursor.is_text else pose(cursor)


def orientation(cursor: Cursor) -> Angles:
    """Roll, pitch and yaw in radians."""
    if cursor.is_mapping and not cursor.is_empty:
        fields = Fields(cursor, ("w", "x", "y", "z"))
        fields.refuse_rest()
        quaternion = [fields.required(key, _any_number, 1.0) for key in ("w", "x", "y", "z")]
        fields.require_sound()
        return _angles(cursor, quaternion)
    if not cursor.is_list:
        return (0.0, 0.0, _any_number(cursor))
    values = numbers(cursor)
    if len(values) == 1:
        return (0.0, 0.0, values[0])
    if len(values) == 3:
        return (values[0], values[1], values[2])
    if len(values) == 4:
        return _angles(cursor, values)
    raise cursor.wrong(ORIENTATION_FORMS)


def _pose_mapping(cursor: Cursor) -> Pose:
    fields = Fields(cursor, ("x", "y", "z", "yaw", "roll", "pitch", "position", "orientation"))
    fields.refuse_rest()
    if fields.has("position") or fields.has("orientation"):
        point = fields.required("position", position, ORIGIN)
        turn = fields.optional("orientation", orientation, (0.0, 0.0, 0.0))
        fields.require_sound()
        return _composed(point, turn)
    x, y = fields.required("x", _any_number, 0.0), fields.required("y", _any_number, 0.0)
    z, yaw, roll, pitch = (fields.optional(key, _any_number, 0.0) for key in ("z", "yaw", "roll", "pitch"))
    fields.require_sound()
    return Pose(x, y, yaw, z, roll, pitch)


def _composed(point: Position, angles: Angles) -> Pose:
    return Pose(point.x, point.y, angles[2], point.z, angles[0], angles[1])


def _angles(cursor: Cursor, quaternion: Sequence[float]) -> Angles:
    """Roll, pitch and yaw of a quaternion (w, x, y, z) of any length but zero.

    Source: intrinsic z-y-x angles of a unit quaternion; a turn about z alone is taken as 2 atan2(z, w), which keeps
    it exact.
    """
    length = math.sqrt(sum(part * part for part in quaternion))
    if not SMALLEST_QUATERNION < length < math.inf:
        raise cursor.rejection("value.quaternion", "a quaternion of length zero", expected="w, x, y, z of length 1")
    w, x, y, z = (part / length for part in quaternion)
    if x == 0.0 and y == 0.0:
        return (0.0, 0.0, wrapped_angle(2.0 * math.atan2(z, w)))
    roll = math.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = math.asin(max(-1.0, min(1.0, 2.0 * (w * y - z * x))))
    return (roll, pitch, math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))
