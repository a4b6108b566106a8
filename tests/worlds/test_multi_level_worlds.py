"""Worlds of several storeys: each storey is a building, and the storeys fit on each other.

Distances are metres in the frame of the level.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import test_shipped_worlds as single
from floor_plan import (
    HALF_WALL,
    HEADROOM,
    LEVELS,
    MARGIN,
    ROBOT_RADIUS,
    SETUP,
    TALL_WORLDS,
    TOUCH,
    Piece,
    Plan,
    asset,
    plan_of,
    read_yaml,
    zones_of,
)
from scipy import ndimage
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union

from arena_simulation_setup.files.load_scenario import load_scenario
from arena_simulation_setup.files.load_world import load_world
from arena_simulation_setup.map.occupancy import DEFAULT_RESOLUTION, FREE, rasterize

STOREYS = [(world, level) for world in TALL_WORLDS for level in LEVELS[world]]
SCENARIOS = [
    (world, path.name) for world in TALL_WORLDS for path in sorted((SETUP / "worlds" / world / "scenarios").iterdir())
]
# Where one can be on the way between rooms; the kitchen is open to the hall and to the dining room.
CIRCULATION = {
    "hospital_2": "lobby corridor passage station stairwell",
    "three_storied_residential": "hall landing kitchen",
}
START = {"hospital_2": Point(12.0, 7.2), "three_storied_residential": Point(7.2, 4.8)}
NARROWEST = {"hospital_2": 0.9, "three_storied_residential": 0.7}
# Rooms for one person, without a circle to turn in: wet rooms, and what the lift and the stair leave of the house.
SNUG = {"en_suite", "en_suite_1", "en_suite_2", "en_suite_3"}
SNUG |= {"guest_wc", "shower_room", "bathroom", "laundry", "hall", "landing", "upper_landing", "kitchen"}
OPENING_SIDES = {"+x": (1, 0), "-x": (-1, 0), "+y": (0, 1), "-y": (0, -1)}
SPAWN_CLEARANCE = 0.45
LIFT_LOBBY = 1.2
WIDE_BODY = 0.4
CLAIMS = (
    single.test_zones_tile_one_outline_without_overlap_hole_or_slit,
    single.test_outer_contour_is_closed_by_walls_and_doors,
    single.test_walls_stand_on_zone_edges_and_only_once,
    single.test_every_door_fills_a_gap_between_walls,
    single.test_open_slab_stays_on_its_straight_wall,
    single.test_furniture_stands_inside_its_zone_and_clear_of_walls,
    single.test_no_two_pieces_overlap,
    single.test_doorways_are_bare_on_both_sides,
)


@pytest.fixture(params=STOREYS, ids="/".join)
def storey(request: pytest.FixtureRequest) -> tuple[str, str]:
    world, level = request.param
    return world, level


def _lifts(world: str, level: str) -> dict[str, dict[str, Any]]:
    return {lift["name"]: lift for zone in zones_of(world, level) for lift in zone.get("elevators", [])}


def _cabin(lift: dict[str, Any]) -> Polygon:
    x, y = lift["position"]["x"], lift["position"]["y"]
    return box(x - lift["size"][0] / 2, y - lift["size"][1] / 2, x + lift["size"][0] / 2, y + lift["size"][1] / 2)


def _stairs(world: str, level: str) -> list[Piece]:
    return [piece for piece in plan_of(world, level).pieces if piece.model.startswith("stair_")]


def _robot_floor(plan: Plan, world: str, radius: float) -> Polygon:
    return plan.reachable(radius, START[world])


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__.removeprefix("test_"))
def test_each_storey_is_a_building(claim: Any, storey: tuple[str, str]) -> None:
    claim(plan_of(*storey))


def test_every_zone_has_a_way_in_from_a_corridor_or_from_outside(storey: tuple[str, str]) -> None:
    world, level = storey
    plan = plan_of(world, level)
    outer = unary_union(list(plan.zones.values())).exterior.buffer(1e-4)
    shared = [zone for name, zone in plan.zones.items() if set(name.split("_")) & set(CIRCULATION[world].split())]
    corridors = unary_union(shared).buffer(1e-4)
    for name in plan.zones:
        ways = [way for way in plan.passages(name) if way.length >= NARROWEST[world] - TOUCH]
        private = name.startswith("en_suite") and any(ways)  # opens on its own bedroom only
        assert private or any(outer.covers(way) or corridors.covers(way) for way in ways), name


def test_rooms_are_furnished_reachable_and_leave_room_to_turn(storey: tuple[str, str]) -> None:
    world, level = storey
    plan = plan_of(world, level)
    reached = _robot_floor(plan, world, ROBOT_RADIUS + MARGIN)
    for name, zone in plan.zones.items():
        pieces = [piece for piece in plan.pieces if piece.zone == name and piece.bottom < HEADROOM]
        assert 0.08 <= len(pieces) / zone.area <= 0.9, name
        assert sum(piece.footprint.area for piece in pieces) <= 0.5 * zone.area, name
        assert reached.intersection(zone).area > 0.15 * zone.area**0.5, name
        assert name in SNUG or not zone.difference(plan.blocked).buffer(-0.75).is_empty, name
    assert len({round(piece.yaw, 2) for piece in plan.pieces}) >= 5


def test_people_get_within_reach_of_every_piece(storey: tuple[str, str]) -> None:
    world, level = storey
    plan = plan_of(world, level)
    standing = _robot_floor(plan, world, 0.28)
    far = {piece.name: standing.distance(piece.footprint) for piece in plan.pieces if piece.bottom < HEADROOM}
    assert {name: distance for name, distance in far.items() if distance > 0.6} == {}


def test_storeys_have_one_outline_and_things_have_names_of_their_own() -> None:
    for world in TALL_WORLDS:
        plans = [plan_of(world, level) for level in LEVELS[world]]
        outlines = [unary_union(list(plan.zones.values())) for plan in plans]
        assert all(outline.symmetric_difference(outlines[0]).area < TOUCH for outline in outlines)
        names = [item.name for plan in plans for item in [*plan.doors, *plan.pieces]]
        names += [name for level in LEVELS[world] for name in _lifts(world, level)]
        assert len(names) == len(set(names))


def test_shafts_and_stairs_stand_above_each_other() -> None:
    for world in TALL_WORLDS:
        lowest = LEVELS[world][0]
        shafts = [_cabin(lift) for lift in _lifts(world, lowest).values()]
        stairs = [piece.footprint for piece in _stairs(world, lowest)]
        assert shafts
        assert len(stairs) == 1
        for level in LEVELS[world]:
            cabins = [_cabin(lift) for lift in _lifts(world, level).values()]
            assert all(one.equals(other) for one, other in zip(cabins, shafts, strict=True))
            assert next(stair.footprint for stair in _stairs(world, level)).equals_exact(stairs[0], TOUCH)


def test_stair_stands_at_an_outer_wall(storey: tuple[str, str]) -> None:
    outer = unary_union(list(plan_of(*storey).zones.values())).exterior
    assert all(stair.footprint.distance(outer) < 0.3 for stair in _stairs(*storey))


def test_cabin_is_free_of_walls_and_furniture_and_opens_into_a_bare_lobby(storey: tuple[str, str]) -> None:
    plan = plan_of(*storey)
    for name, lift in _lifts(*storey).items():
        cabin = _cabin(lift)
        x, y = OPENING_SIDES[lift["door_side"]]
        zone = next(zone for zone in plan.zones.values() if zone.contains(cabin.centroid))
        bounds = cabin.bounds
        width, depth = bounds[2] - bounds[0], bounds[3] - bounds[1]
        reach = max(width * abs(x), depth * abs(y))
        body = box(*cabin.centroid.buffer(WIDE_BODY).bounds)
        path = body.union(_moved(body, x, y, reach / 2 + LIFT_LOBBY - WIDE_BODY)).convex_hull
        assert zone.buffer(TOUCH).covers(cabin), name
        assert all(cabin.distance(wall) >= HALF_WALL for wall in plan.walls), name
        assert zone.covers(path), name
        assert not any(path.intersects(wall.buffer(HALF_WALL)) for wall in plan.walls), name
        assert not any(path.union(cabin).intersects(piece.footprint) for piece in plan.pieces), name


def _moved(shape: Polygon, x: float, y: float, distance: float) -> Polygon:
    low_x, low_y, high_x, high_y = shape.bounds
    return box(low_x + x * distance, low_y + y * distance, high_x + x * distance, high_y + y * distance)


def test_every_lift_can_be_ridden_and_every_storey_is_reached() -> None:
    for world in TALL_WORLDS:
        rides = {
            level: {target.split(".")[0] for lift in _lifts(world, level).values() for target in [lift["destination"]]}
            for level in LEVELS[world]
        }
        assert all(level not in targets for level, targets in rides.items())
        for level in LEVELS[world]:
            reached, new = {level}, {level}
            while new:
                new = set().union(*(rides[one] for one in new)) - reached
                reached |= new
            assert reached == set(LEVELS[world])


def test_house_has_a_ring_of_lifts_and_a_fire_alarm_on_every_storey() -> None:
    house = "three_storied_residential"
    targets = {level: next(iter(_lifts(house, level).values()))["destination"] for level in LEVELS[house]}
    assert targets == {"1": "2.elevator_2", "2": "3.elevator_3", "3": "1.elevator_1"}
    for level in LEVELS[house]:
        zones = zones_of(house, level)
        assert all(lift["recall_on"] == "alarm" for lift in _lifts(house, level).values())
        alarms = [item for zone in zones for item in zone.get("schedules", [])]
        sirens = [item for zone in zones for item in zone.get("sounds", [])]
        assert [alarm["semantics"][0]["params"]["regime"] for alarm in alarms] == ["alarm"]
        assert [siren["semantics"][0]["params"]["sound_on"] for siren in sirens] == ["alarm"]
    scripted = {
        door["name"]: {item["preset"]: item["params"] for item in door["semantics"]}
        for zone in zones_of(house, "1")
        for door in zone.get("doors", [])
        if "semantics" in door
    }
    assert {name: kinds["gate"]["unlock_on"] for name, kinds in scripted.items()} == dict.fromkeys(scripted, "alarm")
    assert set(scripted) == {"front_door", "back_door"}
    assert not any(kinds["gate"]["locked"] for kinds in scripted.values())
    assert scripted["front_door"]["pressure_plate"]["press_on"] == "alarm"


def test_ceilings_materials_and_presets_fit(storey: tuple[str, str]) -> None:
    for zone in zones_of(*storey):
        height = zone["ceiling_height"]
        assert all(2.05 <= door["height"] <= height for door in zone.get("doors", [])), zone["name"]
        assert all(lift["size"][2] <= height for lift in zone.get("elevators", [])), zone["name"]
        models = {entity["model"] for entity in zone["entities"]["static"]}
        assert all(asset("Object", model)["bounding_box"][2][1] <= height for model in models), zone["name"]
        parts = [zone, *zone["walls"], *zone.get("doors", [])]
        assert all(asset("Material", part["material"])["color"] for part in parts if "material" in part)
        assert all(asset("Wall", wall["kind"])["main"] for wall in zone["walls"] if "kind" in wall)


def test_a_robot_gets_almost_everywhere_on_the_map(storey: tuple[str, str]) -> None:
    world, level = storey
    plan = plan_of(world, level)
    levels = load_world(SETUP / "worlds" / world).value.levels
    footprints = [list(piece.footprint.exterior.coords)[:-1] for piece in plan.pieces if piece.bottom < HEADROOM]
    free = rasterize([levels[level]], footprints=footprints).cells == FREE
    clearance = ndimage.distance_transform_edt(free) * DEFAULT_RESOLUTION
    parts, count = ndimage.label(clearance >= ROBOT_RADIUS, structure=np.ones((3, 3)))
    size = np.bincount(parts[parts > 0], minlength=count + 1)
    spawned = np.bincount(parts[clearance >= SPAWN_CLEARANCE], minlength=count + 1)
    assert float((size / size.sum() * (spawned / spawned.sum())).sum()) >= 0.95


@pytest.mark.parametrize(("world", "name"), SCENARIOS)
def test_scenarios_stand_on_free_floor_of_the_level_they_name(world: str, name: str) -> None:
    scenario = read_yaml("worlds", world, "scenarios", name, "scenario.yaml")
    for robot in scenario["robots"]:
        assert robot["start_floor"] == robot["goal_floor"]
        plan = plan_of(world, robot["start_floor"])
        floor = _robot_floor(plan, world, ROBOT_RADIUS + MARGIN)
        for place in [robot["start"], *[phase["goto"] for phase in robot["phases"] if "goto" in phase]]:
            assert place in plan.zones if isinstance(place, str) else floor.covers(Point(place[:2])), place
    for person in scenario["dynamic"]:
        floor = _robot_floor(
            plan_of(world, person["level_id"]), world, asset("Human", person["model"])["radius"] + MARGIN
        )
        for place in [person["pose"], *person["waypoints"]]:
            assert floor.covers(Point(place[:2])), (person["name"], place)


@pytest.mark.parametrize("world", TALL_WORLDS)
def test_strict_loader_has_nothing_to_say(world: str) -> None:
    scenarios = [name for owner, name in SCENARIOS if owner == world]
    assert len(scenarios) >= 3
    assert "default" in scenarios
    assert load_world(SETUP / "worlds" / world).warnings == ()
    for name in scenarios:
        assert load_scenario(SETUP / "worlds" / world / "scenarios" / name).warnings == ()
