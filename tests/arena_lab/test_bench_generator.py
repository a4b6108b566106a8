from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from arena_cli.bench_generator import main
from arena_lab.bench_generator import episode_faults, generator_cost
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
    assert episode_faults(hospital, made) == []


def test_a_person_on_a_robot_is_a_fault(hospital: Site, made: Episode) -> None:
    moved = (evolve(made.people[0], pose=made.robots[0].start), *made.people[1:])
    assert f"{made.people[0].name} overlaps place of jackal_0" in episode_faults(hospital, evolve(made, people=moved))


def test_an_object_on_a_goal_is_a_fault(hospital: Site, made: Episode) -> None:
    (phase,) = made.robots[0].phases
    assert isinstance(phase, GotoPhase)
    assert phase.pose is not None
    bin_ = EpisodeObject("thing", "bin", phase.pose)
    faults = episode_faults(hospital, evolve(made, objects=(*made.objects, bin_)))
    assert "thing overlaps place of jackal_0" in faults


def test_what_reaches_into_a_wall_is_a_fault(hospital: Site, made: Episode) -> None:
    zone = next(zone for _, zone in hospital.world.zones())
    corner = zone.corners[0]
    faults = episode_faults(hospital, with_goal(made, Pose(corner.x, corner.y)))
    assert "place of jackal_0 reaches into a wall" in faults


def test_a_goal_behind_a_barrier_is_a_fault(hospital: Site, made: Episode) -> None:
    goal = next(phase.pose for phase in made.robots[0].phases if isinstance(phase, GotoPhase) and phase.pose)
    ring = [
        EpisodeObject(f"ring_{index}", "bin", Pose(goal.x + dx, goal.y + dy), scale=(3.0, 3.0, 1.0))
        for index, (dx, dy) in enumerate((x / 2, y / 2) for x in range(-3, 4) for y in range(-3, 4))
        if max(abs(dx), abs(dy)) > 1.2
    ]
    faults = episode_faults(hospital, evolve(made, objects=tuple(ring)))
    assert f"jackal_0 can not get to ({goal.x:.2f}, {goal.y:.2f})" in faults


def test_the_verb_tells_figures_and_fails_above_the_bound(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arena_lab.bench_generator.LARGEST_MS", 1e6)
    assert main(["world:=map_empty", "episodes:=5", "--json"]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (figures["episodes"], figures["faults"], figures["checked"]) == (5, [], True)
    assert 0.0 < figures["median_ms"] <= figures["p99_ms"]
    monkeypatch.setattr("arena_lab.bench_generator.LARGEST_MS", 0.0)
    assert main(["world:=map_empty", "episodes:=2", "check:=false"]) == 1
    assert "not looked for" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("world", SHIPPED)
def test_a_hundred_episodes_of_every_shipped_world_keep_every_promise(world: str) -> None:
    site = open_site(world, {})
    assert generator_cost(site, 100, seed=1, check=True).faults == ()
    again = open_site(world, {})
    requests = [EpisodeRequest(1, seed, fleet=("jackal",)) for seed in range(5)]
    assert [generate(site, one).episode for one in requests] == [generate(again, one).episode for one in requests]
