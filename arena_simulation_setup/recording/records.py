"""Walks through an MCAP file record by record, with the offset of each, also where the file was cut.

The readers of the ``mcap`` package yield nothing from a file without its footer unless asked for file order, and then
end in one of several errors without an offset. Here a file that ends with the closing magic is whole, and damage in it
is an error; without the magic it was cut, and the first record that is not whole ends it.
Source: MCAP format specification, version 0.
"""

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import zstandard
from attrs import frozen
from mcap.data_stream import ReadDataStream
from mcap.exceptions import McapError
from mcap.opcode import Opcode
from mcap.records import Channel, Chunk, Schema

from arena_simulation_setup.recording.error import RecordingError

MAGIC = b"\x89MCAP0\r\n"
_RECORD = struct.Struct("<BQ")
_MESSAGE = struct.Struct("<HIQQ")
# Far above what one second of any episode takes, and low enough that a forged length can not exhaust the memory.
_LARGEST_RECORD = 1 << 29
_OPCODES = frozenset(int(opcode) for opcode in Opcode)
_ENDS = (Opcode.DATA_END, Opcode.FOOTER)


@frozen
class RawMessage:
    """A message as it stands in the file.

    Attributes:
        channel: Its channel, with the topic.
        schema: Schema of the channel; None where it has none.
        log_time_ns: Time of /clock, nanoseconds.
        data: Its bytes, a view of the chunk.
        offset: Where the record that holds it begins in the file, bytes.
    """

    channel: Channel
    schema: Schema | None
    log_time_ns: int
    data: memoryview
    offset: int


class _DamageError(Exception):
    """A record that is not what its header says; the text says in which way."""


def is_whole(path: Path) -> bool:
    """Whether a file ends as a finished recording does.

    Raises:
        RecordingError: If it can not be read or is no MCAP file.
    """
    try:
        with path.open("rb") as file:
            beginning = file.read(len(MAGIC))
            if not beginning:
                raise RecordingError(f"{path} is empty: its recorder ended before it wrote anything")
            if beginning != MAGIC:
                raise RecordingError(f"{path} is no MCAP file: it does not begin with the magic bytes")
            end = file.seek(0, 2)
            file.seek(max(len(MAGIC), end - len(MAGIC)))
            return file.read() == MAGIC
    except OSError as problem:
        raise RecordingError(f"can not read {path}: {problem.strerror}") from None


def raw_messages(path: Path) -> Iterator[RawMessage]:
    """All messages in file order, one chunk in memory at a time.

    Raises:
        RecordingError: If the file can not be read, is no MCAP file, or is damaged anywhere but at the end of a cut
            file; names the file and the offset.
    """
    whole = is_whole(path)
    walk = _Walk()
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(len(MAGIC))
            while (offset := file.tell()) < size:
                try:
                    opcode, body = _next_record(file, size)
                    if opcode in _ENDS:
                        return
                    messages = list(walk.messages(opcode, body, offset))
                except _DamageError as problem:
                    if whole or _chunk_follows(file, offset, size):
                        raise RecordingError(f"{path}, byte {offset}: {problem}") from None
                    return
                yield from messages
    except OSError as problem:
        raise RecordingError(f"can not read {path}: {problem.strerror}") from None


def _next_record(file: BinaryIO, size: int) -> tuple[int, bytes]:
    header = file.read(_RECORD.size)
    if len(header) < _RECORD.size:
        raise _DamageError("the file ends within a record")
    opcode, length = _RECORD.unpack(header)
    if opcode not in _OPCODES and opcode < 0x80:
        raise _DamageError(f"no record has the number {opcode}")
    if length > size - file.tell():
        raise _DamageError(f"a record of {length} bytes is longer than the file")
    if length > _LARGEST_RECORD:
        raise _DamageError(f"a record of {length} bytes, at most {_LARGEST_RECORD} are read")
    return opcode, file.read(length)


def _chunk_follows(file: BinaryIO, offset: int, size: int) -> bool:
    """Whether a whole chunk stands behind a damaged record: then the damage is not the end of a cut file."""
    file.seek(offset)
    first = True
    while True:
        header = file.read(_RECORD.size)
        if len(header) < _RECORD.size:
            return False
        opcode, length = _RECORD.unpack(header)
        if opcode not in _OPCODES or length > size - file.tell():
            return False
        if opcode == Opcode.CHUNK and not first:
            return True
        file.seek(length, 1)
        first = False


class _Walk:
    """Schemas and channels met so far."""

    def __init__(self) -> None:
        self._schemas: dict[int, Schema] = {}
        self._channels: dict[int, Channel] = {}

    def messages(self, opcode: int, body: bytes | memoryview, offset: int) -> Iterator[RawMessage]:
        if opcode == Opcode.CHUNK:
            yield from self._chunk_messages(_unpacked(body), offset)
        elif opcode == Opcode.MESSAGE:
            yield self._message(memoryview(body), offset)
        elif opcode in (Opcode.SCHEMA, Opcode.CHANNEL):
            self._note(opcode, bytes(body))

    def _chunk_messages(self, content: memoryview, offset: int) -> Iterator[RawMessage]:
        position = 0
        while position < len(content):
            if position + _RECORD.size > len(content):
                raise _DamageError("a chunk ends within a record")
            opcode, length = _RECORD.unpack_from(content, position)
            position += _RECORD.size
            if length > len(content) - position:
                raise _DamageError(f"a record of {length} bytes is longer than its chunk")
            if opcode != Opcode.CHUNK:
                yield from self.messages(opcode, content[position : position + length], offset)
            position += length

    def _message(self, body: memoryview, offset: int) -> RawMessage:
        if len(body) < _MESSAGE.size:
            raise _DamageError("a message without its header")
        channel_id, _, log_time_ns, _ = _MESSAGE.unpack_from(body)
        channel = self._channels.get(channel_id)
        if channel is None:
            raise _DamageError(f"a message on channel {channel_id}, which is not defined before it")
        return RawMessage(channel, self._schemas.get(channel.schema_id), log_time_ns, body[_MESSAGE.size :], offset)

    def _note(self, opcode: int, body: bytes) -> None:
        stream = ReadDataStream(BytesIO(body))
        try:
            if opcode == Opcode.SCHEMA:
                schema = Schema.read(stream)
                self._schemas[schema.id] = schema
            else:
                channel = Channel.read(stream)
                self._channels[channel.id] = channel
        except (McapError, struct.error, ValueError, OverflowError) as problem:
            raise _DamageError(f"an unreadable schema or channel: {problem}") from None


def _unpacked(body: bytes | memoryview) -> memoryview:
    """Content of a chunk, checked against its checksum."""
    try:
        chunk = Chunk.read(ReadDataStream(BytesIO(body)))
    except (McapError, struct.error, ValueError, OverflowError) as problem:
        raise _DamageError(f"an unreadable chunk: {problem}") from None
    if chunk.uncompressed_size > _LARGEST_RECORD:
        raise _DamageError(f"a chunk of {chunk.uncompressed_size} bytes, at most {_LARGEST_RECORD} are read")
    content = _decompressed(chunk)
    if len(content) != chunk.uncompressed_size:
        raise _DamageError(f"a chunk of {len(content)} bytes that should be {chunk.uncompressed_size}")
    if chunk.uncompressed_crc and zlib.crc32(content) != chunk.uncompressed_crc:
        raise _DamageError("the checksum of a chunk does not fit its content")
    return memoryview(content)


def _decompressed(chunk: Chunk) -> bytes:
    if chunk.compression == "":
        return chunk.data
    if chunk.compression != "zstd":
        raise _DamageError(f"a chunk is compressed by {chunk.compression!r}, expected 'zstd' or nothing")
    try:
        # The size that the compressed data announce is what would be reserved, so it is compared first.
        if zstandard.frame_content_size(chunk.data) not in (chunk.uncompressed_size, -1):
            raise _DamageError("the size of a compressed chunk is not what its record says")
        return zstandard.ZstdDecompressor().decompress(chunk.data, max_output_size=chunk.uncompressed_size)
    except zstandard.ZstdError as problem:
        raise _DamageError(f"a chunk can not be decompressed: {problem}") from None
