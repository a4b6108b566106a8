"""The face that an elevator's door opens on."""

from collections.abc import Sequence

from arena_simulation_setup.geometry import segment_distance_squared
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall

DEFAULT_SIDE = "+x"
REACH = 1.0
"""Metres from the cabin's centre, or along its wall, within which walls are looked at."""


def effective_door_side(elevator: Elevator, level: LevelDescription) -> str:
    """The authored face, else the one that looks from the nearest wall into the room.

    The nearest wall gives the axis; whether its middle lies nearer to the lowest or to the highest of the walls on the
    same slice gives the direction.

    Returns:
        One of ``+x``, ``-x``, ``+y``, ``-y``; ``+x`` where no wall is within a metre of the cabin's centre.
    """
    if elevator.door_side is not None:
        return elevator.door_side
    walls = [wall for zone in level.zones for wall in zone.walls]
    x, y = elevator.position.xy
    distances = [segment_distance_squared(x, y, wall.start.xy, wall.end.xy) for wall in walls]
    if not distances or min(distances) > REACH * REACH:
        return DEFAULT_SIDE
    return _facing(walls[distances.index(min(distances))], walls, (x, y))


def _facing(nearest: Wall, walls: Sequence[Wall], centre: tuple[float, float]) -> str:
    along_x, along_y = nearest.end.x - nearest.start.x, nearest.end.y - nearest.start.y
    across = 0 if abs(along_y) >= abs(along_x) else 1
    foot = _foot(nearest, centre)[1 - across]
    middles = [_middle(wall) for wall in walls]
    beside = [middle[across] for middle in middles if abs(middle[1 - across] - foot) <= REACH]
    own = _middle(nearest)[across]
    beside = beside or [own]
    sign = "+" if own - min(beside) <= max(beside) - own else "-"
    return sign + "xy"[across]


def _middle(wall: Wall) -> tuple[float, float]:
    return ((wall.start.x + wall.end.x) / 2.0, (wall.start.y + wall.end.y) / 2.0)


def _foot(wall: Wall, point: tuple[float, float]) -> tuple[float, float]:
    along_x, along_y = wall.end.x - wall.start.x, wall.end.y - wall.start.y
    squared = along_x * along_x + along_y * along_y
    share = ((point[0] - wall.start.x) * along_x + (point[1] - wall.start.y) * along_y) / squared if squared else 0.0
    share = min(1.0, max(0.0, share))
    return (wall.start.x + share * along_x, wall.start.y + share * along_y)
