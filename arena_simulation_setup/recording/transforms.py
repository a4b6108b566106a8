"""Poses of robots and people as ``tf2_msgs/msg/TFMessage``, so that viewers show a recording without this project."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.recording.cdr import CdrWriter
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

MAP_FRAME = "map"
_STAMP_SIZE = 8
_POSE_NUMBERS = 7
_IDENTITY = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)


class TransformMessage:
    """The transforms of one layout; only stamps and poses change from tick to tick.

    A robot is ``map`` → ``<robot>/odom`` (identity) → ``<robot>/base_link``, the shape of the tree that a running
    system has (REP-105); a person is ``map`` → its name and left out while absent.

    Args:
        layout: Names of robots and people.
    """

    def __init__(self, layout: FrameLayout) -> None:
        self._layout = layout
        self._present: bytes | None = None
        self._buffer = np.empty(0, np.uint8)
        self._stamps: NDArray[np.intp] = np.empty((0, 0), np.intp)
        self._poses: NDArray[np.intp] = np.empty((0, 0), np.intp)

    def encode(self, frame: Frame, stamp_ns: int) -> bytes:
        """The message of one frame.

        Args:
            frame: The frame; its rows belong to the layout.
            stamp_ns: Time of /clock, nanoseconds.

        Raises:
            RecordingError: If the frame has other numbers of robots and people than the layout.
        """
        self._check_rows(frame)
        present = ~np.isnan(frame.people[:, 0])
        if present.tobytes() != self._present:
            self._prepare(present)
        poses = np.concatenate((frame.robots[:, :3], frame.people[present, :3]))
        stamp = np.array(divmod(stamp_ns, NANOSECONDS_PER_SECOND), np.uint32)
        self._buffer[self._stamps] = stamp.view(np.uint8)
        self._buffer[self._poses] = _transforms(poses).view(np.uint8)
        return self._buffer.tobytes()

    def _check_rows(self, frame: Frame) -> None:
        rows = (len(frame.robots), len(frame.people))
        expected = (len(self._layout.robots), len(self._layout.people))
        if rows != expected:
            found = f"{rows[0]} robots and {rows[1]} people"
            raise RecordingError(f"frame {frame.tick} has {found}, its layout {expected[0]} and {expected[1]}")

    def _prepare(self, present: NDArray[np.bool_]) -> None:
        """Write the message once with empty stamps and poses, and note where they are."""
        writer = CdrWriter()
        people = [name for name, here in zip(self._layout.people, present, strict=True) if here]
        fixed = [(MAP_FRAME, f"{robot}/odom") for robot in self._layout.robots]
        moving = [(f"{robot}/odom", f"{robot}/base_link") for robot in self._layout.robots]
        moving += [(MAP_FRAME, person) for person in people]
        writer.number("I", len(fixed) + len(moving))
        places = [_append(writer, parent, child) for parent, child in fixed + moving]
        self._buffer = np.frombuffer(bytearray(writer.data()), np.uint8)
        self._stamps = _ranges([stamp for stamp, _ in places], _STAMP_SIZE)
        self._poses = _ranges([pose for _, pose in places[len(fixed) :]], 8 * _POSE_NUMBERS)
        self._present = present.tobytes()


def _append(writer: CdrWriter, parent: str, child: str) -> tuple[int, int]:
    """Append one identity; returns where its stamp and its pose are, in bytes."""
    writer.number("i", 0)
    stamp = writer.size - 4
    writer.number("I", 0)
    writer.text(parent)
    writer.text(child)
    writer.align(8)
    pose = writer.size
    for number in _IDENTITY:
        writer.number("d", number)
    return stamp, pose


def _ranges(starts: Sequence[int], size: int) -> NDArray[np.intp]:
    """Indices of ``size`` bytes from each start on, one row each."""
    return np.array(starts, np.intp).reshape(-1, 1) + np.arange(size)


def _transforms(poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows of x, y, z and the quaternion x, y, z, w from rows of x, y, yaw."""
    transforms = np.zeros((len(poses), _POSE_NUMBERS))
    transforms[:, :2] = poses[:, :2]
    transforms[:, 5] = np.sin(0.5 * poses[:, 2])
    transforms[:, 6] = np.cos(0.5 * poses[:, 2])
    return transforms
