"""Robots drive as told and never through anything."""

import math

import pytest

from arena_runtime.scene.scene import Scene
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.realization import RealizedLevel
from arena_simulation_setup.world.zone import Zone
from tests.scene.small_scene import person, robot, scene, thing, wall

RADIUS = 0.267
SECOND = 30
DEEPEST = 0.03


def run(subject: Scene, ticks: int) -> None:
    for _ in range(ticks):
        subject.step()


def deepest_push(subject: Scene, towards: tuple[float, float], face: float, speed: float, ticks: int) -> float:
    """How far the robot's edge gets beyond a face at a distance from the origin, metres."""
    subject.drive(0, speed, 0.0, 0.0)
    deepest = -math.inf
    for _ in range(ticks):
        subject.step()
        x, y = subject.robot_rows()[0, :2]
        deepest = max(deepest, x * towards[0] + y * towards[1] + RADIUS - face)
    return deepest


@pytest.mark.parametrize("substeps", [3, 4])
@pytest.mark.parametrize("yaw", [0.0, 0.7, math.pi / 2])
def test_a_two_centimetre_wall_holds_a_robot_driven_at_it_for_thirty_seconds(substeps: int, yaw: float) -> None:
    ahead = (math.cos(yaw), math.sin(yaw))
    start = (3 * ahead[0] - 5 * ahead[1], 3 * ahead[1] + 5 * ahead[0])
    end = (3 * ahead[0] + 5 * ahead[1], 3 * ahead[1] - 5 * ahead[0])
    subject = scene(
        [robot(yaw=yaw)], realized=RealizedLevel(walls=(wall("hall/wall_0", start, end, 0.02),)), substeps=substeps
    )
    deepest = deepest_push(subject, ahead, 2.99, 2.0, 30 * SECOND)
    assert 0.0 < deepest < DEEPEST


def test_a_closed_door_holds_a_robot_driven_at_it_for_thirty_seconds() -> None:
    door = Door("ward", Position(3.0, -0.6), Position(3.0, 0.6), width=0.1)
    subject = scene(zones=[Zone("hall", doors=(door,))])
    assert 0.0 < deepest_push(subject, (1.0, 0.0), 2.95, 2.0, 30 * SECOND) < DEEPEST


def test_a_table_leg_and_a_crate_hold_a_robot() -> None:
    for model, face in (("table", 2.95), ("crate", 2.5)):
        subject = scene(objects=[thing("it", model, 3.0, 0.0)])
        assert 0.0 < deepest_push(subject, (1.0, 0.0), face, 2.0, 5 * SECOND) < DEEPEST, model


@pytest.mark.parametrize(("model", "height"), [("mat", 0.0), ("lamp", 0.0), ("crate", 0.5)])
def test_a_robot_passes_over_and_under_what_it_can_not_touch(model: str, height: float) -> None:
    subject = scene(objects=[thing("it", model, 3.0, 0.0, z=height)])
    subject.drive(0, 2.0, 0.0, 0.0)
    run(subject, 3 * SECOND)
    assert subject.robot_rows()[0, 0] > 5.0
    assert subject.contacts() == []


def test_a_robot_does_not_pass_under_a_shelf_that_is_one_centimetre_too_low() -> None:
    subject = scene(objects=[thing("shelf", "crate", 3.0, 0.0, z=0.49)])
    assert 0.0 < deepest_push(subject, (1.0, 0.0), 2.5, 2.0, 5 * SECOND) < DEEPEST


def test_a_robot_does_not_climb_a_step_of_three_centimetres() -> None:
    subject = scene(objects=[thing("step", "crate", 3.0, 0.0, z=-0.97)])
    assert 0.0 < deepest_push(subject, (1.0, 0.0), 2.5, 2.0, 5 * SECOND) < DEEPEST


def test_one_metre_per_second_for_two_seconds_is_two_metres_once_at_speed() -> None:
    subject = scene([robot(yaw=0.4)])
    subject.drive(0, 1.0, 0.0, 0.0)
    run(subject, SECOND)
    before = subject.robot_rows()[0]
    run(subject, 2 * SECOND)
    after = subject.robot_rows()[0]
    assert math.dist(before[:2], after[:2]) == pytest.approx(2.0, rel=0.01)
    assert after[3] == pytest.approx(1.0, rel=0.01)


def test_starting_straight_ahead_never_leaves_the_line() -> None:
    subject = scene([robot(yaw=0.4)])
    subject.drive(0, 1.5, 0.0, 0.0)
    for _ in range(SECOND):
        subject.step()
        x, y = subject.robot_rows()[0, :2]
        assert abs(y * math.cos(0.4) - x * math.sin(0.4)) < 1e-6


def test_turning_on_the_spot_does_not_drift() -> None:
    subject = scene([robot(x=1.0, y=2.0)])
    subject.drive(0, 0.0, 0.0, 2.0)
    run(subject, 10 * SECOND)
    x, y, yaw, _, _, wz = subject.robot_rows()[0]
    assert math.dist((x, y), (1.0, 2.0)) < 1e-6
    assert wz == pytest.approx(2.0, rel=0.001)
    assert abs(math.remainder(yaw - 20.0, math.tau)) < 0.1
    assert -math.pi <= yaw <= math.pi


@pytest.mark.parametrize("name", ["roller_0", "glider_0"])
def test_driving_and_turning_draws_a_circle_of_the_right_radius(name: str) -> None:
    subject = scene([robot(name)])
    subject.drive(0, 1.0, 0.0, 1.0)
    run(subject, SECOND)
    points = []
    for _ in range(round(math.tau * SECOND)):
        subject.step()
        points.append(subject.robot_rows()[0, :2])
    centre = sum(points) / len(points)
    assert all(math.dist(point, centre) == pytest.approx(1.0, rel=0.03) for point in points)
    assert abs(subject.robot_rows()[0, 4]) < 0.04


def test_only_an_omnidirectional_drive_moves_sideways() -> None:
    subject = scene([robot("roller_0"), robot("glider_0", y=5.0)])
    for index in (0, 1):
        subject.drive(index, 0.0, 1.0, 0.0)
    run(subject, 2 * SECOND)
    roller, glider = subject.robot_rows()
    assert math.dist(roller[:2], (0.0, 0.0)) < 1e-9
    assert glider[1] - 5.0 == pytest.approx(2.0, rel=0.15)
    assert glider[4] == pytest.approx(1.0, rel=0.01)


def test_a_set_point_stays_valid_until_it_is_changed() -> None:
    subject = scene()
    subject.drive(0, 1.0, 0.0, 0.0)
    run(subject, 3 * SECOND)
    assert subject.robot_rows()[0, 3] == pytest.approx(1.0, rel=0.01)
    subject.drive(0, 0.0, 0.0, 0.0)
    run(subject, SECOND)
    assert abs(subject.robot_rows()[0, 3]) < 0.001


def test_a_person_who_walks_on_pushes_a_standing_robot_along() -> None:
    subject = scene(people=[person("anna", -2.0, 0.0)])
    for tick in range(2 * SECOND):
        subject.place_people([(-2.0 + 1.3 * tick / SECOND, 0.0, 0.0)])
        subject.step()
        gap = subject.robot_rows()[0, 0] - (-2.0 + 1.3 * tick / SECOND)
        assert gap > RADIUS + 0.25 - 0.05
    assert subject.robot_rows()[0, 0] > 0.9


def test_a_robot_that_stood_for_a_minute_still_feels_its_drive_and_a_person() -> None:
    subject = scene([robot("roller_0"), robot("roller_1", y=5.0)], people=[person("anna", -2.0, 5.0)])
    run(subject, 60 * SECOND)
    subject.drive(0, 1.0, 0.0, 0.0)
    for tick in range(2 * SECOND):
        subject.place_people([(-2.0 + 1.3 * tick / SECOND, 5.0, 0.0)])
        subject.step()
    assert subject.robot_rows()[0, 0] > 1.5
    assert subject.robot_rows()[1, 0] > 0.9


def test_robots_push_each_other_and_do_not_pass() -> None:
    subject = scene([robot("roller_0"), robot("roller_1", x=2.0, yaw=math.pi)])
    for index in (0, 1):
        subject.drive(index, 2.0, 0.0, 0.0)
    for _ in range(5 * SECOND):
        subject.step()
        rows = subject.robot_rows()
        assert math.dist(rows[0, :2], rows[1, :2]) > 2 * RADIUS - 0.05
