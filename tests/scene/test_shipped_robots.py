"""Shipped robots: capability file, MJCF and URDF say the same."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

from arena_runtime.scene.robot_looks import robot_looks
from arena_runtime.scene.shapes import rotation_matrix
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.search_paths import shipped

SHIPPED = ("jackal", "ridgeback", "turtlebot")
ASSETS = shipped("assets")


def model_of(name: str) -> RobotModel:
    return AssetCatalogue([ASSETS]).robot(RobotIdentifier.parse(name))


def urdf_of(model: RobotModel) -> ElementTree.Element:
    return ElementTree.parse(model.urdf).getroot()


def numbers(text: str) -> list[float]:
    return [float(word) for word in text.split()]


def urdf_places(model: RobotModel) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Place and axes of every link in ``base_link`` with all joints at 0."""
    places = {"base_link": (np.zeros(3), np.eye(3))}
    for joint in urdf_of(model).iter("joint"):
        parent, child = joint.find("parent"), joint.find("child")
        origin = joint.find("origin")
        assert parent is not None
        assert child is not None
        assert origin is not None
        place, rotation = places[parent.attrib["link"]]
        shift = np.array(numbers(origin.attrib["xyz"]))
        turn = rotation_matrix(*numbers(origin.attrib["rpy"]))
        places[child.attrib["link"]] = (place + rotation @ shift, rotation @ turn)
    return places


def test_every_shipped_robot_is_looked_at() -> None:
    assert AssetCatalogue([ASSETS]).names("Robot") == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_both_descriptions_lie_beside_the_capability_file(name: str) -> None:
    model = model_of(name)
    assert Path(model.mjcf).name == f"{name}.xml"
    assert Path(model.urdf).name == f"{name}.urdf"
    assert urdf_of(model).attrib["name"] == name


@pytest.mark.parametrize("name", SHIPPED)
def test_no_solid_but_those_of_arms_reaches_beyond_the_circle_or_below_the_floor(name: str) -> None:
    model = model_of(name)
    looks = robot_looks(model)
    assert looks is not None
    for part in looks.parts:
        reach = np.linalg.norm(part.shape.outline(), axis=1).max()
        # The outline of something round is a polygon around it, a little larger than it.
        assert reach <= model.radius * 1.02, part.name
        assert part.shape.bottom >= -1e-9, part.name


@pytest.mark.parametrize("name", SHIPPED)
def test_the_solids_fill_most_of_the_circle_and_the_height(name: str) -> None:
    model = model_of(name)
    looks = robot_looks(model)
    assert looks is not None
    assert max(np.linalg.norm(part.shape.outline(), axis=1).max() for part in looks.parts) >= 0.9 * model.radius
    highest = max(part.shape.top for part in looks.parts)
    sensors = [lidar.mount.z for lidar in model.lidars]
    assert 0.8 * model.height <= highest <= max(model.height, *sensors) + 0.05


@pytest.mark.parametrize("name", SHIPPED)
def test_sensors_are_mounted_alike_in_all_three_files(name: str) -> None:
    model = model_of(name)
    compiled = mujoco.MjModel.from_xml_path(model.mjcf)
    data = mujoco.MjData(compiled)
    mujoco.mj_kinematics(compiled, data)
    places = urdf_places(model)
    assert model.lidars
    mounts = [(lidar.name, lidar.mount) for lidar in model.lidars]
    for sensor, mount in [*mounts, *((camera.name, camera.mount) for camera in model.cameras)]:
        rotation = rotation_matrix(mount.roll, mount.pitch, mount.yaw)
        site = data.site(sensor)
        for place, axes in ((site.xpos, site.xmat.reshape(3, 3)), places[sensor]):
            np.testing.assert_allclose(place, (mount.x, mount.y, mount.z), atol=1e-5)
            np.testing.assert_allclose(axes, rotation, atol=1e-5)


@pytest.mark.parametrize("name", SHIPPED)
def test_arms_have_the_same_joints_limits_and_reach_in_all_three_files(name: str) -> None:
    model = model_of(name)
    looks = robot_looks(model)
    assert looks is not None
    compiled = mujoco.MjModel.from_xml_path(model.mjcf)
    in_urdf = {joint.attrib["name"]: joint for joint in urdf_of(model).iter("joint") if joint.find("limit") is not None}
    named = [joint.name for arm in model.arms for joint in arm.joints]
    assert [compiled.joint(index).name for index in range(compiled.njnt)] == named
    assert list(in_urdf) == named
    for arm, chain in zip(model.arms, looks.chains, strict=True):
        np.testing.assert_allclose(urdf_places(model)[arm.tip][0], chain.tip, atol=1e-5)
        for joint in arm.joints:
            limit = in_urdf[joint.name].find("limit")
            assert limit is not None
            in_files = (
                compiled.joint(joint.name).range.tolist(),
                [float(limit.attrib["lower"]), float(limit.attrib["upper"])],
            )
            assert all(found == pytest.approx([joint.min, joint.max]) for found in in_files)
            assert float(limit.attrib["velocity"]) == arm.max_joint_speed


def test_the_arm_can_do_every_gesture_that_scenarios_know() -> None:
    arm = model_of("ridgeback").arms[0]
    assert {"wave", "nod", "point"} <= set(arm.gestures)
    assert {"home", "stowed", "ready"} <= set(arm.configurations)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_drive_is_what_the_robot_is_known_for(name: str) -> None:
    expected = {"jackal": "differential", "turtlebot": "differential", "ridgeback": "omnidirectional"}
    assert model_of(name).drive == expected[name]


def test_a_camera_looks_ahead_in_the_urdf() -> None:
    _, axes = urdf_places(model_of("turtlebot"))["camera"]
    assert (axes[0, 0], axes[2, 2]) == (pytest.approx(1.0), pytest.approx(1.0))


@pytest.mark.parametrize("name", SHIPPED)
def test_wheels_stand_on_the_floor_at_the_same_places_in_all_three_files(name: str) -> None:
    model = model_of(name)
    compiled = mujoco.MjModel.from_xml_path(model.mjcf)
    turning = {joint.attrib["name"]: joint for joint in urdf_of(model).iter("joint")}
    for wheel in model.wheels:
        body = compiled.body(wheel.name)
        np.testing.assert_allclose(body.pos, (wheel.x, wheel.y, wheel.radius))
        tyre = compiled.geom(f"{wheel.name}_tyre")
        assert tyre.size[0] == wheel.radius
        assert turning[wheel.name].attrib["type"] == "continuous"
        np.testing.assert_allclose(urdf_places(model)[wheel.name][0], body.pos)
