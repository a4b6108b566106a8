"""Little-endian CDR: the bytes that a ROS 2 message consists of.

A message is a header of four bytes followed by its fields. Each number is aligned to its own size, counted from the
end of the header; a sequence is a 32-bit count followed by its elements, and a sequence without elements has no
padding behind its count; a text is a sequence of UTF-8 bytes that ends with a zero byte.
Source: OMG DDS-XTypes 1.3, chapter 7.4.1 (encoding version 1, plain CDR).
"""

from collections.abc import Iterable, Sequence
from struct import Struct, error
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.recording.error import RecordingError

HEADER = b"\x00\x01\x00\x00"
HEADER_SIZE = len(HEADER)
# ROS reserves the padding of empty sequences, which it then does not write: at most 4 bytes for each sequence of
# 8-byte numbers, three of them in a frame. DDS fills messages up to a multiple of 4.
_LARGEST_REST = 15

Buffer = bytes | bytearray | memoryview

_FORMATS = {code: Struct("<" + code) for code in ("B", "b", "I", "i", "Q", "q", "f", "d")}


class CdrWriter:
    """Builds one message field by field, in the order of its definition."""

    def __init__(self) -> None:
        self._data = bytearray(HEADER)

    def number(self, code: str, value: float) -> None:
        """Append a number.

        Args:
            code: Its type in the notation of ``struct``: one of B, b, I, i, Q, q, f, d.
            value: Its value.

        Raises:
            RecordingError: If the value does not fit the type.
        """
        packer = _FORMATS[code]
        self.align(packer.size)
        try:
            self._data += packer.pack(value)
        except (error, OverflowError) as problem:
            raise RecordingError(f"{value!r} does not fit a field of type {code!r}: {problem}") from None

    def text(self, value: str) -> None:
        """Append a text.

        Raises:
            RecordingError: If it holds a zero character or half of a surrogate pair, which no message can carry.
        """
        try:
            encoded = value.encode()
        except UnicodeEncodeError as problem:
            raise RecordingError(f"{value!r} can not be written as UTF-8: {problem.reason}") from None
        if b"\x00" in encoded:
            raise RecordingError(f"{value!r} holds a zero character, which ends a text")
        self.number("I", len(encoded) + 1)
        self._data += encoded + b"\x00"

    def array(self, values: NDArray[Any]) -> None:
        """Append the elements of a contiguous array as a sequence."""
        self.number("I", values.size)
        if values.size:
            self.align(values.itemsize)
            self._data += values.tobytes()

    def align(self, size: int) -> None:
        """Fill up with zeros to a multiple of ``size`` bytes."""
        self._data += bytes(-(len(self._data) - HEADER_SIZE) % size)

    @property
    def size(self) -> int:
        """Bytes so far, header included."""
        return len(self._data)

    def data(self) -> bytes:
        """The message so far."""
        return bytes(self._data)


class CdrReader:
    """Reads one message field by field; whatever the bytes are, the only error is RecordingError.

    Args:
        data: The whole message, header included.
    """

    def __init__(self, data: Buffer) -> None:
        self._data = data
        self._offset = HEADER_SIZE
        check_header(data[:HEADER_SIZE])

    def number(self, code: str) -> Any:
        """The next number, of a type as for ``CdrWriter.number``."""
        unpacker = _FORMATS[code]
        start = self._claim(unpacker.size, unpacker.size)
        return unpacker.unpack_from(self._data, start)[0]

    def count(self, smallest: int) -> int:
        """The element count of a sequence whose elements take at least ``smallest`` bytes each."""
        count: int = self.number("I")
        if count * smallest > len(self._data) - self._offset:
            raise RecordingError(
                f"a sequence of {count} elements at byte {self._offset - 4} is longer than its message"
            )
        return count

    def text(self) -> str:
        """The next text; a count of zero, which some writers use, is the empty text."""
        count = self.count(1)
        if count == 0:
            return ""
        start = self._claim(count, 1)
        content = bytes(self._data[start : start + count])
        if content.find(b"\x00") != count - 1:
            raise RecordingError(f"the text at byte {start} does not end where its length says")
        try:
            return content[:-1].decode()
        except UnicodeDecodeError as problem:
            raise RecordingError(f"the text at byte {start} is not UTF-8: {problem.reason}") from None

    def array(self, dtype: Any) -> NDArray[Any]:
        """The next sequence of numbers, as a view of the message."""
        kind = np.dtype(dtype)
        count = self.count(kind.itemsize)
        start = self._claim(count * kind.itemsize, kind.itemsize) if count else self._offset
        return np.frombuffer(self._data, kind, count, start)

    def end(self) -> None:
        """Check that the message ends here."""
        check_rest(self._data, self._offset)

    def _claim(self, size: int, alignment: int) -> int:
        start = self._offset + -(self._offset - HEADER_SIZE) % alignment
        if start + size > len(self._data):
            raise RecordingError(f"the message ends at byte {len(self._data)} within the field at byte {start}")
        self._offset = start + size
        return start


def check_header(header: Buffer) -> None:
    """Check the first bytes of a message; the two option bytes carry nothing that plain CDR depends on."""
    if len(header) < HEADER_SIZE or header[0] != 0 or header[1] != 1:
        raise RecordingError(f"expected the header of little-endian CDR, got {bytes(header)!r}")


def check_rest(data: Buffer, end: int) -> None:
    """Check that the message ends here, give or take the few bytes that ROS leaves undefined behind a message."""
    rest = len(data) - end
    if rest > _LARGEST_REST:
        raise RecordingError(f"the message has {rest} bytes more than its definition")


def code_of(names: Sequence[str], name: str, what: str) -> int:
    """Number of a constant.

    Raises:
        RecordingError: If there is no such constant.
    """
    try:
        return names.index(name)
    except ValueError:
        raise RecordingError(f"{what} {name!r} is none of {', '.join(names)}") from None


def name_of(names: Sequence[str], code: int, what: str) -> str:
    """Name of a numbered constant.

    Raises:
        RecordingError: If there is no such number.
    """
    if code >= len(names):
        raise RecordingError(f"{what} {code} is none of 0 to {len(names) - 1} ({', '.join(names)})")
    return names[code]


def write_numbers(writer: CdrWriter, code: str, values: Iterable[float]) -> None:
    """Append several numbers of one type, one after the other."""
    for value in values:
        writer.number(code, value)
