"""What messages say in their fields: time and frame of reference, and fields within fields."""

from collections.abc import Iterable
from typing import Any

from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND


def stamp_of(value: Any) -> int:
    """Time in the header of a message or of a part of it, nanoseconds; 0 without one."""
    header = getattr(value, "header", None)
    if header is None:
        return 0
    return int(header.stamp.sec) * NANOSECONDS_PER_SECOND + int(header.stamp.nanosec)


def frame_of(value: Any) -> str:
    """Frame in the header of a message or of a part of it; empty without one."""
    header = getattr(value, "header", None)
    return "" if header is None else frame_name(header.frame_id)


def frame_name(text: str) -> str:
    """Name of a frame, without the slash that ROS 1 put before it."""
    return text.lstrip("/")


def followed(value: Any, path: Iterable[str]) -> Any:
    """A field within fields of a message."""
    for name in path:
        value = getattr(value, name)
    return value
