"""A robot with an arm and a camera on the graph: joints, links, description, pictures, signals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve
from hall_episode import hall_episode
from node_process import NodeProcess, ros_arguments
from ros_client import LATCHED, RosClient, ros_client
from sensor_msgs.msg import CameraInfo, Image, JointState
from std_msgs.msg import String

from arena_interfaces.msg import Verdicts
from arena_interfaces.srv import LoadEpisode
from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase, Phase, ReachPhase
from tf2_msgs.msg import TFMessage

pytestmark = pytest.mark.ros


@pytest.fixture(scope="module")
def client(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RosClient]:
    options = {"target_rtf": 5.0, "robot.cameras": "true"}
    log = tmp_path_factory.mktemp("runtime") / "runtime.log"
    process = NodeProcess("arena_runtime.ros.main", ros_arguments(options), ros_domain, log)
    try:
        with ros_client(ros_domain) as client:
            yield client
    finally:
        process.close()


def arm_episode(episode_id: int, *phases: Phase, adapter: str = "navigator") -> Episode:
    robot = EpisodeRobot("ridgeback_0", "ridgeback", 0.63, Pose(5.0, 5.0), phases, adapter=adapter)
    return evolve(hall_episode(episode_id, timeout_s=100_000.0), robots=(robot,))


def load(client: RosClient, text: str) -> None:
    answer = client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=text)
    assert (answer.success, answer.error_msg) == (True, "")


def test_an_arm_that_reaches_is_seen_in_joints_and_links(client: RosClient) -> None:
    joints = client.listen(JointState, "/ridgeback_0/joint_states")
    transforms = client.listen(TFMessage, "/tf")
    fixed = client.listen(TFMessage, "/tf_static", LATCHED)
    description = client.listen(String, "/ridgeback_0/robot_description", LATCHED)
    verdicts = client.listen(Verdicts, "/arena_runtime/verdicts", LATCHED)
    load(client, episode_text(arm_episode(1, ReachPhase(configuration="home"), GotoPhase(tolerance_radius=9.0))))
    message = joints.wait(lambda one: abs(one.position[2] - 1.6) < 0.02)
    assert list(message.name)[:3] == ["shoulder_pan", "shoulder_lift", "elbow"]
    assert list(message.name)[6:] == [f"{end}_{side}_wheel" for end in ("front", "rear") for side in ("left", "right")]
    assert len(message.position) == len(message.velocity) == len(message.name)
    moving = transforms.wait(lambda one: any(link.child_frame_id == "ridgeback_0/wrist" for link in one.transforms))
    moved = {link.child_frame_id for link in moving.transforms}
    assert moved >= {"ridgeback_0/base_link", "ridgeback_0/hand", "ridgeback_0/front_left_wheel"}
    children = [link.child_frame_id for link in fixed.wait(lambda one: len(one.transforms) > 3).transforms]
    assert len(children) == len(set(children))
    assert {"ridgeback_0/scan_rear", "ridgeback_0/camera_optical", "ridgeback_0/arm_tip"} <= set(children)
    assert '<robot name="ridgeback">' in description.wait().data
    assert verdicts.wait(lambda one: one.phases and one.phases[0].outcome == 1).phases[0].kind == "reach"
    load(client, "")


def test_pictures_come_to_who_listens(client: RosClient) -> None:
    color = client.listen(Image, "/ridgeback_0/camera/color/image_raw")
    depth = client.listen(Image, "/ridgeback_0/camera/depth/image_raw")
    info = client.listen(CameraInfo, "/ridgeback_0/camera/camera_info")
    load(client, episode_text(arm_episode(2, GotoPhase(tolerance_radius=9.0), adapter="external")))
    seen = color.wait()
    assert (seen.width, seen.height, seen.encoding) == (320, 240, "rgb8")
    assert seen.header.frame_id == "ridgeback_0/camera_optical"
    assert len(set(bytes(seen.data))) > 3
    assert depth.wait().encoding == "32FC1"
    assert info.wait().k[2] == 160.0
    load(client, "")


def test_a_signal_from_outside_ends_the_phase(client: RosClient) -> None:
    verdicts = client.listen(Verdicts, "/arena_runtime/verdicts", LATCHED)
    signals = client.node.create_publisher(String, "/ridgeback_0/signal", 10)
    here = GotoPhase(pose=Pose(5.0, 5.0), tolerance_radius=1.0, tolerance_angle=0.0, hold_time=0.0, signal="here")
    load(client, episode_text(arm_episode(3, here, adapter="external")))
    timer = client.node.create_timer(0.1, lambda: signals.publish(String(data="here")))
    try:
        verdicts.wait(lambda one: one.phases and one.phases[0].outcome == 1)
    finally:
        client.node.destroy_timer(timer)
        load(client, "")
