from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest
import shapely
from generated_site import level, room, rooms, site_of
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.files.read_environment import load_environment
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.scenario.environment import Group
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.tree.config_identifiers import environment_ids, parametrized_ids
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone
from task_generator.generator import EpisodeRequest, Generated, GenerationError, generate
from task_generator.wall_rooms import rooms_between

STOOLS = """
groups:
- name: stools
  size: [1.0, 1.0]
  margin: 0.5
  entities:
    static:
    - {model: medical_stool, position: [0.1, 0.0, 30]}
"""
# A point of the floor is known to a cell, metres.
SLACK = 0.02
DOOR_CLEARANCE = 0.6


def written(folder: Path, text: str) -> str:
    path = folder / "some.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def generated(site: Site, mode: str, file: str, seed: int = 1, fleet: tuple[str, ...] = ()) -> Generated:
    return generate(site, EpisodeRequest(1, seed, mode, fleet=fleet, parameters={f"task.{mode}.file": file}))


def faults(site: Site, made: Generated) -> list[str]:
    """Every overlap, everything in a wall or a door, and every goal that can not be reached."""
    episode = made.episode
    placed: list[tuple[str, BaseGeometry]] = [
        (outline.name, shapely.Polygon(outline.corners)) for outline in site.object_outlines(episode.objects)
    ]
    placed += [(person.name, shapely.Point(person.pose.xy).buffer(person.radius)) for person in episode.people]
    placed += [(robot.name, shapely.Point(robot.start.xy).buffer(robot.radius)) for robot in episode.robots]
    found = [f"{a} overlaps {b}" for (a, one), (b, two) in combinations(placed, 2) if one.intersects(two)]
    floor = site.planner.space.region.buffer(SLACK)
    found += [f"{name} reaches into a wall or a thing" for name, shape in placed if not floor.covers(shape)]
    doors = shapely.union_all([shapely.LineString([door.start.xy, door.end.xy]) for _, door in site.world.doors()])
    found += [f"{name} stands in a door" for name, shape in placed if doors.distance(shape) < DOOR_CLEARANCE - SLACK]
    planner = site.planner_with(episode.objects)
    for robot in episode.robots:
        for phase in robot.phases:
            assert isinstance(phase, GotoPhase)
            assert phase.pose is not None
            if not planner.connected(robot.start.xy, phase.pose.xy, robot.radius):
                found.append(f"{robot.name} can not get to its goal")
    return found


def test_an_environment_file_that_is_no_mapping_is_a_value_error_that_mentions_mapping(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"some\.yaml:1:1: found a list of 2 \(expected a mapping\)"):
        load_environment(Path(written(tmp_path, "- a\n- b\n")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("groups: []\n", r":1:9: groups: there is no group"),
        ("groups:\n- {size: [1, 1]}\n", r":2:3: groups\[0\]: 'name' is missing"),
        ("groups:\n- {name: a, size: [0, 1]}\n", r":2:20: groups\[0\]\.size\[0\]: 0 is out of range"),
        ("groups:\n- {name: a, size: [1, 1], margin: -1}\n", r"margin: -1 is out of range"),
        ("groups:\n- {name: a, size: [1, 1], rotations: []}\n", r"expected at least one angle"),
        ("groups:\n- {name: a, size: [1, 1], entites: {}}\n", r"unknown key 'entites' \(did you mean 'entities'"),
        ("groups:\n- {name: a, size: [1, 1]}\n- {name: a, size: [1, 1]}\n", r":3:3: .*duplicate group 'a'"),
        (
            "groups:\n- {name: a, size: [1, 1], entities: {static: [{model: bin, position: [1]}]}}\n",
            r"static\[0\]\.position: found a list of 1 \(expected \[dx, dy\] or \[dx, dy, degrees\]",
        ),
    ],
)
def test_what_is_wrong_with_an_environment_is_told_with_file_and_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(FileProblems, match=rf"some\.yaml.*{said}|some\.yaml{said}"):
        load_environment(Path(written(tmp_path, text)))


def test_an_unknown_environment_offers_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(GenerationError, match=r"there is no environment file 'hospitl' \(did you mean 'hospital'\?\)"):
        generated(rooms(tmp_path, (4.0, 4.0)), "environment", "hospitl")


def test_groups_are_tiled_from_the_lower_left_with_their_margin_and_named_after_room_tile_and_model(
    tmp_path: Path,
) -> None:
    made = generated(rooms(tmp_path, (4.4, 3.4)), "environment", written(tmp_path, STOOLS))
    places = {entry.name: (round(entry.pose.x, 6), round(entry.pose.y, 6)) for entry in made.episode.objects}
    # The step is 1.5 m; all of these tiles have their middle inside.
    assert places == {
        f"G_stools_room_0_{row * 3 + column}_medical_stool_0": (0.6 + 1.5 * column, 0.5 + 1.5 * row)
        for row in range(2)
        for column in range(3)
    }
    assert {round(math.degrees(entry.pose.yaw), 6) for entry in made.episode.objects} == {30.0}
    assert made.warnings == ()


def test_a_turned_group_turns_its_places_and_its_things(tmp_path: Path) -> None:
    text = STOOLS.replace("  margin: 0.5\n", "  rotations: [90]\n  most: 1\n")
    (entry,) = generated(rooms(tmp_path, (2.2, 2.2)), "environment", written(tmp_path, text)).episode.objects
    assert entry.pose.xy == pytest.approx((0.5, 0.6))
    assert math.degrees(entry.pose.yaw) == pytest.approx(120.0)


def test_things_in_walls_doors_and_robots_are_left_out_and_counted(tmp_path: Path) -> None:
    text = STOOLS.replace("position: [0.1, 0.0, 30]", "position: [0.0, -0.4, 0]").replace("1.0, 1.0", "0.6, 0.6")
    site = rooms(tmp_path, (5.0, 5.0), (5.0, 5.0))
    made = generated(site, "environment", written(tmp_path, text), fleet=("jackal",))
    assert faults(site, made) == []
    (warning,) = made.warnings
    assert "things are left out, kept from their place" in warning
    assert "by a wall or a thing" in warning
    assert "by a door or a cabin" in warning
    assert "by a robot or a person" in warning


def test_groups_that_close_the_way_of_a_robot_are_left_out_whole(tmp_path: Path) -> None:
    text = """
groups:
- name: rows
  size: [1.1, 0.6]
  margin: 0.05
  entities:
    static:
    - {model: bin, position: [-0.25, 0.0]}
    - {model: bin, position: [0.25, 0.0]}
"""
    site = rooms(tmp_path, (4.0, 4.0), (4.0, 4.0))
    closed = 0
    for seed in range(4):
        made = generated(site, "environment", written(tmp_path, text), seed, ("jackal",))
        assert faults(site, made) == []
        closed += any("by a way that a robot needs" in warning for warning in made.warnings)
    assert closed


def test_a_group_with_a_greatest_number_stands_whole_or_not_at_all(tmp_path: Path) -> None:
    text = """
groups:
- name: pair
  size: [1.2, 0.6]
  most: 2
  entities:
    static:
    - {model: bin, position: [-0.4, 0.0]}
    dynamic:
    - {model: nurse, position: [0.3, 0.0, 180], waypoints: [[0.3, 0.4], [0.3, 400.0]]}
"""
    site = rooms(tmp_path, (2.5, 1.6), (4.0, 4.0))
    for seed in range(8):
        made = generated(site, "environment", written(tmp_path, text), seed, ("jackal",)).episode
        assert len(made.objects) == len(made.people)
        assert 2 <= len(made.objects) <= 4
        # Nobody walks to a point that is nowhere.
        assert all(len(person.waypoints) <= 1 for person in made.people)


def test_a_group_belongs_into_the_rooms_that_it_names() -> None:
    def belongs(room_name: str, *zones: str) -> bool:
        return Group("g", (1.0, 1.0), zones=zones).belongs_into(room_name)

    assert belongs("anything")
    assert belongs("ward_1", "exam*", "ward*")
    assert not belongs("hall", "exam*", "ward*")
    assert not belongs("ward_washroom", "ward*", "!*wash*")
    assert belongs("ward", "!*wash*")


def test_rooms_of_one_name_on_several_levels_have_the_level_in_the_names_of_their_things(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"0": level([(3.0, 3.0)]), "1": level([(3.0, 3.0)])})
    made = generated(site, "environment", written(tmp_path, STOOLS)).episode
    assert len(made.objects) == 8
    assert {entry.name.partition("_medical")[0][:-2] for entry in made.objects} == {
        "G_stools_room_0_0",
        "G_stools_room_0_1",
    }


def walls_of(*boxes: tuple[float, float, float, float]) -> list[Wall]:
    zones = [room("r", x, y, width, depth) for x, y, width, depth in boxes]
    east = [Wall(Position(x + width, y), Position(x + width, y + depth)) for (x, y, width, depth) in boxes]
    return [*(wall for zone in zones for wall in zone.walls), *east]


def corners(x: float, y: float, to_x: float, to_y: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (to_x, y), (to_x, to_y), (x, to_y))


def test_walls_make_rooms_and_the_rectangle_around_them_is_none() -> None:
    walls = walls_of((0.0, 0.0, 5.0, 4.0), (5.0, 0.0, 3.0, 4.0))
    assert rooms_between(walls) == (corners(0, 0, 5, 4), corners(5, 0, 8, 4))
    around = walls_of((-3.0, -3.0, 14.0, 10.0))
    assert rooms_between([*walls, *around])[-2:] == (corners(0, 0, 5, 4), corners(5, 0, 8, 4))
    assert corners(-3, -3, 11, 7) not in rooms_between([*walls, *around])
    assert rooms_between(around) == (corners(-3, -3, 11, 7),)


@pytest.mark.parametrize(("gap", "count"), [(0.9, 2), (4.0, 2), (4.1, 1)])
def test_gaps_of_up_to_four_metres_are_closed(gap: float, count: int) -> None:
    box = [Wall(Position(*a), Position(*b)) for a, b in (
        ((0, 0), (10, 0)), ((0, 8), (10, 8)), ((0, 0), (0, 8)), ((10, 0), (10, 8)),
        ((5, 0), (5, 4 - gap / 2)), ((5, 4 + gap / 2), (5, 8)),
    )]  # fmt: skip
    assert len(rooms_between(box)) == count


def test_a_door_in_a_corner_is_a_gap_too_and_slanted_walls_do_not_count() -> None:
    walls = [Wall(Position(*a), Position(*b)) for a, b in (
        ((0, 0), (6, 0)), ((0, 4), (6, 4)), ((0, 0), (0, 4)), ((6, 0), (6, 4)), ((3, 0), (3, 3)), ((0, 0), (6, 4)),
    )]  # fmt: skip
    assert rooms_between(walls) == (corners(0, 0, 3, 4), corners(3, 0, 6, 4))


def test_no_walls_make_no_rooms() -> None:
    assert rooms_between([]) == ()


def test_where_no_zone_has_a_floor_the_walls_say_what_is_filled(tmp_path: Path) -> None:
    walls = walls_of((0.0, 0.0, 3.0, 3.0))
    hull = Zone("all", (), walls=tuple(walls))
    floor = level([(3.0, 3.0)])
    site = site_of(tmp_path, {"0": floor, "1": LevelDescription((hull,))})
    made = generated(site, "environment", written(tmp_path, STOOLS))
    names = [entry.name for entry in made.episode.objects]
    assert any(name.startswith("G_stools_room_0_") for name in names)
    # The level of bare walls has no floor to stand on, so what belongs there is left out and counted.
    assert "4 of 8 things are left out" in made.warnings[0]


WORLDS = ("hospital_1", "office_1", "three_storied_residential")
FILES = (
    *(("environment", name) for name in environment_ids({})),
    *(("parametrized", name) for name in parametrized_ids({})),
)


@pytest.fixture(scope="module", params=WORLDS)
def building(request: pytest.FixtureRequest) -> Site:
    return open_site(request.param, {})


@pytest.mark.parametrize(("mode", "file"), FILES)
@pytest.mark.parametrize("seed", range(3))
def test_shipped_files_fill_shipped_worlds_without_an_overlap(building: Site, mode: str, file: str, seed: int) -> None:
    made = generated(building, mode, file, seed, ("jackal",))
    assert faults(building, made) == []
    assert made.episode.objects or made.episode.people
    assert made == generated(building, mode, file, seed, ("jackal",))


@pytest.mark.slow
def test_shipped_files_fill_shipped_worlds_without_an_overlap_for_many_seeds(building: Site) -> None:
    made = {
        (file, seed): faults(building, generated(building, mode, file, seed, ("jackal", "jackal")))
        for mode, file in FILES
        for seed in range(100, 112)
    }
    assert {key: found for key, found in made.items() if found} == {}
