"""Spawning, moving and removing over real DDS, into a runtime that is a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from geometry_msgs.msg import Point, PoseStamped, Quaternion
from geometry_msgs.msg import Pose as PoseMessage
from hall_episode import hall, hall_episode
from nav_msgs.msg import Odometry
from node_process import NodeProcess, ros_arguments
from ros_client import RosClient, ros_client
from std_msgs.msg import Header
from visualization_msgs.msg import Marker, MarkerArray

from arena_evaluation.replay import replay
from arena_interfaces.srv import (
    DespawnRobot,
    LoadEpisode,
    MoveEntity,
    SetPaused,
    SpawnDynamic,
    SpawnRobot,
    SpawnStatic,
    StepSimulation,
)
from arena_lab.resimulate import resimulate
from arena_runtime.simulation import SimulationOptions
from arena_simulation_setup.episode_json import episode_text
from arena_simulation_setup.recording.reader import open_recording
from tf2_msgs.msg import TFMessage

pytestmark = pytest.mark.ros


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    return tmp_path / "recordings"


@pytest.fixture
def client(ros_domain: dict[str, str], tmp_path: Path, recordings: Path) -> Iterator[RosClient]:
    arguments = ros_arguments({"target_rtf": 0, "record.dir": recordings})
    process = NodeProcess("arena_runtime.ros.main", arguments, ros_domain, tmp_path / "runtime.log")
    try:
        with ros_client(ros_domain) as client:
            yield client
    finally:
        process.close()


def at(x: float, y: float) -> PoseMessage:
    return PoseMessage(position=Point(x=x, y=y), orientation=Quaternion(w=1.0))


def step(client: RosClient, ticks: int) -> None:
    answer = client.call(StepSimulation, "/arena_runtime/step", ticks=ticks)
    assert answer.success, answer.error_msg


def ask(client: RosClient, kind: type, name: str, /, **request: object) -> object:
    return client.call(kind, f"/arena_runtime/runtime/{name}", **request)


def test_robots_people_and_obstacles_come_move_and_go(client: RosClient, recordings: Path) -> None:
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=True).success
    text = episode_text(hall_episode(distance=6.0))
    assert ask(client, SpawnStatic, "spawn_static", model="bin", use_pose=True, pose=at(7.0, 7.0)).error_msg == (
        "no episode is running"
    )
    assert client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=text).success
    markers = client.listen(MarkerArray, "/arena_runtime/markers")
    frames = client.listen(TFMessage, "/tf")
    step(client, 3)

    crate = ask(client, SpawnStatic, "spawn_static", model="bin", use_pose=True, pose=at(7.0, 7.0))
    second = ask(client, SpawnStatic, "spawn_static", model="bin", use_pose=True, pose=at(9.0, 7.0))
    person = ask(client, SpawnDynamic, "spawn_dynamic", model="arenian", use_pose=True, pose=at(3.0, 3.0))
    robot = ask(client, SpawnRobot, "spawn_robot", model="jackal", use_pose=True, pose=at(3.0, 7.0), immediate=True)
    assert (crate.id, second.id, person.id, robot.name) == ("bin_0", "bin_1", "arenian_0", "jackal_1")
    step(client, 3)
    odometry = client.listen(Odometry, "/jackal_1/odom")
    step(client, 3)
    assert odometry.wait().pose.pose.position.x == pytest.approx(3.0, abs=0.01)
    frames.wait(lambda message: any(one.child_frame_id == "jackal_1/base_link" for one in message.transforms))
    markers.wait(lambda message: any(marker.action == Marker.DELETEALL for marker in message.markers))
    markers.wait(lambda message: any(marker.text == "jackal_1" or marker.ns == "robots" for marker in message.markers))

    pose = PoseStamped(header=Header(frame_id="map"), pose=at(3.0, 4.0))
    assert ask(client, MoveEntity, "move", entity="arenian_0", pose=pose).success
    assert ask(client, MoveEntity, "move", entity="bin_1", pose=PoseStamped(pose=at(9.0, 3.0))).success
    assert ask(client, DespawnRobot, "despawn_robot", name="jackal_1").success
    step(client, 30)
    assert client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json="").success

    (path,) = recordings.rglob("*.mcap")
    result = replay(path)
    assert result.agrees, result.differences
    assert resimulate(hall(), path, SimulationOptions(scans=True)).difference == ""
    starts = list(open_recording(path).starts())
    assert [start.tick for start in starts] == [0, 4, 10]
    assert starts[-1].layout.gone == ("jackal_1",)
    *_, last = open_recording(path).frames()
    np.testing.assert_allclose(last.people[0, :2], (3.0, 4.0), atol=0.01)
    assert np.isnan(last.robots[1]).all()


def test_what_is_not_possible_is_answered_with_a_sentence(client: RosClient) -> None:
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=True).success
    assert client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=episode_text(hall_episode())).success
    static = {"model": "bin", "use_pose": True}
    answers = [
        ask(client, SpawnStatic, "spawn_static", **static, pose=at(5.0, 5.0)),
        ask(client, SpawnStatic, "spawn_static", model="bin"),
        ask(client, SpawnStatic, "spawn_static", model="dining_chiar", use_pose=True, pose=at(7.0, 7.0)),
        ask(client, SpawnRobot, "spawn_robot", model="jakcal", use_pose=True, pose=at(3.0, 7.0), immediate=True),
        ask(client, SpawnRobot, "spawn_robot", model="jackal", use_pose=True, pose=at(3.0, 7.0)),
        ask(client, DespawnRobot, "despawn_robot", name="crate"),
        ask(client, MoveEntity, "move", entity="jackal_0", pose=PoseStamped(header=Header(frame_id="odom"))),
        ask(client, MoveEntity, "move", entity="jackal_9", pose=PoseStamped(pose=at(3.0, 7.0))),
    ]
    expected = (
        "'jackal_0' is there",
        "use_pose: true",
        "unknown model 'dining_chiar'; did you mean 'dining_chair'",
        "jakcal",
        "immediate: true",
        "'crate' is no robot",
        "expected 'map'",
        "did you mean 'jackal_0'",
    )
    for answer, sentence in zip(answers, expected, strict=True):
        assert not answer.success
        assert sentence in answer.error_msg
