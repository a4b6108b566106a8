"""Poses over time as they were recorded, in order, and poses between them."""

import math
from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.rotation import WIDTH, Floats, blended, unit

STAMP, RECEIVE = "stamp", "receive"
CLOCKS = (STAMP, RECEIVE)
SHORTEST_GAP_NS = 500_000_000
PERIODS = 3
_NUMBERS = ("x", "y", "z", "orientation x", "orientation y", "orientation z", "orientation w")

Times = NDArray[np.int64]
Bools = NDArray[np.bool_]


@frozen(eq=False)
class Placed:
    """Poses at wanted times.

    Attributes:
        poses: Shape (N, 7); of no meaning where nothing is known.
        known: Shape (N,).
    """

    poses: Floats
    known: Bools


class SampleList:
    """Poses of one thing, in the order in which they come.

    Attributes:
        fault: What is wrong with the first pose that is none; empty where all are poses. Who uses the list is refused,
            so that what nobody uses may be wrong.
    """

    def __init__(self) -> None:
        self._rows: list[tuple[float, ...]] = []
        self._stamps: list[int] = []
        self._received: list[int] = []
        self.fault = ""

    def __len__(self) -> int:
        """Number of poses."""
        return len(self._rows)

    @property
    def has_stamps(self) -> bool:
        """Whether every pose says of which time it is."""
        return all(self._stamps)

    def append(self, stamp_ns: int, received_ns: int, row: Sequence[float], place: str) -> None:
        """Take one more.

        Args:
            stamp_ns: Time that its sender gave it, nanoseconds; 0 for none.
            received_ns: Time at which it was recorded, nanoseconds.
            row: x, y, z (metres) and quaternion x, y, z, w.
            place: Where it stands, for complaints.
        """
        wrong = [index for index, number in enumerate(row) if not math.isfinite(number)]
        if wrong:
            what = f"{_NUMBERS[wrong[0]]} is {row[wrong[0]]}"
            self.fault = self.fault or f"{place}: {what}, expected a finite number"
        elif not any(row[3:]):
            self.fault = self.fault or f"{place}: all four numbers of the orientation are 0, which is no orientation"
        self._rows.append(tuple(row))
        self._stamps.append(stamp_ns)
        self._received.append(received_ns)

    def times(self, clock: str) -> Times:
        """Time of each, in the order in which they come, nanoseconds."""
        return np.array(self._stamps if clock == STAMP else self._received, dtype=np.int64)

    def ordered(self, clock: str) -> tuple[Times, Floats]:
        """Times without repetition, increasing, and poses; of equal times the last one recorded counts.

        Args:
            clock: One of ``CLOCKS``.

        Raises:
            ForeignError: If one of them is no pose.
        """
        if self.fault:
            raise ForeignError(self.fault)
        times = self.times(clock)
        rows = np.array(self._rows, dtype=np.float64).reshape(-1, WIDTH)
        order = np.argsort(times, kind="stable")
        times, rows = times[order], rows[order]
        kept = np.append(times[1:] != times[:-1], True) if len(times) else np.zeros(0, dtype=bool)
        rows = rows[kept]
        return times[kept], np.column_stack((rows[:, :3], unit(rows[:, 3:])))

    def at(self, wanted_ns: Times, clock: str, gap_ns: int | None) -> Placed:
        """Poses at other times.

        Args:
            wanted_ns: Shape (N,), nanoseconds.
            clock: One of ``CLOCKS``.
            gap_ns: Longest time between two poses that is bridged; None for what suits their usual distance.
        """
        times, rows = self.ordered(clock)
        place = bracket(times, wanted_ns, usual_gap(times) if gap_ns is None else gap_ns)
        return Placed(blended(rows[place.left], rows[place.right], place.fractions), place.known)


@frozen(eq=False)
class Bracket:
    """Between which samples wanted times lie.

    Attributes:
        left: Shape (N,): the sample at or before.
        right: Shape (N,): the sample after; the same one where the times are equal.
        fractions: Shape (N,): 0 at the left one to 1 at the right one.
        known: Shape (N,): whether both are there and near enough to each other.
    """

    left: NDArray[np.intp]
    right: NDArray[np.intp]
    fractions: Floats
    known: Bools


def bracket(times: Times, wanted_ns: Times, gap_ns: int) -> Bracket:
    """Find the neighbours of wanted times.

    Args:
        times: Shape (M,), increasing, at least one.
        wanted_ns: Shape (N,).
        gap_ns: Longest time between two neighbours that is bridged.
    """
    last = len(times) - 1
    left = np.clip(np.searchsorted(times, wanted_ns, side="right") - 1, 0, last)
    exact = times[left] == wanted_ns
    right = np.where(exact, left, np.minimum(left + 1, last))
    span = times[right] - times[left]
    inside = (wanted_ns >= times[0]) & (wanted_ns <= times[last])
    fractions = np.where(span > 0, (wanted_ns - times[left]) / np.maximum(span, 1), 0.0)
    return Bracket(left, right, np.clip(fractions, 0.0, 1.0), inside & (exact | (span <= gap_ns)))


def usual_gap(times: Times) -> int:
    """Half a second, or three times the median distance of the samples where that is longer; nanoseconds."""
    if len(times) < 2:
        return SHORTEST_GAP_NS
    return max(SHORTEST_GAP_NS, PERIODS * int(np.median(np.diff(times))))
