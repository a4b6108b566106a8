"""The airport is a terminal and the office an office: furnished like one, walked through like one, and playable.

Distances are metres in the frame of the level.
"""

from __future__ import annotations

import json
from collections import deque

import pytest
from attrs import field, frozen
from floor_plan import HEADROOM, MARGIN, ROBOT_RADIUS, SETUP, TOUCH, Plan, plan_of, read_yaml, zones_of
from shapely.geometry import LineString, Point

from arena_cli import run
from arena_simulation_setup.check.lint import lint
from arena_simulation_setup.navigability import navigability
from arena_simulation_setup.site import open_site

HALL, ROOM, CORRIDOR, WASHROOM, STAND = "hall", "room", "corridor", "washroom", "hall with stands"
# Pieces per square metre, and share of the floor that they cover.
TARGETS = {
    HALL: ((0.1, 0.4), (0.08, 0.25)),
    STAND: ((0.15, 0.4), (0.14, 0.3)),
    ROOM: ((0.3, 0.9), (0.15, 0.4)),
    CORRIDOR: ((0.08, 0.2), (0.01, 0.06)),
    WASHROOM: ((0.5, 0.75), (0.08, 0.2)),
}
# Screens stand between desks: nobody walks up to them.
NOT_WALKED_UP_TO = {"desk_screen"}


@frozen
class Character:
    """What is expected of a building.

    Attributes:
        entrance: Bare floor from which everything is reached.
        kinds: Zones by what they are; all others are rooms.
        areas: Least and greatest floor area, square metres.
        openings: Widths of the ways without a door out of each zone that has any.
        max_speed: Zones with a speed limit.
        quiet: Zones where it is quiet.
        restricted: Zones for staff.
    """

    entrance: Point
    kinds: dict[str, set[str]]
    areas: tuple[float, float]
    openings: dict[str, list[float]]
    max_speed: set[str] = field(factory=set)
    quiet: set[str] = field(factory=set)
    restricted: set[str] = field(factory=set)

    def kind(self, zone: str) -> str:
        """What a zone is."""
        return next((kind for kind, zones in self.kinds.items() if zone in zones), ROOM)


AIRPORT = Character(
    entrance=Point(15.0, 5.5),
    kinds={
        HALL: {"vestibule", "check_in_hall", "security", "departure_lounge", "baggage_claim", "arrivals_hall"},
        STAND: {"gate_1", "gate_2", "gate_3", "passport_control", "bag_hall"},
        CORRIDOR: {"concourse"},
        WASHROOM: {"washroom_gates", "washroom_airside", "washroom_arrivals"},
    },
    areas=(2500.0, 3200.0),
    openings={
        "check_in_hall": [3.0, 5.0],
        "security": [3.0],
        "departure_lounge": [6.4],
        "concourse": [1.2, 1.2, 3.0, 4.2, 5.0, 5.0, 5.0, 5.4, 6.4],
        "cafe": [5.0],
        "gate_1": [5.0],
        "gate_2": [5.0],
        "gate_3": [5.4],
        "washroom_gates": [1.2],
        "washroom_airside": [1.2],
        "washroom_arrivals": [1.2],
        "shop": [4.2],
        "passport_control": [3.0],
        "arrivals_hall": [1.2, 5.0],
    },
    max_speed={
        *("vestibule", "check_in_hall", "bag_hall", "security", "departure_lounge", "concourse", "gate_1", "gate_2"),
        *("gate_3", "passport_control", "baggage_claim", "arrivals_hall"),
    },
    quiet={"departure_lounge"},
    restricted={"airline_office", "bag_hall"},
)
OFFICE = Character(
    entrance=Point(21.0, 1.0),
    kinds={
        HALL: {"lift_lobby"},
        CORRIDOR: {"main_aisle", "back_aisle"},
        WASHROOM: {"washroom_women", "washroom_men"},
    },
    areas=(350.0, 450.0),
    openings={
        "main_aisle": [1.6, 1.6, 1.6, 2.6],
        "back_aisle": [1.6, 1.6, 2.0],
        "open_plan": [1.6],
        "focus_booths": [2.6],
        "pantry": [2.0],
    },
    max_speed={"lift_lobby", "reception", "main_aisle", "back_aisle", "open_plan"},
    quiet={
        *("open_plan", "focus_booths", "meeting_8", "project_room"),
        *("private_office_1", "private_office_2", "private_office_3"),
    },
    restricted={"private_office_1", "private_office_2", "private_office_3"},
)
CHARACTERS = {"airport": AIRPORT, "office_1": OFFICE}


@pytest.fixture(params=sorted(CHARACTERS))
def world(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def plan(world: str) -> Plan:
    return plan_of(world)


@pytest.fixture
def character(world: str) -> Character:
    return CHARACTERS[world]


def ways_between(plan: Plan) -> dict[str, set[str]]:
    """The zones that one can walk into from each zone."""
    ways: dict[str, set[str]] = {name: set() for name in plan.zones}
    for name in plan.zones:
        for way in plan.passages(name):
            ways[name] |= {other for other, zone in plan.zones.items() if zone.distance(way.centroid) < TOUCH}
        ways[name].discard(name)
    return ways


def reached(plan: Plan, start: str, without: set[str]) -> set[str]:
    """The zones that one gets to from one zone without entering some others."""
    ways, found, queue = ways_between(plan), {start}, deque([start])
    while queue:
        for other in sorted(ways[queue.popleft()] - found - without):
            found.add(other)
            queue.append(other)
    return found


def test_rooms_are_furnished_as_densely_as_real_ones(plan: Plan, character: Character) -> None:
    for name, zone in plan.zones.items():
        pieces = [piece for piece in plan.pieces if piece.zone == name and piece.bottom < HEADROOM]
        (fewest, most), (least, greatest) = TARGETS[character.kind(name)]
        assert fewest <= len(pieces) / zone.area <= most, (name, len(pieces) / zone.area)
        cover = sum(piece.footprint.area for piece in pieces) / zone.area
        assert least <= cover <= greatest, (name, cover)


def test_building_is_as_large_as_it_should_be_and_varied(plan: Plan, character: Character) -> None:
    least, greatest = character.areas
    assert least <= sum(zone.area for zone in plan.zones.values()) <= greatest
    assert len({piece.model for piece in plan.pieces}) >= 25
    assert len({round(piece.yaw, 1) for piece in plan.pieces}) >= 20


def test_names_are_unique(plan: Plan) -> None:
    names = [door.name for door in plan.doors] + [piece.name for piece in plan.pieces] + list(plan.zones)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("radius", [ROBOT_RADIUS + MARGIN, 0.42])
def test_robot_and_a_wide_body_reach_every_zone(plan: Plan, character: Character, radius: float) -> None:
    free = plan.reachable(radius, character.entrance)
    for name, zone in plan.zones.items():
        assert free.intersection(zone).area > 0.25 * zone.area**0.5, name


def test_people_get_within_reach_of_every_piece(plan: Plan, character: Character) -> None:
    standing = plan.reachable(0.28, character.entrance)
    pieces = [piece for piece in plan.pieces if piece.bottom < HEADROOM and piece.model not in NOT_WALKED_UP_TO]
    far = {piece.name: standing.distance(piece.footprint) for piece in pieces}
    assert {name: distance for name, distance in far.items() if distance > 0.6} == {}


def test_rooms_are_open_to_each_other_only_where_that_is_meant(plan: Plan, character: Character) -> None:
    doors = [door.closed for door in plan.doors]
    openings = {name: [way for way in plan.passages(name) if not _is_door(way, doors)] for name in plan.zones}
    found = {name: sorted(way.length for way in ways) for name, ways in openings.items() if ways}
    assert set(found) == set(character.openings)
    for name, widths in character.openings.items():
        assert found[name] == pytest.approx(widths, abs=0.06), name


def _is_door(way: LineString, doors: list[LineString]) -> bool:
    return any(way.equals(door) for door in doors)


def test_annotations_say_where_one_is_slow_quiet_and_unwelcome(world: str, character: Character) -> None:
    found: dict[str, set[str]] = {"max_speed": set(), "quiet": set(), "restricted": set()}
    for zone in zones_of(world):
        for item in zone["semantics"]:
            if "preset" not in item:
                found[item.get("state") or item["predicate"]].add(zone["name"])
    assert found == {
        "max_speed": character.max_speed,
        "quiet": character.quiet,
        "restricted": character.restricted,
    }


def test_every_zone_has_a_ceiling_and_lamps_of_its_own(world: str) -> None:
    for zone in zones_of(world):
        assert 2.4 <= zone["ceiling_height"] <= 8.0, zone["name"]
        assert {"fixture", "spacing", "lumens", "cct_K"} <= set(zone["ceiling_lights"]), zone["name"]


def test_linter_has_nothing_to_say(world: str) -> None:
    site = open_site(world, {})
    assert lint(site.view, site.catalogue) == ()


def test_robot_that_starts_anywhere_reaches_nearly_everything(world: str) -> None:
    site = open_site(world, {})
    outlines = [outline.corners for outline in site.footprints if outline.bottom < HEADROOM]
    value = navigability(site.world.levels["0"], outlines).value
    assert value is not None
    assert value >= 0.95


def test_air_side_is_reached_through_security_or_against_the_stream_of_arrivals_only() -> None:
    plan = plan_of("airport")
    landside = reached(plan, "vestibule", {"security", "baggage_claim"})
    assert "check_in_hall" in landside
    assert "arrivals_hall" in landside
    assert landside.isdisjoint({"concourse", "departure_lounge", "gate_1", "gate_2", "gate_3", "passport_control"})


def test_check_in_and_claim_do_not_open_to_each_other() -> None:
    assert "baggage_claim" not in ways_between(plan_of("airport"))["check_in_hall"]


def test_arrivals_get_from_every_gate_to_the_street_without_walking_back_through_security() -> None:
    for gate in ("gate_1", "gate_2", "gate_3"):
        assert "arrivals_hall" in reached(plan_of("airport"), gate, {"security", "check_in_hall"})
        assert "arrivals_hall" not in reached(plan_of("airport"), gate, {"security", "passport_control"})


def test_guests_of_the_office_get_to_the_meeting_room_without_crossing_the_desks() -> None:
    assert "meeting_8" in reached(plan_of("office_1"), "lift_lobby", {"open_plan", "back_aisle"})


def test_office_aisles_form_a_ring_and_take_a_reasonable_share() -> None:
    plan = plan_of("office_1")
    aisles = {"main_aisle", "back_aisle"}
    share = sum(plan.zones[name].area for name in aisles) / sum(zone.area for zone in plan.zones.values())
    assert 0.15 <= share <= 0.25
    outline = plan.zones["main_aisle"].union(plan.zones["back_aisle"])
    assert len(outline.interiors) == 1


def test_office_doors_stand_near_a_corner() -> None:
    plan = plan_of("office_1")
    corners = [Point(corner) for zone in plan.zones.values() for corner in zone.exterior.coords]
    assert all(min(door.closed.distance(corner) for corner in corners) <= 0.6 for door in plan.doors)


def test_there_are_at_least_three_scenarios_and_a_default(world: str) -> None:
    names = {path.name for path in (SETUP / "worlds" / world / "scenarios").iterdir()}
    assert "default" in names
    assert len(names) >= 3
    for name in names:
        scenario = read_yaml("worlds", world, "scenarios", name, "scenario.yaml")
        assert len({person["agent"]["desired_velocity"] for person in scenario["dynamic"]}) >= 2, name


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_scenario_ends_well(world: str, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    words = [f"world:={world}", "scenario:=all", f"seed:={seed}", "record.auto:=false", "picture:=false"]
    assert run.main([*words, "--json", "--quiet"]) == 0
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert len(rows) >= 3
    for row in rows:
        assert row["outcome"] == "SUCCESS", row["scenario"]
        assert {verdict["state"] for verdict in row["verdicts"]} == {"holds"}, row["scenario"]
        assert {phase["outcome"] for phase in row["phases"]} == {"met"}, row["scenario"]
    assert "warning" not in captured.err
