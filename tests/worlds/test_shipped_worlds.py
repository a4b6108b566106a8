"""The shipped worlds are buildings: no leftover space, doors that work, rooms that can be used and reached.

Distances are metres in the frame of the level. The plan is read with plain YAML so that a mistake of the loader
cannot hide a mistake of a world.
"""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from attrs import frozen
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

SETUP = Path(__file__).resolve().parents[2] / "arena_simulation_setup"
WORLDS = sorted(path.name for path in (SETUP / "worlds").iterdir() if path.is_dir())
HALF_WALL = 0.025
ROBOT_RADIUS = 0.267
MARGIN = 0.05
# Nothing below this height is passed under; what hangs higher is no obstacle on the plan.
HEADROOM = 2.0
CORRIDORS = ("central_hallway", "sub_hallway")
WASHROOMS = ("washroom_public", "washroom_ward")
TOUCH = 1e-6


@frozen
class Door:
    """A door with its closed and its open slab as line segments."""

    name: str
    closed: LineString
    opened: LineString
    kind: str


@frozen
class Piece:
    """A placed object: its footprint on the plan and the heights between which it stands."""

    name: str
    zone: str
    model: str
    yaw: float
    footprint: Polygon
    bottom: float
    top: float


@frozen
class Plan:
    """One level as shapes."""

    zones: dict[str, Polygon]
    walls: list[LineString]
    doors: list[Door]
    pieces: list[Piece]

    @property
    def blocked(self) -> Polygon:
        """What a robot collides with, doors open."""
        solid = [piece.footprint for piece in self.pieces if piece.bottom < HEADROOM]
        return unary_union([wall.buffer(HALF_WALL) for wall in self.walls] + solid)

    def reachable(self, radius: float, start: Point) -> Polygon:
        """Where the centre of a disc of this radius can go from `start` with all doors open."""
        free = unary_union(list(self.zones.values())).difference(self.blocked).buffer(-radius)
        return next(part for part in getattr(free, "geoms", [free]) if part.distance(start) < TOUCH)

    def passages(self, name: str) -> list[LineString]:
        """Doors and openings in the outline of a zone."""
        outline = self.zones[name].exterior
        doors = [door.closed for door in self.doors if outline.distance(door.closed.centroid) < TOUCH]
        solid = unary_union([line.buffer(1e-4) for line in [*self.walls, *doors]])
        others = [outline.intersection(zone.exterior) for other, zone in self.zones.items() if other != name]
        gaps = [gap for shared in others for gap in _lines(shared.difference(solid))]
        return doors + [gap for gap in gaps if gap.length > 0.01]


def _lines(shape: Any) -> list[LineString]:
    if hasattr(shape, "geoms"):
        merged = unary_union([part for part in shape.geoms if part.geom_type == "LineString"])
        return [part for part in getattr(merged, "geoms", [merged]) if part.geom_type == "LineString"]
    return [shape] if shape.geom_type == "LineString" else []


def _point(raw: Any) -> tuple[float, float]:
    return (raw["x"], raw["y"])


@cache
def _asset(domain: str, name: str) -> dict[str, Any]:
    file = "material.yaml" if domain == "Material" else f"{name}.yaml" if domain == "Wall" else "annotation.yaml"
    loaded: dict[str, Any] = yaml.safe_load((SETUP / "assets" / "Common" / domain / name / file).read_text("utf-8"))
    return loaded


def _door(raw: dict[str, Any]) -> Door:
    start, end = _point(raw["start"]), _point(raw["end"])
    beyond = (2 * end[0] - start[0], 2 * end[1] - start[1])
    return Door(raw["name"], LineString([start, end]), LineString([end, beyond]), raw["kind"])


def _piece(zone: str, raw: dict[str, Any]) -> Piece:
    (x_low, x_high), (y_low, y_high), (bottom, top) = _asset("Object", raw["model"])["bounding_box"]
    x, y, yaw = raw["pose"]
    turned = affinity.rotate(box(x_low, y_low, x_high, y_high), yaw, origin=(0, 0), use_radians=True)
    return Piece(raw["name"], zone, raw["model"], yaw, affinity.translate(turned, x, y), bottom, top)


@cache
def _raw(world: str) -> list[dict[str, Any]]:
    zones: list[dict[str, Any]] = yaml.safe_load((SETUP / "worlds" / world / "0" / "world.yaml").read_text("utf-8"))["zones"]
    return zones


@cache
def _plan(world: str) -> Plan:
    zones = _raw(world)
    return Plan(
        zones={zone["name"]: Polygon([_point(corner) for corner in zone["corners"]]) for zone in zones},
        walls=[LineString([_point(wall["start"]), _point(wall["end"])]) for zone in zones for wall in zone["walls"]],
        doors=[_door(door) for zone in zones for door in zone.get("doors", [])],
        pieces=[
            _piece(zone["name"], entity) for zone in zones for entity in zone.get("entities", {}).get("static", [])
        ],
    )


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def plan(world: str) -> Plan:
    return _plan(world)


@pytest.fixture
def hospital() -> Plan:
    return _plan("hospital_1")


ENTRANCE = Point(11.6, 1.2)


def test_zones_tile_one_outline_without_overlap_hole_or_slit(plan: Plan) -> None:
    assert all(zone.is_valid for zone in plan.zones.values())
    for first, second in itertools.combinations(plan.zones.values(), 2):
        assert first.intersection(second).area < TOUCH
    union = unary_union(list(plan.zones.values()))
    assert union.geom_type == "Polygon"
    assert not union.interiors
    assert union.buffer(0.2, join_style="mitre").buffer(-0.2, join_style="mitre").area == pytest.approx(union.area)


def test_outer_contour_is_closed_by_walls_and_doors(plan: Plan) -> None:
    contour = unary_union(list(plan.zones.values())).exterior
    closed = unary_union([*plan.walls, *[door.closed for door in plan.doors]])
    assert contour.difference(closed.buffer(1e-4)).length < TOUCH


def test_walls_stand_on_zone_edges_and_only_once(plan: Plan) -> None:
    edges = unary_union([zone.exterior for zone in plan.zones.values()]).buffer(1e-4)
    assert all(edges.covers(wall) for wall in plan.walls)
    assert sum(wall.length for wall in plan.walls) == pytest.approx(unary_union(plan.walls).length)


def test_every_door_fills_a_gap_between_walls(plan: Plan) -> None:
    for door in plan.doors:
        ends = [Point(door.closed.coords[0]), Point(door.closed.coords[-1])]
        assert unary_union(plan.walls).intersection(door.closed).length < TOUCH, door.name
        assert all(min(end.distance(wall) for wall in plan.walls) < TOUCH for end in ends), door.name


def test_open_slab_stays_on_its_straight_wall(plan: Plan) -> None:
    for door in (door for door in plan.doors if door.kind == "sliding"):
        axis = LineString([door.closed.coords[0], door.opened.coords[-1]]).buffer(1e-4)
        along = [wall for wall in plan.walls if axis.intersection(wall).length > 0.01]
        across = [wall for wall in plan.walls if axis.intersection(wall).length <= 0.01]
        assert door.opened.difference(unary_union(along).buffer(1e-4)).length < TOUCH, door.name
        assert all(wall.distance(door.opened) > HALF_WALL for wall in across), door.name
        assert all(other.closed.distance(door.opened) > HALF_WALL for other in plan.doors if other != door), door.name


def test_doors_stand_near_a_corner_and_names_are_unique(hospital: Plan) -> None:
    names = [door.name for door in hospital.doors] + [piece.name for piece in hospital.pieces] + list(hospital.zones)
    assert len(names) == len(set(names))
    corners = [Point(corner) for zone in hospital.zones.values() for corner in zone.exterior.coords]
    near = [door for door in hospital.doors if min(door.closed.distance(corner) for corner in corners) <= 0.6]
    assert len(near) >= len(hospital.doors) - 3  # the ward's aisle and the entrance lie in the middle for a reason


def test_every_zone_has_a_way_in_from_outside_or_from_a_corridor(plan: Plan) -> None:
    outer = unary_union(list(plan.zones.values())).exterior.buffer(1e-4)
    corridors = unary_union([plan.zones[name] for name in CORRIDORS if name in plan.zones] or [Polygon()]).buffer(1e-4)
    for name in plan.zones:
        ways = [way for way in plan.passages(name) if way.length >= 0.9 - TOUCH]
        assert any(outer.covers(way) or corridors.covers(way) for way in ways), name


def test_furniture_stands_inside_its_zone_and_clear_of_walls(plan: Plan) -> None:
    for piece in plan.pieces:
        assert plan.zones[piece.zone].covers(piece.footprint), piece.name
        assert min(wall.distance(piece.footprint) for wall in plan.walls) >= HALF_WALL, piece.name


def test_no_two_pieces_overlap(plan: Plan) -> None:
    for first, second in itertools.combinations(plan.pieces, 2):
        if first.bottom < second.top and second.bottom < first.top:
            assert not first.footprint.buffer(-0.005).intersects(second.footprint.buffer(-0.005)), (first.name, second.name)


def test_doorways_are_bare_on_both_sides(plan: Plan) -> None:
    for door in plan.doors:
        clearance = door.closed.buffer(1.2 * door.closed.length, cap_style="flat")
        sides = [name for name, zone in plan.zones.items() if zone.distance(door.closed.centroid) < TOUCH]
        inside = unary_union([plan.zones[name] for name in sides]).intersection(clearance)
        met = [piece.name for piece in plan.pieces if piece.zone in sides and piece.footprint.intersection(inside).area > TOUCH]
        assert not met, (door.name, met)


def test_rooms_are_furnished_as_densely_as_real_ones(hospital: Plan) -> None:
    for name, zone in hospital.zones.items():
        pieces = [piece for piece in hospital.pieces if piece.zone == name and piece.bottom < HEADROOM]
        density = len(pieces) / zone.area
        cover = sum(piece.footprint.area for piece in pieces) / zone.area
        lower, upper = (0.08, 0.2) if name in CORRIDORS else (0.35, 0.9)
        least, most = (0.01, 0.08) if name in CORRIDORS else (0.08, 0.2) if name in WASHROOMS else (0.13, 0.4)
        assert lower <= density <= upper, (name, density)
        assert least <= cover <= most, (name, cover)
    assert len({round(piece.yaw, 2) for piece in hospital.pieces}) >= 5


def test_every_zone_has_a_turning_circle(plan: Plan) -> None:
    for name, zone in plan.zones.items():
        assert not zone.difference(plan.blocked).buffer(-0.75).is_empty, name


@pytest.mark.parametrize("radius", [ROBOT_RADIUS + MARGIN, 0.42])
def test_robot_and_a_wide_body_reach_every_zone(hospital: Plan, radius: float) -> None:
    reached = hospital.reachable(radius, ENTRANCE)
    for name, zone in hospital.zones.items():
        assert reached.intersection(zone).area > 0.25 * zone.area ** 0.5, name


def test_people_get_within_reach_of_every_piece(hospital: Plan) -> None:
    standing = hospital.reachable(0.28, ENTRANCE)
    far = {piece.name: standing.distance(piece.footprint) for piece in hospital.pieces if piece.bottom < HEADROOM}
    assert {name: distance for name, distance in far.items() if distance > 0.6} == {}
