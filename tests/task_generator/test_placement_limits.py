from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from generated_site import level, rooms, site_of

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import FreeSpace, RoutePlanner
from arena_simulation_setup.site import Site, open_site
from task_generator.disc import Disc
from task_generator.generator import EpisodeRequest, PlacementError, generate
from task_generator.reach import Reach


@pytest.mark.parametrize("leaf", ["static.n", "dynamic.n", "interactive.n"])
def test_five_hundred_of_anything_in_a_small_room_fail_soon_with_mode_request_and_area(
    tmp_path: Path, leaf: str
) -> None:
    site = rooms(tmp_path, (3.0, 3.0))
    counts = {f"task.random.{name}": (0, 0) for name in ("static.n", "dynamic.n", "interactive.n")}
    request = EpisodeRequest(1, 1, fleet=("jackal",), parameters={**counts, f"task.random.{leaf}": (500, 500)})
    began = process_time()
    with pytest.raises(PlacementError, match=r"^mode random: no room for .* \d+\.\d\d m² of the floor"):
        generate(site, request)
    assert process_time() - began < 10.0


def test_as_many_objects_as_have_room_stand_in_a_small_room_where_that_is_enough(tmp_path: Path) -> None:
    site = rooms(tmp_path, (3.0, 3.0))
    parameters = {"task.random.static.n": (1, 500), "task.random.dynamic.n": (0, 0)}
    made = generate(site, EpisodeRequest(1, 1, fleet=("jackal",), parameters=parameters))
    placed = len(made.episode.objects)
    assert 1 <= placed < 500
    (warning,) = [text for text in made.warnings if "objects that were drawn have room" in text]
    assert warning.startswith(f"{placed} of the ")


def upstairs(site: Site, point: Corner) -> bool:
    x, y = site.world.origins["1"]
    return x <= point[0] <= x + 5.0 and y <= point[1] <= y + 5.0


def test_without_a_lift_no_goal_is_on_another_level(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"0": level([(5.0, 5.0)]), "1": level([(5.0, 5.0)], "up")})
    nothing = {"task.random.static.n": (0, 0), "task.random.dynamic.n": (0, 0)}
    for seed in range(20):
        robot = generate(site, EpisodeRequest(1, seed, fleet=("jackal",), parameters=nothing)).episode.robots[0]
        (phase,) = robot.phases
        goal = phase.pose  # type: ignore[union-attr]
        assert goal is not None
        assert upstairs(site, robot.start.xy) == upstairs(site, goal.xy)


def test_by_lift_goals_are_on_other_levels_too_and_all_of_them_can_be_got_to() -> None:
    site = open_site("three_storied_residential", {})
    nothing = {"task.random.static.n": (0, 0), "task.random.dynamic.n": (0, 0)}
    ways = []
    for seed in range(12):
        robot = generate(site, EpisodeRequest(1, seed, fleet=("jackal",), parameters=nothing)).episode.robots[0]
        (phase,) = robot.phases
        goal = phase.pose  # type: ignore[union-attr]
        assert goal is not None
        assert site.planner.connected(robot.start.xy, goal.xy, robot.radius)
        ways.append(len(site.planner.legs(robot.start.xy, goal.xy, robot.radius)) > 1)
    assert len(set(ways)) == 2


def corridor() -> Reach:
    space = FreeSpace(zones=(((0.0, 0.0), (8.0, 0.0), (8.0, 1.2), (0.0, 1.2)),))
    return Reach(RoutePlanner(space).graph(0.25))


def test_a_closed_pocket_closes_no_way_but_those_that_end_in_it() -> None:
    lid = Disc(1.3, 0.6, 0.3, solid=True)
    assert corridor().stays_open(lid, [((3.0, 0.6), (7.0, 0.6))])
    assert not corridor().stays_open(lid, [((0.5, 0.6), (7.0, 0.6))])


def test_a_disc_across_a_corridor_closes_it_and_one_beside_does_not() -> None:
    route = [((1.0, 0.6), (7.0, 0.6))]
    assert not corridor().stays_open(Disc(4.0, 0.6, 0.3, solid=True), route)
    assert corridor().stays_open(Disc(4.0, 0.6, 0.3, solid=True), [((1.0, 0.6), (2.0, 0.6))])
    assert corridor().stays_open(Disc(4.0, 1.2, 0.2, solid=True), route)
