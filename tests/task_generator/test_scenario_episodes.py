from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import shapely
from attrs import evolve
from generated_site import level, rooms, site_of, write_scenario

from arena_simulation_setup.episode import Episode, Limits
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.tree.identifiers import PedestrianIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, Entities, Waypoint
from task_generator.generator import EpisodeRequest, Generated, GenerationError, TaskDefaults, generate

ROOMS = ((5.0, 5.0), (5.0, 5.0))


def made(site: Site, seed: int = 1, **changes: Any) -> Generated:
    return generate(site, evolve(EpisodeRequest(1, seed, "scenario", "scenario"), **changes))


def played(folder: Path, text: str, **changes: Any) -> Episode:
    """The episode of a scenario in two rooms; nothing may be noticed on the way."""
    write_scenario(folder, text)
    generated = made(rooms(folder, *ROOMS), **changes)
    assert generated.warnings == ()
    return generated.episode


def goto(episode: Episode, index: int = 0, robot: int = 0) -> GotoPhase:
    phase = episode.robots[robot].phases[index]
    assert isinstance(phase, GotoPhase)
    return phase


def zone(site: Site, name: str) -> shapely.Polygon:
    return next(shapely.Polygon(area.corners) for area in site.world.areas() if area.name == name)


def test_the_demo_of_the_hospital_sends_the_robot_into_the_pharmacy() -> None:
    site = open_site("hospital_1", {})
    generated = made(site, scenario="demo")
    episode = generated.episode
    assert generated.warnings == ()
    assert (episode.scenario, len(episode.robots), len(episode.people), len(episode.conditions)) == ("demo", 1, 3, 5)
    phase = goto(episode)
    assert phase.pose is not None
    assert phase.target == "pharmacy"
    assert zone(site, "pharmacy").covers(shapely.Point(phase.pose.xy))
    assert site.planner.is_free(*phase.pose.xy, 0.267 + 0.25)
    assert site.planner.connected(episode.robots[0].start.xy, phase.pose.xy, 0.267)


@pytest.mark.parametrize("world", ["hospital_1", "reception", "map_empty"])
def test_sample_worlds_of_others_give_an_episode_per_scenario(samples: Path, world: str) -> None:
    site = open_site(str(samples / world), {})
    for name in site.view.scenario_names():
        assert made(site, scenario=name).episode.scenario == name
    assert generate(site, EpisodeRequest(1, 1)).episode.objects


def test_poses_are_kept_and_defaults_fill_what_a_phase_leaves_open(tmp_path: Path) -> None:
    text = """
robots:
- start: [1.0, 1.0, 0.5]
  phases:
  - goto: [8.0, 2.0, 1.0]
  - {goto: [4.0, 4.0], tolerance_radius: 0.3, tolerance_angle: 0.0, hold_time: 2.0, signal: done}
  - {hold_time: 1.0}
"""
    defaults = TaskDefaults(tolerance_radius=0.7, tolerance_angle=0.2, hold_time=0.5, signal="here")
    episode = played(tmp_path, text, defaults=defaults)
    assert episode.robots[0].start == Pose(1.0, 1.0, 0.5)
    first, second, hold = (goto(episode, index) for index in range(3))
    assert first.pose == Pose(8.0, 2.0, 1.0)
    assert (first.tolerance_radius, first.tolerance_angle, first.hold_time, first.signal) == (0.7, 0.2, 0.5, "here")
    assert (second.tolerance_radius, second.tolerance_angle) == (0.3, 0.0)
    assert (second.hold_time, second.signal) == (2.0, "done")
    assert (hold.kind, hold.pose, hold.hold_time, hold.tolerance_radius) == ("hold", None, 1.0, 0.7)


def test_named_goals_keep_their_names_and_get_a_pose_to_drive_to(tmp_path: Path) -> None:
    text = """
dynamic:
- {name: ann, model: nurse, pose: [2.0, 4.0]}
robots:
- start: room_0
  phases:
  - goto: room_1
  - goto: room_0_door
  - goto: ann
  - {goto: room_1, pose: [9.0, 1.0, 0.25]}
"""
    episode = played(tmp_path, text)
    site = rooms(tmp_path, *ROOMS)
    targets = [goto(episode, index).target for index in range(4)]
    poses = [goto(episode, index).pose for index in range(4)]
    assert targets == ["room_1", "room_0_door", "ann", "room_1"]
    assert zone(site, "room_0").covers(shapely.Point(episode.robots[0].start.xy))
    assert poses[0] is not None
    assert poses[1] is not None
    assert zone(site, "room_1").covers(shapely.Point(poses[0].xy))
    assert zone(site, "room_0_door").covers(shapely.Point(poses[1].xy))
    assert poses[2] is None
    assert poses[3] == Pose(9.0, 1.0, 0.25)


def test_an_authored_object_is_driven_around(tmp_path: Path) -> None:
    text = """
static:
- {name: block, model: no_such_model, pose: [7.5, 2.5], bbox: [[-1.5, 1.5], [-1.5, 1.5]]}
robots:
- {start: [1.0, 1.0], phases: [{goto: room_1}]}
"""
    write_scenario(tmp_path, text)
    site = rooms(tmp_path, *ROOMS)
    block = shapely.box(6.0, 1.0, 9.0, 4.0)
    for seed in range(10):
        episode = made(site, seed).episode
        pose = goto(episode).pose
        assert pose is not None
        assert block.distance(shapely.Point(pose.xy)) >= 0.267
        assert site.planner_with(episode.objects).connected((1.0, 1.0), pose.xy, 0.267)


def test_named_obstacles_keep_clear_of_each_other_and_of_starts_and_goals(tmp_path: Path) -> None:
    text = """
static:
- {name: first, model: bin, pose: room_0}
- {name: second, model: bin, pose: room_0}
dynamic:
- {name: ann, model: nurse, pose: room_0, waypoints: [room_1, [2.0, 2.0], room_0]}
robots:
- {start: [2.5, 2.5], phases: [{goto: [1.0, 4.0]}]}
"""
    write_scenario(tmp_path, text)
    site = rooms(tmp_path, *ROOMS)
    for seed in range(20):
        episode = made(site, seed).episode
        shapes = [shapely.Polygon(outline.corners) for outline in site.object_outlines(episode.objects)]
        shapes += [shapely.Point(person.pose.xy).buffer(person.radius) for person in episode.people]
        shapes += [shapely.Point(place).buffer(0.267) for place in ((2.5, 2.5), (1.0, 4.0))]
        union = shapely.union_all(shapes)
        assert union.area == pytest.approx(sum(shape.area for shape in shapes))
        assert zone(site, "room_0").covers(union)
        waypoints = episode.people[0].waypoints
        assert zone(site, "room_1").covers(shapely.Point(waypoints[0]))
        assert waypoints[1] == (2.0, 2.0)
        assert zone(site, "room_0").covers(shapely.Point(waypoints[2]))


def test_places_by_name_are_spread_over_the_whole_zone(tmp_path: Path) -> None:
    write_scenario(tmp_path, "dynamic:\n- {name: ann, model: nurse, pose: room_0}\n")
    site = rooms(tmp_path, *ROOMS)
    points = [made(site, seed, fleet=()).episode.people[0].pose.xy for seed in range(60)]
    for axis in (0, 1):
        values = [point[axis] for point in points]
        assert min(values) < 1.5
        assert max(values) > 3.5


def test_floors_shift_starts_goals_people_and_sounds_into_the_map_frame(tmp_path: Path) -> None:
    text = """
static:
- {name: crate, model: bin, pose: [1.0, 1.0], level_id: "1"}
dynamic:
- {name: ann, model: nurse, pose: [2.0, 1.0], level_id: "1", waypoints: [[3.0, 3.0], [1.0, 3.0]]}
robots:
- {start: [4.0, 4.0], start_floor: "1", goal_floor: "1", phases: [{goto: [2.0, 2.0]}, {goto: up_0}]}
sounds:
- {name: radio, asset_id: hum, position: [1.0, 2.0], level: "1"}
"""
    write_scenario(tmp_path, text)
    site = site_of(tmp_path, {"0": level([(6.0, 6.0)]), "1": level([(6.0, 6.0)], "up")})
    dx, dy = site.world.origins["1"]
    assert (dx, dy) != (0.0, 0.0)
    episode = made(site).episode
    assert episode.robots[0].start == Pose(4.0 + dx, 4.0 + dy)
    assert goto(episode).pose == Pose(2.0 + dx, 2.0 + dy)
    named = goto(episode, 1).pose
    assert named is not None
    assert zone(site, "up_0").covers(shapely.Point(named.xy))
    assert (episode.objects[0].pose, episode.objects[0].level) == (Pose(1.0 + dx, 1.0 + dy), "1")
    assert episode.people[0].pose == Pose(2.0 + dx, 1.0 + dy)
    assert episode.people[0].waypoints == ((3.0 + dx, 3.0 + dy), (1.0 + dx, 3.0 + dy))
    assert episode.sounds[0].position == Position(1.0 + dx, 2.0 + dy)


def test_what_stands_on_a_level_that_is_not_loaded_is_left_out_and_told(tmp_path: Path) -> None:
    text = """
static:
- {name: crate, model: bin, pose: [1.0, 1.0], level_id: "1"}
dynamic:
- {name: ann, model: nurse, pose: [1.0, 1.0], level_id: "1"}
sounds:
- {name: radio, asset_id: hum, position: [1.0, 2.0], level: "1"}
"""
    write_scenario(tmp_path, text)
    site = rooms(tmp_path, *ROOMS)
    site = evolve(site, description=evolve(site.description, all_level_ids=("0", "1")))
    generated = made(site, fleet=())
    assert (generated.episode.objects, generated.episode.people, generated.episode.sounds) == ((), (), ())
    assert [warning.split(" is left out")[0] for warning in generated.warnings] == ["sound radio", "crate", "ann"]


def test_a_goal_on_another_level_is_kept_and_told(tmp_path: Path) -> None:
    write_scenario(tmp_path, 'robots:\n- {start: [1.0, 1.0], start_floor: "0", phases: [{goto: up_0}]}\n')
    site = site_of(tmp_path, {"0": level([(6.0, 6.0)]), "1": level([(6.0, 6.0)], "up")})
    generated = made(site)
    pose = goto(generated.episode).pose
    assert pose is not None
    assert zone(site, "up_0").covers(shapely.Point(pose.xy))
    assert "can not get to its goal" in generated.warnings[0]


def test_tasks_are_matched_with_robots_in_order_and_the_rest_stays_parked(tmp_path: Path) -> None:
    text = """
robots:
- {start: [1.0, 1.0], phases: [{goto: [2.0, 1.0]}]}
- {start: [1.0, 4.0], phases: [{goto: [2.0, 4.0]}]}
"""
    write_scenario(tmp_path, text)
    site = rooms(tmp_path, *ROOMS)
    both = made(site)
    assert [robot.start for robot in both.episode.robots] == [Pose(1.0, 1.0), Pose(1.0, 4.0)]
    assert both.warnings == ()
    one = made(site, fleet=("jackal",))
    assert [robot.start for robot in one.episode.robots] == [Pose(1.0, 1.0)]
    three = made(site, fleet=("jackal",) * 3)
    parked = three.episode.robots[2]
    assert parked.phases == ()
    assert all(math.dist(parked.start.xy, robot.start.xy) > 2 * 0.267 for robot in three.episode.robots[:2])
    for generated in (one, three):
        assert "tasks for 2 robots" in generated.warnings[0]


def test_timeline_regions_and_conditions_come_with_the_obstacle_mode(tmp_path: Path) -> None:
    text = """
robots:
- start: [1.0, 1.0]
  conditions: [{op: never, p: "robot in room_1"}]
timeline:
- {when: "robot in room_1", set: [{entity: room_0_door, field: locked, value: true}]}
- {when: "jackal_0 in romo_1", set: [{entity: room_0_door, field: locked, value: true}]}
- {when: {entity: jackal_0, field: phse, is: 1}, set: [{entity: room_0_door, field: locked, value: true}]}
- {when: "jackal_0 in room_1", set: [{entity: room_0_door, field: locked, value: true}]}
regions:
  inflow: {type: source, ref: room_1, config: {max_total: 3}}
conditions:
- {op: eventually, p: "robot in room_0"}
"""
    write_scenario(tmp_path, text)
    generated = made(rooms(tmp_path, *ROOMS), limits=Limits(timeout_ns=5))
    episode = generated.episode
    unknown = [sentence.partition(": ")[::2] for sentence in generated.warnings[1:]]
    assert [place for place, _ in unknown] == [f"timeline[{index}].when" for index in range(3)]
    assert unknown[1][1].endswith("there is no zone, door or elevator 'romo_1' (did you mean 'room_1'?)")
    assert generated.warnings[0] == "nobody comes from source inflow: no rate of its profile is above 0"
    assert (len(episode.timeline), len(episode.conditions), len(episode.robots[0].conditions)) == (4, 1, 1)
    assert episode.limits == Limits(timeout_ns=5)
    assert shapely.Polygon([corner.xy for corner in episode.regions[0].polygon]).equals(shapely.box(5, 0, 10, 5))
    alone = made(rooms(tmp_path, *ROOMS), obstacles_mode="random", parameters={"task.random.static.n": [0]}).episode
    assert (alone.timeline, alone.regions, alone.conditions) == ((), (), ())
    assert len(alone.robots[0].conditions) == 1
    assert (alone.scenario, alone.obstacles_mode, alone.robots_mode) == ("default", "random", "scenario")


def test_people_of_the_world_take_part_in_every_episode(tmp_path: Path) -> None:
    nurse = PedestrianIdentifier("nurse")
    guard = DynamicObstacle("guard", nurse, Pose(1.0, 1.0), (Waypoint("room_1"), Waypoint(Position(2.0, 2.0))))
    site = site_of(tmp_path, {"0": level(ROOMS, entities=Entities(dynamic=(guard,)))})
    write_scenario(tmp_path, "robots:\n- {start: [4.0, 4.0], phases: [{goto: world_guard}]}\n")
    for episode in (made(site).episode, generate(site, EpisodeRequest(1, 1)).episode):
        assert episode.people[0].name == "world_guard"
        assert episode.people[0].pose == Pose(1.0, 1.0)
        assert zone(site, "room_1").covers(shapely.Point(episode.people[0].waypoints[0]))
        assert episode.people[0].waypoints[1] == (2.0, 2.0)
    assert goto(made(site).episode).pose is None


def test_the_first_scenario_is_default_else_the_first_in_natural_order(tmp_path: Path) -> None:
    for name in ("s10", "s9"):
        write_scenario(tmp_path, "{robots: []}", name)
    site = rooms(tmp_path, *ROOMS)
    assert made(site, fleet=()).episode.scenario == "s9"
    write_scenario(tmp_path, "{robots: []}")
    assert made(site, fleet=()).episode.scenario == "default"
    assert made(site, fleet=(), parameters={"task.scenario.file": "s10"}).episode.scenario == "s10"
    assert made(site, fleet=(), parameters={"task.scenario.file": "s10"}, scenario="s9").episode.scenario == "s9"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("robots:\n- {start: rom_0}\n", "did you mean 'room_0'"),
        ("robots:\n- {start: [1, 1], phases: [{goto: room_2x}]}\n", "goal of a robot: there is no zone.*'room_2x'"),
        ("robots:\n- {start: [1, 1], start_floor: 9}\n", "start of robot jackal_0: rooms has no level '9'"),
        ("static:\n- {name: crate, model: bin, pose: nowhere}\n", "obstacle crate: there is no zone.*'nowhere'"),
        ("static:\n- {name: crate, model: bin, pose: [1, 1], level_id: 9}\n", "crate: rooms has no level '9'"),
        ("dynamic:\n- {name: ann, model: nurse, pose: [1, 1], waypoints: [nowhere]}\n", "person ann: there is no zone"),
        ("regions:\n  inflow: {type: source, ref: nowhere}\n", "region inflow: there is no zone"),
    ],
)
def test_a_wrong_name_says_whose_it_is(tmp_path: Path, text: str, message: str) -> None:
    write_scenario(tmp_path, text)
    with pytest.raises(GenerationError, match=message):
        made(rooms(tmp_path, *ROOMS))


def test_two_things_of_one_name_are_refused(tmp_path: Path) -> None:
    write_scenario(tmp_path, "static:\n- {name: jackal_0, model: bin, pose: [1, 1]}\n")
    with pytest.raises(GenerationError, match="two things of the episode are called 'jackal_0'"):
        made(rooms(tmp_path, *ROOMS))


def test_a_person_to_drive_to_must_take_part(tmp_path: Path) -> None:
    text = "dynamic:\n- {name: ann, model: nurse, pose: [2, 4]}\nrobots:\n- {start: [1, 1], phases: [{goto: ann}]}\n"
    write_scenario(tmp_path, text)
    with pytest.raises(GenerationError, match=r"person 'ann', who takes no part .*people: Pedestrian_0"):
        made(rooms(tmp_path, *ROOMS), obstacles_mode="random", parameters={"task.random.static.n": [0]})


def test_an_object_without_room_in_its_zone_is_an_error(tmp_path: Path) -> None:
    write_scenario(tmp_path, "static:\n- {name: huge, model: x, pose: room_0, bbox: [[-4, 4], [-4, 4]]}\n")
    with pytest.raises(GenerationError, match="mode scenario: no room for huge in room_0"):
        made(rooms(tmp_path, *ROOMS), fleet=())


def test_a_world_without_scenarios_says_so(tmp_path: Path) -> None:
    site = rooms(tmp_path, *ROOMS)
    for axis in ("obstacles_mode", "robots_mode"):
        with pytest.raises(GenerationError, match="has no scenarios"):
            generate(site, evolve(EpisodeRequest(1, 1), **{axis: "scenario"}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scenario": "defualt"}, "no scenario 'defualt' \\(did you mean 'default'"),
        ({"obstacles_mode": "flood"}, "no obstacle mode 'flood'"),
        ({"robots_mode": "scenaro"}, "no robot mode 'scenaro' \\(did you mean 'scenario'"),
        ({"fleet": ("jackall",)}, "no robot model 'jackall' \\(did you mean 'jackal'"),
        ({"parameters": {"task.random.static.n": "many"}}, r"task\.random\.static\.n: got 'many'"),
    ],
)
def test_an_impossible_request_is_refused_in_one_sentence(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    write_scenario(tmp_path, "{robots: []}")
    with pytest.raises(GenerationError, match=message):
        made(rooms(tmp_path, *ROOMS), **changes)


def test_a_scenario_file_with_errors_is_reported_with_all_of_them(tmp_path: Path) -> None:
    write_scenario(tmp_path, "robots:\n- {start: [1, 1], phasess: []}\n- {}\n")
    with pytest.raises(FileProblems):
        made(rooms(tmp_path, *ROOMS))


def test_an_unknown_parameter_is_a_warning(tmp_path: Path) -> None:
    write_scenario(tmp_path, "{robots: []}")
    generated = made(rooms(tmp_path, *ROOMS), fleet=(), parameters={"task.scenario.fiel": "x"})
    assert "task.scenario.fiel (did you mean 'task.scenario.file'?)" in generated.warnings[0]


@pytest.mark.parametrize("adapter", ["navigator", "external", "none"])
def test_every_robot_has_the_adapter_that_was_asked_for(tmp_path: Path, adapter: str) -> None:
    site = rooms(tmp_path, *ROOMS)
    episode = generate(site, EpisodeRequest(1, 1, fleet=("jackal",) * 2, adapter=adapter)).episode
    assert [robot.adapter for robot in episode.robots] == [adapter, adapter]
