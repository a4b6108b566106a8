"""Reads a recording message by message, whole or cut, with bounded memory."""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import frozen

from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.order import Order
from arena_simulation_setup.recording.cdr import Buffer
from arena_simulation_setup.recording.channels import (
    CHANNELS,
    EPISODE,
    FRAME,
    MAP,
    MESSAGE_ENCODING,
    ORDERS,
    OUTCOME,
    VERDICTS,
    check_schema,
)
from arena_simulation_setup.recording.codec import (
    OutcomeRecord,
    VerdictSnapshot,
    decode_order,
    decode_outcome,
    decode_start,
    decode_verdicts,
)
from arena_simulation_setup.recording.consistency import FrameCheck
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.frame_codec import decode_frame
from arena_simulation_setup.recording.occupancy import decode_occupancy
from arena_simulation_setup.recording.records import RawMessage, is_whole, raw_messages

_DECODERS: Mapping[str, Callable[[Buffer], Any]] = MappingProxyType(
    {
        EPISODE.topic: decode_start,
        FRAME.topic: decode_frame,
        ORDERS.topic: decode_order,
        VERDICTS.topic: decode_verdicts,
        OUTCOME.topic: decode_outcome,
        MAP.topic: decode_occupancy,
    }
)
_KNOWN = {channel.topic: channel for channel in CHANNELS}


@frozen
class RecordedMessage:
    """A message of a recording.

    Attributes:
        topic: Its topic.
        log_time_ns: Time of /clock, nanoseconds.
        value: EpisodeStart, Frame, Order, VerdictSnapshot, OutcomeRecord or OccupancyGrid; of all other topics, /tf
            among them, the bytes.
    """

    topic: str
    log_time_ns: int
    value: Any


@frozen
class Recording:
    """An episode on disk; each generator reads the file anew from its beginning.

    All of them raise RecordingError, which names the file and the place, where the file is damaged; a file that was
    cut ends with its last whole part instead.

    Attributes:
        path: The file.
        start: What was recorded before the first frame.
        truncated: Whether the file was cut, as by the end of the process that wrote it.
    """

    path: Path
    start: EpisodeStart
    truncated: bool

    def messages(self, topics: Collection[str] | None = None) -> Iterator[RecordedMessage]:
        """Messages in the order in which they were written, which is the order of events.

        Args:
            topics: Which ones; None means all.
        """
        check = FrameCheck(self.start.layout)
        last_tick, started = -1, False
        for raw in raw_messages(self.path):
            topic = raw.channel.topic
            if topics is not None and topic not in topics and topic != EPISODE.topic:
                continue
            if topic == EPISODE.topic and not started:
                # It was read when the recording was opened, and holds the whole world.
                message, started = RecordedMessage(topic, raw.log_time_ns, self.start), True
            else:
                message = _decoded(self.path, raw)
            value = message.value
            if isinstance(value, EpisodeStart):
                check = FrameCheck(value.layout)
            elif isinstance(value, Frame):
                _check_frame(self.path, value, last_tick, check)
                last_tick = value.tick
            if topics is None or topic in topics:
                yield message

    def starts(self) -> Iterator[EpisodeStart]:
        """The start, and a further one for each change of the layout."""
        return (message.value for message in self.messages((EPISODE.topic,)))

    def frames(self) -> Iterator[Frame]:
        """Frames by increasing tick; ticks may be missing."""
        return (message.value for message in self.messages((FRAME.topic,)))

    def orders(self) -> Iterator[Order]:
        """Orders as they were taken."""
        return (message.value for message in self.messages((ORDERS.topic,)))

    def verdicts(self) -> Iterator[VerdictSnapshot]:
        """What the Judge said while the episode ran, after each change."""
        return (message.value for message in self.messages((VERDICTS.topic,)))

    def outcome(self) -> OutcomeRecord | None:
        """How the episode ended; None where the recording stops before."""
        return next((message.value for message in self.messages((OUTCOME.topic,))), None)


def open_recording(path: Path) -> Recording:
    """Open a recording and read its start.

    Raises:
        RecordingError: If the file can not be read, is no recording, or was cut before its start was whole.
    """
    whole = is_whole(path)
    for raw in raw_messages(path):
        if raw.channel.topic == EPISODE.topic:
            return Recording(path, _decoded(path, raw).value, not whole)
        if raw.channel.topic == FRAME.topic:
            raise RecordingError(f"{path}, byte {raw.offset}: a frame stands before the start of its episode")
    cut = "" if whole else "; the file was cut before it was whole"
    raise RecordingError(f"{path} holds no message on {EPISODE.topic}{cut}")


def _decoded(path: Path, raw: RawMessage) -> RecordedMessage:
    topic = raw.channel.topic
    channel = _KNOWN.get(topic)
    if channel is None:
        return RecordedMessage(topic, raw.log_time_ns, bytes(raw.data))
    try:
        if raw.channel.message_encoding != MESSAGE_ENCODING or raw.schema is None:
            raise RecordingError(
                f"encoding {raw.channel.message_encoding!r}, expected {MESSAGE_ENCODING!r} with a schema"
            )
        check_schema(channel, raw.schema.name, raw.schema.encoding, raw.schema.data)
        return RecordedMessage(topic, raw.log_time_ns, _DECODERS.get(topic, bytes)(raw.data))
    except RecordingError as problem:
        raise RecordingError(f"{path}, byte {raw.offset}, topic {topic}: {problem}") from None


def _check_frame(path: Path, frame: Frame, last_tick: int, check: FrameCheck) -> None:
    try:
        if frame.tick <= last_tick:
            raise RecordingError(f"frame {frame.tick} comes after frame {last_tick}")
        check.check(frame)
    except RecordingError as problem:
        raise RecordingError(f"{path}, topic {FRAME.topic}: {problem}") from None
