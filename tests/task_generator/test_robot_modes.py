from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import pytest
from generated_site import level, rooms, site_of

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.episode_json import episode_from_text, episode_text
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase, Phase
from arena_simulation_setup.site import Site
from task_generator.clearances import Clearances
from task_generator.generator import EpisodeRequest, GenerationError, PlacementError, TaskDefaults, generate
from task_generator.parameters import declared_parameters
from task_generator.preparation import prepare
from task_generator.tasks.robots.guided.tour import GOALS, Tour

NOTHING = {"task.random.static.n": (0, 0), "task.random.dynamic.n": (0, 0)}


@pytest.fixture
def two_rooms(tmp_path: Path) -> Site:
    return rooms(tmp_path, (8.0, 8.0), (8.0, 8.0))


def made(site: Site, mode: str, *fleet: str, seed: int = 1, **parameters: Any) -> Episode:
    given = {f"task.{mode}.{leaf}": value for leaf, value in parameters.items()}
    request = EpisodeRequest(1, seed, robots_mode=mode, fleet=fleet or ("jackal",), parameters={**NOTHING, **given})
    return generate(site, request).episode


def goals(episode: Episode, robot: int = 0) -> list[Pose]:
    phases = [phase for phase in episode.robots[robot].phases if isinstance(phase, GotoPhase)]
    return [phase.pose for phase in phases if phase.pose is not None]


def test_explore_draws_a_thousand_goals_within_reach_and_out_of_each_others_tolerance(two_rooms: Site) -> None:
    episode = made(two_rooms, "explore")
    robot = episode.robots[0]
    poses = [robot.start, *goals(episode)]
    assert len(poses) == 1001
    assert robot.endless
    assert robot.relocation is None
    assert all(two_rooms.planner.is_free(pose.x, pose.y, robot.radius + 0.24) for pose in poses)
    assert all(two_rooms.planner.connected(robot.start.xy, pose.xy, robot.radius) for pose in poses)
    assert all(math.dist(before.xy, after.xy) >= 2.0 for before, after in itertools.pairwise(poses))


def test_goals_of_explore_leave_the_floor_to_obstacles_and_lie_beside_them(two_rooms: Site) -> None:
    parameters = {"task.random.static.n": (12, 12), "task.random.static.models": ("bin", "plant")}
    request = EpisodeRequest(1, 3, robots_mode="explore", fleet=("jackal",), parameters=parameters)
    episode = generate(two_rooms, request).episode
    planner = two_rooms.planner_with(episode.objects)
    assert len(episode.objects) == 12
    assert all(planner.is_free(pose.x, pose.y, episode.robots[0].radius) for pose in goals(episode))


def test_explore_says_where_a_robot_is_put_after_its_timeout(two_rooms: Site) -> None:
    robot = made(two_rooms, "explore", goals=3, timeout=12.5).robots[0]
    assert robot.relocation is not None
    assert robot.relocation.after_ns == 12_500_000_000
    assert len({place.xy for place in robot.relocation.places}) > 10
    assert all(two_rooms.planner.is_free(place.x, place.y, robot.radius) for place in robot.relocation.places)


def following(site: Site, mode: str, done: int, **parameters: Any) -> tuple[Episode, tuple[Phase, ...]]:
    given = {f"task.{mode}.{leaf}": value for leaf, value in parameters.items()}
    request = EpisodeRequest(1, 1, robots_mode=mode, fleet=("jackal",), parameters={**NOTHING, **given})
    episode = generate(site, request).episode
    (robot,) = episode.robots
    planner = site.planner_with(episode.objects)
    return episode, prepare(site, request).robots.following(robot, robot.start.xy, done, planner)


def test_explore_goes_on_with_other_goals_within_reach_and_demo_with_its_polygon(two_rooms: Site) -> None:
    episode, further = following(two_rooms, "explore", 3, goals=3)
    poses = [phase.pose for phase in further if isinstance(phase, GotoPhase) and phase.pose is not None]
    assert len(poses) == 3
    assert not {pose.xy for pose in poses} & {pose.xy for pose in goals(episode)}
    assert all(two_rooms.planner.connected(episode.robots[0].start.xy, pose.xy, 0.267) for pose in poses)
    assert following(two_rooms, "explore", 3, goals=3)[1] == further
    assert following(two_rooms, "explore", 6, goals=3)[1] != further
    episode, again = following(two_rooms, "demo", 1000)
    assert again == episode.robots[0].phases
    assert following(two_rooms, "stationary", 1)[1] == ()


def test_episodes_with_endless_tasks_survive_their_text(two_rooms: Site) -> None:
    episode = made(two_rooms, "explore", goals=3, timeout=1.0)
    assert episode_from_text(episode_text(episode)) == episode


@pytest.mark.parametrize("mode", ["explore", "guided", "demo", "stationary"])
def test_the_same_seed_gives_the_same_task_and_another_one_another(two_rooms: Site, mode: str) -> None:
    assert made(two_rooms, mode, "jackal", "jackal") == made(two_rooms, mode, "jackal", "jackal")
    assert made(two_rooms, mode).robots[0].start != made(two_rooms, mode, seed=2).robots[0].start


@pytest.mark.parametrize("mode", ["random", "explore", "guided", "demo", "stationary"])
def test_no_two_robots_of_a_fleet_start_on_each_other(two_rooms: Site, mode: str) -> None:
    robots = made(two_rooms, mode, "jackal", "jackal", "jackal").robots
    starts = [robot.start.xy for robot in robots]
    assert min(math.dist(starts[a], starts[b]) for a, b in ((0, 1), (0, 2), (1, 2))) >= 2 * (robots[0].radius + 0.25)


def test_a_guided_robot_waits_without_a_goal_and_never_ends(two_rooms: Site) -> None:
    robot = made(two_rooms, "guided").robots[0]
    assert (robot.phases, robot.endless) == ((), True)


def test_waypoints_given_beforehand_are_driven_to_over_and_over(two_rooms: Site) -> None:
    episode = made(two_rooms, "guided", waypoints=[2.0, 2.0, 0.0, 12.0, 6.0, 1.5])
    assert goals(episode)[:3] == [Pose(2.0, 2.0), Pose(12.0, 6.0, yaw=1.5), Pose(2.0, 2.0)]
    assert len(goals(episode)) == GOALS


def test_half_a_waypoint_is_refused(two_rooms: Site) -> None:
    with pytest.raises(GenerationError, match=r"task\.guided\.waypoints: got 4 numbers, expected x, y and yaw of each"):
        made(two_rooms, "guided", waypoints=[2.0, 2.0, 0.0, 12.0])


def test_a_waypoint_out_of_reach_is_told(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"0": level([(5.0, 5.0)]), "1": level([(5.0, 5.0)], "up")})
    x, y = site.world.origins["1"]
    parameters = {**NOTHING, "task.guided.waypoints": [2.0, 2.0, 0.0, x + 2.0, y + 2.0, 0.0]}
    generated = generate(site, EpisodeRequest(1, 1, robots_mode="guided", fleet=("jackal",), parameters=parameters))
    assert any("jackal_0 can not get to its waypoint" in warning for warning in generated.warnings)


def test_a_goal_from_outside_lengthens_the_tour_and_a_new_place_clears_it() -> None:
    tour = Tour().with_goal(Pose(1.0, 0.0)).with_goal(Pose(2.0, 0.0))
    order = tour.order("jackal_0", TaskDefaults(tolerance_radius=0.4))
    assert order is not None
    assert [phase.pose for phase in order.phases[:3] if isinstance(phase, GotoPhase)] == [
        Pose(1.0, 0.0),
        Pose(2.0, 0.0),
        Pose(1.0, 0.0),
    ]
    assert {phase.tolerance_radius for phase in order.phases if isinstance(phase, GotoPhase)} == {0.4}
    assert tour.cleared().order("jackal_0", TaskDefaults()) is None


def test_a_single_waypoint_is_a_place_to_stay_at() -> None:
    assert len(Tour((Pose(1.0, 1.0),)).phases()) == 1


def test_demo_drives_around_a_regular_polygon_on_free_floor(two_rooms: Site) -> None:
    episode = made(two_rooms, "demo", vertices=5, radius=1.5)
    corners = goals(episode)[:5]
    center = (sum(pose.x for pose in corners) / 5, sum(pose.y for pose in corners) / 5)
    assert all(math.dist(pose.xy, center) == pytest.approx(1.5) for pose in corners)
    assert two_rooms.planner.is_free(*center, 1.5 + episode.robots[0].radius)
    start = episode.robots[0].start
    assert start.xy == pytest.approx(corners[4].xy)
    along = math.atan2(corners[0].y - start.y, corners[0].x - start.x)
    assert math.remainder(along - start.yaw, math.tau) == pytest.approx(0.0, abs=1e-9)


def test_demo_shrinks_where_there_is_no_room_and_says_so(tmp_path: Path) -> None:
    request = EpisodeRequest(
        1, 1, robots_mode="demo", fleet=("jackal",), parameters={**NOTHING, "task.demo.radius": 9.0}
    )
    generated = generate(rooms(tmp_path, (4.0, 4.0)), request)
    assert any("has a radius of" in warning for warning in generated.warnings)
    with pytest.raises(PlacementError, match="mode demo: no room for the polygon of jackal_0"):
        generate(rooms(tmp_path, (1.2, 1.2)), request)


def test_arms_make_a_gesture_at_each_corner_unless_told_otherwise(two_rooms: Site) -> None:
    kinds = [phase.kind for phase in made(two_rooms, "demo", "ridgeback").robots[0].phases[:4]]
    assert kinds == ["goto", "gesture", "goto", "gesture"]
    silent = made(two_rooms, "demo", "ridgeback", gesture="").robots[0].phases
    assert not any(isinstance(phase, GesturePhase) for phase in silent)


def test_stationary_robots_stand_where_the_parameters_say_and_have_no_goals(two_rooms: Site) -> None:
    episode = made(two_rooms, "stationary", "jackal", "jackal", pos_x=2.0, pos_y=3.0, pos_theta=1.0)
    assert episode.robots[0].start == Pose(2.0, 3.0, yaw=1.0)
    assert [robot.phases for robot in episode.robots] == [(), ()]
    assert not any(robot.endless for robot in episode.robots)


def test_a_heading_alone_turns_a_robot_whose_place_is_drawn(two_rooms: Site) -> None:
    free, turned = made(two_rooms, "stationary"), made(two_rooms, "stationary", pos_theta=0.5)
    assert turned.robots[0].start == Pose(*free.robots[0].start.xy, yaw=0.5)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pos_x": 2.0}, "expected both or neither"),
        ({"pos_x": 0.1, "pos_y": 4.0}, r"jackal_0 of radius 0\.\d\d m can not stand at \(0\.10, 4\.00\)"),
        ({"pos_x": -50.0, "pos_y": 4.0}, "can not stand at"),
    ],
)
def test_impossible_places_are_refused_with_the_reason(two_rooms: Site, given: dict[str, float], message: str) -> None:
    with pytest.raises(GenerationError, match=message):
        made(two_rooms, "stationary", **given)  # type: ignore[arg-type]  # leaves only, no seed


def test_the_parameters_of_the_robot_modes_have_descriptions_and_defaults() -> None:
    modes = ("explore", "guided", "demo", "stationary")
    declared = {name: entry for name, entry in declared_parameters().items() if name.split(".")[1] in modes}
    assert {name: repr(entry.default) for name, entry in declared.items()} == {
        "task.demo.gesture": "'random'",
        "task.demo.radius": "2.0",
        "task.demo.vertices": "4",
        "task.explore.goals": "1000",
        "task.explore.timeout": "-1.0",
        "task.guided.waypoints": "()",
        "task.stationary.pos_theta": "nan",
        "task.stationary.pos_x": "nan",
        "task.stationary.pos_y": "nan",
    }
    assert all(entry.description for entry in declared.values())


def test_clearances_take_effect_on_starts_goals_and_objects(two_rooms: Site) -> None:
    parameters = {
        "task.random.static.n": (4, 4),
        "task.random.dynamic.n": (0, 0),
        "task.random.static.models": ("bin",),
    }
    wide = Clearances(robot=1.5, obstacle=0.9)
    for seed in range(5):
        request = EpisodeRequest(1, seed, fleet=("jackal",), parameters=parameters, clearances=wide)
        episode = generate(two_rooms, request).episode
        robot = episode.robots[0]
        for pose in (robot.start, *goals(episode)):
            assert two_rooms.planner.is_free(pose.x, pose.y, robot.radius + 1.45)
            for thing in episode.objects:
                assert math.dist(pose.xy, thing.pose.xy) >= robot.radius + 1.5 + 0.9


def test_objects_wider_than_the_largest_are_not_drawn(two_rooms: Site) -> None:
    narrow = Clearances(largest_obstacle=0.01)
    parameters = {"task.random.static.n": (1, 1), "task.random.static.models": ("bin",)}
    request = EpisodeRequest(1, 1, fleet=("jackal",), parameters=parameters, clearances=narrow)
    with pytest.raises(PlacementError, match="mode random"):
        generate(two_rooms, request)
