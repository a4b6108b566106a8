"""What a benchmark relies on, over real DDS: replay, hostile requests, calls from callbacks, parameter files."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from lifecycle_msgs.msg import State, Transition
from lifecycle_msgs.srv import ChangeState, GetState
from node_process import REPOSITORY, NodeProcess, ros_arguments
from rcl_interfaces.msg import Parameter as ParameterMessage
from rcl_interfaces.srv import DescribeParameters, GetParameters, ListParameters, SetParameters
from rclpy.callback_groups import ReentrantCallbackGroup
from ros_client import DEADLINE_S, LATCHED, RELIABLE, Inbox, RosClient, ros_client, until_active

from arena_interfaces.msg import EpisodeRecord, Frame
from arena_interfaces.srv import QueueEpisode, ResetEpisode
from arena_simulation_setup.recording.frame_codec import decode_frame
from task_generator.parameters import declared_parameters
from task_generator.ros.node_declarations import node_declarations
from task_generator.ros.parameter_messages import parameter_messages, plain_values

pytestmark = [pytest.mark.ros, pytest.mark.slow]

NODE = "/task_generator"
Nodes = tuple[NodeProcess, NodeProcess]


@pytest.fixture(scope="module")
def nodes(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    folder = tmp_path_factory.mktemp("benchmark")
    runtime = NodeProcess("arena_runtime.ros.main", [], ros_domain, folder / "runtime.log")
    parameters = {"world": "map_empty", "run_seed": "7", "task.episode.auto_reset": "false", "autostart": "true"}
    generator = NodeProcess("task_generator.ros.main", ros_arguments(parameters), ros_domain, folder / "generator.log")
    yield runtime, generator
    generator.close()
    runtime.close()


@pytest.fixture(scope="module")
def client(nodes: Nodes, ros_domain: dict[str, str]) -> Iterator[RosClient]:
    with ros_client(ros_domain) as client:
        until_active(client, nodes[1])
        yield client


def state(client: RosClient) -> int:
    return int(client.call(GetState, f"{NODE}/get_state").current_state.id)


def reset(client: RosClient, world: str = "", seed: int = -1) -> None:
    answer = client.call(ResetEpisode, f"{NODE}/lifecycle/reset_episode", world=world, seed=seed)
    assert (answer.success, answer.error_msg) == (True, "")


def queue(client: RosClient, **request: Any) -> Any:
    return client.call(QueueEpisode, f"{NODE}/config/queue_episode", **request)


def records(client: RosClient) -> Inbox:
    return client.listen(EpisodeRecord, f"{NODE}/state/episode", LATCHED)


def values_of(client: RosClient, node: str = NODE) -> dict[str, Any]:
    """All parameters of a node."""
    names = list(client.call(ListParameters, f"{node}/list_parameters").result.names)
    values = client.call(GetParameters, f"{node}/get_parameters", names=names).values
    pairs = zip(names, values, strict=True)
    return plain_values([ParameterMessage(name=name, value=value) for name, value in pairs])


def test_the_recorded_world_and_seed_place_the_same_again(client: RosClient) -> None:
    told, frames = records(client), client.listen(Frame, "/arena_runtime/frame", RELIABLE, raw=True)
    client.introduce("/arena_runtime")

    def first_frame(world: str, seed: int) -> Any:
        since = len(frames.messages)
        reset(client, world=world, seed=seed)
        return decode_frame(frames.wait(lambda data: decode_frame(data).tick == 0, since))

    reset(client, world="", seed=-1)
    record = told.wait(lambda message: message.outcome_state == EpisodeRecord.RUNNING)
    first = first_frame(record.world, record.seed)
    other = first_frame("", record.seed + 1)
    again = first_frame(record.world, record.seed)
    replayed = told.wait(lambda message: message.seed == record.seed and message.episode_id > record.episode_id)
    assert replayed.phases == record.phases
    assert again.robots.tobytes() == first.robots.tobytes()
    assert again.people.tobytes() == first.people.tobytes()
    assert not np.array_equal(other.robots, first.robots)


def test_what_does_not_fit_is_named_and_everything_else_applies(client: RosClient, nodes: Nodes) -> None:
    told = records(client)
    leaves = parameter_messages({"static.n": [2.0, 3.0], "static.m": 1, "static.models": [], "dynamic.n": [2, 2]})
    people = parameter_messages({"humansim.speed": 1.5})
    answer = queue(client, tm_obstacles="random", obstacles_params=leaves, human_params=people)
    assert (answer.success, answer.error_msg) == (True, "")
    reset(client, seed=3)
    record = told.wait(lambda message: message.outcome_state == EpisodeRecord.RUNNING and message.seed == 3)
    values = plain_values(record.obstacles_params)
    assert values["dynamic.n"] == (2, 2)
    assert values["static.models"] == ()
    assert values["static.n"] == (5, 15), "whole numbers are asked for"
    assert plain_values(record.human_params) == {"humansim.speed": 1.5}
    said = nodes[1].output
    assert "task.random.static.n" in said
    assert "task.random.static.m is not declared" in said
    assert "humansim.speed" in said


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"action": 7}, "MERGE=0"),
        ({"tm_robots": "guide"}, "guided"),
        ({"tm_modules": ["no_such"]}, "tm_modules"),
        ({"human_params": parameter_messages({"human.x": 1})}, "reserved"),
        ({"human_params": parameter_messages({"crowd.x": 1})}, "humansim"),
    ],
)
def test_requests_that_name_nothing_known_stage_nothing(client: RosClient, request_: dict[str, Any], said: str) -> None:
    answer = queue(client, obstacles_params=parameter_messages({"static.n": [1, 1]}), **request_)
    assert (answer.success, said in answer.error_msg) == (False, True), answer.error_msg


def test_leaves_of_a_mode_are_dropped_with_the_mode(client: RosClient) -> None:
    shown = client.listen(EpisodeRecord, f"{NODE}/state/queue", LATCHED)
    queue(client, tm_obstacles="parametrized", obstacles_params=parameter_messages({"file": "clutter"}))
    shown.wait(lambda one: plain_values(one.obstacles_params).get("file") == "clutter")
    queue(client, tm_obstacles="random")
    last = shown.wait(lambda one: one.tm_obstacles == "random", since=len(shown.messages) - 1)
    assert "file" not in plain_values(last.obstacles_params)


def test_parameters_of_every_mode_are_there_from_the_start_and_set_at_any_time(client: RosClient) -> None:
    declared = {entry.name: entry for entry in (*node_declarations(), *declared_parameters().values())}
    assert set(declared) <= set(values_of(client))
    names = sorted(declared)
    described = client.call(DescribeParameters, f"{NODE}/describe_parameters", names=names).descriptors
    assert all(one.description for one in described)
    assert [one.name for one in described if declared[one.name].range is not None] == [
        one.name for one in described if one.integer_range or one.floating_point_range
    ]
    wanted = parameter_messages({"task.random.static.n": [1, 1], "task.stationary.pos_x": 2})
    results = client.call(SetParameters, f"{NODE}/set_parameters", parameters=wanted).results
    assert [one.successful for one in results] == [True, True]
    values = values_of(client)
    assert (values["task.random.static.n"], values["task.stationary.pos_x"]) == ((1, 1), 2.0)


def test_a_reset_from_inside_a_callback_of_its_own_record_is_answered(client: RosClient) -> None:
    """Whoever asks in a callback waits there; the node must not wait for that callback."""
    calls, answers, heard = ReentrantCallbackGroup(), [], threading.Event()
    service = client.node.create_client(ResetEpisode, f"{NODE}/lifecycle/reset_episode", callback_group=calls)

    def on_record(record: EpisodeRecord) -> None:
        if record.seed == 41 and record.outcome_state == EpisodeRecord.RUNNING and not answers:
            future = service.call_async(ResetEpisode.Request(seed=42))
            answers.append(future)
            future.add_done_callback(lambda _: heard.set())

    client.node.create_subscription(EpisodeRecord, f"{NODE}/state/episode", on_record, LATCHED, callback_group=calls)
    assert service.wait_for_service(DEADLINE_S)
    client.introduce(NODE)
    reset(client, seed=41)
    assert heard.wait(DEADLINE_S)
    assert answers[0].result().success
    told = records(client)
    assert told.wait(lambda one: one.seed == 41 and one.outcome_state > 1).outcome_info == "reset"
    client.node.destroy_client(service)


def test_transitions_that_are_not_possible_are_refused_and_change_nothing(client: RosClient) -> None:
    for number in (Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_CLEANUP, Transition.TRANSITION_ACTIVATE):
        assert not client.call(ChangeState, f"{NODE}/change_state", transition=Transition(id=number)).success
        assert state(client) == State.PRIMARY_STATE_ACTIVE
    for number in (Transition.TRANSITION_DEACTIVATE, Transition.TRANSITION_CLEANUP):
        assert client.call(ChangeState, f"{NODE}/change_state", transition=Transition(id=number)).success
    cleanup = Transition(id=Transition.TRANSITION_CLEANUP)
    assert not client.call(ChangeState, f"{NODE}/change_state", transition=cleanup).success
    assert state(client) == State.PRIMARY_STATE_UNCONFIGURED
    for number in (Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_ACTIVATE):
        assert client.call(ChangeState, f"{NODE}/change_state", transition=Transition(id=number)).success
    reset(client)


def dumped(values: dict[str, Any], node: str) -> str:
    """Parameters as `ros2 param dump` writes them."""
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return yaml.dump({node: {"ros__parameters": plain}}, default_flow_style=False)


def values_of_twin(
    client: RosClient, ros_domain: dict[str, str], folder: Path, values: dict[str, Any], name: str
) -> dict[str, Any]:
    """All parameters of another node that is started with a dump of values."""
    file, twin = folder / "dump.yaml", f"/twin/{name}"
    file.write_text(dumped(values, twin), encoding="utf-8")
    words = ["--ros-args", "--params-file", str(file), "-r", "__ns:=/twin"]
    process = NodeProcess(f"{name}.ros.main", words, ros_domain, folder / "twin.log")
    try:
        return values_of(client, twin)
    finally:
        process.close()


def test_the_dump_of_a_runtime_starts_an_equal_one(
    client: RosClient, ros_domain: dict[str, str], tmp_path: Path
) -> None:
    changes = {"target_rtf": 2.5, "robot.localization": "external", "lockstep.rtf": 2.0, "lockstep.channels": "a,b"}
    values = {**values_of(client, "/arena_runtime"), **changes}
    again = values_of_twin(client, ros_domain, tmp_path, values, "arena_runtime")
    assert json.dumps(again, sort_keys=True) == json.dumps(values, sort_keys=True)


def test_what_ros2_param_dump_writes_starts_an_equal_node(
    client: RosClient, nodes: Nodes, ros_domain: dict[str, str], tmp_path: Path
) -> None:
    changes = {"task.random.static.models": ["crate"], "human_params": ["humansim.a:=1"], "run_seed": "007"}
    results = client.call(SetParameters, f"{NODE}/set_parameters", parameters=parameter_messages(changes)).results
    assert all(one.successful for one in results)
    values = {**values_of(client), "autostart": False}
    again = values_of_twin(client, ros_domain, tmp_path, values, "task_generator")
    assert json.dumps(again, sort_keys=True) == json.dumps(values, sort_keys=True)


def test_the_shipped_parameter_file_starts_a_node_with_its_defaults(
    client: RosClient, ros_domain: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "arena.yaml"
    text = (REPOSITORY / "config" / "arena.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("/task_generator:", "/plain/task_generator:"), encoding="utf-8")
    words = ["--ros-args", "--params-file", str(file), "-r", "__ns:=/plain"]
    process = NodeProcess("task_generator.ros.main", words, ros_domain, tmp_path / "plain.log")
    try:
        values = values_of(client, "/plain/task_generator")
    finally:
        process.close()
    declared = (*node_declarations(), *declared_parameters().values())
    assert str({entry.name: values[entry.name] for entry in declared}) == str({e.name: e.default for e in declared})
