"""Door slabs and elevator cabins."""

import math

from arena_runtime.scene.draft import SceneDraft
from arena_runtime.scene.shapes import Color, PlacedShape, midpoint, upright_box
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.cabin import CABIN_WALL, SIDE_AXES, cabin_door_line
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator

CABIN_FLOOR_TOP = 0.01
"""Height of the cabin's floor above its position, metres."""


def slab(start: Position, end: Position, width: float, height: float, color: Color) -> PlacedShape:
    """A shut door slab: centre half way between the ends and half its height above them, length along start to end."""
    x, y, z = midpoint(start, end)
    along_x, along_y = end.x - start.x, end.y - start.y
    size = (math.hypot(along_x, along_y), width, height)
    return upright_box((x, y, z + height / 2), size, math.atan2(along_y, along_x), color)


def add_door(draft: SceneDraft, level_id: str, door: Door, color: Color) -> None:
    """Add the slab of a door, shut, as a body named ``<door>/<level>``; its origin is the slab's centre."""
    name = f"{door.name}/{level_id}"
    draft.add_slab(name, slab(door.start, door.end, door.width, door.height, color), "door", name)


def add_elevator(draft: SceneDraft, level_id: str, elevator: Elevator, door_side: str, color: Color) -> None:
    """Add a cabin: three walls and a floor that stay, and a door, shut, as a body ``<elevator>/door/<level>``."""
    partner = f"{elevator.name}/{level_id}"
    for part, shape in cabin_parts(elevator, door_side, color):
        draft.add_static(shape, draft.unique(f"{elevator.name}/{part}", level_id), "elevator", partner)
    start, end = cabin_door_line(elevator, door_side)
    shut = slab(start, end, CABIN_WALL, elevator.size[2], color)
    draft.add_slab(f"{elevator.name}/door/{level_id}", shut, "elevator", partner)


def cabin_parts(elevator: Elevator, door_side: str, color: Color) -> tuple[tuple[str, PlacedShape], ...]:
    """The walls ``back``, ``side_pos``, ``side_neg`` and the slab ``floor`` of a cabin, which has no roof."""
    out_x, out_y = SIDE_AXES[door_side]
    size_x, size_y, height = elevator.size
    x, y, z = elevator.position.x, elevator.position.y, elevator.position.z
    reach_x, reach_y = (size_x - CABIN_WALL) / 2, (size_y - CABIN_WALL) / 2
    wall_x, wall_y = (CABIN_WALL, size_y, height), (size_x, CABIN_WALL, height)
    back, side = (wall_x, wall_y) if out_x else (wall_y, wall_x)
    middle = z + height / 2
    side_x, side_y = abs(out_y) * reach_x, abs(out_x) * reach_y
    floor = (size_x, size_y, CABIN_WALL)
    return (
        ("back", upright_box((x - out_x * reach_x, y - out_y * reach_y, middle), back, 0.0, color)),
        ("side_pos", upright_box((x + side_x, y + side_y, middle), side, 0.0, color)),
        ("side_neg", upright_box((x - side_x, y - side_y, middle), side, 0.0, color)),
        ("floor", upright_box((x, y, z + CABIN_FLOOR_TOP - CABIN_WALL / 2), floor, 0.0, color)),
    )
