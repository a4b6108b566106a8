"""Scenarios over several levels, and regions that take the polygon of a door or an elevator."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from generated_site import level, site_of, write_scenario

from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.geometry import Position, covers
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.world.elevator import Elevator
from task_generator.generator import EpisodeRequest, generate

UP_AND_DOWN = """
robots:
- {start: [1.0, 1.0], start_floor: "0", goal_floor: "1", phases: [{goto: up_0}, {goto: [2.0, 2.0]}, {gesture: wave}]}
"""


def two_levels(folder: Path) -> Site:
    ground = level([(6.0, 6.0), (6.0, 6.0)])
    hall = evolve(ground.zones[0], elevators=(Elevator("lift", Position(3.0, 3.0)),))
    return site_of(folder, {"0": evolve(ground, zones=(hall, *ground.zones[1:])), "1": level([(6.0, 6.0)], "up")})


def made(site: Site) -> Episode:
    return generate(site, EpisodeRequest(1, 1, "scenario", "scenario", fleet=("jackal",))).episode


def layout_of(site: Site) -> FrameLayout:
    return FrameLayout(robots=("jackal_0",), areas=tuple(site.world.areas()))


def test_a_goal_on_another_level_stays_one_phase_with_the_index_it_was_authored_with(tmp_path: Path) -> None:
    write_scenario(tmp_path, UP_AND_DOWN)
    site = two_levels(tmp_path)
    (robot,) = made(site).robots
    assert [phase.kind for phase in robot.phases] == ["goto", "goto", "gesture"]
    named, numeric, _ = robot.phases
    assert isinstance(named, GotoPhase)
    assert isinstance(numeric, GotoPhase)
    assert named.target == "up_0"
    dx, dy = site.world.origins["1"]
    assert numeric.pose is not None
    assert numeric.pose.xy == (2.0 + dx, 2.0 + dy)


def test_a_robot_that_arrives_on_the_other_level_meets_the_phases_as_authored(tmp_path: Path) -> None:
    write_scenario(tmp_path, UP_AND_DOWN)
    site = two_levels(tmp_path)
    episode = made(site)
    judged = Judge(episode, layout_of(site))
    dx, dy = site.world.origins["1"]
    for tick, (x, y) in enumerate([(1.0, 1.0), *[(dx + 2.0, dy + 2.0)] * 200]):
        nothing: list[float] = []
        judged.observe(
            Frame(
                tick=tick,
                time_ns=tick_time_ns(tick, episode.rate),
                robots=[(x, y, 0.0, 0.0, 0.0, 0.0)],
                people=nothing,
                numbers=nothing,
                codes=nothing,
                contacts=nothing,
                signals=nothing,
                results=nothing,
            )
        )
    assert [(phase.index, phase.outcome) for phase in judged.phases()] == [(0, "met"), (1, "met"), (2, "pending")]
    assert judged.robot_fields("jackal_0")["met"] == "0,1"


@pytest.mark.parametrize("name", ["room_0_door", "lift", "up_0", "room_1/0"])
def test_a_region_takes_the_polygon_of_a_zone_a_door_or_an_elevator(tmp_path: Path, name: str) -> None:
    write_scenario(tmp_path, f"regions:\n  inflow: {{type: source, ref: {name}}}\n")
    site = two_levels(tmp_path)
    (region,) = made(site).regions
    (area,) = (area for area in site.world.areas() if name in (area.name, f"{area.name}/{area.level}"))
    assert tuple(corner.xy for corner in region.polygon) == area.corners


@pytest.mark.parametrize("goal", ['goal_floor: "1", phases: [{goto: room_0}]', "phases: [{goto: room_0/1}]"])
def test_a_goal_whose_name_several_levels_have_is_judged_on_its_own(tmp_path: Path, goal: str) -> None:
    write_scenario(tmp_path, f'robots:\n- {{start: room_0/0, start_floor: "0", {goal}}}\n')
    site = site_of(tmp_path, {"0": level([(6.0, 6.0)]), "1": level([(6.0, 6.0)])})
    episode = made(site)
    (phase,) = episode.robots[0].phases
    assert isinstance(phase, GotoPhase)
    assert phase.target == "room_0/1"
    assert phase.pose is not None
    (area,) = (area for area in site.world.areas() if (area.name, area.level) == ("room_0", "1"))
    assert covers(area.corners, *phase.pose.xy)
    assert Judge(episode, layout_of(site)).active_phase("jackal_0") == (0, phase)
