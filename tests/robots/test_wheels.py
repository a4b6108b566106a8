"""Wheels turn as far as the base of their robot moves."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arena_runtime.robots.wheels import Wheels
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.robot_model import WheelModel
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.search_paths import shipped
from tests.robots.obedient import moved

PAIR = (WheelModel("left", 0.0, 0.2, 0.1), WheelModel("right", 0.0, -0.2, 0.1))
DT, TICK_NS = 1 / 30, 33_333_333


def rolled(wheels: tuple[WheelModel, ...], velocity: tuple[float, float, float], ticks: int, every: int = 1) -> Wheels:
    """Wheels of a robot that is followed in every so many ticks."""
    rolling, pose = Wheels(wheels), Pose(1.0, 2.0, 0.7)
    for tick in range(ticks + 1):
        if tick % every == 0:
            rolling.follow(tick * TICK_NS, (pose.x, pose.y, pose.yaw, *velocity))
        pose = moved(pose, velocity, DT)
    return rolling


def shipped_wheels(name: str) -> tuple[WheelModel, ...]:
    return AssetCatalogue([shipped("assets")]).robot(RobotIdentifier.parse(name)).wheels


def test_a_metre_straight_on_turns_a_wheel_by_a_metre_on_its_rim() -> None:
    rolling = rolled(PAIR, (0.5, 0.0, 0.0), 60)
    np.testing.assert_allclose(rolling.angles, 1.0 / 0.1, rtol=1e-9)
    np.testing.assert_allclose(rolling.speeds, 0.5 / 0.1)


def test_on_the_spot_both_wheels_turn_against_each_other() -> None:
    rolling = rolled(PAIR, (0.0, 0.0, 1.5), 30)
    np.testing.assert_allclose(rolling.angles, (-1.5 * 0.2 / 0.1, 1.5 * 0.2 / 0.1), rtol=1e-9)


@pytest.mark.parametrize("every", [1, 3, 10])
def test_in_a_curve_the_angle_is_that_of_the_arc_however_rarely_one_looks(every: int) -> None:
    rolling = rolled(PAIR, (0.6, 0.0, 0.9), 30, every)
    np.testing.assert_allclose(rolling.angles, ((0.6 - 0.9 * 0.2) / 0.1, (0.6 + 0.9 * 0.2) / 0.1), rtol=1e-3)


def test_who_is_carried_does_not_roll() -> None:
    rolling = rolled(PAIR, (0.5, 0.0, 0.0), 30)
    before = rolling.angles.copy()
    rolling.follow(31 * TICK_NS, (25.0, 2.0, 0.7, 0.0, 0.0, 0.0))
    np.testing.assert_array_equal(rolling.angles, before)
    rolling.follow(32 * TICK_NS, (math.nan,) * 6)
    np.testing.assert_array_equal(rolling.angles, before)


@pytest.mark.parametrize(
    ("velocity", "signs"),
    [
        ((1.0, 0.0, 0.0), (1, 1, 1, 1)),
        ((0.0, 1.0, 0.0), (-1, 1, 1, -1)),
        ((0.0, 0.0, 1.0), (-1, 1, -1, 1)),
    ],
)
def test_mecanum_wheels_turn_as_their_rollers_ask(velocity: tuple[float, float, float], signs: tuple[int, ...]) -> None:
    wheels = shipped_wheels("ridgeback")
    assert [wheel.name for wheel in wheels] == [
        f"{end}_{side}_wheel" for end in ("front", "rear") for side in ("left", "right")
    ]
    lever = 1.0 if velocity[2] == 0.0 else wheels[0].x + wheels[0].y
    expected = np.array(signs) * lever / wheels[0].radius
    np.testing.assert_allclose(rolled(wheels, velocity, 30).angles, expected, rtol=1e-3)


def test_every_shipped_robot_has_wheels_that_touch_the_floor() -> None:
    for name, count in (("jackal", 4), ("turtlebot", 2), ("ridgeback", 4)):
        assert len(shipped_wheels(name)) == count
