"""A node in the test's own process that listens, asks and waits on conditions, never for a fixed time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import rclpy
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

DEADLINE_S = 25.0
ASK_AGAIN_S = 3.0
QUESTIONS = ("Describe", "Get", "List", "Query")
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
    """Listens to topics and calls services."""

    def __init__(self, context: Context, name: str) -> None:
        self.node = Node(name, context=context)
        self._executor = SingleThreadedExecutor(context=context)
        self._executor.add_node(self.node)
        self._thread = threading.Thread(target=self._executor.spin, daemon=True)
        self._thread.start()

    def listen(self, kind: type, topic: str, qos: QoSProfile = RELIABLE, raw: bool = False) -> Inbox:
        inbox = Inbox(topic)
        self.node.create_subscription(kind, topic, inbox.put, qos, raw=raw)
        return inbox

    def call(self, kind: type, name: str, /, within_s: float = DEADLINE_S, **request: Any) -> Any:
        """The answer of a service; fails when it does not come in time."""
        client = self.node.create_client(kind, name)
        try:
            assert client.wait_for_service(within_s), f"no service {name} within {within_s} s"
            return answered(client, kind, request, within_s)
        finally:
            self.node.destroy_client(client)

    def close(self) -> None:
        self._executor.shutdown()
        self._thread.join(5.0)
        self.node.destroy_node()


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
        if done.wait(min(left, ASK_AGAIN_S) if kind.__name__.startswith(QUESTIONS) else left):
            return answers[0]
        assert time.monotonic() < deadline, f"no answer of {client.srv_name} within {within_s} s"


@contextmanager
def ros_client(environment: Mapping[str, str], name: str = "observer") -> Iterator[RosClient]:
    """A client in the domain of an environment for node processes."""
    context = Context()
    rclpy.init(context=context, domain_id=int(environment["ROS_DOMAIN_ID"]), signal_handler_options=None)
    client = RosClient(context, name)
    try:
        yield client
    finally:
        client.close()
        rclpy.shutdown(context=context)
