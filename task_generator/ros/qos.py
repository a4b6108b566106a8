"""Quality of service of the node's topics; docs/ros.md explains it."""

from collections.abc import Mapping

from attrs import frozen
from rclpy.duration import Duration
from rclpy.qos import DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy

STATUS_LEASE_S = 2.0


@frozen
class Delivery:
    """How messages of a topic arrive; all of them are reliable.

    Attributes:
        depth: How many messages are kept.
        lease_s: Within how many seconds it is noticed that the publisher is gone; None without such a promise.
        latched: Whether late subscribers get the messages that are kept.
    """

    depth: int
    lease_s: float | None = None
    latched: bool = True


DELIVERIES: Mapping[str, Delivery] = {
    "~/state/episode": Delivery(20),
    "~/state/queue": Delivery(10),
    "~/state/world": Delivery(1),
    "arena_runtime/state/episode_status": Delivery(10, STATUS_LEASE_S),
    "arena_runtime/verdicts": Delivery(1),
    "arena_runtime/frame": Delivery(10, latched=False),
    "initialpose": Delivery(1, latched=False),
    "~/goal_pose": Delivery(1, latched=False),
    "clicked_point": Delivery(1, latched=False),
    "~/next_stage": Delivery(10, latched=False),
    "~/previous_stage": Delivery(10, latched=False),
}


def profile(topic: str) -> QoSProfile:
    """The profile of a row of the table."""
    delivery = DELIVERIES[topic]
    lease = {} if delivery.lease_s is None else {"liveliness_lease_duration": Duration(seconds=delivery.lease_s)}
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=delivery.depth,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if delivery.latched else DurabilityPolicy.VOLATILE,
        liveliness=LivelinessPolicy.AUTOMATIC,
        **lease,
    )
