"""The connection to the node ``arena_runtime``: episodes there, their ends back."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import Any

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node

from arena_interfaces.msg import EpisodeStatus
from arena_interfaces.srv import LoadEpisode
from arena_simulation_setup.verdict import OUTCOME_STATES
from task_generator.ros.current_episode import Ending
from task_generator.ros.qos import profile

LOAD_SERVICE = "arena_runtime/load_episode"
STATUS_TOPIC = "arena_runtime/state/episode_status"
IN_PROGRESS = ("QUEUED", "RUNNING")
ANSWER_WITHIN_S = 60.0
LAST_ANSWER_WITHIN_S = 2.0
SERVICE_WITHIN_S = 5.0
LOOK_AGAIN_S = 0.05


class RuntimeLink:
    """Asks the runtime and listens to it.

    Args:
        node: Where client and subscription live.
        heard: Told of every episode that ended.
        lost: Told when the runtime is gone.
    """

    def __init__(self, node: Node, heard: Callable[[Ending], Any], lost: Callable[[], Any]) -> None:
        self._heard, self._lost = heard, lost
        self._gone, self._closing = Event(), Event()
        self._client = node.create_client(LoadEpisode, LOAD_SERVICE, callback_group=ReentrantCallbackGroup())
        self._subscription = node.create_subscription(
            EpisodeStatus,
            STATUS_TOPIC,
            self._on_status,
            profile(STATUS_TOPIC),
            callback_group=MutuallyExclusiveCallbackGroup(),
            event_callbacks=SubscriptionEventCallbacks(liveliness=self._on_liveliness),
        )

    def wait(self, within_s: float) -> bool:
        """Whether the runtime is there, waiting for it up to a number of wall seconds."""
        deadline_s = monotonic() + within_s
        # The graph shows a killed node for a while longer than its liveliness says.
        while self._gone.is_set() or not self._client.service_is_ready():
            if self._closing.wait(LOOK_AGAIN_S) or monotonic() > deadline_s:
                return False
        return True

    def close(self) -> None:
        """Wait for nothing any more."""
        self._closing.set()

    def load(self, text: str) -> str:
        """Hand an episode over, or end the one in progress with an empty text.

        May be called from any thread but one that the node's callbacks need.

        Returns:
            Why the runtime did not take it; empty where it did.
        """
        if not self.wait(SERVICE_WITHIN_S if text else 0.0):
            return f"the runtime does not answer: there is no service {self._client.srv_name}"
        answered = Event()
        future = self._client.call_async(LoadEpisode.Request(episode_json=text))
        future.add_done_callback(lambda _: answered.set())
        asked_s = monotonic()
        while not answered.wait(LOOK_AGAIN_S):
            within_s = LAST_ANSWER_WITHIN_S if self._closing.is_set() else ANSWER_WITHIN_S
            if self._gone.is_set() or monotonic() > asked_s + within_s:
                self._client.remove_pending_request(future)
                return "the runtime is gone" if self._gone.is_set() else "the runtime did not answer in time"
        answer = future.result()
        return "" if answer.success else str(answer.error_msg)

    def _on_status(self, message: EpisodeStatus) -> None:
        state = OUTCOME_STATES[message.state]
        if state not in IN_PROGRESS:
            self._heard(Ending(message.episode_hash, state, message.reason))

    def _on_liveliness(self, event: Any) -> None:
        if event.alive_count == 0 and (event.alive_count_change < 0 or event.not_alive_count_change > 0):
            self._gone.set()
            self._lost()
        elif event.alive_count > 0:
            self._gone.clear()
