"""Arms: forward and inverse kinematics against MuJoCo and against each other."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.robots.inverse_kinematics import Chain, TipGoal, rotation_about, rotation_vector, solved
from arena_runtime.robots.trajectory import trajectory
from arena_runtime.scene.robot_looks import robot_looks
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.search_paths import shipped

MODEL = AssetCatalogue([shipped("assets")]).robot(RobotIdentifier.parse("ridgeback"))
SHARES = st.lists(st.floats(0.05, 0.95), min_size=6, max_size=6)


def chain() -> Chain:
    looks = robot_looks(MODEL)
    assert looks is not None
    return looks.chains[0]


CHAIN = chain()


def angles_at(shares: list[float]) -> np.ndarray:
    return CHAIN.lower + np.array(shares) * (CHAIN.upper - CHAIN.lower)


@settings(max_examples=25, deadline=None)
@given(SHARES)
def test_the_tip_is_where_mujoco_has_it(shares: list[float]) -> None:
    angles = angles_at(shares)
    model = mujoco.MjModel.from_xml_path(MODEL.mjcf)
    data = mujoco.MjData(model)
    data.qpos[:] = angles
    mujoco.mj_kinematics(model, data)
    place, axes = CHAIN.tip_at(angles)
    np.testing.assert_allclose(place, data.site("arm_tip").xpos, atol=1e-9)
    np.testing.assert_allclose(axes, data.site("arm_tip").xmat.reshape(3, 3), atol=1e-9)


@settings(max_examples=10, deadline=None)
@given(SHARES)
def test_the_jacobian_is_the_derivative_of_the_place(shares: list[float]) -> None:
    angles, step = angles_at(shares), 1e-6
    _, axes, jacobian = CHAIN.jacobian_at(angles)
    for joint in range(6):
        moved = angles.copy()
        moved[joint] += step
        place, turned = CHAIN.tip_at(moved)
        velocity = (place - CHAIN.tip_at(angles)[0]) / step
        np.testing.assert_allclose(jacobian[:3, joint], velocity, atol=1e-5)
        np.testing.assert_allclose(jacobian[3:, joint], rotation_vector(turned @ axes.T) / step, atol=1e-5)


@settings(max_examples=25, deadline=None)
@given(SHARES, st.integers(0, 1000))
def test_a_pose_that_the_arm_can_take_is_found(shares: list[float], seed: int) -> None:
    place, axes = CHAIN.tip_at(angles_at(shares))
    goal = TipGoal(place, axes, 0.02, 0.1)
    found = solved(CHAIN, goal, np.array(MODEL.arms[0].start), 100, stream(seed, "arm"))
    assert found is not None
    assert ((CHAIN.lower <= found) & (found <= CHAIN.upper)).all()
    there, turned = CHAIN.tip_at(found)
    assert np.linalg.norm(there - place) <= 0.02
    assert np.linalg.norm(rotation_vector(axes @ turned.T)) <= 0.1


def test_a_pose_out_of_reach_is_not_found() -> None:
    for place in ((3.0, 0.0, 0.5), (0.15, 0.0, 1.6)):
        goal = TipGoal(np.array(place), None, 0.02, math.pi)
        assert solved(CHAIN, goal, np.array(MODEL.arms[0].start), 5, stream(1, "arm")) is None


@settings(max_examples=50, deadline=None)
@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(0.1, 1), st.floats(0.0, math.pi))
def test_a_rotation_vector_gives_its_rotation_again(x: float, y: float, z: float, angle: float) -> None:
    axis = np.array([x, y, z]) / np.linalg.norm([x, y, z])
    rotation = rotation_about(axis, angle)
    vector = rotation_vector(rotation)
    size = float(np.linalg.norm(vector))
    again = rotation_about(vector / size, size) if size > 0.0 else np.eye(3)
    np.testing.assert_allclose(again, rotation, atol=1e-6)


def test_a_trajectory_rests_at_its_points_and_is_never_too_fast() -> None:
    points = [np.array([0.0, 0.0]), np.array([1.0, -0.5]), np.array([0.2, 0.4])]
    way = trajectory(500_000_000, points, 1.5)
    times = np.linspace(way.times_ns[0], way.times_ns[-1], 2001).astype(int)
    angles = np.array([way.at(int(time)) for time in times])
    speeds = np.diff(angles, axis=0) / (np.diff(times)[:, None] * 1e-9)
    assert np.abs(speeds).max() == pytest.approx(1.5, rel=1e-3)
    for point, time_ns in zip(points, way.times_ns, strict=True):
        np.testing.assert_allclose(way.at(time_ns), point, atol=1e-12)
    assert np.abs(speeds[[0, -1]]).max() < 0.01
    np.testing.assert_array_equal(way.at(0), points[0])
    assert way.over(way.times_ns[-1])
    assert not way.over(way.times_ns[-1] - 1)


def test_a_trajectory_to_where_the_arm_is_takes_no_time() -> None:
    way = trajectory(7, [np.zeros(3), np.zeros(3)], 1.0)
    assert way.over(7)
    np.testing.assert_array_equal(way.at(7), np.zeros(3))
