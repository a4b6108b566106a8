"""Frames survive their way through bytes, and bytes that are no frames are refused in one way."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from mcap_ros2._dynamic import generate_dynamic

from arena_simulation_setup.frame import Frame
from arena_simulation_setup.recording.channels import FRAME, schema_text
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.frame_codec import decode_frame, encode_frame


def rows(dtype: type, width: int | None) -> st.SearchStrategy[np.ndarray]:
    count = st.integers(0, 5)
    shape = count.map(lambda number: (number,) if width is None else (number, width))
    return arrays.arrays(dtype, shape)


FRAMES = st.builds(
    Frame,
    st.integers(0, 2**64 - 1),
    st.integers(-(2**63), 2**63 - 1),
    rows(np.float64, 6),
    rows(np.float64, 5),
    rows(np.float64, None),
    rows(np.uint8, None),
    rows(np.int32, 3),
    rows(np.uint8, None),
    rows(np.int32, 3),
)


@settings(max_examples=150, deadline=None)
@given(FRAMES)
def test_decoding_gives_back_every_bit_of_a_frame(frame: Frame) -> None:
    assert decode_frame(encode_frame(frame)) == frame


def test_odd_values_are_kept_bit_by_bit(odd_frame: Frame) -> None:
    decoded = decode_frame(encode_frame(odd_frame))
    assert decoded == odd_frame
    assert str(decoded.robots[0, 0]) == "-0.0"


@settings(max_examples=60, deadline=None)
@given(FRAMES)
def test_an_independent_decoder_reads_the_same_values(frame: Frame) -> None:
    decoder = generate_dynamic(FRAME.type_name, schema_text(FRAME.type_name))[FRAME.type_name]
    message = decoder(encode_frame(frame))
    again = Frame(
        message.tick,
        message.time_ns,
        message.robots,
        message.people,
        message.numbers,
        np.frombuffer(message.codes, np.uint8),
        message.contacts,
        np.frombuffer(message.signals, np.uint8),
        message.results,
    )
    # Lists of Python floats do not keep the payload of a NaN, which is the one thing not compared here.
    for ours, theirs in zip(frame.content()[2:5], again.content()[2:5], strict=True):
        np.testing.assert_array_equal(np.frombuffer(ours), np.frombuffer(theirs))
    assert frame.content()[:2] + frame.content()[5:] == again.content()[:2] + again.content()[5:]


def test_arrays_of_a_decoded_frame_are_views_that_nobody_can_write(odd_frame: Frame) -> None:
    data = encode_frame(odd_frame)
    for buffer in (data, bytearray(data), memoryview(data)):
        frame = decode_frame(buffer)
        assert not frame.robots.flags.writeable
        assert np.shares_memory(frame.people, np.frombuffer(buffer, np.uint8))


@settings(max_examples=300, deadline=None)
@given(FRAMES, st.data())
def test_damaged_bytes_raise_the_one_error_or_are_another_frame(frame: Frame, data: st.DataObject) -> None:
    content = bytearray(encode_frame(frame))
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    del content[data.draw(st.integers(0, len(content))) :]
    try:
        decode_frame(bytes(content))
    except RecordingError:
        return


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_raise_the_one_error_or_are_a_frame(content: bytes) -> None:
    try:
        decode_frame(b"\x00\x01\x00\x00" + content)
    except RecordingError:
        return


@pytest.mark.parametrize("cut", [0, 3, 19, 30, 60])
def test_a_cut_frame_is_refused(odd_frame: Frame, cut: int) -> None:
    with pytest.raises(RecordingError):
        decode_frame(encode_frame(odd_frame)[:cut])


def test_bytes_behind_a_frame_are_refused_beyond_the_few_that_ros_leaves(odd_frame: Frame) -> None:
    data = encode_frame(odd_frame)
    assert decode_frame(data + b"\xa5" * 12) == odd_frame
    with pytest.raises(RecordingError, match="16 bytes more than its definition"):
        decode_frame(data + bytes(16))


def test_numbers_that_are_no_whole_rows_are_refused() -> None:
    content = b"\x00\x01\x00\x00" + struct.pack("<QqI4xd", 1, 2, 1, 0.5) + bytes(24)
    with pytest.raises(RecordingError, match="robots of a frame: 1 numbers are not whole rows of 6"):
        decode_frame(content)


def test_a_tick_before_the_start_can_not_be_written(odd_frame: Frame) -> None:
    with pytest.raises(RecordingError, match="tick -1"):
        encode_frame(Frame(-1, 0, *[getattr(odd_frame, name) for name in Frame.__slots__[2:9]]))
