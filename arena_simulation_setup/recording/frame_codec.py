"""Frames as bytes of ``arena_interfaces/msg/Frame``, written by hand because every tick is recorded."""

from struct import Struct, error

import numpy as np

from arena_simulation_setup.frame import Frame
from arena_simulation_setup.recording.cdr import HEADER, HEADER_SIZE, Buffer, check_header, check_rest
from arena_simulation_setup.recording.error import RecordingError

_START = Struct("<4sQq")
_COUNT = Struct("<I")
_PADDING = tuple(bytes(count) for count in range(8))

_ROWS: tuple[tuple[str, type, int], ...] = (
    ("robots", np.float64, 6),
    ("people", np.float64, 5),
    ("numbers", np.float64, 1),
    ("codes", np.uint8, 1),
    ("contacts", np.int32, 3),
    ("signals", np.uint8, 1),
    ("results", np.int32, 3),
)
_FIELDS = tuple((name, np.dtype(kind), np.dtype(kind).itemsize, width) for name, kind, width in _ROWS)
_NOTHING = {np.dtype(kind): np.empty(0, kind) for kind in (np.float64, np.uint8, np.int32)}


def encode_frame(frame: Frame) -> bytes:
    """A frame as the bytes of one message; every bit of its numbers is kept.

    Raises:
        RecordingError: If the tick is negative or a number does not fit its field.
    """
    try:
        parts = [_START.pack(HEADER, frame.tick, frame.time_ns)]
    except error as problem:
        raise RecordingError(f"tick {frame.tick} at {frame.time_ns} ns can not be written: {problem}") from None
    size = _START.size - HEADER_SIZE
    arrays = (frame.robots, frame.people, frame.numbers, frame.codes, frame.contacts, frame.signals, frame.results)
    for array in arrays:
        gap = -size % 4
        count = array.size
        parts += (_PADDING[gap], _COUNT.pack(count))
        size += gap + 4
        if count:
            # Only elements are aligned: a sequence without any has no padding behind its count.
            gap = -size % array.itemsize
            parts += (_PADDING[gap], array.tobytes())
            size += gap + array.nbytes
    return b"".join(parts)


def decode_frame(data: Buffer) -> Frame:
    """The frame of one message; its arrays are read-only views of ``data``, which must not change any more.

    Raises:
        RecordingError: If the bytes are not a frame; nothing else is raised, whatever they are.
    """
    view = data if isinstance(data, bytes) else memoryview(data).toreadonly()
    try:
        header, tick, time_ns = _START.unpack_from(view)
        offset = _START.size
        arrays = []
        for name, kind, itemsize, width in _FIELDS:
            offset += -offset % 4
            (count,) = _COUNT.unpack_from(view, offset)
            offset += 4
            if count:
                offset += (HEADER_SIZE - offset) % itemsize
            if count % width:
                raise RecordingError(f"{name} of a frame: {count} numbers are not whole rows of {width}")
            arrays.append(np.frombuffer(view, kind, count, offset) if count else _NOTHING[kind])
            offset += count * itemsize
    except (error, ValueError) as problem:
        raise RecordingError(f"{len(view)} bytes are not a frame: {problem}") from None
    check_header(header)
    check_rest(view, offset)
    return Frame(tick, time_ns, *arrays)
