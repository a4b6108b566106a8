"""Contacts name who touches what, in a fixed order."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from arena_runtime.scene.errors import SceneError
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.frame import CONTACT_KINDS
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.realization import RealizedLevel
from arena_simulation_setup.world.zone import Zone
from tests.scene.small_scene import person, robot, scene, thing, wall


def named_contacts(subject: Scene) -> list[tuple[int, str, str]]:
    return [(robot, CONTACT_KINDS[kind], subject.partners[partner]) for robot, kind, partner in subject.contacts()]


def pushing(subject: Scene, ticks: int = 90) -> Scene:
    subject.drive(0, 1.0, 0.0, 0.0)
    for _ in range(ticks):
        subject.step()
    return subject


DOOR = Door("ward", Position(1.0, -0.6), Position(1.0, 0.6))
CABIN = Elevator("lift", Position(2.0, 0.0), door_side="-x")
BACK_OF_CABIN = Elevator("lift", Position(2.0, 0.0), door_side="+x")


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (lambda: scene(realized=RealizedLevel(walls=(wall("hall/wall_0", (1, -2), (1, 2)),))), ("wall", "hall/wall_0")),
        (lambda: scene(objects=[thing("world_desk", "crate", 1.5, 0.0)]), ("static", "world_desk")),
        (lambda: scene(zones=[Zone("hall", doors=(DOOR,))]), ("door", "ward/0")),
        (lambda: scene(zones=[Zone("hall", elevators=(CABIN,))]), ("elevator", "lift/0")),
        (lambda: scene(zones=[Zone("hall", elevators=(BACK_OF_CABIN,))]), ("elevator", "lift/0")),
        (lambda: scene(people=[person("anna", 1.0, 0.0)]), ("pedestrian", "anna")),
    ],
    ids=["wall", "static", "door", "cabin door", "cabin wall", "pedestrian"],
)
def test_a_robot_that_pushes_against_something_touches_it_by_kind_and_name(
    subject: Callable[[], Scene], expected: tuple[str, str]
) -> None:
    assert named_contacts(pushing(subject())) == [(0, *expected)]


def test_two_robots_that_touch_give_a_row_each() -> None:
    subject = pushing(scene([robot("roller_0"), robot("roller_1", x=1.0)]))
    subject.drive(1, -1.0, 0.0, 0.0)
    for _ in range(30):
        subject.step()
    assert named_contacts(subject) == [(0, "robot", "roller_1"), (1, "robot", "roller_0")]


def test_contacts_are_sorted_and_each_pair_is_given_once() -> None:
    walls = (wall("hall/wall_0", (1, -2), (1, 2)), wall("hall/wall_1", (-2, 0.28), (2, 0.28)))
    subject = scene([robot("glider_0")], realized=RealizedLevel(walls=walls), people=[person("anna", 0.4, -3.0)])
    subject.drive(0, 1.0, 1.0, 0.0)
    for _ in range(90):
        subject.step()
    subject.place_people([(subject.robot_rows()[0, 0], subject.robot_rows()[0, 1] - 0.516, 0.0)])
    subject.step()
    rows = subject.contacts()
    assert rows == sorted(set(rows))
    assert {name for _, _, name in named_contacts(subject)} == {"hall/wall_0", "hall/wall_1", "anna"}


def test_nothing_is_touched_in_the_open_and_things_do_not_touch_each_other() -> None:
    walls = RealizedLevel(walls=(wall("hall/wall_0", (5, -2), (5, 2)),))
    subject = scene(people=[person("anna", 5.0, 0.0), person("bert", 5.1, 0.0)], realized=walls)
    subject.step()
    assert subject.contacts() == []


def test_robots_and_people_come_first_among_the_partners() -> None:
    subject = scene(
        [robot("roller_0"), robot("glider_0", x=2.0)],
        people=[person("anna", 5.0, 0.0)],
        objects=[thing("a", "crate", 9, 9)],
    )
    assert subject.partners == ("roller_0", "glider_0", "anna", "a")


def test_contacts_of_the_start_are_known_before_the_first_step() -> None:
    subject = scene(people=[person("anna", 0.5, 0.0)])
    assert named_contacts(subject) == [(0, "pedestrian", "anna")]


def test_a_set_point_that_is_no_number_breaks_the_step_with_the_name_of_the_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    subject = scene()
    subject.drive(0, math.nan, 0.0, 0.0)
    with pytest.raises(SceneError, match="mjWARN_BADCTRL"):
        subject.step()
    assert list(tmp_path.iterdir()) == []
    subject.reset()
    subject.step()
