"""The shipped scenarios can be played: everybody stands on free floor, and every name in them exists."""

from __future__ import annotations

from typing import Any

import pytest
from floor_plan import MARGIN, ROBOT_RADIUS, SETUP, WORLDS, asset, plan_of, read_yaml
from shapely.geometry import Point

from arena_simulation_setup.files.load_scenario import load_scenario
from arena_simulation_setup.files.load_world import load_world

SCENARIOS = [
    (world, path.name) for world in WORLDS for path in sorted((SETUP / "worlds" / world / "scenarios").iterdir())
]
# What stands after "in", "within R of" or before ".": zones, doors and subjects of an atom.
FIELDS = {"open", "state", "progress", "triggered", "in_transit"}


@pytest.fixture(params=SCENARIOS, ids="/".join)
def played(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    world, name = request.param
    return world, read_yaml("worlds", world, "scenarios", name, "scenario.yaml")


def _clauses(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    scopes = [scenario, *scenario["robots"], *[phase for robot in scenario["robots"] for phase in robot["phases"]]]
    return [clause for scope in scopes for clause in scope.get("conditions", [])]


def _places(scenario: dict[str, Any]) -> list[Any]:
    starts = [robot["start"] for robot in scenario["robots"]]
    goals = [phase["goto"] for robot in scenario["robots"] for phase in robot["phases"] if "goto" in phase]
    return starts + goals


def test_robots_and_people_stand_on_free_floor(played: tuple[str, dict[str, Any]]) -> None:
    world, scenario = played
    plan = plan_of(world)
    start = Point(scenario["robots"][0]["start"][:2])
    robots = plan.reachable(ROBOT_RADIUS + MARGIN, start)
    for place in _places(scenario):
        assert place in plan.zones if isinstance(place, str) else robots.covers(Point(place[:2])), place
    for person in scenario.get("dynamic", []):
        walkable = plan.reachable(asset("Human", person["model"])["radius"] + MARGIN, start)
        for place in [person["pose"], *person["waypoints"]]:
            assert place in plan.zones if isinstance(place, str) else walkable.covers(Point(place[:2])), place


def test_people_keep_clear_of_the_robot_and_of_each_other_at_the_start(played: tuple[str, dict[str, Any]]) -> None:
    _, scenario = played
    poses = [person["pose"] for person in scenario.get("dynamic", [])] + [
        robot["start"] for robot in scenario["robots"]
    ]
    points = [Point(pose[:2]) for pose in poses]
    assert all(one.distance(two) > 1.0 for index, one in enumerate(points) for two in points[:index])


def test_people_have_names_of_their_own_and_somewhere_to_walk(played: tuple[str, dict[str, Any]]) -> None:
    _, scenario = played
    people = scenario.get("dynamic", [])
    assert len({person["name"] for person in people}) == len(people)
    for person in people:
        assert len(person["waypoints"]) >= 2
        assert 0.4 <= person["agent"]["desired_velocity"] <= 1.5


def test_conditions_speak_of_things_that_exist(played: tuple[str, dict[str, Any]]) -> None:
    world, scenario = played
    plan = plan_of(world)
    doors = {door.name for door in plan.doors}
    subjects = {"robot"} | {person["name"] for person in scenario.get("dynamic", [])}
    holds = [phase["until"] for robot in scenario["robots"] for phase in robot["phases"] if "until" in phase]
    for atom in [clause[side] for clause in _clauses(scenario) for side in ("p", "q") if side in clause] + holds:
        words = atom.removeprefix("not ").split(" ")
        if words[1] == "in":
            assert words[0] in subjects
            assert words[2] in doors | set(plan.zones)
        elif words[1] == "within":
            assert {words[0], words[4]} <= subjects
        else:
            entity, _, field = words[0].rpartition(".")
            assert entity in doors
            assert field in FIELDS


def test_demo_meets_three_people_and_uses_four_kinds_of_condition() -> None:
    scenario = read_yaml("worlds", "hospital_1", "scenarios", "demo", "scenario.yaml")
    assert len(scenario["dynamic"]) == 3
    assert [phase["goto"] for phase in scenario["robots"][0]["phases"]] == ["pharmacy"]
    assert {"eventually", "never", "before", "never_during"} <= {clause["op"] for clause in scenario["conditions"]}


@pytest.mark.parametrize("world", WORLDS)
def test_strict_loader_has_nothing_to_say_about_a_shipped_world(world: str) -> None:
    assert load_world(SETUP / "worlds" / world).warnings == ()


@pytest.mark.parametrize(("world", "name"), SCENARIOS)
def test_strict_loader_has_nothing_to_say_about_a_shipped_scenario(world: str, name: str) -> None:
    loaded = load_scenario(SETUP / "worlds" / world / "scenarios" / name)
    assert loaded.warnings == ()
    assert len(loaded.value.robots) == 1
