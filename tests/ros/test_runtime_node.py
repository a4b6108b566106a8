"""The runtime as a process of its own, over real DDS."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import PoseStamped, Twist
from hall_episode import hall_episode
from nav_msgs.msg import OccupancyGrid, Odometry
from node_process import NodeProcess, ros_arguments
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters
from ros_client import BEST_EFFORT, LATCHED, RosClient, ros_client
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import LaserScan
from std_msgs.msg import String
from visualization_msgs.msg import Marker, MarkerArray

from arena_interfaces.msg import EpisodeStatus, Frame, SemanticSnapshot, Verdicts
from arena_interfaces.srv import LoadEpisode, SetPaused, SetSemantic, StepSimulation
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.conditions.parse import parse_atom
from arena_simulation_setup.episode import Episode, WorldReference
from arena_simulation_setup.episode_json import episode_hash, episode_text
from arena_simulation_setup.frame import Frame as SimulatedFrame
from arena_simulation_setup.recording.frame_codec import decode_frame
from arena_simulation_setup.recording.reader import open_recording
from tf2_msgs.msg import TFMessage

NEAR = Clause("always", parse_atom("robot within 100 of jackal_0"), text="Stay near.")

pytestmark = pytest.mark.ros

FEW_TICKS = 5


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recordings")


@pytest.fixture(scope="module")
def runtime(
    ros_domain: dict[str, str], recordings: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[NodeProcess]:
    # A whole number for a parameter that is a number, as people write it.
    arguments = ros_arguments({"target_rtf": 10, "record.dir": recordings})
    log = tmp_path_factory.mktemp("runtime") / "runtime.log"
    process = NodeProcess("arena_runtime.ros.main", arguments, ros_domain, log)
    yield process
    process.close()


@pytest.fixture(scope="module")
def client(runtime: NodeProcess, ros_domain: dict[str, str]) -> Iterator[RosClient]:
    with ros_client(ros_domain) as client:
        yield client


def endless_episode(episode_id: int) -> Episode:
    """A robot that does what others say, so that only others end the episode."""
    return hall_episode(episode_id, adapter="external", timeout_s=1e6)


def load(client: RosClient, episode: Episode) -> LoadEpisode.Response:
    return client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json=episode_text(episode))


def cancel(client: RosClient) -> None:
    assert client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json="").success


def set_paused(client: RosClient, paused: bool) -> None:
    assert client.call(SetPaused, "/arena_runtime/set_paused", paused=paused).success


def nanoseconds(clock: Clock) -> int:
    return clock.clock.sec * 1_000_000_000 + clock.clock.nanosec


def test_an_episode_runs_to_its_end_and_everything_about_it_arrives(client: RosClient) -> None:
    status = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
    verdicts = client.listen(Verdicts, "/arena_runtime/verdicts", LATCHED)
    odom = client.listen(Odometry, "/jackal_0/odom")
    scans = client.listen(LaserScan, "/jackal_0/scan", BEST_EFFORT)
    goals = client.listen(PoseStamped, "/jackal_0/goal_pose", LATCHED)
    instructions = client.listen(String, "/jackal_0/instruction", LATCHED)
    transforms = client.listen(TFMessage, "/tf")
    mounts = client.listen(TFMessage, "/tf_static", LATCHED)
    plan = client.listen(OccupancyGrid, "/map", LATCHED)
    facts = client.listen(SemanticSnapshot, "/arena_runtime/state/semantics", LATCHED)
    markers = client.listen(MarkerArray, "/arena_runtime/markers")
    health = client.listen(DiagnosticArray, "/diagnostics")

    episode = evolve(hall_episode(1), conditions=(NEAR,))
    answer = load(client, episode)
    assert (answer.success, answer.error_msg, answer.episode_hash) == (True, "", episode_hash(episode))

    running = status.wait(lambda message: message.episode_id == 1)
    assert running.episode_hash == episode_hash(episode)
    assert status.wait(lambda message: message.state == EpisodeStatus.SUCCESS).reason.startswith("finished after")
    assert verdicts.wait(lambda message: message.phases and message.phases[0].outcome == 1).phases[0].kind == "goto"

    moved = odom.wait(lambda message: message.pose.pose.position.x > 6.0)
    assert (moved.header.frame_id, moved.child_frame_id) == ("jackal_0/odom", "jackal_0/base_link")
    scan = scans.wait(lambda message: len(message.ranges) == 360)
    assert scan.header.frame_id == "jackal_0/scan"
    assert min(scan.ranges) > 0.1
    assert goals.wait().pose.position.x == pytest.approx(7.0)
    assert instructions.wait(lambda message: message.data == "drive straight on Stay near.")
    chain = {(t.header.frame_id, t.child_frame_id) for t in transforms.wait().transforms}
    assert chain == {("map", "jackal_0/odom"), ("jackal_0/odom", "jackal_0/base_link")}
    mount = mounts.wait().transforms[0]
    assert (mount.header.frame_id, mount.child_frame_id) == ("jackal_0/base_link", "jackal_0/scan")
    assert mount.transform.translation.z == pytest.approx(0.4)
    grid = plan.wait()
    assert len(grid.data) == grid.info.width * grid.info.height > 0
    assert set(grid.data) == {0, 100}
    robot = next(entity for entity in facts.wait().entities if entity.kind == "robot")
    assert robot.entity == "jackal_0"
    crates = [marker for marker in still_markers(markers) if marker.ns == "obstacles"]
    assert [marker.text for marker in crates] == ["crate"]
    names = [value.key for value in health.wait().status[0].values]
    assert {"late ticks", "mean tick time [ms]", "real-time factor"} <= set(names)


def still_markers(markers: object) -> list[Marker]:
    message = markers.wait(lambda message: any(marker.ns == "walls" for marker in message.markers))  # type: ignore[attr-defined]
    return list(message.markers)


def test_frames_are_the_recorded_ones_to_the_bit(client: RosClient, recordings: Path) -> None:
    frames = client.listen(Frame, "/arena_runtime/frame", raw=True)
    status = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
    set_paused(client, True)
    try:
        assert load(client, hall_episode(41, distance=1.0)).success
        # No more at once than a publisher keeps for whoever is slow.
        while (answer := client.call(StepSimulation, "/arena_runtime/step", ticks=FEW_TICKS)).success:
            frames.wait(lambda data, tick=answer.tick: decode_frame(data).tick == tick)
    finally:
        set_paused(client, False)
    end = status.wait(lambda message: message.episode_id == 41 and message.state == EpisodeStatus.SUCCESS)
    frames.wait(lambda data: decode_frame(data).tick == end.tick)
    received = {frame.tick: frame for frame in map(decode_frame, frames.messages)}
    recording = open_recording(recordings / "episode_041" / "episode_041.mcap")
    recorded = [message.value for message in recording.messages(("/frame",))]
    assert not recording.truncated
    assert len(recorded) == end.tick + 1
    assert all(isinstance(frame, SimulatedFrame) and received[frame.tick] == frame for frame in recorded)


def test_the_clock_goes_on_from_episode_to_episode(client: RosClient) -> None:
    clock = client.listen(Clock, "/clock")
    status = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
    for episode_id in (2, 3):
        assert load(client, endless_episode(episode_id)).success
        status.wait(lambda message, wanted=episode_id: message.episode_id == wanted)
        clock.wait(since=len(clock.messages) + 30)
    cancel(client)
    ended = status.wait(lambda message: message.episode_id == 3 and message.state == EpisodeStatus.SKIPPED)
    assert ended.reason == "cancelled"
    times = [nanoseconds(message) for message in clock.messages]
    assert times == sorted(times)
    assert times[0] > 0


def test_commands_drive_a_robot_without_navigator(client: RosClient) -> None:
    commands = client.node.create_publisher(Twist, "/jackal_0/cmd_vel", 10)
    assert load(client, endless_episode(4)).success
    # Whoever comes now hears of this episode only.
    odom = client.listen(Odometry, "/jackal_0/odom")
    start = odom.wait().pose.pose.position.x
    command = Twist()
    command.linear.x, command.angular.z = 0.5, 0.2
    timer = client.node.create_timer(0.05, lambda: commands.publish(command))
    try:
        driven = odom.wait(lambda message: message.pose.pose.position.x > start + 0.3)
    finally:
        client.node.destroy_timer(timer)
        cancel(client)
    assert driven.twist.twist.linear.x == pytest.approx(0.5, abs=0.1)
    assert math.isclose(driven.twist.twist.angular.z, 0.2, abs_tol=0.1)


def test_single_steps_while_paused(client: RosClient) -> None:
    frames = client.listen(Frame, "/arena_runtime/frame", raw=True)
    refused = client.call(StepSimulation, "/arena_runtime/step", ticks=1)
    assert (refused.success, refused.error_msg) == (False, "no episode is loaded")
    set_paused(client, True)
    try:
        assert load(client, hall_episode(5)).success
        answers = [client.call(StepSimulation, "/arena_runtime/step", ticks=ticks) for ticks in (1, 4, 0)]
        assert [(answer.success, answer.tick) for answer in answers] == [(True, 1), (True, 5), (True, 5)]
        frames.wait(lambda data: decode_frame(data).tick == 5)
        assert [decode_frame(data).tick for data in frames.messages] == [0, 1, 2, 3, 4, 5]
        written = client.call(
            SetSemantic, "/arena_runtime/semantics/set", entity="no_such_door", field="locked", value="true"
        )
        assert (written.success, written.error_msg.split(":")[0]) == (False, "unknown entity")
    finally:
        set_paused(client, False)
        cancel(client)


def test_an_episode_of_another_world_is_refused_and_the_running_one_goes_on(client: RosClient) -> None:
    status = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
    frames = client.listen(Frame, "/arena_runtime/frame", raw=True)
    assert load(client, endless_episode(6)).success
    status.wait(lambda message: message.episode_id == 6)
    foreign = evolve(hall_episode(7), world=WorldReference("map_empty", "0" * 32))
    answer = load(client, foreign)
    assert not answer.success
    assert "0" * 32 in answer.error_msg
    frames.wait(since=len(frames.messages) + 5)
    assert status.messages[-1].episode_id == 6
    assert not client.call(LoadEpisode, "/arena_runtime/load_episode", episode_json="{").success
    cancel(client)


def test_an_episode_that_fails_says_why_and_the_node_goes_on(
    client: RosClient, runtime: NodeProcess, recordings: Path, tmp_path: Path
) -> None:
    def record_into(folder: Path) -> bool:
        value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=str(folder))
        parameter = Parameter(name="record.dir", value=value)
        answer = client.call(SetParameters, "/arena_runtime/set_parameters", parameters=[parameter])
        return bool(answer.results[0].successful)

    status = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
    (tmp_path / "file").write_text("no folder")
    assert record_into(tmp_path / "file")
    assert load(client, hall_episode(50)).success
    failed = status.wait(lambda message: message.episode_id == 50 and message.state != EpisodeStatus.RUNNING)
    assert failed.state == EpisodeStatus.FAILED
    assert "RecordingError" in failed.reason
    assert "Traceback" in runtime.output
    assert record_into(recordings)
    assert load(client, hall_episode(51, distance=0.5)).success
    status.wait(lambda message: message.episode_id == 51 and message.state == EpisodeStatus.SUCCESS)


def test_a_parameter_that_does_not_fit_is_refused_with_what_would_fit(client: RosClient) -> None:
    wrong = {
        "target_rtf": ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=-1.0),
        "robot.localization": ParameterValue(type=ParameterType.PARAMETER_STRING, string_value="external"),
    }
    parameters = [Parameter(name=name, value=value) for name, value in wrong.items()]
    results = client.call(SetParameters, "/arena_runtime/set_parameters", parameters=parameters).results
    assert [result.successful for result in results] == [False, False]
    assert "1000" in results[0].reason
    assert "at start only" in results[1].reason
    whole = ParameterValue(type=ParameterType.PARAMETER_INTEGER, integer_value=8)
    accepted = client.call(
        SetParameters, "/arena_runtime/set_parameters", parameters=[Parameter(name="target_rtf", value=whole)]
    )
    assert accepted.results[0].successful


def test_an_interrupt_ends_the_episode_and_closes_its_recording(
    client: RosClient, runtime: NodeProcess, recordings: Path
) -> None:
    frames = client.listen(Frame, "/arena_runtime/frame", raw=True)
    status = client.listen(EpisodeStatus, "/arena_runtime/state/episode_status", LATCHED)
    assert load(client, endless_episode(90)).success
    frames.wait(since=10)
    assert runtime.interrupt() == 0, runtime.output
    assert status.wait(lambda message: message.episode_id == 90 and message.state == EpisodeStatus.SKIPPED)
    recording = open_recording(recordings / "episode_090" / "episode_090.mcap")
    assert not recording.truncated
