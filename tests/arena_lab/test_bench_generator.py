from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from arena_cli.bench_generator import main
from arena_lab.bench_generator import GeneratorCost, generator_cost
from arena_lab.generator_faults import DOOR, KINDS, OVERLAP, REACH, WALL, Fault, episode_faults
from arena_simulation_setup.episode import Episode, EpisodeObject
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from task_generator.generator import EpisodeRequest, generate

SHIPPED = ("airport", "hospital_1", "hospital_2", "map_empty", "office_1", "reception", "three_storied_residential")


@pytest.fixture(scope="module")
def hospital() -> Site:
    return open_site("hospital_1", {})


@pytest.fixture(scope="module")
def made(hospital: Site) -> Episode:
    return generate(hospital, EpisodeRequest(1, 1, fleet=("jackal",))).episode


def with_goal(episode: Episode, goal: Pose) -> Episode:
    return evolve(episode, robots=(evolve(episode.robots[0], phases=(GotoPhase(pose=goal),)),))


def test_an_episode_as_it_was_made_has_no_fault(hospital: Site, made: Episode) -> None:
    assert episode_faults(hospital, made) == ()


def test_a_person_on_a_robot_is_a_fault(hospital: Site, made: Episode) -> None:
    moved = (evolve(made.people[0], pose=made.robots[0].start), *made.people[1:])
    fault = Fault(OVERLAP, f"{made.people[0].name} overlaps place of jackal_0")
    assert fault in episode_faults(hospital, evolve(made, people=moved))


def test_an_object_on_a_goal_is_a_fault(hospital: Site, made: Episode) -> None:
    (phase,) = made.robots[0].phases
    assert isinstance(phase, GotoPhase)
    assert phase.pose is not None
    bin_ = EpisodeObject("thing", "bin", phase.pose)
    faults = episode_faults(hospital, evolve(made, objects=(*made.objects, bin_)))
    assert Fault(OVERLAP, "thing overlaps place of jackal_0") in faults


def test_what_reaches_into_a_wall_is_a_fault(hospital: Site, made: Episode) -> None:
    zone = next(zone for _, zone in hospital.world.zones())
    corner = zone.corners[0]
    faults = episode_faults(hospital, with_goal(made, Pose(corner.x, corner.y)))
    assert Fault(WALL, "place of jackal_0 reaches into a wall") in faults


def test_who_stands_in_a_door_is_a_fault(hospital: Site, made: Episode) -> None:
    door = next(door for _, door in hospital.world.doors())
    middle = Pose((door.start.x + door.end.x) / 2, (door.start.y + door.end.y) / 2)
    assert Fault(DOOR, "place of jackal_0 stands in a door") in episode_faults(hospital, with_goal(made, middle))


def test_a_goal_behind_a_barrier_is_a_fault(hospital: Site, made: Episode) -> None:
    goal = next(phase.pose for phase in made.robots[0].phases if isinstance(phase, GotoPhase) and phase.pose)
    ring = [
        EpisodeObject(f"ring_{index}", "bin", Pose(goal.x + dx, goal.y + dy), scale=(3.0, 3.0, 1.0))
        for index, (dx, dy) in enumerate((x / 2, y / 2) for x in range(-3, 4) for y in range(-3, 4))
        if max(abs(dx), abs(dy)) > 1.2
    ]
    faults = episode_faults(hospital, evolve(made, objects=tuple(ring)))
    assert Fault(REACH, f"jackal_0 can not get to ({goal.x:.2f}, {goal.y:.2f})") in faults


def test_a_waypoint_in_a_closed_place_is_a_fault(hospital: Site, made: Episode) -> None:
    person = made.people[0]
    x, y = person.waypoints[0]
    far = EpisodeObject("block", "bin", Pose(x, y), scale=(6.0, 6.0, 1.0))
    found = [fault for fault in episode_faults(hospital, evolve(made, objects=(far,))) if fault.kind == REACH]
    assert Fault(REACH, f"{person.name} can not get to ({x:.2f}, {y:.2f})") in found


def test_violations_growth_and_slowness_each_break_the_bounds() -> None:
    cost = GeneratorCost((9.0, 9.0, 9.0), (1.0, 1.5, 9.0), (100.0, 104.0), ())
    assert cost.holds
    assert not evolve(cost, cpu_ms=(1.0, 2.5, 3.0)).holds
    assert not evolve(cost, memory_mb=(100.0, 106.0)).holds
    assert not evolve(cost, differing=(7,)).holds
    wrong = evolve(cost, faults=((3, Fault(DOOR, "a stands in a door")), (4, Fault(DOOR, "b stands in a door"))))
    assert not wrong.holds
    assert wrong.violations == {"overlap": 0, "wall": 0, "door": 2, "reach": 0, "differing": 0}


def test_the_verb_tells_figures_and_fails_above_the_bound(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arena_lab.bench_generator.LARGEST_MS", 1e6)
    assert main(["world:=map_empty", "episodes:=5", "--json"]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (figures["episodes"], figures["faults"], figures["checked"]) == (5, [], True)
    assert figures["violations"] == {"overlap": 0, "wall": 0, "door": 0, "reach": 0, "differing": 0}
    assert figures["growth"] <= 1.05
    assert 0.0 < figures["median_ms"] <= figures["p99_ms"]
    monkeypatch.setattr("arena_lab.bench_generator.LARGEST_MS", 0.0)
    assert main(["world:=map_empty", "episodes:=2", "check:=false"]) == 1
    assert "not looked for" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("world", SHIPPED)
def test_a_hundred_episodes_of_every_shipped_world_keep_every_promise(world: str) -> None:
    site = open_site(world, {})
    assert generator_cost(site, 100, seed=1, check=True).violations == dict.fromkeys((*KINDS, "differing"), 0)
    again = open_site(world, {})
    requests = [EpisodeRequest(1, seed, fleet=("jackal",)) for seed in range(5)]
    assert [generate(site, one).episode for one in requests] == [generate(again, one).episode for one in requests]
