"""The connection to the node ``arena_runtime``: episodes there, their ends back."""

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import Any

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node

from arena_interfaces.msg import EpisodeStatus
from arena_interfaces.msg import Frame as FrameMessage
from arena_interfaces.srv import LoadEpisode
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.episode_json import episode_hash, episode_text
from arena_simulation_setup.recording.frame_codec import decode_frame
from arena_simulation_setup.verdict import OUTCOME_STATES
from task_generator.ros.advance import AdvanceMeter
from task_generator.ros.current_episode import Ending
from task_generator.ros.qos import profile
from task_generator.ros.runtime_lives import RuntimeLives

LOAD_SERVICE = "arena_runtime/load_episode"
STATUS_TOPIC = "arena_runtime/state/episode_status"
FRAME_TOPIC = "arena_runtime/frame"
IN_PROGRESS = ("QUEUED", "RUNNING")
ANSWER_WITHIN_S = 60.0
LAST_ANSWER_WITHIN_S = 2.0
SERVICE_WITHIN_S = 15.0
LAST_FRAME_WITHIN_S = 0.2
LOOK_AGAIN_S = 0.05
# An answer comes on another way than the status, and may be a little later.
STRAGGLER_WITHIN_S = 1.0


class RuntimeLink:
    """Asks the runtime and listens to it.

    Args:
        node: Where client and subscriptions live.
        meter: Told of every episode and frame.
        heard: Told of every episode that ended.
        lost: Told when the runtime that had the latest episode is gone.
    """

    def __init__(
        self, node: Node, meter: AdvanceMeter, heard: Callable[[Ending], Any], lost: Callable[[], Any]
    ) -> None:
        self._meter, self._heard, self._lost = meter, heard, lost
        self._closing = Event()
        self._lives = RuntimeLives()
        self._pending: tuple[Callable[[EpisodeStatus], bool], Event] | None = None
        self._client = node.create_client(LoadEpisode, LOAD_SERVICE, callback_group=ReentrantCallbackGroup())
        self._status = node.create_subscription(
            EpisodeStatus,
            STATUS_TOPIC,
            self._on_status,
            profile(STATUS_TOPIC),
            callback_group=MutuallyExclusiveCallbackGroup(),
            event_callbacks=SubscriptionEventCallbacks(liveliness=self._on_liveliness),
        )
        self._frames = node.create_subscription(
            FrameMessage,
            FRAME_TOPIC,
            lambda data: meter.take(decode_frame(data)),
            profile(FRAME_TOPIC),
            callback_group=MutuallyExclusiveCallbackGroup(),
            raw=True,
        )

    def wait(self, within_s: float) -> bool:
        """Whether the runtime is there, waiting for it up to a number of wall seconds."""
        deadline_s = monotonic() + within_s
        # The graph shows a killed node for a while longer than its liveliness says.
        while self._lives.all_gone or not self._client.service_is_ready():
            if self._closing.wait(LOOK_AGAIN_S) or monotonic() > deadline_s:
                return False
        return True

    def close(self) -> None:
        """Wait for nothing any more."""
        self._closing.set()

    def load(self, episode: Episode) -> str:
        """Hand an episode over.

        May be called from any thread but one that the node's callbacks need.

        Returns:
            Why the runtime did not take it; empty where it did.
        """
        known = episode_hash(episode)
        self._meter.expect(episode, known)
        return self._ask(episode_text(episode), SERVICE_WITHIN_S, lambda status: status.episode_hash == known)

    def end(self) -> str:
        """End the episode in progress; otherwise as ``load``."""
        return self._ask("", 0.0, lambda status: OUTCOME_STATES[status.state] not in IN_PROGRESS)

    def _ask(self, text: str, service_within_s: float, is_done: Callable[[EpisodeStatus], bool]) -> str:
        """Ask the runtime and wait for its answer.

        The answer is lost where the middleware of a runtime that has just started does not know this client yet; what
        the runtime publishes about the episode says the same.

        Args:
            text: The episode; empty ends the one in progress.
            service_within_s: How long to wait for the runtime, wall seconds.
            is_done: Whether a status says that it was carried out.
        """
        if not self.wait(service_within_s):
            return f"the runtime does not answer: there is no service {self._client.srv_name}"
        answered, carried_out = Event(), Event()
        self._pending = (is_done, carried_out)
        asked, asked_s = self._lives.newest, monotonic()
        future = self._client.call_async(LoadEpisode.Request(episode_json=text))
        future.add_done_callback(lambda _: answered.set())
        while not answered.wait(LOOK_AGAIN_S):
            if carried_out.is_set() and not answered.wait(STRAGGLER_WITHIN_S):
                break
            within_s = LAST_ANSWER_WITHIN_S if self._closing.is_set() else ANSWER_WITHIN_S
            is_gone = self._lives.is_gone(asked)
            if is_gone or monotonic() > asked_s + within_s:
                self._client.remove_pending_request(future)
                return "the runtime is gone" if is_gone else "the runtime did not answer in time"
        self._pending = None
        self._lives.carry_newest()
        if not future.done():
            self._client.remove_pending_request(future)
            return ""
        answer = future.result()
        return "" if answer.success else str(answer.error_msg)

    def _on_status(self, message: EpisodeStatus) -> None:
        pending = self._pending
        if pending is not None and pending[0](message):
            pending[1].set()
        state = OUTCOME_STATES[message.state]
        if state in IN_PROGRESS:
            self._lives.carry_newest()
            return
        self._meter.wait(message.episode_hash, message.tick, LAST_FRAME_WITHIN_S)
        self._heard(Ending(message.episode_hash, state, message.reason))

    def _on_liveliness(self, event: Any) -> None:
        if self._lives.changed(event.alive_count, event.not_alive_count_change):
            self._lost()
