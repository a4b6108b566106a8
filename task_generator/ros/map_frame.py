"""Poses that come in other frames than the map, by the transforms of the graph."""

import math
from collections.abc import Mapping
from functools import partial
from threading import Condition
from typing import Any

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.geometry import Pose
from task_generator.ros.planar import planar_yaw
from tf2_msgs.msg import TFMessage

MAP = "map"
WITHIN_S = 2.0
# Listening begins with the question, and it may take a while until the middleware knows who publishes.
FIRST_WITHIN_S = 10.0
DEPTH = 100
Parents = Mapping[str, tuple[str, Pose]]


class FrameProblem(ValueError):  # noqa: N818 - what was asked, not a fault of the program
    """A frame that does not hang on the map; the sentence says which ones do."""


class MapFrame:
    """Finds poses in the map frame; listens to transforms only while somebody asks.

    Args:
        node: Where subscriptions live.
    """

    def __init__(self, node: Node) -> None:
        self._node = node

    def of(self, frame: str, pose: Pose) -> Pose:
        """A pose in the map frame, by the latest transforms.

        May be called from any thread but one that the node's callbacks need.

        Args:
            frame: Frame that it is given in; empty means the map.
            pose: As far as it lies in the plane.

        Raises:
            FrameProblem: If no transform leads from that frame to the map in time.
        """
        frame = frame.removeprefix("/")
        return pose if frame in ("", MAP) else composed(self._base(frame), pose)

    def _base(self, frame: str) -> Pose:
        news, heard = Condition(), set()
        parents: dict[str, tuple[str, Pose]] = {}

        def is_known() -> bool:
            return in_map(frame, parents) is not None

        def take(topic: str, message: Any) -> None:
            with news:
                heard.add(topic)
                parents.update(_parents(message))
                news.notify_all()

        subscriptions = [self._listen("tf", False, take), self._listen("tf_static", True, take)]
        try:
            with news:
                news.wait_for(lambda: is_known() or len(heard) == len(subscriptions), FIRST_WITHIN_S)
                news.wait_for(is_known, WITHIN_S)
                base = in_map(frame, parents)
        finally:
            for subscription in subscriptions:
                self._node.destroy_subscription(subscription)
        if base is None:
            raise FrameProblem(_unknown(frame, parents))
        return base

    def _listen(self, topic: str, latched: bool, take: Any) -> Any:
        durability = DurabilityPolicy.TRANSIENT_LOCAL if latched else DurabilityPolicy.VOLATILE
        quality = QoSProfile(depth=DEPTH, reliability=ReliabilityPolicy.RELIABLE, durability=durability)
        group = MutuallyExclusiveCallbackGroup()
        listener = partial(take, topic)
        return self._node.create_subscription(TFMessage, topic, listener, quality, callback_group=group)


def in_map(frame: str, parents: Parents) -> Pose | None:
    """Where a frame lies in the map; None where no transforms lead there.

    Args:
        frame: The frame.
        parents: For each frame the one that it hangs on, and where in it.
    """
    pose, seen = Pose(0.0, 0.0), {frame}
    while frame != MAP:
        if frame not in parents:
            return None
        frame, step = parents[frame]
        pose = composed(step, pose)
        if frame in seen:
            return None
        seen.add(frame)
    return pose


def composed(base: Pose, pose: Pose) -> Pose:
    """A pose given in a frame that lies at ``base``, in the frame of ``base``; both in the plane."""
    cos, sin = math.cos(base.yaw), math.sin(base.yaw)
    x, y = base.x + cos * pose.x - sin * pose.y, base.y + sin * pose.x + cos * pose.y
    return Pose(x, y, math.remainder(base.yaw + pose.yaw, math.tau))


def _parents(message: Any) -> dict[str, tuple[str, Pose]]:
    found = {}
    for entry in message.transforms:
        place, turn = entry.transform.translation, entry.transform.rotation
        found[entry.child_frame_id] = (entry.header.frame_id, Pose(place.x, place.y, planar_yaw(turn)))
    return found


def _unknown(frame: str, parents: Parents) -> str:
    known = [name for name in parents if in_map(name, parents) is not None]
    near = did_you_mean(frame, (MAP, *known))
    return f"no transform leads from frame {frame!r} to {MAP!r} within {WITHIN_S:g} s{near}"
