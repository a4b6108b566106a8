"""The geometry of elevator cabins: three thin walls, a door on the fourth side, and the room between them."""

from arena_simulation_setup.geometry import Corner, Position
from arena_simulation_setup.world.elevator import Elevator

CABIN_WALL = 0.05
"""Thickness of a cabin's walls, floor and door, metres; the walls stand inside the cabin's box."""
CABIN_DOOR_INSET = 0.05
"""Metres by which a cabin's door stands inside the face, and ends short of the side walls."""
SIDE_AXES = {"+x": (1, 0), "-x": (-1, 0), "+y": (0, 1), "-y": (0, -1)}
"""Outward direction of each face."""

Box = tuple[Corner, ...]


def cabin_walls(elevator: Elevator, door_side: str) -> tuple[Box, Box, Box]:
    """The walls of a cabin: at the back, on the side of the growing coordinate, and on the other side.

    Returns:
        Rectangles counter-clockwise, metres, in the frame of the cabin's position.
    """
    out_x, out_y = SIDE_AXES[door_side]
    size_x, size_y, _ = elevator.size
    x, y = elevator.position.xy
    reach_x, reach_y = (size_x - CABIN_WALL) / 2, (size_y - CABIN_WALL) / 2
    across_x, across_y = (CABIN_WALL, size_y), (size_x, CABIN_WALL)
    back, side = (across_x, across_y) if out_x else (across_y, across_x)
    side_x, side_y = abs(out_y) * reach_x, abs(out_x) * reach_y
    return (
        _box(x - out_x * reach_x, y - out_y * reach_y, *back),
        _box(x + side_x, y + side_y, *side),
        _box(x - side_x, y - side_y, *side),
    )


def cabin_door_line(elevator: Elevator, door_side: str) -> tuple[Position, Position]:
    """Both ends of the cabin's door, metres; it slides from the first end towards the second."""
    out_x, out_y = SIDE_AXES[door_side]
    size_x, size_y, _ = elevator.size
    x = elevator.position.x + out_x * (size_x / 2 - CABIN_DOOR_INSET)
    y = elevator.position.y + out_y * (size_y / 2 - CABIN_DOOR_INSET)
    half_x, half_y = abs(out_y) * (size_x / 2 - CABIN_DOOR_INSET), abs(out_x) * (size_y / 2 - CABIN_DOOR_INSET)
    z = elevator.position.z
    return Position(x - half_x, y - half_y, z), Position(x + half_x, y + half_y, z)


def boarding_radius(elevator: Elevator) -> float:
    """The largest radius of a body, metres, that stands at the cabin's centre clear of walls and shut door.

    It is negative for a cabin that holds nobody.
    """
    return min(elevator.size[0], elevator.size[1]) / 2 - CABIN_WALL - CABIN_WALL / 2


def _box(x: float, y: float, size_x: float, size_y: float) -> Box:
    half_x, half_y = size_x / 2, size_y / 2
    return ((x - half_x, y - half_y), (x + half_x, y - half_y), (x + half_x, y + half_y), (x - half_x, y + half_y))
