"""Quality of service of every topic, in one table; docs/ros.md explains it."""

from collections.abc import Mapping

from attrs import frozen
from rclpy.duration import Duration
from rclpy.qos import DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy

STATUS_LEASE_S = 2.0


@frozen
class Delivery:
    """How messages of a topic arrive.

    Attributes:
        reliable: Whether lost messages are sent again.
        latched: Whether a late subscriber gets the last messages (transient local).
        depth: How many messages are kept.
        lease_s: Within how many seconds subscribers learn that the node is gone; None without such a promise.
    """

    reliable: bool = True
    latched: bool = False
    depth: int = 10
    lease_s: float | None = None


LATCHED = Delivery(latched=True, depth=1)

DELIVERIES: Mapping[str, Delivery] = {
    "clock": Delivery(depth=1),
    "tf": Delivery(depth=100),
    "tf_static": LATCHED,
    "map": LATCHED,
    "diagnostics": Delivery(depth=10),
    "~/frame": Delivery(depth=10),
    "~/verdicts": LATCHED,
    "~/markers": Delivery(depth=10),
    "~/state/episode_status": Delivery(latched=True, depth=1, lease_s=STATUS_LEASE_S),
    "~/state/semantics": LATCHED,
    "<robot>/cmd_vel": Delivery(depth=10),
    "<robot>/odom": Delivery(depth=10),
    "<robot>/scan": Delivery(reliable=False, depth=5),
    "<robot>/joint_states": Delivery(depth=10),
    "<robot>/robot_description": LATCHED,
    "<robot>/signal": Delivery(depth=10),
    "<robot>/goal_pose": LATCHED,
    "<robot>/task_pose": Delivery(depth=1),
    "<robot>/instruction": LATCHED,
}


PICTURES = Delivery(depth=5)
"""Of cameras, which few robots have: reliable, since a picture is more than one datagram."""


def profile(topic: str) -> QoSProfile:
    """The profile of a row of the table."""
    return profile_of(DELIVERIES[topic])


def profile_of(delivery: Delivery) -> QoSProfile:
    """The profile that delivers messages like this."""
    lease = {} if delivery.lease_s is None else {"liveliness_lease_duration": Duration(seconds=delivery.lease_s)}
    return QoSProfile(
        history=HistoryPolicy.KEEP_LAST,
        depth=delivery.depth,
        reliability=ReliabilityPolicy.RELIABLE if delivery.reliable else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if delivery.latched else DurabilityPolicy.VOLATILE,
        liveliness=LivelinessPolicy.AUTOMATIC,
        **lease,
    )
