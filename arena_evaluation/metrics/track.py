"""A robot's track at equal steps of time, so that no figure depends on how many frames a second has."""

from collections.abc import Iterator

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEP = 0.1
"""Seconds between two samples."""
JUMP_SPEED = 10.0
"""Who got farther than a metre at more than this, m/s, was moved: by an elevator, or by an order."""
JUMP_LENGTH = 1.0
_EXACT = 1e-6


@frozen(eq=False)
class Stretch:
    """A part of a track without absence and without a jump.

    Attributes:
        times: Shape (n,): seconds: the first frame, whole multiples of ``STEP``, the last frame.
        points: Shape (n, 2): metres, map frame.
        yaws: Shape (n,): radians, without steps of a whole turn.
    """

    times: Floats
    points: Floats
    yaws: Floats

    @property
    def lengths(self) -> Floats:
        """Shape (n - 1,): metres from sample to sample."""
        steps = np.diff(self.points, axis=0)
        return np.asarray(np.hypot(steps[:, 0], steps[:, 1]))

    @property
    def even(self) -> tuple[Floats, Floats]:
        """Points and yaws at whole multiples of ``STEP`` alone, for differences of higher order."""
        places = self.times / STEP
        kept = np.abs(places - np.round(places)) < _EXACT / STEP
        return self.points[kept], self.yaws[kept]


def stretches(times: Floats, rows: Floats) -> tuple[Stretch, ...]:
    """A track cut at absences and jumps, and resampled by linear interpolation.

    Args:
        times: Shape (N,): seconds, increasing.
        rows: Shape (N, 3 or more): x, y (metres), yaw (radians), NaN while absent.
    """
    return tuple(_resampled(times[part], rows[part]) for part in _parts(times, rows[:, :2]))


def between(times: Floats, values: Floats, wanted: Floats) -> Floats:
    """Columns of numbers at other times, by linear interpolation; NaN beside a NaN.

    Args:
        times: Shape (N,), increasing.
        values: Shape (N, K).
        wanted: Shape (M,), within ``times``.
    """
    return np.column_stack([np.interp(wanted, times, column) for column in values.T])


def latest(times: Floats, values: Floats, wanted: Floats) -> Floats:
    """Values of a step function: what was last said at or before each time."""
    places = np.searchsorted(times, wanted + _EXACT, side="right") - 1
    return np.asarray(values[np.maximum(places, 0)])


def _parts(times: Floats, points: Floats) -> Iterator[slice]:
    present = ~np.isnan(points[:, 0])
    steps = np.diff(points, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    jumps = (lengths > JUMP_LENGTH) & (lengths > JUMP_SPEED * np.diff(times))
    joined = present[1:] & present[:-1] & ~jumps
    first = 0
    for index in range(len(points)):
        if index + 1 == len(points) or not joined[index]:
            if present[first]:
                yield slice(first, index + 1)
            first = index + 1


def _resampled(times: Floats, rows: Floats) -> Stretch:
    first, last = float(times[0]), float(times[-1])
    inner = np.arange(np.ceil(first / STEP - _EXACT), np.floor(last / STEP + _EXACT) + 1.0) * STEP
    if len(inner) and inner[0] - first < _EXACT:
        inner = inner[1:]
    if len(inner) and last - inner[-1] < _EXACT:
        inner = inner[:-1]
    wanted = np.concatenate(([first], inner, [last] if last > first else []))
    columns = np.column_stack((rows[:, :2], np.unwrap(rows[:, 2])))
    found = between(times, columns, wanted)
    return Stretch(wanted, found[:, :2], found[:, 2])
