"""Cameras of robots: what they see, how far it is, and that taking pictures changes nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import evolve
from small_scene import ROLLER, robot, scene, wall

from arena_runtime.scene.camera import CameraRig, focal_length
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import CameraModel
from arena_simulation_setup.world.realization import RealizedLevel

EYE = CameraModel("eye", Pose(0.2, 0.1, 0.0, 0.4), 160, 120, math.pi / 2, range_max=6.0)
SMALL = CameraModel("small", Pose(0.0, 0.0, math.pi / 2, 0.4), 32, 24, 1.0, range_max=6.0)
SEEING = evolve(ROLLER, name="seer", cameras=(EYE, SMALL))


def walled(yaw: float = 0.0) -> Scene:
    """A robot at the origin with a wall 3 m before it whose left end is straight ahead of its camera."""
    ahead = RealizedLevel(walls=(wall("ahead", (3.0, -4.0), (3.0, 0.1)),))
    return scene([robot("seer_0", yaw=yaw)], realized=ahead, models=(SEEING,))


def test_depth_is_measured_along_the_optical_axis() -> None:
    picture = CameraRig(walled()).picture(0, 0)
    assert (picture.color.shape, picture.depth.shape) == ((120, 160, 3), (120, 160))
    right = picture.depth[60, 85:155]
    np.testing.assert_allclose(right, 3.0 - 0.025 - 0.2, atol=5e-3)
    assert np.isinf(picture.depth[60, :75]).all()


def test_left_and_up_in_the_scene_are_left_and_up_in_the_picture() -> None:
    depth = CameraRig(walled()).picture(0, 0).depth
    assert np.isinf(depth[60, 40])
    top = 2.0 - 0.4
    row = 60 - top / (3.0 - 0.025 - 0.2) * focal_length(EYE)
    column = depth[:, 120]
    assert np.isinf(column[: round(row) - 1]).all()
    assert np.isfinite(column[round(row) + 1 : 60]).all()


def test_each_camera_has_its_own_size_and_direction() -> None:
    rig = CameraRig(walled(yaw=-math.pi / 2))
    assert rig.picture(0, 1).color.shape == (24, 32, 3)
    assert np.isfinite(rig.picture(0, 1).depth).any()
    assert np.isinf(rig.picture(0, 0).depth[:50, 70:]).all()


def test_taking_pictures_changes_nothing_that_happens() -> None:
    watched, alone = walled(), walled()
    rig = CameraRig(watched)
    for _ in range(20):
        for one in (watched, alone):
            one.drive(0, 0.5, 0.0, 0.3)
            one.step()
        rig.picture(0, 0)
    assert watched.robot_rows().tobytes() == alone.robot_rows().tobytes()
    assert watched.scan(0, 0).tobytes() == alone.scan(0, 0).tobytes()


def test_a_picture_shows_where_the_robot_is_after_the_last_step() -> None:
    one = walled()
    rig = CameraRig(one)
    first = float(rig.picture(0, 0).depth[60, 120])
    for _ in range(30):
        one.drive(0, 1.0, 0.0, 0.0)
        one.step()
    moved = float(one.robot_rows()[0, 0])
    assert float(rig.picture(0, 0).depth[60, 120]) == pytest.approx(first - moved, abs=5e-3)
