from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import shapely
from generated_site import rooms
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from arena_evaluation.metrics.world_routes import object_corners
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from task_generator.generator import EpisodeRequest, PlacementError, generate

# Grid of the clearances, metres: a point is known that well.
SLACK = 0.02
DOOR_CLEARANCE = 0.6
SMALL = ("bin", "medical_stool", "plant", "visitor_chair")


def episode(site: Site, seed: int, fleet: tuple[str, ...] = ("jackal",), **leaves: Any) -> Episode:
    parameters: Mapping[str, Any] = {f"task.random.{leaf.replace('_', '.')}": value for leaf, value in leaves.items()}
    return generate(site, EpisodeRequest(1, seed, fleet=fleet, parameters=parameters)).episode


def goals(made: Episode) -> list[Corner]:
    found = []
    for robot in made.robots:
        (phase,) = robot.phases
        assert isinstance(phase, GotoPhase)
        assert phase.pose is not None
        found.append(phase.pose.xy)
    return found


def bodies(site: Site, made: Episode) -> list[tuple[str, BaseGeometry]]:
    """Everything that must not overlap at frame 0, and the places that robots drive to."""
    boxes = [(outline.name, shapely.Polygon(outline.corners)) for outline in site.object_outlines(made.objects)]
    discs = [(person.name, shapely.Point(person.pose.xy).buffer(person.radius)) for person in made.people]
    for robot, goal in zip(made.robots, goals(made), strict=True):
        discs.append((robot.name, shapely.Point(robot.start.xy).buffer(robot.radius)))
        discs.append((f"goal of {robot.name}", shapely.Point(goal).buffer(robot.radius)))
    return boxes + discs


def faults(site: Site, made: Episode) -> list[str]:
    """Every broken promise of an episode."""
    placed = bodies(site, made)
    found = [
        f"{first} overlaps {second}"
        for (first, one), (second, other) in combinations(placed, 2)
        if one.intersects(other)
    ]
    floor = site.planner.space.region.buffer(SLACK)
    found += [f"{name} reaches into a wall" for name, shape in placed if not floor.covers(shape)]
    doors = [shapely.LineString([door.start.xy, door.end.xy]) for _, door in site.world.doors()]
    found += [
        f"{name} stands in a door"
        for name, shape in placed
        if any(door.distance(shape) < DOOR_CLEARANCE - SLACK for door in doors)
    ]
    planner = site.planner_with(made.objects)
    for robot, goal in zip(made.robots, goals(made), strict=True):
        if not planner.connected(robot.start.xy, goal, robot.radius):
            found.append(f"{robot.name} can not get to its goal")
    for person in made.people:
        for waypoint in person.waypoints:
            if not planner.connected(person.pose.xy, waypoint, person.radius):
                found.append(f"{person.name} can not get to a waypoint")
    return found


@pytest.fixture(scope="module")
def hospital() -> Site:
    return open_site("hospital_1", {})


@pytest.mark.parametrize("seed", range(12))
def test_in_the_hospital_nothing_overlaps_and_every_goal_is_reachable(hospital: Site, seed: int) -> None:
    assert faults(hospital, episode(hospital, seed, ("jackal", "jackal"))) == []


@given(
    sizes=st.lists(st.tuples(st.floats(3.5, 7.0), st.floats(3.5, 7.0)), min_size=1, max_size=3),
    seeds=st.lists(st.integers(0, 2**63 - 1), min_size=6, max_size=6),
    counts=st.tuples(st.integers(0, 9), st.integers(0, 4)),
)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_in_small_rooms_nothing_overlaps_and_every_goal_is_reachable(
    tmp_path: Path, sizes: list[tuple[float, float]], seeds: list[int], counts: tuple[int, int]
) -> None:
    site = rooms(tmp_path, *sizes)
    for seed in seeds:
        try:
            made = episode(site, seed, static_n=[counts[0]], dynamic_n=[counts[1]], static_models=SMALL)
        except PlacementError:
            continue
        assert (len(made.objects), len(made.people)) == counts
        assert faults(site, made) == []


@pytest.mark.slow
def test_three_hundred_crowded_episodes_of_the_hospital_keep_every_promise(hospital: Site) -> None:
    crowd = {"static_n": [25, 40], "dynamic_n": [5, 10], "static_models": SMALL}
    made = {seed: episode(hospital, seed, ("jackal",) * 3, **crowd) for seed in range(300)}
    assert {seed: found for seed, one in made.items() if (found := faults(hospital, one))} == {}


def test_a_crowded_floor_keeps_every_promise_where_objects_leave_only_narrow_ways(hospital: Site) -> None:
    made = episode(hospital, 5, static_n=[60, 60], dynamic_n=[6, 6], static_models=SMALL)
    assert len(made.objects) == 60
    assert faults(hospital, made) == []


def test_counts_stay_within_their_ranges_and_reach_both_ends(hospital: Site) -> None:
    made = [episode(hospital, seed, static_n=[1, 3], dynamic_n=[0, 1], static_models=SMALL) for seed in range(30)]
    assert {len(one.objects) for one in made} == {1, 2, 3}
    assert {len(one.people) for one in made} == {0, 1}


def test_the_size_of_every_object_is_written_down(hospital: Site) -> None:
    made = episode(hospital, 3, static_n=[12, 12])
    outlines = hospital.object_outlines(made.objects)
    assert len(outlines) == 12
    assert [object_corners(entry) for entry in made.objects] == [[outline.corners] for outline in outlines]


def test_objects_are_named_per_model_from_one_and_people_from_zero(hospital: Site) -> None:
    made = episode(hospital, 3, static_n=[6, 6], dynamic_n=[3, 3], static_models=["bin", "plant"])
    for model in ("bin", "plant"):
        names = [entry.name for entry in made.objects if entry.model == model]
        assert names == [f"S_{model}_{number}" for number in range(1, len(names) + 1)]
    assert [person.name for person in made.people] == ["Pedestrian_0", "Pedestrian_1", "Pedestrian_2"]


def test_people_have_two_waypoints_and_models_from_the_list(hospital: Site) -> None:
    made = episode(hospital, 3, dynamic_n=[4, 4], dynamic_models=["nurse", "doctor"], static_n=[0, 0])
    assert [len(person.waypoints) for person in made.people] == [2, 2, 2, 2]
    assert {person.model for person in made.people} <= {"nurse", "doctor"}


def test_an_empty_list_of_models_means_all_that_stand_on_the_floor(hospital: Site) -> None:
    models = {entry.model for seed in range(25) for entry in episode(hospital, seed, static_n=[15, 15]).objects}
    assert len(models) > 25
    assert "surgical_light" not in models


def test_goals_are_never_reached_at_the_start(hospital: Site) -> None:
    for seed in range(20):
        made = episode(hospital, seed, static_n=[0, 0])
        assert math.dist(made.robots[0].start.xy, goals(made)[0]) > 1.0


def test_one_goto_phase_with_the_defaults_filled_in(hospital: Site) -> None:
    (phase,) = episode(hospital, 1).robots[0].phases
    assert isinstance(phase, GotoPhase)
    assert (phase.tolerance_radius, phase.tolerance_angle) == (1.0, math.radians(30.0))
    assert (phase.hold_time, phase.signal) == (0.0, "")


def test_five_hundred_obstacles_in_a_small_room_end_with_one_clear_sentence(tmp_path: Path) -> None:
    site = rooms(tmp_path, (3.0, 3.0))
    with pytest.raises(PlacementError, match=r"mode random: no room for another static object with .* m² of the floor"):
        episode(site, 1, static_n=[500, 500])


def test_a_world_without_room_for_the_robot_says_so(tmp_path: Path) -> None:
    with pytest.raises(PlacementError, match=r"mode random: no room for the start of jackal_0 .* 0\.00 m²"):
        episode(rooms(tmp_path, (0.6, 0.6)), 1)


def test_a_list_of_models_that_only_hang_can_not_be_placed(hospital: Site) -> None:
    with pytest.raises(PlacementError, match=r"task\.random\.static\.models has no model that could stand"):
        episode(hospital, 1, static_models=["surgical_light"])


def test_an_empty_fleet_gives_an_episode_without_robots(hospital: Site) -> None:
    assert episode(hospital, 1, ()).robots == ()


def test_ten_robots_get_places_of_their_own(hospital: Site) -> None:
    made = episode(hospital, 1, ("jackal",) * 10, static_n=[3, 3])
    assert [robot.name for robot in made.robots] == [f"jackal_{number}" for number in range(10)]
    assert faults(hospital, made) == []
