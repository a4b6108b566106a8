"""Messages of robots: drifting odometry, links of the URDF, pictures."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("rclpy")
from hall_episode import hall, hall_episode
from sensor_msgs.msg import Image

from arena_runtime.robots.odometry import WheelOdometry
from arena_runtime.ros import camera_topics
from arena_runtime.ros.camera_topics import Darkroom, camera_messages
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.ros.robot_links import fixed_links, link_joints, moving_links
from arena_runtime.ros.robot_messages import joint_state_message, robot_transforms, sensor_transforms
from arena_runtime.scene.camera import CameraRig, Picture
from arena_runtime.scene.rendering_canvas import NoGraphicsError
from arena_runtime.scene.rendering_stage import Stage
from arena_runtime.scene.robot_looks import robot_looks
from arena_runtime.scene.shapes import rotation_matrix
from arena_runtime.simulation import Simulation
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.robot_model import CameraModel, OdometryModel
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.search_paths import shipped

pytestmark = pytest.mark.ros

RIDGEBACK = AssetCatalogue([shipped("assets")]).robot(RobotIdentifier.parse("ridgeback"))


def matrix(rotation: object) -> np.ndarray:
    x, y, z, w = (getattr(rotation, part) for part in "xyzw")
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_the_links_of_an_arm_lead_to_where_its_tip_is() -> None:
    looks = robot_looks(RIDGEBACK)
    assert looks is not None
    joints = link_joints(RIDGEBACK.urdf)
    arm = RIDGEBACK.arms[0]
    angles = dict(zip([joint.name for joint in arm.joints], arm.configurations["home"], strict=True))
    transforms = fixed_links("r", joints, (), 0) + moving_links("r", joints, angles, 0)
    carried = {one.child_frame_id: one for one in transforms}
    place, axes, link = np.zeros(3), np.eye(3), "r/arm_tip"
    while link != "r/base_link":
        step = carried[link].transform
        turn = matrix(step.rotation)
        shift = np.array([step.translation.x, step.translation.y, step.translation.z])
        place, axes, link = shift + turn @ place, turn @ axes, carried[link].header.frame_id
    wanted, wanted_axes = looks.chains[0].tip_at(np.array(arm.configurations["home"]))
    np.testing.assert_allclose(place, wanted, atol=1e-5)
    np.testing.assert_allclose(axes, wanted_axes, atol=1e-5)


def test_frames_of_sensors_come_from_the_capability_file_alone() -> None:
    sensors = {one.child_frame_id for one in sensor_transforms("r", RIDGEBACK, 0)}
    assert sensors == {"r/scan", "r/scan_rear", "r/camera", "r/camera_optical"}
    links = {one.child_frame_id for one in fixed_links("r", link_joints(RIDGEBACK.urdf), ("scan", "camera"), 0)}
    assert links & sensors == {"r/scan_rear"}


def test_pictures_have_z_ahead_and_x_to_the_right() -> None:
    (optical,) = [one for one in sensor_transforms("r", RIDGEBACK, 0) if one.child_frame_id == "r/camera_optical"]
    turn = matrix(optical.transform.rotation)
    np.testing.assert_allclose(turn @ [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(turn @ [1.0, 0.0, 0.0], [0.0, -1.0, 0.0], atol=1e-12)


def test_a_broken_urdf_is_told_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text("<robot><joint name='a'/></robot>", encoding="utf-8")
    with pytest.raises(ValueError, match=r"r\.urdf is no URDF"):
        link_joints(str(path))


def test_the_chain_of_transforms_ends_at_the_true_pose_whatever_the_drift() -> None:
    wheels = WheelOdometry(OdometryModel(0.2, 0.2), "r", 3)
    true = Pose(0.0, 0.0)
    for step in range(200):
        true = Pose(0.02 * step, math.sin(0.02 * step), 0.01 * step)
        wheels.follow(true)
    robots = [[true.x, true.y, true.yaw, 0.0, 0.0, 0.0]]
    frame = Frame(0, 0, robots, [], [], [], [], [255], [])
    map_to_odom, odom_to_base = robot_transforms(frame, ("r",), 0, True, {"r": wheels})
    assert math.dist(wheels.pose.xy, true.xy) > 0.01
    outer, inner = map_to_odom.transform, odom_to_base.transform
    place = matrix(outer.rotation) @ [inner.translation.x, inner.translation.y, 0.0]
    np.testing.assert_allclose(
        place + np.array([outer.translation.x, outer.translation.y, 0.0]), [true.x, true.y, 0.0], atol=1e-9
    )
    turned = matrix(outer.rotation) @ matrix(inner.rotation)
    np.testing.assert_allclose(turned, rotation_matrix(0.0, 0.0, true.yaw), atol=1e-9)


def test_where_nothing_can_be_rendered_that_is_said_once_and_pictures_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_graphics(scene: object, stage: object) -> CameraRig:
        raise NoGraphicsError("libEGL.so.1 is missing; sudo apt-get install libegl1")

    monkeypatch.setattr(camera_topics, "CameraRig", no_graphics)
    said: list[str] = []
    darkroom = Darkroom(said.append)
    for episode_id in (1, 2):
        run = EpisodeRun(hall(), Simulation(hall(), hall_episode(episode_id)), 0)
        assert darkroom.rig(run) is None
        assert darkroom.rig(run) is None
    assert said == ["no camera pictures: libEGL.so.1 is missing; sudo apt-get install libegl1"]


def test_pictures_have_the_lamps_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    stages: list[Stage] = []
    monkeypatch.setattr(camera_topics, "CameraRig", lambda scene, stage: stages.append(stage))
    run = EpisodeRun(hall(), Simulation(hall(), hall_episode(1)), 0)
    for lighting in ("authored", "auto"):
        Darkroom(print, lighting).rig(run)
    authored, automatic = stages
    assert len(authored.lights) == 0 < len(automatic.lights)


def test_joint_states_carry_names_angles_and_speeds() -> None:
    message = joint_state_message(("a", "b"), np.array([0.1, 0.2]), np.array([1.0, 2.0]), 1_500_000_000)
    assert (list(message.name), list(message.position), list(message.velocity)) == (["a", "b"], [0.1, 0.2], [1.0, 2.0])
    assert (message.header.stamp.sec, message.header.stamp.nanosec) == (1, 500_000_000)


def test_pictures_are_sent_row_by_row_with_the_pinhole_model() -> None:
    camera = CameraModel("eye", Pose(0.0, 0.0), 4, 2, math.pi / 2)
    color = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    depth = np.array([[1.0, 2.0, np.inf, 3.0]] * 2, dtype=np.float32)
    seen, far, info = camera_messages("r/eye_optical", camera, Picture(color[::-1], depth), 0)
    assert (seen.encoding, seen.step, bytes(seen.data)) == ("rgb8", 12, color[::-1].tobytes())
    assert (far.encoding, far.step, bytes(far.data)) == ("32FC1", 16, depth.tobytes())
    assert isinstance(seen, Image)
    assert list(info.k) == pytest.approx([2.0, 0.0, 2.0, 0.0, 2.0, 1.0, 0.0, 0.0, 1.0])
