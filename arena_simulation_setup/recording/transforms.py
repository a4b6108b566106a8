"""Poses of robots and people as ``tf2_msgs/msg/TFMessage``, so that viewers show a recording without this project."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.recording.cdr import CdrWriter
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

MAP_FRAME = "map"
_IDENTITY = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
# Of a stamp all words; of x, y, z and the quaternion x, y, z, w those that a pose on the floor sets.
_STAMP, _PLANAR = (0, 1), (0, 1, 5, 6)
# CDR aligns to what follows its header of four bytes.
_SHIFT = 4


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
        # One piece of memory, seen as bytes, as words of 4 bytes and as numbers of 8.
        self._bytes = np.empty(0, np.uint8)
        self._words = np.empty(0, np.uint32)
        self._numbers = np.empty(0)
        self._stamps: NDArray[np.intp] = np.empty((0, 0), np.intp)
        self._planar: NDArray[np.intp] = np.empty((0, 0), np.intp)

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
        self._words[self._stamps] = divmod(stamp_ns, NANOSECONDS_PER_SECOND)
        self._numbers[self._planar] = _planar_rows(poses)
        return self._bytes.tobytes()

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
        self._place(writer.data())
        self._stamps = _indices([stamp for stamp, _ in places], self._words, _STAMP)
        self._planar = _indices([pose for _, pose in places[len(fixed) :]], self._numbers, _PLANAR)
        self._present = present.tobytes()

    def _place(self, content: bytes) -> None:
        """Lay the message into memory so that what is aligned to its body is aligned there."""
        size = _SHIFT + len(content)
        self._numbers = np.zeros(-(-size // 8))
        self._words = self._numbers.view(np.uint32)
        self._bytes = self._numbers.view(np.uint8)[_SHIFT:size]
        self._bytes[:] = np.frombuffer(content, np.uint8)


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


def _indices(starts: Sequence[int], memory: NDArray[np.generic], offsets: Sequence[int]) -> NDArray[np.intp]:
    """Where items of the memory lie, one row per start (in bytes of the message), one column per offset (in items)."""
    first = (np.array(starts, np.intp).reshape(-1, 1) + _SHIFT) // memory.itemsize
    return first + np.array(offsets, np.intp)


def _planar_rows(poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows of x, y and the parts z, w of the quaternion from rows of x, y, yaw."""
    rows = np.empty((len(poses), len(_PLANAR)))
    half_yaws = 0.5 * poses[:, 2]
    rows[:, :2] = poses[:, :2]
    np.sin(half_yaws, out=rows[:, 2])
    np.cos(half_yaws, out=rows[:, 3])
    return rows
