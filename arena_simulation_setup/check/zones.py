"""Zones that share floor, leave slits, or have no floor; walls away from all of them."""

from collections.abc import Iterator

import shapely
from shapely.geometry import LineString, Polygon

from arena_simulation_setup.check.level_plan import LevelPlan, Room
from arena_simulation_setup.files.problem import Problem

LARGEST_OVERLAP = 0.02
"""Square metres."""
WIDEST_SLIT = 0.2
"""Metres; a wider gap between zones is a shaft or a courtyard."""
SMALLEST_SLIT = 0.004
"""Square metres; less is a rounded corner of a coordinate."""
FARTHEST_WALL = 0.25
"""Metres between a wall and the nearest zone."""


def zone_problems(plan: LevelPlan) -> Iterator[Problem]:
    """What is wrong with the floor of a level."""
    for z, zone in enumerate(plan.level.zones):
        if not zone.corners:
            message = f"zone {zone.name!r} has no corners, so it has no floor"
            yield plan.file.problem("zone.no_polygon", f"zones[{z}]", message, expected="corners of a polygon")
    yield from _overlaps(plan)
    yield from _slits(plan)
    yield from _lost_walls(plan)


def _overlaps(plan: LevelPlan) -> Iterator[Problem]:
    tree = shapely.STRtree([room.shape for room in plan.rooms])
    for index, room in enumerate(plan.rooms):
        for before in sorted(other for other in tree.query(room.shape, "intersects") if other < index):
            other = plan.rooms[before]
            area = room.shape.intersection(other.shape).area
            if area > LARGEST_OVERLAP:
                message = f"zones {other.zone.name!r} and {room.zone.name!r} share {area:.2f} m2 of floor"
                path = f"{room.path}.corners"
                yield plan.file.problem("zone.overlap", path, message, expected="zones that only touch")


def _slits(plan: LevelPlan) -> Iterator[Problem]:
    union = shapely.union_all([room.shape for room in plan.rooms])
    half = WIDEST_SLIT / 2.0
    closed = union.buffer(half, join_style="mitre").buffer(-half, join_style="mitre")
    for part in shapely.get_parts(closed.difference(union)):
        beside = [room for room in plan.rooms if room.shape.distance(part) < 1e-6]
        if isinstance(part, Polygon) and part.area > SMALLEST_SLIT and beside:
            yield _slit(plan, part, beside)


def _slit(plan: LevelPlan, slit: Polygon, beside: list[Room]) -> Problem:
    names = ", ".join(repr(room.zone.name) for room in beside)
    length = slit.length / 2.0
    x, y = slit.representative_point().coords[0]
    message = (
        f"between {names} a slit of about {slit.area / length:.2f} x {length:.2f} m is left near ({x:.2f}, {y:.2f})"
    )
    expected = "edges at the same coordinates"
    return plan.file.problem("zone.slit", f"{beside[-1].path}.corners", message, expected=expected)


def _lost_walls(plan: LevelPlan) -> Iterator[Problem]:
    if not plan.rooms:
        return
    near = plan.floor.buffer(FARTHEST_WALL)
    shapely.prepare(near)
    for z, zone in enumerate(plan.level.zones):
        for index, wall in enumerate(zone.walls):
            line = LineString((wall.start.xy, wall.end.xy))
            if not near.intersects(line):
                distance = line.distance(plan.floor)
                message = f"the wall of zone {zone.name!r} is {distance:.2f} m away from the nearest zone"
                yield plan.file.problem(
                    "wall.outside", f"zones[{z}].walls[{index}]", message, expected="a wall at a zone"
                )
