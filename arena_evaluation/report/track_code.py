"""Tracks as few bytes: five samples a second, centimetres, differences from sample to sample."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

PERIOD_NS = NANOSECONDS_PER_SECOND // 5
"""Nanoseconds between two samples."""
CENTIMETRES = 100.0
TURN = 256
"""Steps of a heading in a whole turn."""
_FARTHEST_CM = 10**7


@frozen(eq=False)
class Samples:
    """Which frames a page shows.

    Attributes:
        rows: Shape (n,): number of the frame nearest to each moment.
        times_ns: Shape (n,): moments, nanoseconds from the first frame; the last one is the last frame.
    """

    rows: Integers
    times_ns: Integers


def samples_of(times_ns: Integers) -> Samples:
    """Five moments a second, and the last frame.

    Args:
        times_ns: Shape (N,), at least one: times of all frames, increasing.
    """
    since = times_ns - times_ns[0]
    moments = np.append(np.arange(0, since[-1], PERIOD_NS), since[-1])
    after = np.minimum(np.searchsorted(since, moments), len(since) - 1)
    before = np.maximum(after - 1, 0)
    nearer = np.where(moments - since[before] < since[after] - moments, before, after)
    return Samples(nearer, moments)


def presence(values: Floats) -> list[tuple[int, int]]:
    """First sample and number of samples of each stretch without NaN; shape (n,)."""
    there = np.concatenate(([False], np.isfinite(values), [False])).astype(np.int8)
    edges = np.flatnonzero(np.diff(there))
    return [(int(first), int(end - first)) for first, end in zip(edges[::2], edges[1::2], strict=True)]


def encoded_track(poses: Floats) -> bytes:
    """Differences of x, then of y, then of the heading, of all samples with a place.

    Args:
        poses: Shape (n, 3): x, y (metres), yaw (radians); NaN while absent.
    """
    there = poses[np.isfinite(poses[:, 0])]
    places = np.clip(np.rint(there[:, :2] * CENTIMETRES), -_FARTHEST_CM, _FARTHEST_CM).astype(np.int64)
    headings = np.rint(np.nan_to_num(there[:, 2]) * (TURN / (2.0 * np.pi))).astype(np.int64)
    turns = (_differences(headings) + TURN // 2) % TURN - TURN // 2
    columns = (_differences(places[:, 0]), _differences(places[:, 1]), turns)
    return b"".join(encoded_integers(column) for column in columns)


def encoded_shares(values: Floats) -> bytes:
    """Differences of shares (0 to 1) in hundredths, of all samples with a value; shape (n,)."""
    there = values[np.isfinite(values)]
    return encoded_integers(_differences(np.rint(there * 100.0).astype(np.int64)))


def encoded_integers(values: Integers) -> bytes:
    """Integers of either sign, small ones in one byte: 0, -1, 1, -2 … as 0, 1, 2, 3 …, seven bits a byte, low first."""
    rest = np.where(values < 0, -2 * values - 1, 2 * values).astype(np.uint64)
    columns, more = [], []
    while True:
        columns.append((rest & 127).astype(np.uint8))
        rest = rest >> np.uint64(7)
        more.append(rest > 0)
        if not more[-1].any():
            break
    digits, follows = np.stack(columns, axis=1), np.stack(more, axis=1)
    used = np.concatenate((np.ones((len(digits), 1), bool), follows[:, :-1]), axis=1)
    return bytes((digits | np.where(follows, 128, 0).astype(np.uint8))[used].tobytes())


def _differences(values: Integers) -> Integers:
    return np.diff(values, prepend=np.int64(0))
