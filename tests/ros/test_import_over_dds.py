"""What nodes say over real DDS, recorded by somebody who knows nothing of this project, is what their frames hold."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nav_msgs.msg import Odometry
from node_process import NodeProcess, ros_arguments
from ros_client import LATCHED, RELIABLE, RosClient, ros_client, until, until_active
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

from arena_cli.main import main
from arena_interfaces.msg import EpisodeRecord, EpisodeStatus, Frame
from arena_interfaces.srv import ResetEpisode
from arena_simulation_setup.recording.frame_codec import decode_frame
from arena_simulation_setup.recording.reader import open_recording
from tf2_msgs.msg import TFMessage

pytestmark = [pytest.mark.ros, pytest.mark.slow]

NODE = "/task_generator"
TOPICS = {"/jackal_0/odom": Odometry, "/tf": TFMessage, "/tf_static": TFMessage}
Received = tuple[str, int, bytes]


@pytest.fixture
def client(ros_domain: dict[str, str], tmp_path: Path) -> Iterator[RosClient]:
    parameters = {
        "world": "map_empty",
        "autostart": "true",
        "task.robots": "random",
        "robot": "jackal",
        "robot.mobile": "navigator",
        "task.episode.auto_reset": "false",
        "task.random.static.n": "[0, 0]",
        "task.random.dynamic.n": "[0, 0]",
    }
    runtime = NodeProcess("arena_runtime.ros.main", ros_arguments({"target_rtf": 3.0}), ros_domain, tmp_path / "r.log")
    generator = NodeProcess("task_generator.ros.main", ros_arguments(parameters), ros_domain, tmp_path / "g.log")
    with ros_client(ros_domain) as client:
        until_active(client, generator)
        yield client
    generator.close()
    runtime.close()


def recorded_episode(client: RosClient) -> tuple[list[Received], dict[int, np.ndarray]]:
    """Everything that a recorder gets during one episode, and where the frames say the robot was, by their time."""
    received: list[Received] = []
    for topic, kind in TOPICS.items():

        def take(content: bytes, topic: str = topic) -> None:
            received.append((topic, time.time_ns(), bytes(content)))

        client.node.create_subscription(kind, topic, take, LATCHED if topic == "/tf_static" else RELIABLE, raw=True)
    frames = client.listen(Frame, "/arena_runtime/frame", RELIABLE, raw=True)
    records = client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)
    ends = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
    client.introduce("/arena_runtime")
    assert client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", seed=11).success
    ended = records.wait(lambda one: one.seed == 11 and one.outcome_state >= EpisodeRecord.SUCCESS)
    assert ended.outcome_state == EpisodeRecord.SUCCESS, ended.outcome_info
    last = ends.wait(lambda one: one.state == EpisodeStatus.SUCCESS).tick
    frames.wait(lambda content: decode_frame(bytes(content)).tick == last)
    until(lambda: sum(topic == "/tf" for topic, *_ in received) > last, "transforms of every tick")
    decoded = [decode_frame(bytes(content)) for content in frames.messages]
    begin = max(index for index, frame in enumerate(decoded) if frame.tick == min(one.tick for one in decoded))
    return received, {frame.time_ns: frame.robots[0] for frame in decoded[begin:] if len(frame.robots)}


def written_bag(path: Path, received: list[Received]) -> Path:
    store: Any = get_typestore(Stores.ROS2_KILTED)
    with Writer(path, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        names = {"/jackal_0/odom": "nav_msgs/msg/Odometry", "/tf": "tf2_msgs/msg/TFMessage"}
        names["/tf_static"] = names["/tf"]
        connections = {topic: writer.add_connection(topic, name, typestore=store) for topic, name in names.items()}
        for topic, received_ns, content in received:
            writer.write(connections[topic], received_ns, content)
    return path


def test_a_bag_of_real_traffic_gives_the_poses_of_the_frames(
    client: RosClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    received, frames = recorded_episode(client)
    bag = written_bag(tmp_path / "bag", received)
    capsys.readouterr()
    assert main(["evaluation", "import", str(bag), "world:=map_empty", "-o", str(tmp_path / "out"), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["robots"] == {"jackal_0": "transforms map → jackal_0/odom → jackal_0/base_link"}
    recording = open_recording(Path(said["recording"]))
    ours = np.array([row[:2] for row in frames.values()])
    theirs = np.array([frame.robots[0, :2] for frame in recording.frames()])
    assert len(theirs) > 60
    # The node's clock does not begin with the episode, so that poses are compared by place and not by time.
    distances = np.array([np.hypot(*(ours - point).T) for point in theirs])
    assert np.quantile(distances.min(axis=1), 0.99) < 1e-3
    moving = np.hypot(*np.diff(theirs, axis=0).T) > 0.005
    assert np.median(np.diff(distances.argmin(axis=1))[moving]) == 1.0, "a tick of one is a tick of the other"
    assert theirs[-1] == pytest.approx(ours[-1], abs=0.05)
