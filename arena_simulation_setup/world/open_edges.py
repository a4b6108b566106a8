"""Where a floor ends in the open: edges of zones without wall, door, elevator or neighbouring zone."""

from collections.abc import Iterator

import shapely
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.openings import cabin_opening
from arena_simulation_setup.world.zone import Zone

SNAP = 0.06
"""Metres within which a wall, door or neighbour closes an edge."""
SHORTEST_EDGE = 0.1
"""Metres; shorter gaps let nobody through."""


def open_edges(level: LevelDescription) -> Iterator[tuple[Zone, int, Corner, Corner]]:
    """Straight pieces of zone outlines that nothing closes: zone, running number in the zone, two ends in metres.

    There are none where every zone has an empty wall material.
    """
    zones = [zone for zone in level.zones if len(zone.corners) > 2]
    if all(not zone.wall_material.name for zone in zones):
        return
    closing = _closing(level)
    for zone in zones:
        others = [Polygon(other.polygon).buffer(SNAP) for other in zones if other is not zone]
        cover = shapely.unary_union([closing, *others])
        number = 0
        corners = zone.polygon
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            for piece_start, piece_end in _rest(start, end, cover):
                yield zone, number, piece_start, piece_end
                number += 1


def _closing(level: LevelDescription) -> BaseGeometry:
    ends = [(wall.start.xy, wall.end.xy) for zone in level.zones for wall in zone.walls]
    ends += [(door.start.xy, door.end.xy) for zone in level.zones for door in zone.doors]
    lines = [LineString(pair).buffer(SNAP) for pair in ends]
    cabins = [Polygon(cabin_opening(lift, level).corners) for zone in level.zones for lift in zone.elevators]
    return shapely.unary_union([*lines, *(cabin.buffer(SNAP) for cabin in cabins)])


def _rest(start: Corner, end: Corner, cover: BaseGeometry) -> Iterator[tuple[Corner, Corner]]:
    rest = LineString([start, end]).difference(cover)
    lines = rest.geoms if isinstance(rest, MultiLineString) else [rest]
    for line in lines:
        if not line.is_empty and line.length > SHORTEST_EDGE:
            (x, y), (next_x, next_y) = line.coords[0], line.coords[-1]
            yield (x, y), (next_x, next_y)
