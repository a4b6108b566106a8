"""The shipped worlds are buildings: no leftover space, doors that work, rooms that can be used and reached.

Distances are metres in the frame of the level.
"""

from __future__ import annotations

import itertools

import pytest
from floor_plan import HALF_WALL, HEADROOM, MARGIN, ROBOT_RADIUS, TOUCH, WORLDS, Plan, asset, plan_of, zones_of
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

CORRIDORS = (
    *("central_hallway", "sub_hallway", "entrance", "destination", "staff_corridor"),
    *("main_aisle", "back_aisle", "check_in_hall", "arrivals_hall", "concourse"),
)
WASHROOMS = ("washroom_public", "washroom_ward")
ENTRANCE = Point(11.6, 1.2)
ANNOTATED = {
    "max_speed": {"central_hallway", "reception", "sub_hallway"},
    "quiet": {"patient_ward", "nurse_resting_room", "waiting_area", "doctors_resting_room"},
    "restricted": {"exam_room_1", "pharmacy", "operating_room", "laboratory"},
}


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def plan(world: str) -> Plan:
    return plan_of(world)


@pytest.fixture
def hospital() -> Plan:
    return plan_of("hospital_1")


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
            common = first.footprint.buffer(-0.005).intersection(second.footprint.buffer(-0.005))
            assert common.is_empty, (first.name, second.name)


def test_doorways_are_bare_on_both_sides(plan: Plan) -> None:
    for door in plan.doors:
        clearance = door.closed.buffer(1.2 * door.closed.length, cap_style="flat")
        sides = [name for name, zone in plan.zones.items() if zone.distance(door.closed.centroid) < TOUCH]
        inside = unary_union([plan.zones[name] for name in sides]).intersection(clearance)
        near = [piece for piece in plan.pieces if piece.zone in sides]
        met = [piece.name for piece in near if piece.footprint.intersection(inside).area > TOUCH]
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
        assert reached.intersection(zone).area > 0.25 * zone.area**0.5, name


def test_people_get_within_reach_of_every_piece(hospital: Plan) -> None:
    standing = hospital.reachable(0.28, ENTRANCE)
    far = {piece.name: standing.distance(piece.footprint) for piece in hospital.pieces if piece.bottom < HEADROOM}
    assert {name: distance for name, distance in far.items() if distance > 0.6} == {}


def test_annotations_of_the_hospital_are_those_of_the_reference_world() -> None:
    found: dict[str, set[str]] = {}
    for zone in zones_of("hospital_1"):
        assert not any("semantics" in door for door in zone.get("doors", []))
        for item in zone["semantics"]:
            kind, wanted = ("state", float) if "state" in item else ("predicate", bool)
            assert isinstance(item["value"], wanted)
            found.setdefault(item[kind], set()).add(zone["name"])
    assert found == ANNOTATED
    assert len(zones_of("hospital_1")) == sum(map(len, ANNOTATED.values())) + len(WASHROOMS)


def test_annotations_of_the_reception_are_those_of_the_reference_world() -> None:
    zones = zones_of("reception")
    found = {zone["name"]: zone["semantics"] for zone in zones if zone["semantics"]}
    assert found == {
        "entrance": [{"predicate": "quiet", "value": True}],
        "destination": [{"predicate": "restricted", "value": True}],
    }
    assert not any("semantics" in door for zone in zones for door in zone.get("doors", []))


def test_lintels_and_lamps_fit_under_every_ceiling(world: str) -> None:
    for zone in zones_of(world):
        height = zone["ceiling_height"]
        assert all(2.05 <= door["height"] <= height for door in zone.get("doors", [])), zone["name"]
        models = {entity["model"] for entity in zone.get("entities", {}).get("static", [])}
        assert all(asset("Object", model)["bounding_box"][2][1] <= height for model in models), zone["name"]


def test_every_material_and_wall_preset_is_shipped(world: str) -> None:
    for zone in zones_of(world):
        used = [
            zone["material"],
            *[part["material"] for part in zone["walls"] + zone.get("doors", []) if "material" in part],
        ]
        presets = [wall["kind"] for wall in zone["walls"] if "kind" in wall]
        stacks = [layer["material"] for preset in presets for layer in asset("Wall", preset)["main"]]
        assert all(asset("Material", name)["name"] == name for name in used + stacks)


def test_pharmacy_counter_closes_the_hatch_to_a_robot(hospital: Plan) -> None:
    hatch = LineString([(13.2, 9.95), (13.2, 11.45)])
    assert any(way.length == pytest.approx(hatch.length, abs=0.01) for way in hospital.passages("pharmacy"))
    assert hospital.reachable(ROBOT_RADIUS, ENTRANCE).distance(hatch) > 0.1


def test_every_room_has_a_door(hospital: Plan) -> None:
    for name, zone in hospital.zones.items():
        assert any(zone.distance(door.closed.centroid) < TOUCH for door in hospital.doors), name


def test_rooms_are_open_to_each_other_only_where_that_is_meant(hospital: Plan) -> None:
    openings: dict[str, list[float]] = {}
    for name in hospital.zones:
        doors = [door.closed for door in hospital.doors]
        gaps = [way for way in hospital.passages(name) if all(not way.equals(door) for door in doors)]
        if gaps:
            openings[name] = sorted(round(gap.length, 1) for gap in gaps)
    assert openings == {
        "central_hallway": [1.5, 3.0, 4.0],
        "reception": [4.0],
        "waiting_area": [3.0],
        "pharmacy": [1.5],
    }
