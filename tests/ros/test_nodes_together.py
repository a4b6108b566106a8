"""Both nodes as processes of their own, over real DDS: from configure to the outcome."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from geometry_msgs.msg import Twist
from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from nav_msgs.msg import Odometry
from node_process import NodeProcess, ros_arguments
from rcl_interfaces.msg import Parameter, ParameterValue
from rcl_interfaces.srv import DescribeParameters, GetParameters, SetParameters
from rclpy.action import ActionClient
from ros_client import BEST_EFFORT, DEADLINE_S, LATCHED, Inbox, RosClient, ros_client, until
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import LaserScan
from visualization_msgs.msg import MarkerArray

from arena_interfaces.action import RunEpisode
from arena_interfaces.msg import EpisodeRecord, Verdicts
from arena_interfaces.srv import GetTaskModes, QueryIds, QueryScenarios, QueryTaskModes, QueueEpisode, ResetEpisode

pytestmark = pytest.mark.ros

INTEGER_ARRAY = 7


@pytest.fixture(scope="module")
def nodes(
    ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[NodeProcess, NodeProcess]]:
    folder = tmp_path_factory.mktemp("nodes")
    runtime = NodeProcess(
        "arena_runtime.ros.main", ros_arguments({"target_rtf": 4.0}), ros_domain, folder / "runtime.log"
    )
    parameters = {"world": "map_empty", "run_seed": "7", "robot.mobile": "external", "task.episode.auto_reset": "false"}
    generator = NodeProcess("task_generator.ros.main", ros_arguments(parameters), ros_domain, folder / "generator.log")
    yield runtime, generator
    generator.close()
    runtime.close()


@pytest.fixture(scope="module")
def client(nodes: tuple[NodeProcess, NodeProcess], ros_domain: dict[str, str]) -> Iterator[RosClient]:
    with ros_client(ros_domain) as client:
        yield client


def transition(client: RosClient, number: int) -> bool:
    return bool(client.call(ChangeState, "/task_generator/change_state", transition=Transition(id=number)).success)


def state(client: RosClient) -> int:
    return int(client.call(GetState, "/task_generator/get_state").current_state.id)


def reset(client: RosClient, seed: int = -1, world: str = "") -> ResetEpisode.Response:
    return client.call(ResetEpisode, "/task_generator/lifecycle/reset_episode", world=world, seed=seed)


def int_pair(name: str, low: int, high: int) -> Parameter:
    return Parameter(name=name, value=ParameterValue(type=INTEGER_ARRAY, integer_array_value=[low, high]))


def episodes(client: RosClient) -> Inbox:
    return client.listen(EpisodeRecord, "/task_generator/state/episode", LATCHED)


def test_nothing_runs_before_the_node_is_active(client: RosClient) -> None:
    assert state(client) == State.PRIMARY_STATE_UNCONFIGURED
    answer = reset(client)
    assert (answer.success, "not active" in answer.error_msg) == (False, True)


def test_a_failed_transition_leaves_the_node_alive_and_is_explained(
    client: RosClient, nodes: tuple[NodeProcess, NodeProcess]
) -> None:
    def world_is(name: str) -> None:
        value = Parameter(name="world", value=ParameterValue(type=4, string_value=name))
        assert client.call(SetParameters, "/task_generator/set_parameters", parameters=[value]).results[0].successful

    world_is("map_emty")
    assert not transition(client, Transition.TRANSITION_CONFIGURE)
    assert state(client) == State.PRIMARY_STATE_UNCONFIGURED
    assert "did you mean 'map_empty'" in nodes[1].output
    assert "Traceback" in nodes[1].output
    world_is("map_empty")
    assert transition(client, Transition.TRANSITION_CONFIGURE)
    assert transition(client, Transition.TRANSITION_ACTIVATE)
    assert state(client) == State.PRIMARY_STATE_ACTIVE


def test_queued_parameters_make_the_next_episode(client: RosClient) -> None:
    records, markers = episodes(client), client.listen(MarkerArray, "/arena_runtime/markers")
    queue = client.listen(EpisodeRecord, "/task_generator/state/queue", LATCHED)
    odom, scans = client.listen(Odometry, "/jackal_0/odom"), client.listen(LaserScan, "/jackal_0/scan", BEST_EFFORT)
    verdicts = client.listen(Verdicts, "/arena_runtime/verdicts", LATCHED)
    commands = client.node.create_publisher(Twist, "/jackal_0/cmd_vel", 10)

    queued = client.call(
        QueueEpisode,
        "/task_generator/config/queue_episode",
        tm_obstacles="random",
        obstacles_params=[int_pair("static.n", 3, 3), int_pair("dynamic.n", 0, 0), int_pair("no.such", 1, 1)],
    )
    assert (queued.success, queued.error_msg) == (True, "")
    waiting = queue.wait(lambda message: message.outcome_state == EpisodeRecord.QUEUED)
    assert waiting.seed == -1
    answer = reset(client, seed=11)
    assert (answer.success, answer.error_msg) == (True, "")

    record = records.wait(lambda message: message.outcome_state == EpisodeRecord.RUNNING)
    assert (record.episode_id, record.seed, list(record.robots)) == (1, 11, ["jackal_0"])
    pairs = {
        p.name: list(p.value.integer_array_value) for p in record.obstacles_params if p.value.type == INTEGER_ARRAY
    }
    assert pairs["static.n"] == [3, 3]
    still = markers.wait(lambda message: any(marker.ns == "walls" for marker in message.markers))
    assert len([marker for marker in still.markers if marker.ns == "obstacles"]) == 3
    assert len(json.loads(record.phases)["jackal_0"]["phases"]) == 1

    start = odom.wait()
    command = Twist()
    command.angular.z = 1.0
    timer = client.node.create_timer(0.05, lambda: commands.publish(command))
    try:
        odom.wait(lambda message: abs(message.twist.twist.angular.z - 1.0) < 0.1)
    finally:
        client.node.destroy_timer(timer)
    assert odom.messages[-1].pose.pose.orientation != start.pose.pose.orientation
    assert len(scans.wait().ranges) == 360
    assert verdicts.wait().phases[0].robot == "jackal_0"


def test_a_second_reset_ends_the_first_episode_and_the_clock_goes_on(client: RosClient) -> None:
    records, clock = episodes(client), client.listen(Clock, "/clock")
    clock.wait()
    assert reset(client).success
    first = records.wait(lambda message: message.episode_id == 1 and message.outcome_state != EpisodeRecord.RUNNING)
    assert (first.outcome_state, first.outcome_info) == (EpisodeRecord.SKIPPED, "reset")
    second = records.wait(lambda message: message.episode_id == 2)
    assert (second.outcome_state, second.integrity) == (EpisodeRecord.RUNNING, True)
    clock.wait(since=len(clock.messages) + 30)
    times = [message.clock.sec * 1_000_000_000 + message.clock.nanosec for message in clock.messages]
    assert times == sorted(times)


def test_an_outcome_of_the_runtime_reaches_the_record(client: RosClient) -> None:
    records = episodes(client)
    timeout = Parameter(name="task.episode.timeout", value=ParameterValue(type=2, integer_value=2))
    assert client.call(SetParameters, "/task_generator/set_parameters", parameters=[timeout]).results[0].successful
    assert reset(client).success
    ended = records.wait(lambda message: message.episode_id == 3 and message.outcome_state == EpisodeRecord.FAILED)
    assert ended.outcome_info == "timeout"
    # Nobody drives this robot.
    assert ended.goal_dist_start == pytest.approx(ended.goal_dist_min)
    assert ended.goal_dist_start > 0.0
    assert ended.path_length == pytest.approx(0.0, abs=0.05)
    client.call(
        SetParameters,
        "/task_generator/set_parameters",
        parameters=[Parameter(name="task.episode.timeout", value=ParameterValue(type=3, double_value=-1.0))],
    )


def test_a_request_during_an_episode_costs_its_integrity(client: RosClient) -> None:
    records = episodes(client)
    assert reset(client).success
    records.wait(lambda message: message.episode_id == 4)
    assert client.call(QueueEpisode, "/task_generator/config/queue_episode", tm_robots="random").success
    assert not records.wait(lambda message: message.episode_id == 4 and not message.integrity).integrity
    refused = client.call(QueueEpisode, "/task_generator/config/queue_episode", tm_obstacles="randon")
    assert (refused.success, "tm_obstacles: unknown value 'randon'" in refused.error_msg) == (False, True)
    unknown = client.call(QueueEpisode, "/task_generator/config/queue_episode", world="map_emty")
    assert (unknown.success, "map_empty" in unknown.error_msg) == (False, True)


def test_the_catalogues_answer(client: RosClient) -> None:
    def ids(name: str) -> list[str]:
        return list(client.call(QueryIds, f"/task_generator/query/{name}").ids)

    assert {"hospital_1", "map_empty"} <= set(ids("worlds"))
    assert "jackal" in ids("robots")
    assert len(ids("static_obstacles")) >= 15
    assert len(ids("dynamic_obstacles")) >= 4
    assert {"default", "hospital", "office"} <= set(ids("environments"))
    assert len(ids("parametrizeds")) >= 2
    scenarios = client.call(QueryScenarios, "/task_generator/query/scenarios", world="hospital_1").ids
    assert "demo" in scenarios
    modes = client.call(QueryTaskModes, "/task_generator/query/task_modes")
    assert {"random", "scenario"} <= set(modes.obstacles) & set(modes.robots)
    live = client.call(GetTaskModes, "/task_generator/config/get_task_modes")
    assert (live.tm_obstacles, live.tm_robots) == ("random", "random")


def test_parameters_of_the_modes_have_descriptors_and_keep_their_types(client: RosClient) -> None:
    name = "task.random.static.n"
    described = client.call(DescribeParameters, "/task_generator/describe_parameters", names=[name]).descriptors[0]
    assert "range:int_pair" in described.additional_constraints
    assert described.description
    models = Parameter(name="task.random.static.models", value=ParameterValue(type=9))
    bad = int_pair(name, -4, 3)
    results = client.call(SetParameters, "/task_generator/set_parameters", parameters=[models, bad]).results
    assert [result.successful for result in results] == [True, False]
    assert "-4" in results[1].reason
    values = client.call(GetParameters, "/task_generator/get_parameters", names=["task.random.static.models"]).values
    assert values[0].type == 9


def test_deactivating_ends_the_episode(client: RosClient) -> None:
    records = episodes(client)
    assert transition(client, Transition.TRANSITION_DEACTIVATE)
    ended = records.wait(lambda message: message.episode_id == 4 and message.outcome_state != EpisodeRecord.RUNNING)
    assert (ended.outcome_state, ended.outcome_info) == (EpisodeRecord.SKIPPED, "cancelled")
    assert not reset(client).success
    assert transition(client, Transition.TRANSITION_CLEANUP)
    assert transition(client, Transition.TRANSITION_CONFIGURE)
    assert transition(client, Transition.TRANSITION_ACTIVATE)


def run_goal(client: RosClient, seed: int) -> tuple[ActionClient, Any]:
    action = client.action(RunEpisode, "/task_generator/lifecycle/run_episode")
    return action, settled(action.send_goal_async(RunEpisode.Goal(seed=seed)))


def settled(future: Any) -> Any:
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    assert done.wait(DEADLINE_S), "no answer of the action"
    return future.result()


def test_the_action_runs_one_episode_at_a_time_and_can_be_cancelled(client: RosClient) -> None:
    records = episodes(client)
    action, goal = run_goal(client, seed=21)
    assert goal.accepted
    uuid = bytes(goal.goal_id.uuid).hex()
    record = records.wait(lambda message: message.goal_uuid == uuid)
    assert (record.seed, record.outcome_state) == (21, EpisodeRecord.RUNNING)
    other, refused = run_goal(client, seed=22)
    assert not refused.accepted
    settled(goal.cancel_goal_async())
    outcome = settled(goal.get_result_async())
    assert outcome.status == GoalStatus.STATUS_CANCELED
    result = outcome.result
    assert (result.state, result.info, result.episode_id) == (
        RunEpisode.Result.SKIPPED,
        "cancelled",
        record.episode_id,
    )
    third, again = run_goal(client, seed=23)
    assert again.accepted
    assert reset(client).success
    outcome = settled(again.get_result_async())
    assert (outcome.status, outcome.result.info) == (GoalStatus.STATUS_ABORTED, "reset")
    for used in (action, other, third):
        used.destroy()


def test_a_killed_runtime_is_noticed(
    client: RosClient, nodes: tuple[NodeProcess, NodeProcess], ros_domain: dict[str, str]
) -> None:
    records = episodes(client)
    assert reset(client).success
    nodes[0].kill()
    lost = records.wait(lambda message: message.outcome_state == EpisodeRecord.FATAL)
    episode_id = lost.episode_id
    assert lost.outcome_info == "runtime gone"
    assert records.wait(lambda message: message.episode_id == episode_id).outcome_state == EpisodeRecord.RUNNING
    assert state(client) == State.PRIMARY_STATE_ACTIVE
    successor = NodeProcess("arena_runtime.ros.main", [], ros_domain, nodes[0].log.with_name("successor.log"))
    try:
        until(lambda: "ready" in successor.output, "the successor is ready")
        # The new process is found by itself, also while the graph still shows the old one.
        answer = reset(client)
        assert (answer.success, answer.error_msg) == (True, "")
        assert nodes[1].interrupt() == 0, nodes[1].output
        ended = records.wait(lambda message: message.episode_id == episode_id + 1 and message.outcome_state > 1)
        assert (ended.outcome_state, ended.outcome_info) == (EpisodeRecord.SKIPPED, "cancelled")
    finally:
        successor.close()
