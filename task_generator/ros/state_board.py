"""The latched topics that say how the run stands."""

from time import monotonic, sleep
from typing import Any

from rclpy.duration import Duration
from rclpy.node import Node
from std_msgs.msg import String

from arena_interfaces.msg import EpisodeRecord
from task_generator.ros.advance import AdvanceMeter
from task_generator.ros.current_episode import CurrentEpisode
from task_generator.ros.episode_record import episode_record, fatal_record, queue_record
from task_generator.ros.qos import profile
from task_generator.staging import Live, Staged

SETTLE_WITHIN_S = 2.0
CLOCK_WITHIN_S = 5.0
LOOK_AGAIN_S = 0.02


class StateBoard:
    """Publishes ``~/state/episode``, ``~/state/queue`` and ``~/state/world``."""

    def __init__(self, node: Node, meter: AdvanceMeter) -> None:
        """Advertise the topics.

        Args:
            node: Where they live.
            meter: Asked how far the robots of an episode have come.
        """
        self._node, self._meter = node, meter
        self._episode = node.create_publisher(EpisodeRecord, "~/state/episode", profile("~/state/episode"))
        self._queue = node.create_publisher(EpisodeRecord, "~/state/queue", profile("~/state/queue"))
        self._world = node.create_publisher(String, "~/state/world", profile("~/state/world"))
        self._start: tuple[int, Any] = (0, None)

    def show_episode(self, current: CurrentEpisode) -> None:
        """Publish the record of an episode."""
        number = current.episode.episode_id
        if self._start[0] != number:
            self._start = (number, self._now())
        advance = self._meter.advance(current.episode, current.hash)
        self._episode.publish(episode_record(current, self._start[1], advance))
        if current.ending is not None:
            self._node.get_logger().info(f"episode {number}: {current.ending.state} ({current.ending.reason})")

    def _now(self) -> Any:
        """The time of the node's clock; simulated time may come a little later than the episode that it belongs to."""
        clock, deadline_s = self._node.get_clock(), monotonic() + CLOCK_WITHIN_S
        while clock.ros_time_is_active and not clock.now().nanoseconds and monotonic() < deadline_s:
            sleep(LOOK_AGAIN_S)
        return clock.now().to_msg()

    def show_fatal(self, reason: str, live: Live) -> None:
        """Publish that no episode could be started."""
        self._episode.publish(fatal_record(reason, live))

    def show_queue(self, staged: Staged, live: Live) -> None:
        """Publish what the next reset applies."""
        self._queue.publish(queue_record(staged, live))

    def show_world(self, argument: str) -> None:
        """Publish the world in force."""
        self._world.publish(String(data=argument))

    def settle(self) -> None:
        """Wait a moment until subscribers have the last record, which would go with a node that leaves at once."""
        self._episode.wait_for_all_acked(Duration(seconds=SETTLE_WITHIN_S))

    def warn(self, sentence: str) -> None:
        """Log a warning."""
        self._node.get_logger().warning(sentence)
