"""Writes one episode as MCAP; whatever kills the process, at most one simulated second is lost."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from mcap.writer import CompressionType, Writer

from arena_simulation_setup.episode_json import episode_hash
from arena_simulation_setup.frame import EpisodeStart, Frame
from arena_simulation_setup.order import Order
from arena_simulation_setup.recording.channels import (
    CHANNELS,
    EPISODE,
    FRAME,
    MAP,
    MESSAGE_ENCODING,
    ORDERS,
    OUTCOME,
    PROFILE,
    SCHEMA_ENCODING,
    TRANSFORMS,
    VERDICTS,
    Channel,
    schema_text,
)
from arena_simulation_setup.recording.codec import (
    OutcomeRecord,
    VerdictSnapshot,
    encode_order,
    encode_outcome,
    encode_start,
    encode_verdicts,
)
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.frame_codec import encode_frame
from arena_simulation_setup.recording.metadata import (
    ROSBAG_FILE,
    Summary,
    closing_metadata,
    metadata_path,
    opening_metadata,
    replace_whole,
    rosbag_metadata,
    write_new,
)
from arena_simulation_setup.recording.occupancy import OccupancyGrid, encode_occupancy
from arena_simulation_setup.recording.transforms import TransformMessage
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.verdict import EpisodeOutcome

LIBRARY = "arena_simulation_setup"
TRANSFORM_RATE = 10

# So large that only a flush ends a chunk: then a chunk holds whole ticks, and so does what a killed process leaves.
_CHUNK_BYTES = 1 << 30
_SEQUENCES = 1 << 32
_NO_LABELS: Mapping[str, str] = MappingProxyType({})


class RecordingWriter:
    """One recording: opened with the start of an episode, fed tick by tick, finished with its outcome.

    Per tick the order of calls is: orders taken at its beginning, frame, verdicts if they changed. What was written
    reaches the operating system once per ``rate`` frames, always between two ticks.

    Args:
        path: File to make; it and its metadata must not exist, and its folder must hold no other recording.
        start: What a reader needs before the first frame.
        clock_offset_ns: Time of /clock at frame 0, nanoseconds; every message carries this plus episode time.
        labels: Further texts for the metadata, such as the name of a run.

    Raises:
        RecordingError: If the file can not be made or written, also from every other method; the text says why.
    """

    def __init__(
        self,
        path: Path,
        start: EpisodeStart,
        clock_offset_ns: int = 0,
        labels: Mapping[str, str] = _NO_LABELS,
    ) -> None:
        if clock_offset_ns < 0:
            raise RecordingError(f"can not record to {path}: the clock stands at {clock_offset_ns} ns, before its zero")
        self._path = path
        self._start = start
        self._clock_offset_ns = clock_offset_ns
        self._rate = start.episode.rate
        self._metadata = opening_metadata(path, start, clock_offset_ns, labels)
        self._transforms = TransformMessage(start.layout)
        self._counts = dict.fromkeys(CHANNELS, 0)
        self._last_ns = clock_offset_ns
        self._last_tick: int | None = None
        self._unflushed_frames = 0
        content = encode_start(start)
        self._stream = self._open()
        self._writer = Writer(self._stream, chunk_size=_CHUNK_BYTES, compression=CompressionType.ZSTD)
        self._channels: dict[Channel, int] = {}
        self._guarded(self._begin)
        self._write(EPISODE, tick_time_ns(start.tick, self._rate), content)
        self.flush()

    @property
    def path(self) -> Path:
        """The file that is written."""
        return self._path

    def write_start(self, start: EpisodeStart) -> None:
        """Record that another layout holds from ``start.tick`` on."""
        self._transforms = TransformMessage(start.layout)
        self._write(EPISODE, tick_time_ns(start.tick, self._rate), encode_start(start))

    def write_map(self, grid: OccupancyGrid) -> None:
        """Record the plan, once, for viewers."""
        self._write(MAP, 0, encode_occupancy(grid))

    def write_order(self, order: Order) -> None:
        """Record an order before the frame of its tick."""
        self._write(ORDERS, tick_time_ns(order.tick, self._rate), encode_order(order), order.sequence)

    def write_frame(self, frame: Frame) -> None:
        """Record a frame, and its transforms ten times per simulated second."""
        if self._last_tick is not None and frame.tick <= self._last_tick:
            raise RecordingError(f"{self._path}: frame {frame.tick} comes after frame {self._last_tick}")
        if self._unflushed_frames >= self._rate:
            self.flush()
        self._write(FRAME, frame.time_ns, encode_frame(frame), frame.tick)
        if frame.tick * TRANSFORM_RATE // self._rate != (frame.tick - 1) * TRANSFORM_RATE // self._rate:
            stamp_ns = self._clock_offset_ns + frame.time_ns
            self._write(TRANSFORMS, frame.time_ns, self._transforms.encode(frame, stamp_ns), frame.tick)
        self._last_tick = frame.tick
        self._unflushed_frames += 1

    def write_verdicts(self, snapshot: VerdictSnapshot) -> None:
        """Record what the Judge says after the frame of its tick: at frame 0 and whenever that has changed."""
        self._write(VERDICTS, snapshot.time_ns, encode_verdicts(snapshot))

    def flush(self) -> None:
        """Hand everything so far to the operating system, so that no end of this process can lose it.

        Called by itself once per simulated second; call it where simulated time stands still, as on a pause.
        """
        self._guarded(self._writer.flush)
        self._unflushed_frames = 0

    def finish(self, outcome: EpisodeOutcome | None) -> None:
        """Write the outcome, close the file, and mark it as complete."""
        if outcome is not None:
            episode = self._start.episode
            record = OutcomeRecord(episode.episode_id, episode_hash(episode), outcome)
            self._write(OUTCOME, tick_time_ns(outcome.tick, self._rate), encode_outcome(record))
        self._guarded(self._writer.finish)
        self._guarded(lambda: self._end(outcome))

    def abandon(self) -> None:
        """Close the file as it is: it stays readable and marked as not complete. Does nothing after ``finish``."""
        try:
            self._stream.close()
        except OSError:
            # The buffered rest could not be written; the file handle is released all the same.
            return

    def _open(self) -> BinaryIO:
        folder = self._path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            others = sorted(entry.name for entry in folder.iterdir() if entry.suffix == ".mcap")
            if others or (folder / ROSBAG_FILE).exists():
                raise RecordingError(f"{folder} already holds the recording {', '.join(others) or ROSBAG_FILE}")
            return self._path.open("xb")
        except OSError as problem:
            raise RecordingError(f"can not record to {self._path}: {problem.strerror}") from None

    def _begin(self) -> None:
        write_new(metadata_path(self._path), self._metadata)
        self._writer.start(profile=PROFILE, library=LIBRARY)
        for channel in CHANNELS:
            schema = schema_text(channel.type_name).encode()
            schema_id = self._writer.register_schema(channel.type_name, SCHEMA_ENCODING, schema)
            # The profile demands the key; an empty list is the same in all versions of its notation.
            self._channels[channel] = self._writer.register_channel(
                channel.topic, MESSAGE_ENCODING, schema_id, {"offered_qos_profiles": ""}
            )

    def _end(self, outcome: EpisodeOutcome | None) -> None:
        self._stream.close()
        counts = tuple(self._counts.values())
        bag = rosbag_metadata(self._path.name, counts, self._clock_offset_ns, self._last_ns)
        write_new(self._path.parent / ROSBAG_FILE, bag)
        summary = Summary(outcome, self._counts[FRAME], self._last_tick)
        replace_whole(metadata_path(self._path), closing_metadata(self._metadata, summary))

    def _guarded(self, action: Callable[[], None]) -> None:
        """Do something to the file; where that fails, close it and say why."""
        if self._stream.closed:
            raise RecordingError(f"the recording {self._path} is closed")
        try:
            action()
        except OSError as problem:
            self.abandon()
            raise RecordingError(f"can not write {problem.filename or self._path}: {problem.strerror}") from None

    def _write(self, channel: Channel, time_ns: int, content: bytes, sequence: int = 0) -> None:
        stamp_ns = self._clock_offset_ns + time_ns
        self._last_ns = max(self._last_ns, stamp_ns)
        self._writer.add_message(self._channels[channel], stamp_ns, content, stamp_ns, sequence % _SEQUENCES)
        self._counts[channel] += 1
