"""Robots are put only where there is room."""

import math

import numpy as np
import pytest

from arena_runtime.mechanisms.contract import MoveBody
from arena_runtime.scene.errors import SceneError
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.realization import RealizedLevel
from arena_simulation_setup.world.zone import Zone
from tests.scene.small_scene import ROLLER, person, robot, scene, thing, wall

WALLS = RealizedLevel(walls=(wall("hall/wall_0", (3.0, -5.0), (3.0, 5.0), 0.02),))
R = ROLLER.radius


def test_a_robot_is_moved_at_rest_and_stays_where_it_was_put() -> None:
    subject = scene(realized=WALLS)
    subject.drive(0, 1.0, 0.0, 0.0)
    for _ in range(30):
        subject.step()
    subject.drive(0, 0.0, 0.0, 0.0)
    subject.teleport_robot(0, Pose(-2.0, 1.0, 2.5))
    assert subject.robot_rows()[0].tolist() == [-2.0, 1.0, 2.5, 0.0, 0.0, 0.0]
    subject.step()
    assert subject.robot_rows()[0] == pytest.approx([-2.0, 1.0, 2.5, 0.0, 0.0, 0.0], abs=1e-9)


def test_a_place_in_a_wall_is_refused_and_the_robot_stays() -> None:
    subject = scene(realized=WALLS)
    with pytest.raises(SceneError, match=r"'roller_0' has no room at \(2\.90, 1\.00\): 'hall/wall_0' is there"):
        subject.teleport_robot(0, Pose(2.9, 1.0))
    assert subject.robot_rows()[0, :2].tolist() == [0.0, 0.0]


def test_a_place_right_beside_a_wall_is_accepted_and_quiet() -> None:
    subject = scene(realized=WALLS)
    subject.teleport_robot(0, Pose(2.99 - R, 0.0))
    for _ in range(30):
        subject.step()
    assert abs(subject.robot_rows()[0, 0] - (2.99 - R)) < 1e-3


@pytest.mark.parametrize("distance", [-0.05, -0.001, 0.001, 0.05])
def test_a_disc_overlaps_exactly_what_it_reaches_into(distance: float) -> None:
    door = Door("ward", Position(-3.0, -0.6), Position(-3.0, 0.6), width=0.1)
    subject = scene(
        [robot(), robot("roller_1", x=0.0, y=9.0)],
        people=[person("anna", 0.0, 3.0)],
        objects=[thing("pillar", "table", 0.0, -3.0)],
        realized=WALLS,
        zones=[Zone("hall", doors=(door,))],
    )
    places = {
        "hall/wall_0": (2.99 - 0.3 - distance, 0.0),
        "ward/0": (-2.95 + 0.3 + distance, 0.0),
        "anna": (0.0, 3.0 - 0.25 - 0.3 - distance),
        "pillar": (0.0, -3.0 + 0.4 + 0.3 + distance),
    }
    for name, place in places.items():
        assert subject.overlaps(*place, 0.3) == (name if distance < 0 else None)


def test_another_robot_takes_its_room_but_a_robot_does_not_bar_itself() -> None:
    subject = scene([robot("roller_0"), robot("roller_1", x=2.0)])
    subject.teleport_robot(0, Pose(0.1, 0.0))
    with pytest.raises(SceneError, match="roller_1"):
        subject.teleport_robot(0, Pose(1.8, 0.0))


def test_the_place_of_an_open_door_is_free_and_that_of_its_slab_is_not() -> None:
    door = Door("ward", Position(3.0, -0.6), Position(3.0, 0.6))
    subject = scene(zones=[Zone("hall", doors=(door,))])
    subject.apply([MoveBody("ward/0", 3.0, 1.2, 1.0, math.pi / 2)])
    assert subject.overlaps(3.0, -0.2, R) is None
    assert subject.overlaps(3.0, 1.2, R) == "ward/0"
    subject.apply([MoveBody("ward/0", 3.0, 0.0, 3.0, math.pi / 2)])
    assert subject.overlaps(3.0, 0.0, R) is None


def test_people_who_are_away_take_no_room() -> None:
    subject = scene(people=[person("anna", 3.0, 0.0)])
    subject.place_people(np.full((1, 3), np.nan))
    assert subject.overlaps(3.0, 0.0, R) is None
    assert subject.overlaps(0.0, 0.0, R) is None


def test_there_is_room_in_a_cabin_on_mats_and_below_lamps_and_tables() -> None:
    cabin = Elevator("lift", Position(5.0, 0.0), door_side="+x")
    things = [thing("mat", "mat", 2.0, 0.0), thing("lamp", "lamp", 2.0, 0.0), thing("table", "table", 2.0, 3.0)]
    subject = scene(objects=things, zones=[Zone("hall", elevators=(cabin,))])
    assert subject.overlaps(5.0, 0.0, R) is None
    assert subject.overlaps(4.2, 0.0, R) == "lift/0"
    assert subject.overlaps(5.8, 0.0, R) == "lift/0"
    assert subject.overlaps(2.0, 0.0, R) is None
    subject.teleport_robot(0, Pose(2.4, 3.0))


def test_robots_that_start_inside_something_are_named() -> None:
    subject = scene([robot("roller_0"), robot("roller_1", x=0.2), robot("glider_0", x=3.0)], realized=WALLS)
    assert subject.start_overlaps() == (("roller_0", "roller_1"), ("roller_1", "roller_0"), ("glider_0", "hall/wall_0"))


def test_moving_what_does_not_exist_names_the_nearest_body() -> None:
    subject = scene(zones=[Zone("hall", doors=(Door("ward", Position(3.0, 0.0), Position(4.0, 0.0)),))])
    with pytest.raises(SceneError, match=r"no moving body named 'wart/0'; did you mean 'ward/0'\?"):
        subject.apply([MoveBody("wart/0", 0.0, 0.0, 0.0, 0.0)])


def test_every_person_needs_a_row() -> None:
    with pytest.raises(SceneError, match="2 rows of people, expected one for each of 1"):
        scene(people=[person("anna", 3.0, 0.0)]).place_people(np.zeros((2, 3)))
