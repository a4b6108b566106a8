"""The floor plan of a recorded world as plain numbers for drawing."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import shapely
from attrs import frozen

from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.world_routes import RouteSource
from arena_evaluation.plan_outlines import occupied_outlines
from arena_simulation_setup.geometry import Corner, Position, band_corners
from arena_simulation_setup.map.furniture import OVERHEAD
from arena_simulation_setup.map.plan_walls import plan_walls
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.world.cabin import cabin_door_line
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.door_side import effective_door_side
from arena_simulation_setup.world.footprints import authored_box, entity_footprint
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.realization import realize
from arena_simulation_setup.world.zone import Zone

CENTIMETRES = 100.0
THINNEST_WALL = 0.06
LEAST_AREA = 0.01
"""Square metres; smaller rests of cells are no furniture."""
CABIN_DOOR_THICKNESS = 0.08
CABIN = "cabin"
"""Kind of the doors of elevators, beside those of the world."""

Shape = list[int]
"""Centimetres, map frame: x, y, x, y …"""


@frozen
class PlanLevel:
    """A level.

    Attributes:
        name: Its id.
        box: x_min, y_min, x_max, y_max, centimetres.
        zones: Each with ``name``, ``shape``, and ``spot``, where its name may be as wide as ``room``.
        walls: Outlines.
        doors: Each with ``name`` (as in facts), ``kind``, ends of its line, ``width``.
        lifts: Each with ``name`` and ``shape``.
    """

    name: str
    box: Shape
    zones: list[dict[str, Any]]
    walls: list[Shape]
    doors: list[dict[str, Any]]
    lifts: list[dict[str, Any]]


@frozen
class PlanShapes:
    """A world.

    Attributes:
        levels: In natural order.
        furniture: Outlines, each with its holes after it.
    """

    levels: list[PlanLevel]
    furniture: list[list[Shape]]


def plan_shapes(world_json: str, plan: OccupancyGrid | None) -> PlanShapes:
    """The floor plan of a world, from the recording alone.

    Furniture with an authored box is that box; all other furniture is what the recorded map shows as occupied beside
    the walls, since a recording does not hold its models.

    Args:
        world_json: Canonical text of the world; of one that can not be read only the map is drawn.
        plan: Recorded map; None leaves furniture without a box out.
    """
    try:
        world = RouteSource().world(world_json)
    except NoValueError:
        return PlanShapes([], [] if plan is None else [_rings(part) for part in _parts(_placed(plan))])
    # Without any asset folder every preset is the plain wall.
    catalogue = AssetCatalogue(())
    boxes = [shapely.Polygon(corners) for corners in _boxes(world, catalogue)]
    walls = {name: list(_wall_shapes(name, level, catalogue)) for name, level in world.levels.items()}
    levels = [_level(world, name, walls[name]) for name in world.levels]
    every_wall = [wall for found in walls.values() for wall in found]
    floors = [shapely.Polygon(zone.polygon) for _, zone in world.zones() if len(zone.corners) > 2]
    others = [] if plan is None else _unboxed(plan, floors, [*every_wall, *boxes])
    return PlanShapes(levels, [_rings(part) for part in (*boxes, *others)])


def rounded(points: Iterable[Iterable[float]]) -> Shape:
    """Points in metres as a flat list of centimetres."""
    return [round(number * CENTIMETRES) for x, y, *_ in points for number in (x, y)]


def _rings(part: shapely.Polygon) -> list[Shape]:
    return [_shape(ring.coords) for ring in (part.exterior, *part.interiors)]


def _shape(points: Iterable[Iterable[float]]) -> Shape:
    """The corners of a closed ring, the first one once."""
    return rounded(points)[:-2]


def _level(world: CompactedWorld, name: str, walls: list[shapely.Polygon]) -> PlanLevel:
    level = world.levels[name]
    zones = [zone for zone in level.zones if len(zone.corners) > 2]
    lifts = [lift for level_id, lift in world.elevators() if level_id == name]
    corners = [corner for zone in zones for corner in zone.polygon]
    corners += [corner for lift in lifts for corner in lift.reference_area] or ([] if corners else [(0.0, 0.0)])
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    doors = [_door(f"{door.name}/{name}", door) for level_id, door in world.doors() if level_id == name]
    doors += [
        _slab(f"{lift.name}/{name}", CABIN, cabin_door_line(lift, effective_door_side(lift, level))) for lift in lifts
    ]
    return PlanLevel(
        name,
        rounded([low, high]),
        [_zone(zone) for zone in zones],
        [_shape(wall.exterior.coords) for wall in walls],
        doors,
        [{"name": f"{lift.name}/{name}", "shape": rounded(lift.reference_area)} for lift in lifts],
    )


def _zone(zone: Zone) -> dict[str, Any]:
    place, room = _spot(shapely.Polygon(zone.polygon))
    return {
        "name": zone.name,
        "shape": rounded(zone.polygon),
        "spot": rounded([place]),
        "room": round(room * CENTIMETRES),
    }


def _spot(area: shapely.Polygon) -> tuple[Corner, float]:
    """Where a name has room, and how wide it may be there, metres.

    That is the middle, or where the outline is farthest if it is much nearer to the middle; from there, halfway between
    what is to the left and to the right.
    """
    middle = area.centroid
    if area.is_valid and area.area > 0.0:
        widest = shapely.maximum_inscribed_circle(area, 0.1)
        if not area.contains(middle) or area.exterior.distance(middle) < 0.8 * widest.length:
            middle = shapely.Point(widest.coords[0])
    left, _, right, _ = area.bounds
    across = area.intersection(shapely.LineString([(left, middle.y), (right, middle.y)])) if area.is_valid else middle
    here = min(shapely.get_parts(across), key=middle.distance, default=middle)
    return (float(here.centroid.x), float(middle.y)), float(here.length)


def _door(name: str, door: Door) -> dict[str, Any]:
    return {**_slab(name, door.kind, (door.start, door.end)), "width": round(max(door.width, 0.08) * CENTIMETRES)}


def _slab(name: str, kind: str, ends: tuple[Position, Position]) -> dict[str, Any]:
    width = round(CABIN_DOOR_THICKNESS * CENTIMETRES)
    return {"name": name, "kind": kind, "line": rounded([ends[0].xy, ends[1].xy]), "width": width}


def _wall_shapes(name: str, level: LevelDescription, catalogue: AssetCatalogue) -> Iterator[shapely.Polygon]:
    for wall in plan_walls([realize(name, level, catalogue)]):
        if wall.start != wall.end:
            yield shapely.Polygon(band_corners(wall.start, wall.end, max(wall.thickness, THINNEST_WALL) / 2))


def _boxes(world: CompactedWorld, catalogue: AssetCatalogue) -> Iterator[tuple[Corner, ...]]:
    for _, zone in world.zones():
        for entity in zone.entities.static:
            if authored_box(entity.extra) is not None and not isinstance(entity.pose, str):
                outline = entity_footprint(entity.name, entity, catalogue)
                if outline.bottom < OVERHEAD:
                    yield outline.corners


def _unboxed(
    plan: OccupancyGrid, floors: list[shapely.Polygon], known: list[shapely.Polygon]
) -> Iterator[shapely.Polygon]:
    """What is occupied on the floors and neither wall nor furniture with a box."""
    edge = plan.resolution
    inside = _placed(plan).intersection(shapely.union_all([floor for floor in floors if floor.is_valid]))
    there = shapely.union_all([shape.buffer(1.5 * edge, join_style="mitre") for shape in known])
    rest = inside.difference(there).buffer(-0.3 * edge).buffer(0.3 * edge, join_style="mitre").simplify(0.8 * edge)
    return _parts(rest)


def _placed(plan: OccupancyGrid) -> shapely.Geometry:
    """What a map shows as occupied, metres, map frame."""
    return shapely.transform(occupied_outlines(plan), lambda points: points + np.array(plan.origin.xy))


def _parts(shape: shapely.Geometry) -> Iterator[shapely.Polygon]:
    for part in shapely.get_parts(shape):
        if isinstance(part, shapely.Polygon) and part.area >= LEAST_AREA:
            yield part
