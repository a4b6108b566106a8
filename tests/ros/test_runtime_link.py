"""A runtime whose answer is lost: what it publishes about the episode says the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
import rclpy
from hall_episode import hall_episode
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.context import Context
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node

from arena_interfaces.msg import EpisodeStatus
from arena_interfaces.srv import LoadEpisode
from arena_runtime.ros.qos import profile as runtime_profile
from arena_simulation_setup.episode_json import episode_from_text, episode_hash
from task_generator.ros.advance import AdvanceMeter
from task_generator.ros.runtime_link import RuntimeLink

pytestmark = pytest.mark.ros

# Far less than a lost answer is waited for.
SOON_S = 30.0


class SilentRuntime:
    """Takes episodes, publishes their status, and never answers."""

    def __init__(self, context: Context) -> None:
        self.node = Node("arena_runtime", context=context)
        self.release = threading.Event()
        topic = "~/state/episode_status"
        self._status = self.node.create_publisher(EpisodeStatus, topic, runtime_profile(topic))
        group = ReentrantCallbackGroup()
        self.node.create_service(LoadEpisode, "~/load_episode", self._take, callback_group=group)
        self._hash = ""

    def _take(self, request: LoadEpisode.Request, response: LoadEpisode.Response) -> LoadEpisode.Response:
        state = EpisodeStatus.SKIPPED
        if request.episode_json:
            self._hash, state = episode_hash(episode_from_text(request.episode_json)), EpisodeStatus.RUNNING
        self._status.publish(EpisodeStatus(episode_hash=self._hash, state=state, reason="cancelled"))
        self.release.wait(60.0)
        return response


@pytest.fixture
def link(ros_domain: dict[str, str]) -> Iterator[RuntimeLink]:
    context = Context()
    rclpy.init(context=context, domain_id=int(ros_domain["ROS_DOMAIN_ID"]), signal_handler_options=None)
    silent, node = SilentRuntime(context), Node("task_generator", context=context)
    executor = MultiThreadedExecutor(num_threads=6, context=context)
    link = RuntimeLink(node, AdvanceMeter(), lambda ending: None, lambda: None)
    for one in (silent.node, node):
        executor.add_node(one)
    thread = threading.Thread(target=executor.spin, daemon=True)
    thread.start()
    yield link
    silent.release.set()
    executor.shutdown()
    thread.join(SOON_S)
    for one in (silent.node, node):
        one.destroy_node()
    rclpy.shutdown(context=context)


def test_an_episode_counts_as_taken_once_its_status_says_so(link: RuntimeLink) -> None:
    assert link.wait(SOON_S)
    began_s = time.monotonic()
    assert link.load(hall_episode()) == ""
    assert link.end() == ""
    assert time.monotonic() - began_s < SOON_S
