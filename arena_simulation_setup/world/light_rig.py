"""The fixtures of a zone's light rig."""

import math
from collections.abc import Iterator
from zlib import crc32

import shapely
from attrs import frozen
from shapely.geometry import Point, Polygon

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.world.zone import Zone

EMITTER_SIZES = {
    "panel": (0.6, 0.6),
    "tube": (1.2, 0.1),
    "downlight": (0.2, 0.2),
    "spot": (0.1, 0.1),
    "bulb": (0.06, 0.06),
}
"""Extent of a fixture along x and y, metres; round ones fill their square."""
RECTANGLES = ("panel", "tube")


@frozen
class RigFixture:
    """One lamp of a rig.

    Attributes:
        position: Its centre, metres, in the frame of the zone.
        alive: Whether it is not one of the broken ones.
        rank: From 0 to 1; it is broken where the rig's dead fraction is greater.
    """

    position: Corner
    alive: bool
    rank: float


def rig_fixtures(zone: Zone) -> tuple[RigFixture, ...]:
    """The lamps of a zone's rig, row by row with x fastest; none without rig or polygon.

    They stand on a grid in the middle of the zone's bounding box; those that the polygon does not cover wholly are
    left out. Where none fits, one stands somewhere inside. Which ones are broken follows from the zone's name alone,
    and a larger share breaks further ones only.
    """
    rig = zone.ceiling_lights
    if rig is None or len(zone.corners) < 3:
        return ()
    floor = Polygon(zone.polygon)
    shapely.prepare(floor)
    places = [place for place in _grid(floor, rig.spacing) if floor.covers(_outline(place, rig.fixture))]
    if not places:
        inside = floor.representative_point()
        places = [(inside.x, inside.y)]
    ranks = [_rank(zone.name, index) for index in range(len(places))]
    return tuple(RigFixture(place, rank >= rig.dead_fraction, rank) for place, rank in zip(places, ranks, strict=True))


def _grid(floor: Polygon, spacing: float) -> Iterator[Corner]:
    x_min, y_min, x_max, y_max = floor.bounds
    columns, rows = (max(1, math.floor(length / spacing)) for length in (x_max - x_min, y_max - y_min))
    x_middle, y_middle = (x_min + x_max) / 2.0, (y_min + y_max) / 2.0
    for row in range(rows):
        for column in range(columns):
            yield (
                x_middle + (column - (columns - 1) / 2.0) * spacing,
                y_middle + (row - (rows - 1) / 2.0) * spacing,
            )


def _outline(place: Corner, fixture: str) -> Polygon:
    width, depth = EMITTER_SIZES[fixture]
    x, y = place
    if fixture not in RECTANGLES:
        return Point(x, y).buffer(width / 2.0)
    return shapely.box(x - width / 2.0, y - depth / 2.0, x + width / 2.0, y + depth / 2.0)


def _rank(zone: str, index: int) -> float:
    return crc32(f"{zone}:{index}".encode()) / 2**32
