"""Scans see people, closed doors and walls without gaps, and never the robot itself."""

import math

import numpy as np
import pytest
from attrs import evolve

from arena_runtime.mechanisms.contract import MoveBody
from arena_runtime.scene.rays import NEAR_REACH, beam_angles
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.realization import Floor, RealizedLevel
from arena_simulation_setup.world.zone import Zone
from tests.scene.small_scene import LIDAR, ROLLER, person, robot, scene, thing, wall

CENTIMETRE = 0.01
MOUNT_X = LIDAR.mount.x
AHEAD = 180


def with_lidar(**changes: object) -> RobotModel:
    return evolve(ROLLER, lidars=(evolve(LIDAR, **changes),))


@pytest.mark.parametrize("height", [0.02, 0.25, 0.5, 0.9])
def test_an_empty_hall_gives_no_return_not_even_from_the_mast(height: float) -> None:
    subject = scene(models=[with_lidar(mount=Pose(0.1, 0.0, 0.0, height))])
    subject.drive(0, 1.0, 0.0, 1.0)
    for _ in range(20):
        subject.step()
        assert np.isinf(subject.scan(0, 0)).all()


def test_another_robot_is_seen_and_so_is_its_mast() -> None:
    model = with_lidar(mount=Pose(0.0, 0.0, 0.0, 0.9))
    tall = scene([robot("roller_0"), robot("roller_1", x=3.0)], models=[model])
    assert 2.9 < tall.scan(0, 0)[AHEAD] < 3.0
    low = scene([robot("roller_0"), robot("roller_1", x=3.0)])
    assert low.scan(0, 0)[AHEAD] == pytest.approx(3.0 - ROLLER.radius - MOUNT_X, abs=CENTIMETRE)


@pytest.mark.parametrize("height", [0.02, 0.25, 1.2])
def test_a_person_is_seen_at_the_full_radius_at_any_height(height: float) -> None:
    model = with_lidar(mount=Pose(0.1, 0.0, 0.0, height))
    subject = scene(people=[person("anna", 4.0, 0.0)], models=[model])
    assert subject.scan(0, 0)[AHEAD] == pytest.approx(4.0 - 0.25 - MOUNT_X, abs=CENTIMETRE)


def test_a_person_who_moves_or_leaves_is_seen_so_at_once() -> None:
    subject = scene(people=[person("anna", 4.0, 0.0)])
    subject.place_people([(2.0, 0.0, 1.0)])
    assert subject.scan(0, 0)[AHEAD] == pytest.approx(1.65, abs=CENTIMETRE)
    subject.place_people([(math.nan, math.nan, math.nan)])
    assert np.isinf(subject.scan(0, 0)).all()
    subject.place_people([(3.0, 0.0, 1.0)])
    assert subject.scan(0, 0)[AHEAD] == pytest.approx(2.65, abs=CENTIMETRE)


def test_a_closed_door_is_seen_and_an_open_one_is_not() -> None:
    door = Door("ward", Position(3.0, -0.6), Position(3.0, 0.6), width=0.1)
    subject = scene(zones=[Zone("hall", doors=(door,))])
    assert subject.scan(0, 0)[AHEAD] == pytest.approx(2.95 - MOUNT_X, abs=CENTIMETRE)
    subject.apply([MoveBody("ward/0", 3.0, 1.2, 1.0, math.pi / 2)])
    assert np.isinf(subject.scan(0, 0)[AHEAD])
    subject.apply([MoveBody("ward/0", 3.0, 0.0, -99.0, math.pi / 2)])
    assert np.isinf(subject.scan(0, 0)).all()


@pytest.mark.parametrize(("height", "seen"), [(0.02, True), (1.98, True), (2.02, False)])
def test_a_slab_stands_on_the_floor_and_is_as_high_as_its_door(height: float, seen: bool) -> None:
    door = Door("ward", Position(3.0, -0.6), Position(3.0, 0.6), height=2.0)
    subject = scene(zones=[Zone("hall", doors=(door,))], models=[with_lidar(mount=Pose(0.1, 0.0, 0.0, height))])
    assert np.isfinite(subject.scan(0, 0)[AHEAD]) == seen


def test_a_slab_that_is_turned_is_seen_turned() -> None:
    door = Door("ward", Position(3.0, -0.6), Position(3.0, 0.6), width=0.1)
    subject = scene(zones=[Zone("hall", doors=(door,))])
    subject.apply([MoveBody("ward/0", 3.0, 0.0, 1.0, 0.0)])
    assert subject.scan(0, 0)[AHEAD] == pytest.approx(2.4 - MOUNT_X, abs=CENTIMETRE)


def test_no_ray_slips_through_the_seam_of_two_walls() -> None:
    walls = (
        wall("hall/wall_0", (3.0, -8.0), (3.0, 0.0)),
        wall("hall/wall_1", (3.0, 0.0), (3.0, 8.0)),
    )
    model = with_lidar(beams=2001, angle_min=-0.02, angle_max=0.02)
    subject = scene([robot(y=0.0)], models=[model], realized=RealizedLevel(walls=walls))
    ranges = subject.scan(0, 0)
    expected = (3.0 - 0.025 - MOUNT_X) / np.cos(beam_angles(model.lidars[0]))
    assert np.abs(ranges - expected).max() < 1e-6


def test_rays_follow_the_heading_and_the_mount() -> None:
    model = with_lidar(mount=Pose(0.1, 0.05, math.pi / 2, 0.25))
    wall_ahead = RealizedLevel(walls=(wall("hall/wall_0", (-5.0, 3.0), (5.0, 3.0)),))
    subject = scene([robot(yaw=math.pi)], models=[model], realized=wall_ahead)
    ranges = subject.scan(0, 0)
    # The beam whose sensor direction is backwards looks along the map's +y.
    assert ranges[0] == pytest.approx(3.0 - 0.025 + 0.05, abs=1e-6)


def test_what_is_above_or_below_the_plane_is_not_seen() -> None:
    subject = scene(objects=[thing("lamp", "lamp", 3.0, 0.0), thing("mat", "mat", 3.0, 0.0)])
    assert np.isinf(subject.scan(0, 0)).all()


def test_a_tilted_scanner_sees_what_its_rays_meet() -> None:
    model = with_lidar(mount=Pose(0.0, 0.0, 0.0, 0.25, pitch=-math.pi / 4), beams=3, angle_min=-0.1, angle_max=0.1)
    subject = scene(models=[model], objects=[thing("lamp", "lamp", 2.2, 0.0)])
    assert subject.scan(0, 0)[1] == pytest.approx((2.2 - 0.25) * math.sqrt(2), abs=CENTIMETRE)


def test_floors_and_ceilings_are_never_seen() -> None:
    square = ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0))
    material = wall("any", (0, 0), (1, 0)).material
    realized = RealizedLevel(
        floors=(Floor("hall/floor", square, 0.0, material),), ceilings=(Floor("hall/ceiling", square, 2.5, material),)
    )
    model = with_lidar(mount=Pose(0.0, 0.0, 0.0, 0.25, pitch=math.pi / 4))
    assert np.isinf(scene(models=[model], realized=realized).scan(0, 0)).all()


def test_nothing_beyond_the_range_is_returned() -> None:
    walls = RealizedLevel(walls=(wall("hall/wall_0", (3.0, -20.0), (3.0, 20.0)),))
    ranges = scene(models=[with_lidar(range_max=4.0)], realized=walls).scan(0, 0)
    seen = ranges[np.isfinite(ranges)]
    assert seen.size > 0
    assert seen.max() <= 4.0


def test_casting_near_rays_first_finds_the_same_hits_to_the_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(7)
    starts = random.uniform(-10.0, 10.0, (60, 2))
    ends = starts + random.uniform(-1.0, 1.0, (60, 2))
    walls = tuple(
        wall(f"hall/wall_{index}", (x, y), (end_x, end_y))
        for index, ((x, y), (end_x, end_y)) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True))
    )
    subject = scene(realized=RealizedLevel(walls=walls))
    split = subject.scan(0, 0)
    assert (split < NEAR_REACH).sum() > 50
    assert ((split > NEAR_REACH) & np.isfinite(split)).sum() > 50
    monkeypatch.setattr("arena_runtime.scene.rays.NEAR_REACH", math.inf)
    assert subject.scan(0, 0).tobytes() == split.tobytes()


def test_scanning_changes_nothing() -> None:
    rows = []
    for scans in (False, True):
        subject = scene([robot("roller_0"), robot("roller_1", x=2.0, yaw=3.0)], people=[person("anna", 1.0, 1.0)])
        for index in (0, 1):
            subject.drive(index, 2.0, 0.0, 0.5)
        for _ in range(100):
            subject.step()
            if scans:
                subject.scan(0, 0)
        rows.append(subject.robot_rows().tobytes())
    assert rows[0] == rows[1]
