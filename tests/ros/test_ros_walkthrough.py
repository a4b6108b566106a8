"""What docs/ros.md shows step by step works as it is typed there, and its tables are what is on the graph."""

from __future__ import annotations

import re
import shlex
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from node_process import NodeProcess
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters
from rclpy.qos import DurabilityPolicy, ReliabilityPolicy
from ros_client import DEADLINE_S, LATCHED, RosClient, ros_client, until

from arena_interfaces.action import RunEpisode

pytestmark = [pytest.mark.ros, pytest.mark.slow]

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "ros.md"
WALK = re.compile(r"<!-- walk -->\n```console\n(.*?)```", re.DOTALL)
ROW = re.compile(
    r"^\| `(?P<topic>[^`]+)` \| `(?P<kind>[\w/]+)` \| (?P<reliable>yes|no) \| (?P<latched>yes|no) \|", re.M
)
TRANSITIONS = {
    "configure": Transition.TRANSITION_CONFIGURE,
    "activate": Transition.TRANSITION_ACTIVATE,
    "deactivate": Transition.TRANSITION_DEACTIVATE,
    "cleanup": Transition.TRANSITION_CLEANUP,
}
SUBSCRIBED = (
    "/cmd_vel",
    "/signal",
    "/initialpose",
    "/clicked_point",
    "/next_stage",
    "/previous_stage",
    "/task_generator/goal_pose",
)
# What ROS itself puts beside every node, and what only a lifecycle manager listens to.
NOT_OURS = ("/parameter_events", "/rosout", "/task_generator/transition_event")


def commands() -> list[list[str]]:
    (walk,) = WALK.findall(GUIDE.read_text(encoding="utf-8"))
    return [shlex.split(line) for line in walk.splitlines()]


def interface(name: str) -> Any:
    """The class of `package/kind/Name`."""
    package, kind, last = name.split("/")
    return getattr(import_module(f"{package}.{kind}"), last)


def filled(message: Any, values: dict[str, Any]) -> Any:
    """A message with the fields of a YAML mapping, as `ros2 service call` fills it."""
    for name, value in values.items():
        kind = message.get_fields_and_field_types()[name]
        if isinstance(value, dict):
            filled(getattr(message, name), value)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            package, last = kind.removeprefix("sequence<").removesuffix(">").split("/")
            setattr(message, name, [filled(interface(f"{package}/msg/{last}")(), one) for one in value])
        else:
            setattr(message, name, value)
    return message


class Walker:
    """Does what each line of the walk asks `ros2` to do, over the same services, topics and actions."""

    def __init__(self, client: RosClient) -> None:
        self.client = client
        self.seen: dict[str, Any] = {}

    def follow(self, words: list[str]) -> None:
        match words:
            case ["ros2", "lifecycle", "set", node, transition]:
                asked = Transition(id=TRANSITIONS[transition])
                assert self.client.call(ChangeState, f"{node}/change_state", transition=asked).success, words
            case ["ros2", "service", "call", name, kind, text]:
                service = interface(kind)
                request = filled(service.Request(), yaml.safe_load(text))
                fields = {field: getattr(request, field) for field in request.get_fields_and_field_types()}
                answer = self.client.call(service, name, **fields)
                assert answer.success, (words, answer.error_msg)
                self.seen[name] = answer
            case ["ros2", "topic", "echo", "--once", "--qos-durability", "transient_local", topic, kind]:
                self.seen[topic] = self.client.listen(interface(kind), topic, LATCHED).wait()
            case ["ros2", "param", "set", node, name, text]:
                value = ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=float(text))
                parameters = [Parameter(name=name, value=value)]
                answer = self.client.call(SetParameters, f"{node}/set_parameters", parameters=parameters)
                assert answer.results[0].successful, words
            case ["ros2", "action", "send_goal", name, kind, text]:
                self.seen[name] = self._run(name, interface(kind), yaml.safe_load(text))
            case _:
                raise AssertionError(f"the walk has a line that no test knows: {shlex.join(words)}")

    def _run(self, name: str, kind: Any, values: dict[str, Any]) -> Any:
        action = self.client.action(kind, name)
        try:
            goal = settled(action.send_goal_async(filled(kind.Goal(), values)))
            assert goal.accepted
            return settled(goal.get_result_async()).result
        finally:
            action.destroy()


def settled(future: Any) -> Any:
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    assert done.wait(DEADLINE_S), "no answer"
    return future.result()


@pytest.fixture(scope="module")
def launched(ros_domain: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    arena, *words = commands()[0]
    assert arena == "arena"
    process = NodeProcess("arena_cli.main", words, ros_domain, tmp_path_factory.mktemp("walk") / "launch.log")
    yield process
    process.close()


@pytest.fixture(scope="module")
def client(launched: NodeProcess, ros_domain: dict[str, str]) -> Iterator[RosClient]:
    with ros_client(ros_domain) as client:
        yield client


def test_every_line_of_the_walk_does_what_the_guide_says(client: RosClient, launched: NodeProcess) -> None:
    walker = Walker(client)
    lines = commands()[1:]
    running = next(at for at, words in enumerate(lines) if words[1] == "action")
    for words in lines[:running]:
        walker.follow(words)
    assert walker.seen["/arena_runtime/step"].tick == 30
    record = walker.seen["/task_generator/state/episode"]
    assert (record.episode_id, record.seed) == (1, 7)
    assert {one.name: list(one.value.integer_array_value) for one in record.obstacles_params}["static.n"] == [3, 3]
    assert walker.seen["/arena_runtime/state/semantics"].world == "map_empty"
    check_tables(client)
    for words in lines[running:]:
        walker.follow(words)
    ended = walker.seen["/task_generator/lifecycle/run_episode"]
    assert (ended.episode_id, ended.state in (RunEpisode.Result.SUCCESS, RunEpisode.Result.FAILED)) == (2, True)
    assert "Traceback" not in launched.output


def check_tables(client: RosClient) -> None:
    """Type, reliability and durability of each row are those on the graph, and the graph has no other topics."""
    rows = {full_name(row["topic"], at): row for at, row in documented()}
    until(lambda: set(rows) <= set(dict(client.node.get_topic_names_and_types())), f"the graph has {sorted(rows)}")
    on_graph = dict(client.node.get_topic_names_and_types())
    others = {name for name in on_graph if name not in rows and not name.startswith(NOT_OURS)}
    assert {name for name in others if "/_action/" not in name} == set()
    for topic, row in rows.items():
        assert on_graph.get(topic) == [row["kind"].replace("/", "/msg/")], topic
        subscribed = topic.endswith(SUBSCRIBED)
        infos = client.node.get_subscriptions_info_by_topic(topic) if subscribed else []
        infos = infos or client.node.get_publishers_info_by_topic(topic)
        found = {(info.qos_profile.reliability, info.qos_profile.durability) for info in infos}
        reliability = ReliabilityPolicy.RELIABLE if row["reliable"] == "yes" else ReliabilityPolicy.BEST_EFFORT
        durability = DurabilityPolicy.TRANSIENT_LOCAL if row["latched"] == "yes" else DurabilityPolicy.VOLATILE
        assert found == {(reliability, durability)}, topic


def documented() -> Iterator[tuple[str, re.Match[str]]]:
    """Rows of the tables of topics, each with the node whose table it is."""
    parts = re.split(r"^\| topic of `(\w+)`", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for node, table in zip(parts[1::2], parts[2::2], strict=True):
        yield from ((node, row) for row in ROW.finditer(table))


def full_name(topic: str, node: str) -> str:
    return "/" + topic.replace("~", node).replace("<robot>", "jackal_0")
