"""A node in the test's own process that listens, asks and waits on conditions, never for a fixed time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import rclpy
from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState
from node_process import NodeProcess
from rcl_interfaces.srv import GetParameters
from rclpy.action import ActionClient
from rclpy.context import Context
from rclpy.exceptions import InvalidHandle
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.subscription import Subscription

# Far more than anything takes: a test that waits for it fails, and on a slow machine nothing else may decide.
DEADLINE_S = 60.0
LOOK_AGAIN_S = 0.02
ASK_AGAIN_S = 3.0
QUESTIONS = ("Describe", "Get", "List", "Query")
OUR_NODES = ("arena_runtime", "task_generator")
LATCHED = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL, reliability=ReliabilityPolicy.RELIABLE)
RELIABLE = QoSProfile(depth=1000, reliability=ReliabilityPolicy.RELIABLE)
BEST_EFFORT = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT)


class Inbox:
    """Messages of one topic, in order of arrival."""

    def __init__(self, topic: str) -> None:
        self.topic = topic
        self.messages: list[Any] = []
        self._news = threading.Condition()

    def put(self, message: Any) -> None:
        with self._news:
            self.messages.append(message)
            self._news.notify_all()

    def wait(self, wanted: Callable[[Any], bool] = lambda _: True, since: int = 0, within_s: float = DEADLINE_S) -> Any:
        """The first message from index `since` on that is wanted; fails when none arrives in time."""
        deadline = time.monotonic() + within_s
        with self._news:
            at = since
            while True:
                while at < len(self.messages):
                    if wanted(self.messages[at]):
                        return self.messages[at]
                    at += 1
                left = deadline - time.monotonic()
                if left <= 0.0:
                    last = self.messages[-1] if self.messages else "nothing"
                    raise AssertionError(f"{self.topic}: no wanted message in {within_s} s; last of {at}: {last}")
                self._news.wait(left)


class RosClient:
    """Listens to topics and calls services.

    A node learns of listeners and callers of others after a while, and what it says before is lost to them. So whoever
    is asked to do something is shown first that it knows everybody who listens.
    """

    def __init__(self, context: Context, name: str) -> None:
        self.node = Node(name, context=context)
        self._clients: dict[tuple[type, str], Any] = {}
        self._made = 0
        self._made_when_known: dict[str, int] = {}
        self._subscriptions: list[Subscription] = []
        self._executor = SingleThreadedExecutor(context=context)
        self._executor.add_node(self.node)
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def listen(self, kind: type, topic: str, qos: QoSProfile = RELIABLE, raw: bool = False) -> Inbox:
        inbox = Inbox(topic)
        self._subscriptions.append(self.node.create_subscription(kind, topic, inbox.put, qos, raw=raw))
        self._made += 1
        return inbox

    @property
    def listening(self) -> int:
        """How many inboxes are being filled."""
        return len(self._subscriptions)

    def stop_listening(self, since: int) -> None:
        """Fill the inboxes no longer that were made after a number of others; each of them costs time."""
        gone, self._subscriptions = self._subscriptions[since:], self._subscriptions[:since]
        done = threading.Event()

        def destroy() -> None:
            for subscription in gone:
                self.node.destroy_subscription(subscription)
            done.set()

        # By the executor's thread, which may be about to wait for these very subscriptions.
        if gone:
            self._executor.create_task(destroy)
            assert done.wait(DEADLINE_S), "the client does nothing any more"

    def publisher(self, kind: type, topic: str, qos: QoSProfile | int = 10) -> Publisher:
        """A publisher that somebody listens to already."""
        publisher = self.node.create_publisher(kind, topic, qos)
        until(lambda: publisher.get_subscription_count() > 0, f"somebody listens to {topic}")
        return publisher

    def action(self, kind: type, name: str) -> ActionClient:
        """A client of an action whose node knows it already."""
        action = ActionClient(self.node, kind, name)
        self._made += 1
        assert action.wait_for_server(DEADLINE_S), f"no action {name} within {DEADLINE_S} s"
        self.introduce(node_of(name))
        return action

    def call(self, kind: type, name: str, /, within_s: float = DEADLINE_S, **request: Any) -> Any:
        """The answer of a service; fails when it does not come in time."""
        client = self._client(kind, name, within_s)
        if not is_question(kind) and self._made_when_known.get(node_of(name)) != self._made:
            self.introduce(node_of(name))
        return answered(client, kind, request, within_s)

    def introduce(self, *nodes: str) -> None:
        """Wait until nodes know all that this one listens to and calls so far.

        Others are told of them in the order in which they were made. So whoever answers the newest knows the rest.
        """
        for node in nodes:
            made, name = self._made, f"{node}/get_parameters"
            newest = self.node.create_client(GetParameters, name)
            try:
                assert newest.wait_for_service(DEADLINE_S), f"no service {name} within {DEADLINE_S} s"
                answered(newest, GetParameters, {"names": []}, DEADLINE_S)
            finally:
                self.node.destroy_client(newest)
            self._made_when_known[node] = made

    def _client(self, kind: type, name: str, within_s: float) -> Any:
        if (kind, name) not in self._clients:
            self._clients[kind, name] = self.node.create_client(kind, name)
            self._made += 1
        client = self._clients[kind, name]
        assert client.wait_for_service(within_s), f"no service {name} within {within_s} s"
        return client

    def _spin(self) -> None:
        """Serve callbacks; what a test destroys while it is about to be waited for ends nothing."""
        while True:
            try:
                self._executor.spin()
                return
            except InvalidHandle:
                continue

    def close(self) -> None:
        self._executor.shutdown()
        self._thread.join(DEADLINE_S)
        self.node.destroy_node()


def is_question(kind: type) -> bool:
    """Whether a service changes nothing."""
    return kind.__name__.startswith(QUESTIONS)


def node_of(name: str) -> str:
    """The node of ours that has a service or an action."""
    parts = name.split("/")
    return "/".join(parts[: next(at for at, part in enumerate(parts) if part in OUR_NODES) + 1])


def until(condition: Callable[[], bool], what: str, within_s: float = DEADLINE_S) -> None:
    """Wait until something is so that nothing tells of; fails when it does not become so in time."""
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, f"not within {within_s} s: {what}"
        time.sleep(LOOK_AGAIN_S)


def until_active(client: RosClient, generator: NodeProcess) -> None:
    """Wait until a task generator that starts itself takes resets."""

    def is_active() -> bool:
        assert generator.process.poll() is None, generator.output
        return bool(client.call(GetState, "/task_generator/get_state").current_state.id == State.PRIMARY_STATE_ACTIVE)

    until(is_active, f"the node is active (it says why in {generator.log})")


def answered(client: Any, kind: type, request: Mapping[str, Any], within_s: float) -> Any:
    """What a service answers; a question that changes nothing is asked again while there is no answer.

    A node that has just started may answer before its middleware knows who asks, and then the answer is dropped.
    """
    answers: list[Any] = []
    done = threading.Event()

    def take(future: Any) -> None:
        answers.append(future.result())
        done.set()

    deadline = time.monotonic() + within_s
    while True:
        client.call_async(kind.Request(**request)).add_done_callback(take)
        left = deadline - time.monotonic()
        if done.wait(min(left, ASK_AGAIN_S) if is_question(kind) else left):
            return answers[0]
        assert time.monotonic() < deadline, f"no answer of {client.srv_name} within {within_s} s"


OPEN_CLIENTS: list[RosClient] = []


@contextmanager
def ros_client(environment: Mapping[str, str], name: str = "observer") -> Iterator[RosClient]:
    """A client in the domain of an environment for node processes."""
    context = Context()
    rclpy.init(context=context, domain_id=int(environment["ROS_DOMAIN_ID"]), signal_handler_options=None)
    client = RosClient(context, name)
    OPEN_CLIENTS.append(client)
    try:
        yield client
    finally:
        OPEN_CLIENTS.remove(client)
        client.close()
        rclpy.shutdown(context=context)
