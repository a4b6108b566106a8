"""A node of a command: asks the nodes of a running simulation, and says what is there where nobody answers."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Generic, TypeVar

import rclpy
from rclpy.action import ActionClient
from rclpy.client import Client
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from arena_cli.ros_options import NobodyAnswers
from arena_simulation_setup.files.near_names import nearest

TASK_GENERATOR = "task_generator"
LATCHED = QoSProfile(depth=20, durability=DurabilityPolicy.TRANSIENT_LOCAL, reliability=ReliabilityPolicy.RELIABLE)
NEWEST = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
# A latched message comes right after both sides know one another; none may ever have been published.
LATCHED_WITHIN_S = 1.0
SILENCE_S = 0.1
LOOK_AGAIN_S = 0.02
# Requests that change nothing, and after how many wall seconds of silence they are sent again.
QUESTIONS = ("Describe", "Get", "List", "Query")
ASK_AGAIN_S = 3.0

Answer = TypeVar("Answer")


class Latest(Generic[Answer]):
    """The last message of a topic."""

    def __init__(self) -> None:
        """Start without a message."""
        self._news = threading.Condition()
        self._message: Answer | None = None

    @property
    def message(self) -> Answer | None:
        """The last message; None before the first."""
        return self._message

    def put(self, message: Answer) -> None:
        """Take note of a message."""
        with self._news:
            self._message = message
            self._news.notify_all()

    def wait(self, within_s: float, wanted: Callable[[Answer], bool] = lambda _: True) -> Answer | None:
        """The last message once it is wanted; None where none was after a number of wall seconds."""
        with self._news:
            self._news.wait_for(lambda: self._message is not None and wanted(self._message), within_s)
            return self._message if self._message is not None and wanted(self._message) else None

    def settled(self, within_s: float) -> Answer | None:
        """The last message after a moment of silence, since late subscribers get several old ones in a row.

        Args:
            within_s: How long to wait for the first one, wall seconds.
        """
        latest = self.wait(within_s)
        while latest is not None:
            time.sleep(SILENCE_S)
            if self._message is latest:
                break
            latest = self._message
        return latest


class RosSession:
    """Asks the task generator of one namespace.

    Args:
        node: Node of the command.
        namespace: Where the task generator lies, with a leading ``/``; empty for the root.
        within_s: How long to wait for an answer, wall seconds.
    """

    def __init__(self, node: Node, namespace: str, within_s: float) -> None:
        self.node, self.namespace, self.within_s = node, namespace, within_s

    def name(self, below: str) -> str:
        """The full name of something of the task generator."""
        return f"{self.namespace}/{TASK_GENERATOR}/{below}"

    def call(self, kind: Any, below: str, **request: Any) -> Any:
        """The answer of a service of the task generator.

        Raises:
            NobodyAnswers: If it does not come in time.
        """
        with self.client(kind, below) as client:
            if not kind.__name__.startswith(QUESTIONS):
                self.introduce()
            deadline_s = time.monotonic() + self.within_s
            # A node may answer before its middleware knows who asks; then the answer is dropped.
            while kind.__name__.startswith(QUESTIONS) and time.monotonic() + ASK_AGAIN_S < deadline_s:
                with suppress(NobodyAnswers):
                    return self.answer(client.call_async(kind.Request(**request)), ASK_AGAIN_S)
            return self.answer(client.call_async(kind.Request(**request)), deadline_s - time.monotonic(), self.within_s)

    @contextmanager
    def client(self, kind: Any, below: str) -> Iterator[Client[Any, Any]]:
        """The client of a service of the task generator, once the service is there.

        Raises:
            NobodyAnswers: If it is not in time.
        """
        client: Client[Any, Any] = self.node.create_client(kind, self.name(below))
        try:
            self._await(client.service_is_ready)
            yield client
        finally:
            self.node.destroy_client(client)

    def action(self, kind: Any, below: str) -> Any:
        """The client of an action of the task generator, once its server is there.

        Raises:
            NobodyAnswers: If it is not in time.
        """
        client: Any = ActionClient(self.node, kind, self.name(below))
        self._await(client.server_is_ready)
        self.introduce()
        return client

    def introduce(self) -> None:
        """Wait until the task generator knows all that this node listens to and calls so far.

        It learns of them in the order in which they were made. So once it answers the newest, it knows the others.

        Raises:
            NobodyAnswers: If that takes too long.
        """
        from lifecycle_msgs.srv import GetState

        self.call(GetState, "get_state")

    def answer(self, future: Any, within_s: float, waited_s: float | None = None) -> Any:
        """What a future brings.

        Args:
            future: Of a service or an action.
            within_s: How long to wait, wall seconds.
            waited_s: How long it was waited for in all, wall seconds; None means as long.

        Raises:
            NobodyAnswers: If it does not come in time.
        """
        done = threading.Event()
        future.add_done_callback(lambda _: done.set())
        deadline_s = time.monotonic() + within_s
        # In short waits: an interrupt that the system gave another thread is looked at only in between.
        while not done.wait(max(0.0, min(LOOK_AGAIN_S, deadline_s - time.monotonic()))):
            if time.monotonic() >= deadline_s:
                where = self.namespace or "/"
                raise NobodyAnswers(
                    f"the task generator in {where} is there, but gave no answer within {waited_s or within_s:.3g} s"
                )
        return future.result()

    def listen(self, kind: Any, topic: str, qos: QoSProfile = LATCHED) -> Latest[Any]:
        """The last message of a topic, from now on."""
        latest: Latest[Any] = Latest()
        self.node.create_subscription(kind, topic, latest.put, qos)
        return latest

    def state(self, kind: Any, below: str) -> Latest[Any]:
        """The last message of a latched topic of the task generator, which is there and knows who listens.

        Raises:
            NobodyAnswers: If it is not in time.
        """
        latest: Latest[Any] = Latest()
        subscription = self.node.create_subscription(kind, self.name(below), latest.put, LATCHED)
        self._await(lambda: subscription.get_publisher_count() > 0)
        self.introduce()
        return latest

    def _await(self, is_there: Callable[[], bool]) -> None:
        deadline_s = time.monotonic() + self.within_s
        while not is_there():
            if time.monotonic() > deadline_s:
                raise NobodyAnswers(self._nobody())
            time.sleep(LOOK_AGAIN_S)

    def _nobody(self) -> str:
        found = self.node.get_node_names_and_namespaces()
        known = sorted({namespace for name, namespace in found if name == TASK_GENERATOR})
        where = self.namespace or "/"
        said = f"no task generator answers in namespace {where} within {self.within_s:g} s"
        if not known:
            domain = os.environ.get("ROS_DOMAIN_ID", "0") or "0"
            return f"{said}, and there is none in ROS domain {domain}: is `arena launch` running there?"
        near = nearest(where, known) or known[0]
        return f"{said}; there is one in {', '.join(known)} (--namespace {near})"


@contextmanager
def ros_session(namespace: str, within_s: float) -> Iterator[RosSession]:
    """A session in the ROS domain of this process.

    Args:
        namespace: Where the task generator lies (``env_1``, ``/env_1``); empty or ``/`` for the root.
        within_s: How long to wait for answers, wall seconds.

    Raises:
        NobodyAnswers: If there is no ROS here.
    """
    context = Context()
    # The words of the command are none of ROS.
    rclpy.init(args=[], context=context)
    node = Node(f"arena_cli_{os.getpid()}", context=context, enable_rosout=False, start_parameter_services=False)
    executor = SingleThreadedExecutor(context=context)
    executor.add_node(node)
    thread = threading.Thread(target=_spin, args=(executor,), name="answers", daemon=True)
    thread.start()
    try:
        yield RosSession(node, f"/{namespace.strip('/')}".rstrip("/"), within_s)
    finally:
        executor.shutdown()
        thread.join()
        node.destroy_node()
        rclpy.shutdown(context=context)


def _spin(executor: SingleThreadedExecutor) -> None:
    try:
        executor.spin()
    except ExternalShutdownException:
        return
