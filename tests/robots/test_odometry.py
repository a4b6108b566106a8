"""Odometry: exact without drift, a random walk with it, the same for the same seed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arena_runtime.robots.odometry import WheelOdometry
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import OdometryModel

EXACT = OdometryModel()


def straight(metres: float, steps: int = 100) -> list[Pose]:
    return [
        Pose(3.0 + metres * step / steps * math.cos(0.7), 1.0 + metres * step / steps * math.sin(0.7), 0.7)
        for step in range(steps + 1)
    ]


def followed(model: OdometryModel, way: list[Pose], seed: int = 1) -> WheelOdometry:
    wheels = WheelOdometry(model, "jackal_0", seed)
    for pose in way:
        wheels.follow(pose)
    return wheels


def test_odometry_without_drift_is_the_true_pose_to_the_bit_even_after_a_jump() -> None:
    way = [*straight(2.0), Pose(-7.0, 4.0, 1.0)]
    wheels = followed(EXACT, way)
    assert wheels.pose == way[-1]
    assert wheels.map_to_odom == Pose(0.0, 0.0)


@pytest.mark.parametrize("metres", [1.0, 4.0])
def test_the_error_along_the_way_grows_with_its_square_root(metres: float) -> None:
    model = OdometryModel(drift_per_metre=0.1)
    errors = []
    for seed in range(300):
        pose = followed(model, straight(metres), seed).pose
        errors.append(math.dist(pose.xy, (3.0, 1.0)) - metres)
        assert pose.yaw == pytest.approx(0.7)
    assert np.std(errors) == pytest.approx(0.1 * math.sqrt(metres), rel=0.15)
    assert abs(np.mean(errors)) < 0.03 * math.sqrt(metres)


def test_the_error_of_the_heading_grows_with_the_angle_turned() -> None:
    way = [Pose(0.0, 0.0, 0.02 * step) for step in range(101)]
    errors = [followed(OdometryModel(drift_per_radian=0.1), way, seed).pose.yaw - 2.0 for seed in range(300)]
    assert np.std(errors) == pytest.approx(0.1 * math.sqrt(2.0), rel=0.15)


def test_the_same_seed_drifts_the_same_way_and_another_does_not() -> None:
    model = OdometryModel(0.1, 0.1)
    assert followed(model, straight(2.0)).pose == followed(model, straight(2.0)).pose
    assert followed(model, straight(2.0)).pose != followed(model, straight(2.0), seed=2).pose


def test_a_robot_that_is_put_elsewhere_does_not_notice() -> None:
    model = OdometryModel(drift_per_metre=0.01)
    wheels = followed(model, straight(1.0))
    before = wheels.pose
    wheels.follow(Pose(-5.0, 2.0, 0.1))
    assert wheels.pose == before
    shift = wheels.map_to_odom
    x = shift.x + math.cos(shift.yaw) * before.x - math.sin(shift.yaw) * before.y
    y = shift.y + math.sin(shift.yaw) * before.x + math.cos(shift.yaw) * before.y
    assert (x, y) == pytest.approx((-5.0, 2.0))
