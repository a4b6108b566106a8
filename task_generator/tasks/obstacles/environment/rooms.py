"""What an environment fills: zones, else the rectangles between walls; and where groups go in them."""

from collections.abc import Iterator
from math import cos, pi, sin

from attrs import frozen

from arena_simulation_setup.geometry import Corner, Pose, covers
from arena_simulation_setup.scenario.environment import Group
from arena_simulation_setup.world.compaction import CompactedWorld
from task_generator.places import Places
from task_generator.wall_rooms import rooms_between

MOST_TILES = 10_000


@frozen
class Room:
    """A room.

    Attributes:
        name: Name of the zone, or ``room_<i>`` where walls make it.
        label: The same, with the level where rooms of several levels are called so.
        corners: Its floor, metres, map frame.
    """

    name: str
    label: str
    corners: tuple[Corner, ...]


def rooms_of(world: CompactedWorld, places: Places) -> tuple[Room, ...]:
    """All rooms of all loaded levels; walls decide on a level without floors."""
    rooms: list[Room] = []
    for level_id, level in world.levels.items():
        zones = [zone for zone in level.zones if len(zone.corners) > 2]
        rooms += (
            Room(zone.name, places.full_name(zone.name, level_id).replace("/", "_"), zone.polygon) for zone in zones
        )
        if not zones:
            suffix = f"_{level_id}" if len(world.levels) > 1 else ""
            found = rooms_between(wall for zone in level.zones for wall in zone.walls)
            rooms += (Room(f"room_{i}", f"room_{i}{suffix}", corners) for i, corners in enumerate(found))
    return tuple(rooms)


def tile_centers(group: Group, room: Room) -> Iterator[Corner]:
    """Middles of the groups that a room is tiled with, row by row from the lower left, metres, map frame."""
    xs, ys = [x for x, _ in room.corners], [y for _, y in room.corners]
    width, depth = group.size
    across = int((max(xs) - min(xs)) / (width + group.margin)) + 1
    upward = int((max(ys) - min(ys)) / (depth + group.margin)) + 1
    for index in range(min(across * upward, MOST_TILES)):
        x = min(xs) + width / 2 + index % across * (width + group.margin)
        y = min(ys) + depth / 2 + index // across * (depth + group.margin)
        if covers(room.corners, x, y):
            yield (x, y)


def in_map(pose: Pose, center: Corner, turn: float) -> Pose:
    """A pose of a group's frame in the map frame, for a group that is turned by an angle in radians."""
    along, up = _turned(pose.xy, turn)
    # A heading just above pi stays as small as it can be written.
    yaw = (pose.yaw + turn + pi) % (2.0 * pi) - pi
    return Pose(center[0] + along, center[1] + up, yaw=yaw)


def _turned(point: Corner, turn: float) -> Corner:
    return (point[0] * cos(turn) - point[1] * sin(turn), point[0] * sin(turn) + point[1] * cos(turn))
