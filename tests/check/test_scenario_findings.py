"""What is said about scenarios that no robot can play, and what is not said about those that it can."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from checked_world import World

from arena_simulation_setup.files.problem import Problem

NEVER = "condition.never"


def judged(world: World, path: Path, *atoms: str) -> list[Problem]:
    """Findings about clauses that are added to the scenario."""
    world.scenario["conditions"] = [{"op": "never", "p": atom} for atom in atoms]
    return [problem for problem in world.problems(path / "w") if problem.code == NEVER]


@pytest.mark.parametrize(
    ("atom", "why"),
    [
        ("room_door.open == ajar", "room_door.open is never 'ajar'"),
        ("room_door/0.state == opn", "room_door/0.state is never 'opn'"),
        ("room_door.progress == half", "room_door.progress is never 'half'"),
        ("not room_door.open == yes", "room_door.open is never 'yes'"),
        ("jackal_0.phase == first", "jackal_0.phase is never 'first'"),
        ("robot within 0 of visitor", "two bodies never come as near"),
        ("clerk within 0.2 of visitor", "two bodies never come as near"),
    ],
)
def test_atoms_that_can_never_be_true_are_told_with_the_reason(tmp_path: Path, atom: str, why: str) -> None:
    (found,) = judged(World(), tmp_path, atom.replace("clerk", "world_clerk"))
    assert why in found.message
    assert found.path == "conditions[0].p"
    assert found.line > 0
    assert found.expected


@pytest.mark.parametrize(
    "atom",
    [
        "room_door.open == false",
        "room_door.state == opening",
        "room_door.progress == 0.5",
        "jackal_0.phase == 1",
        "jackal_0.violated == e0",
        "robot within 0.5 of visitor",
        "robot in room",
        "robot in room_door",
        "visitor in room",
    ],
)
def test_atoms_that_can_be_true_are_not_told(tmp_path: Path, atom: str) -> None:
    assert judged(World(), tmp_path, atom) == []


def test_the_nearest_accepted_value_is_offered(tmp_path: Path) -> None:
    (found,) = judged(World(), tmp_path, "room_door.state == opn")
    assert (found.found, found.suggestion) == ("opn", "open")
    assert found.expected == "closed, opening, open, closing"


def test_a_place_behind_a_wall_is_never_entered(tmp_path: Path) -> None:
    world = World()
    del world.hall["doors"]
    world.hall["walls"].append({"start": [4.2, 4], "end": [3, 4]})
    atoms = ("robot in room", "not jackal_0 in room", "robot in hall", "world_clerk in room")
    told = [problem.path for problem in judged(world, tmp_path, *atoms)]
    assert told == ["conditions[0].p", "conditions[1].p"]


def test_until_is_looked_at_like_a_condition(tmp_path: Path) -> None:
    world = World()
    world.scenario["robots"][0]["phases"][0]["until"] = "room_door.open == maybe"
    codes = {problem.path: problem.code for problem in world.problems(tmp_path / "w")}
    assert codes == {"robots[0].phases[0].until": NEVER}


def unreachable(world: World, path: Path) -> list[str]:
    return [problem.path for problem in world.problems(path / "w") if problem.code == "scenario.unreachable"]


@pytest.mark.parametrize(("goal", "told"), [("room", True), ([2.0, 6.0], True), ("hall", False), ("visitor", False)])
def test_goals_behind_a_wall_are_out_of_reach(tmp_path: Path, goal: Any, told: bool) -> None:
    world = World()
    del world.hall["doors"]
    world.hall["walls"].append({"start": [4.2, 4], "end": [3, 4]})
    world.scenario["robots"][0]["phases"] = [{"goto": goal}]
    assert unreachable(world, tmp_path) == (["robots[0].phases[0]"] if told else [])


def test_elevators_join_levels(tmp_path: Path) -> None:
    world = World()
    world.with_upper_level()
    world.scenario["robots"][0].update(phases=[{"goto": [6.0, 2.0]}], goal_floor="1")
    assert unreachable(world, tmp_path) == []
    for zone in (world.hall, world.levels["1"]["zones"][0]):
        del zone["elevators"]
    assert unreachable(world, tmp_path / "cut") == ["robots[0].phases[0]"]


def test_an_elevator_joins_levels_only_the_way_that_it_leads(tmp_path: Path) -> None:
    world = World()
    world.with_upper_level()
    del world.levels["1"]["zones"][0]["elevators"][0]["destination"]
    world.scenario["robots"][0].update(phases=[{"goto": [6.0, 2.0]}], goal_floor="1")
    assert unreachable(world, tmp_path / "up") == []
    world.scenario["robots"][0].update(start=[6.0, 2.0, 0.0], start_floor="1", goal_floor="0")
    assert unreachable(world, tmp_path / "down") == ["robots[0].phases[0]"]


def test_an_elevator_too_small_for_the_robot_joins_nothing(tmp_path: Path) -> None:
    world = World()
    world.with_upper_level()
    for zone in (world.hall, world.levels["1"]["zones"][0]):
        zone["elevators"][0]["size"] = [0.64, 1.6, 2.2]
        zone["elevators"][0]["door_side"] = "+x"
    world.scenario["robots"][0].update(phases=[{"goto": [6.0, 2.0]}], goal_floor="1")
    assert unreachable(world, tmp_path) == ["robots[0].phases[0]"]


def test_people_in_walls_and_furniture_are_told(tmp_path: Path) -> None:
    world = World()
    world.scenario["dynamic"][0].update(pose=[1, 0.1], waypoints=[[6, 2], [6.5, 6.5]])
    found = [problem for problem in world.problems(tmp_path / "w") if problem.code == "scenario.blocked"]
    assert [problem.path for problem in found] == ["dynamic[0].pose", "dynamic[0].waypoints[1]"]
    assert all("a person of radius 0.25 m does not fit" in problem.message for problem in found)


@pytest.mark.parametrize(
    "phase", [{"gesture": "wave"}, {"reach": "home"}, {"goto": "room", "signal": "arrived"}], ids=str
)
def test_phases_that_some_robots_can_do_give_no_finding(tmp_path: Path, phase: dict[str, Any]) -> None:
    world = World()
    world.scenario["robots"][0]["phases"] = [phase]
    assert not world.problems(tmp_path / "w")
