"""What we write by hand is what ROS itself reads and writes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small_episode import frame_at, start_of

from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Order, SetField
from arena_simulation_setup.recording.codec import (
    OutcomeRecord,
    VerdictSnapshot,
    decode_order,
    decode_outcome,
    decode_start,
    decode_verdicts,
    encode_order,
    encode_outcome,
    encode_start,
    encode_verdicts,
)
from arena_simulation_setup.recording.frame_codec import decode_frame, encode_frame
from arena_simulation_setup.recording.occupancy import OccupancyGrid, decode_occupancy, encode_occupancy
from arena_simulation_setup.recording.transforms import TransformMessage
from arena_simulation_setup.verdict import EpisodeOutcome, PhaseOutcome, Verdict

pytestmark = pytest.mark.ros

VERDICTS = VerdictSnapshot(
    7,
    8,
    (Verdict("e0", "before", "a", "b", "r", "holds", 7, "so"), Verdict("e1", "never", "a", "", "r")),
    (PhaseOutcome("r", 0, "hold", "met", 5, "stood"), PhaseOutcome("r", 1, "goto")),
)
EMPTY = Frame(3, 4, *[np.empty(0)] * 7)


@pytest.fixture(scope="module")
def rclpy_serialization() -> Any:
    pytest.importorskip("arena_interfaces.msg", reason="arena_interfaces is not compiled in this environment")
    return pytest.importorskip("rclpy.serialization")


@pytest.fixture(scope="module")
def interfaces() -> Any:
    return pytest.importorskip("arena_interfaces.msg")


@pytest.mark.parametrize("frame", [frame_at(0), frame_at(8), EMPTY], ids=["contacts", "no contacts", "empty"])
def test_ros_reads_our_frames_and_we_read_those_of_ros(rclpy_serialization: Any, interfaces: Any, frame: Frame) -> None:
    data = encode_frame(frame)
    message = rclpy_serialization.deserialize_message(data, interfaces.Frame)
    assert (message.tick, message.time_ns) == (frame.tick, frame.time_ns)
    np.testing.assert_array_equal(message.people, frame.people.ravel())
    assert list(message.contacts) == frame.contacts.ravel().tolist()
    # Padding is not compared: ROS leaves in it whatever stood there.
    assert decode_frame(rclpy_serialization.serialize_message(message)) == frame


def test_ros_and_we_agree_on_every_other_message(rclpy_serialization: Any, interfaces: Any) -> None:
    order = Order(3, 1, SetField("entrance/0", "state", "open"))
    record = OutcomeRecord(4, "00ff", EpisodeOutcome("SUCCESS", 99, "finished after 3.3s"))
    cases = (
        (interfaces.Order, encode_order(order), decode_order, order),
        (interfaces.Verdicts, encode_verdicts(VERDICTS), decode_verdicts, VERDICTS),
        (interfaces.EpisodeStatus, encode_outcome(record), decode_outcome, record),
        (interfaces.EpisodeStart, encode_start(start_of()), decode_start, start_of()),
    )
    for kind, data, decode, value in cases:
        again = rclpy_serialization.serialize_message(rclpy_serialization.deserialize_message(data, kind))
        assert decode(again) == value
        assert len(again) == len(data)


def test_ros_reads_our_plan(rclpy_serialization: Any) -> None:
    kind = pytest.importorskip("nav_msgs.msg").OccupancyGrid
    data = encode_occupancy(OccupancyGrid(0.05, Pose(1.0, 2.0, 0.5), [[0, 100], [-1, 0]], stamp_ns=1_500_000_000))
    message = rclpy_serialization.deserialize_message(data, kind)
    assert (message.info.width, message.info.height, list(message.data)) == (2, 2, [0, 100, -1, 0])
    assert message.header.stamp.nanosec == 500_000_000
    again = decode_occupancy(rclpy_serialization.serialize_message(message))
    assert again.cells.tolist() == [[0, 100], [-1, 0]]


def test_ros_reads_our_transforms(rclpy_serialization: Any) -> None:
    kind = pytest.importorskip("tf2_msgs.msg").TFMessage
    data = TransformMessage(start_of().layout).encode(frame_at(30), 2_000_000_003)
    message = rclpy_serialization.deserialize_message(data, kind)
    assert [transform.child_frame_id for transform in message.transforms] == [
        "jackal_0/odom",
        "jackal_0/base_link",
        "Ann",
    ]
    assert message.transforms[1].transform.translation.x == 1.0
    assert len(rclpy_serialization.serialize_message(message)) == len(data)
