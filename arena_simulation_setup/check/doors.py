"""Doors: whether they fill a gap in a wall, lead somewhere, and slide along a wall."""

import math
from collections.abc import Iterator, Sequence

import shapely
from shapely.geometry import LineString, Point, Polygon

from arena_simulation_setup.check.level_plan import LINE_TOLERANCE, LevelPlan, SolidWall
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.geometry import Corner, band_corners
from arena_simulation_setup.world.door import DOOR_REFERENCE_HALF_WIDTH, Door

SLIDING = "sliding"
WIDEST_GAP = 0.15
"""Metres between an end of a door and the nearest wall."""
NARROWING = 0.1
"""Metres of a door's length that walls at its ends may take."""
LONGEST_OVERHANG = 0.05
"""Metres of an open slab that may stand free."""
STEP = 0.4
"""Metres from a door's line at which the zone on a side is looked up."""


def door_problems(plan: LevelPlan) -> Iterator[Problem]:
    """What is wrong with the doors of a level."""
    for path, door in plan.doors:
        yield from _ends(plan, path, door)
        yield from _passage(plan, path, door)
        yield from _sides(plan, path, door)
        if door.kind == SLIDING:
            yield from _open_slab(plan, path, door)


def _ends(plan: LevelPlan, path: str, door: Door) -> Iterator[Problem]:
    for key, end in (("start", door.start), ("end", door.end)):
        point = Point(end.xy)
        near = min((wall.shape.distance(point) for wall in plan.walls), default=math.inf)
        if near > WIDEST_GAP:
            distance = f"{near:.2f} m away" if near < math.inf else "nowhere"
            message = f"the {key} of door {door.name!r} meets no wall, the nearest is {distance}"
            yield plan.file.problem("door.off_wall", f"{path}.{key}", message, expected="the end of a wall")


def _passage(plan: LevelPlan, path: str, door: Door) -> Iterator[Problem]:
    """Walls parallel to the door or across it leave too little of its length free."""
    length = math.dist(door.start.xy, door.end.xy)
    passage = Polygon(band_corners(door.start.xy, door.end.xy, DOOR_REFERENCE_HALF_WIDTH))
    taken = [
        _range_along(door, shapely.get_coordinates(shape))
        for wall in plan.walls_at(passage)
        if wall.slab.bottom < door.start.z + door.height
        and wall.slab.top > door.start.z
        and not (shape := wall.shape.intersection(passage)).is_empty
    ]
    free = _widest_gap(taken, length)
    if free < length - NARROWING:
        message = f"walls leave {max(free, 0.0):.2f} of the {length:.2f} m of door {door.name!r} free"
        yield plan.file.problem("door.blocked", path, message, expected="no wall in the opening")


def _range_along(door: Door, points: Sequence[Sequence[float]]) -> Corner:
    length = math.dist(door.start.xy, door.end.xy)
    x, y = (door.end.x - door.start.x) / length, (door.end.y - door.start.y) / length
    along = [(point[0] - door.start.x) * x + (point[1] - door.start.y) * y for point in points]
    return min(along), max(along)


def _widest_gap(taken: Sequence[Corner], length: float) -> float:
    position, widest = 0.0, 0.0
    for low, high in (*sorted(taken), (length, length)):
        widest = max(widest, low - position)
        position = max(position, high)
    return widest


def _sides(plan: LevelPlan, path: str, door: Door) -> Iterator[Problem]:
    left, right = (_zone_beside(plan, door, sign) for sign in (1.0, -1.0))
    if not left and not right:
        message = f"there is no zone on either side of door {door.name!r}"
        yield plan.file.problem("door.nowhere", path, message, expected="a zone at the door")
    elif left == right:
        message = f"zone {left!r} lies on both sides of door {door.name!r}"
        yield plan.file.problem("door.same_zone", path, message, expected="a door between two zones, or to the outside")


def _zone_beside(plan: LevelPlan, door: Door, sign: float) -> str:
    """Name of the zone on one side of a door's middle; empty where it leads outside."""
    length = math.dist(door.start.xy, door.end.xy)
    x, y = -(door.end.y - door.start.y) / length, (door.end.x - door.start.x) / length
    middle = ((door.start.x + door.end.x) / 2.0, (door.start.y + door.end.y) / 2.0)
    rooms = plan.rooms_at(middle[0] + sign * STEP * x, middle[1] + sign * STEP * y)
    return rooms[0].zone.name if rooms else ""


def _open_slab(plan: LevelPlan, path: str, door: Door) -> Iterator[Problem]:
    beyond = (2.0 * door.end.x - door.start.x, 2.0 * door.end.y - door.start.y)
    opened = LineString((door.end.xy, beyond))
    for _, other in plan.doors:
        line = LineString((other.start.xy, other.end.xy))
        covered = line.intersection(opened.buffer(LINE_TOLERANCE, cap_style="flat")).length
        if other is not door and covered > LONGEST_OVERHANG:
            message = f"the open slab of door {door.name!r} stands in door {other.name!r}"
            expected = f"{covered:.2f} m more wall between them, or the other direction"
            yield plan.file.problem("door.slab_covers_door", path, message, expected=expected)
            return
    overhang = _overhang(plan, door, opened)
    if overhang > LONGEST_OVERHANG:
        message = f"the open slab of door {door.name!r} leaves its wall by {overhang:.2f} m"
        expected = f"{overhang:.2f} m more wall behind the end, or start and end swapped"
        yield plan.file.problem("door.slab_leaves_wall", path, message, expected=expected)


def _overhang(plan: LevelPlan, door: Door, opened: LineString) -> float:
    """How much of an open slab has no wall beside it, metres."""
    length = opened.length
    beside = opened.buffer(LINE_TOLERANCE + door.width / 2.0, cap_style="flat")
    behind = [wall.shape.intersection(beside) for wall in plan.walls_at(beside) if _is_along(wall, door)]
    covered = [_range_along(door, shapely.get_coordinates(shape)) for shape in behind if not shape.is_empty]
    position, free = length, 0.0
    for low, high in (*sorted(covered), (2.0 * length, 2.0 * length)):
        free += max(0.0, low - position)
        position = max(position, high)
    return free


def _is_along(wall: SolidWall, door: Door) -> bool:
    (ax, ay), (bx, by) = wall.slab.start, wall.slab.end
    along = (door.end.x - door.start.x, door.end.y - door.start.y)
    cross = (bx - ax) * along[1] - (by - ay) * along[0]
    return bool(abs(cross) < 0.1 * math.hypot(*along) * wall.line.length)
