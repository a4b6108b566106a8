"""Where walls are left open: for doors and for elevator cabins."""

import math
from collections.abc import Iterable, Sequence

from attrs import frozen

from arena_simulation_setup.geometry import Corner, Position, band_corners
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.door_side import effective_door_side
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription

DOORWAY_DEPTH = 0.3
"""Metres that are kept free in front of a cabin's door."""
TOUCH = 1e-3
"""Metres by which openings are narrowed, so that a wall which only touches one stays whole."""
SHORTEST_PIECE = 1e-3
"""Metres; a shorter rest of a wall is left out."""


@frozen
class Opening:
    """A convex area without walls.

    Attributes:
        corners: Counter-clockwise, metres.
    """

    corners: tuple[Corner, ...]


def openings(level: LevelDescription) -> tuple[Opening, ...]:
    """The openings of all doors and elevators of a level."""
    doors = (door for zone in level.zones for door in zone.doors)
    lifts = (lift for zone in level.zones for lift in zone.elevators)
    return (*(door_opening(door) for door in doors), *(cabin_opening(lift, level) for lift in lifts))


def door_opening(door: Door) -> Opening:
    """The rectangle of a door's slab, without the line where it meets the walls at its ends."""
    start, end = _shortened(door.start, door.end, TOUCH)
    return Opening(band_corners(start, end, door.width / 2.0))


def cabin_opening(elevator: Elevator, level: LevelDescription) -> Opening:
    """A cabin with the doorway in front of it, without the line where the cabin meets walls around it."""
    half_x, half_y = elevator.size[0] / 2.0 - TOUCH, elevator.size[1] / 2.0 - TOUCH
    x, y = elevator.position.xy
    west, south, east, north = x - half_x, y - half_y, x + half_x, y + half_y
    side, reach = effective_door_side(elevator, level), DOORWAY_DEPTH + TOUCH
    west -= reach if side == "-x" else 0.0
    east += reach if side == "+x" else 0.0
    south -= reach if side == "-y" else 0.0
    north += reach if side == "+y" else 0.0
    return Opening(((west, south), (east, south), (east, north), (west, north)))


def doorway_corners(elevator: Elevator, level: LevelDescription) -> tuple[Corner, ...]:
    """The doorway in front of a cabin: as wide as the cabin's face, counter-clockwise, metres."""
    half_x, half_y = elevator.size[0] / 2.0, elevator.size[1] / 2.0
    x, y = elevator.position.xy
    west, south, east, north = {
        "+x": (x + half_x, y - half_y, x + half_x + DOORWAY_DEPTH, y + half_y),
        "-x": (x - half_x - DOORWAY_DEPTH, y - half_y, x - half_x, y + half_y),
        "+y": (x - half_x, y + half_y, x + half_x, y + half_y + DOORWAY_DEPTH),
        "-y": (x - half_x, y - half_y - DOORWAY_DEPTH, x + half_x, y - half_y),
    }[effective_door_side(elevator, level)]
    return ((west, south), (east, south), (east, north), (west, north))


def cut(start: Corner, end: Corner, areas: Iterable[Opening]) -> tuple[tuple[float, float], ...]:
    """What is left of a segment outside openings.

    Args:
        start: One end.
        end: The other end.
        areas: What is cut away.

    Returns:
        Ranges of metres from the start, ascending.
    """
    length = math.dist(start, end)
    kept = [(0.0, length)]
    for area in areas:
        inside = _clipped(start, end, area.corners)
        if inside is not None:
            kept = _without(kept, inside[0] * length, inside[1] * length)
    return tuple(kept)


def _without(kept: Sequence[tuple[float, float]], low: float, high: float) -> list[tuple[float, float]]:
    rests = [rest for begin, stop in kept for rest in ((begin, min(stop, low)), (max(begin, high), stop))]
    return [(begin, stop) for begin, stop in rests if stop - begin > SHORTEST_PIECE]


def _clipped(start: Corner, end: Corner, corners: Sequence[Corner]) -> tuple[float, float] | None:
    """The share of a segment inside a convex polygon that is given counter-clockwise.

    Source: Cyrus and Beck, line clipping against the half planes of the edges.
    """
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    low, high = 0.0, 1.0
    for (x, y), (next_x, next_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        edge_x, edge_y = next_x - x, next_y - y
        inside = edge_x * (start[1] - y) - edge_y * (start[0] - x)
        change = edge_x * along_y - edge_y * along_x
        if change == 0.0:
            if inside < 0.0:
                return None
        elif change > 0.0:
            low = max(low, -inside / change)
        else:
            high = min(high, -inside / change)
    return (low, high) if low < high else None


def _shortened(start: Position, end: Position, margin: float) -> tuple[Corner, Corner]:
    length = math.dist(start.xy, end.xy)
    share = min(margin / length, 0.25)
    dx, dy = (end.x - start.x) * share, (end.y - start.y) * share
    return (start.x + dx, start.y + dy), (end.x - dx, end.y - dy)
