"""Bags as other recorders write them, from trajectories that somebody can compute by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosbags.typesys.store import Typestore

Path2D = Callable[[float], tuple[float, float, float]]
"""Seconds to x, y (metres), yaw (radians)."""
STORAGES = (StoragePlugin.MCAP, StoragePlugin.SQLITE3)
BEGIN_NS = 1_700_000_000_000_000_000
RECEIVED_LATER_NS = 20_000_000
ODOMETRY = "nav_msgs/msg/Odometry"
TRANSFORMS = "tf2_msgs/msg/TFMessage"

Timed = tuple[str, str, int, Any]
"""Topic, type, time of receiving (nanoseconds), message."""


def typestore(**definitions: str) -> Typestore:
    """The standard types and some of one's own (``people_msgs__Person`` for ``people_msgs/msg/Person``)."""
    store = get_typestore(Stores.ROS2_JAZZY)
    for name, text in definitions.items():
        store.register(get_types_from_msg(text, name.replace("__", "/msg/")))
    return store


STANDARD = typestore()


def times(seconds: float, rate: float, first: float = 0.0) -> list[float]:
    """Seconds from first to last, both included."""
    return [first + index / rate for index in range(round((seconds - first) * rate) + 1)]


def stamp_ns(time: float) -> int:
    return BEGIN_NS + round(time * 1e9)


def header(time: float | None, frame: str, store: Typestore = STANDARD) -> Any:
    ns = 0 if time is None else stamp_ns(time)
    stamp = store.types["builtin_interfaces/msg/Time"](ns // 10**9, ns % 10**9)
    return store.types["std_msgs/msg/Header"](stamp, frame)


def quaternion(yaw: float, store: Typestore = STANDARD) -> Any:
    return store.types["geometry_msgs/msg/Quaternion"](0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))


def pose(x: float, y: float, yaw: float, store: Typestore = STANDARD) -> Any:
    point = store.types["geometry_msgs/msg/Point"](x, y, 0.0)
    return store.types["geometry_msgs/msg/Pose"](point, quaternion(yaw, store))


def odometry(
    path: Path2D,
    moments: Iterable[float],
    topic: str = "/odom",
    frame: str = "map",
    child: str = "base_link",
    *,
    stamped: bool = True,
) -> Iterator[Timed]:
    """A robot on a topic of odometry."""
    types = STANDARD.types
    zero = types["geometry_msgs/msg/Vector3"](0.0, 0.0, 0.0)
    twist = types["geometry_msgs/msg/TwistWithCovariance"](types["geometry_msgs/msg/Twist"](zero, zero), np.zeros(36))
    for time in moments:
        covered = types["geometry_msgs/msg/PoseWithCovariance"](pose(*path(time)), np.zeros(36))
        value = types[ODOMETRY](header(time if stamped else None, frame), child, covered, twist)
        yield topic, ODOMETRY, stamp_ns(time) + RECEIVED_LATER_NS, value


def transforms(path: Path2D, moments: Iterable[float], parent: str, child: str, topic: str = "/tf") -> Iterator[Timed]:
    """A frame that moves in its parent."""
    types = STANDARD.types
    for time in moments:
        x, y, yaw = path(time)
        moved = types["geometry_msgs/msg/Transform"](types["geometry_msgs/msg/Vector3"](x, y, 0.0), quaternion(yaw))
        joined = types["geometry_msgs/msg/TransformStamped"](header(time, parent), child, moved)
        yield topic, TRANSFORMS, stamp_ns(time) + RECEIVED_LATER_NS, types[TRANSFORMS]([joined])


def write_bag(
    path: Path,
    messages: Iterable[Timed],
    storage: StoragePlugin = StoragePlugin.MCAP,
    store: Typestore = STANDARD,
    compression: CompressionMode = CompressionMode.NONE,
) -> Path:
    """A rosbag2 folder with messages in the order of receiving."""
    made = Writer(path, version=9, storage_plugin=storage)
    made.set_compression(compression, CompressionFormat.ZSTD)
    with made as writer:
        connections: dict[str, Any] = {}
        for topic, kind, received_ns, value in sorted(messages, key=lambda message: message[2]):
            if topic not in connections:
                connections[topic] = writer.add_connection(topic, kind, typestore=store)
            writer.write(connections[topic], received_ns, store.serialize_cdr(value, kind))
    return path


def straight(speed: float = 1.0, x: float = 1.0, y: float = 1.0, yaw: float = 0.0) -> Path2D:
    return lambda time: (x + speed * time * math.cos(yaw), y + speed * time * math.sin(yaw), yaw)


def standing(x: float = 0.0, y: float = 0.0, yaw: float = 0.0) -> Path2D:
    return lambda _: (x, y, yaw)
