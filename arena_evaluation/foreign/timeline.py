"""Ticks of a recording: which moments all sources cover, and where one of them was silent."""

from collections.abc import Iterator

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.findings import Findings
from arena_evaluation.foreign.placing import people_known
from arena_evaluation.foreign.samples import Bools, Placed, Times
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND, ns_to_seconds

MOST_TICKS = 5_000_000
LEAST_TOLD = 0.1
"""Seconds; what is left out for less is not worth a word."""


@frozen(eq=False)
class Timeline:
    """A grid of ticks over a recording.

    Attributes:
        start_ns: Time of tick 0 by the clock of the recording, nanoseconds.
        times_ns: Shape (N,): time of each tick by the same clock.
        robots: Poses of each robot at all ticks.
        known: Shape (N,): whether everything is known at a tick.
        silences: Who was silent from when to when, seconds since tick 0.
        left_out: What lies before the first tick and after the last one, in words.
    """

    start_ns: int
    times_ns: Times
    robots: tuple[Placed, ...]
    known: Bools
    silences: tuple[tuple[str, float, float], ...]
    left_out: tuple[str, ...]

    @property
    def ticks(self) -> NDArray[np.intp]:
        """Ticks at which everything is known."""
        return np.flatnonzero(self.known)


def timeline(findings: Findings, rate: int, gap_ns: int | None) -> Timeline:
    """The ticks of a recording.

    Args:
        findings: The recording.
        rate: Ticks per second.
        gap_ns: Longest time between two poses that is bridged, nanoseconds; None for what suits each source.

    Raises:
        ForeignError: If there is no moment that all sources cover, or no end of ticks.
    """
    first_ns, last_ns = _span(findings)
    grid = _Grid(findings, rate, gap_ns)
    known = _all_known(grid.known_at(first_ns, last_ns))
    if not known.any():
        raise ForeignError(f"{findings.bag.path}: at no moment is everything known that is used (--people, --robot)")
    shown = np.flatnonzero(known)
    # The grid begins anew where everything is known, so that tick 0 exists.
    start_ns = first_ns + int(shown[0]) * NANOSECONDS_PER_SECOND // rate
    end_ns = first_ns + int(shown[-1]) * NANOSECONDS_PER_SECOND // rate
    sources = grid.known_at(start_ns, end_ns)
    times_ns = grid.ticks(start_ns, end_ns)
    robots = tuple(robot.track.at(times_ns, findings.clock, gap_ns) for robot in findings.robots)
    silences = tuple(_silences(sources, rate))
    left_out = tuple(_left_out(findings, start_ns, end_ns))
    return Timeline(start_ns, times_ns, robots, _all_known(sources), silences, left_out)


@frozen
class _Grid:
    """Ticks between two times, and who is known at them."""

    findings: Findings
    rate: int
    gap_ns: int | None

    def ticks(self, first_ns: int, last_ns: int) -> Times:
        count = (last_ns - first_ns) * self.rate // NANOSECONDS_PER_SECOND + 1
        if count > MOST_TICKS:
            hours = ns_to_seconds(last_ns - first_ns) / 3600.0
            problem = f"{hours:.0f} hours from the first to the last pose are {count} frames, at most {MOST_TICKS}"
            raise ForeignError(
                f"{self.findings.bag.path}: {problem} (do stamps and times of receiving differ? --clock)"
            )
        return first_ns + np.arange(count, dtype=np.int64) * NANOSECONDS_PER_SECOND // self.rate

    def known_at(self, first_ns: int, last_ns: int) -> dict[str, Bools]:
        times_ns, clock = self.ticks(first_ns, last_ns), self.findings.clock
        found = {robot.name: robot.track.at(times_ns, clock, self.gap_ns).known for robot in self.findings.robots}
        people = self.findings.people
        if people is not None:
            found[people.topic.name] = people_known(self.findings, times_ns, self.gap_ns)
        return found


def _span(findings: Findings) -> tuple[int, int]:
    """First and last moment that all sources cover."""
    spans = [(name, int(times[0]), int(times[-1])) for name, times in findings.streams]
    late, early = max(spans, key=lambda span: span[1]), min(spans, key=lambda span: span[2])
    if late[1] > early[2]:
        gap = ns_to_seconds(late[1] - early[2])
        raise ForeignError(
            f"{findings.bag.path}: {late[0]} begins {gap:.2f} s after {early[0]} has ended, so nothing is whole "
            "(do their stamps come from different clocks? --clock receive)"
        )
    return late[1], early[2]


def _all_known(sources: dict[str, Bools]) -> Bools:
    return np.asarray(np.logical_and.reduce(list(sources.values())))


def _silences(sources: dict[str, Bools], rate: int) -> Iterator[tuple[str, float, float]]:
    for name, known in sources.items():
        edges = np.flatnonzero(np.diff(np.concatenate(([True], known, [True])).astype(np.int8)))
        for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            yield name, first / rate, (last - 1) / rate


def _left_out(findings: Findings, start_ns: int, end_ns: int) -> Iterator[str]:
    spans = [(name, int(times[0]), int(times[-1])) for name, times in findings.streams]
    late, early = max(spans, key=lambda span: span[1]), min(spans, key=lambda span: span[2])
    before = ns_to_seconds(start_ns - min(first for _, first, _ in spans))
    after = ns_to_seconds(max(last for _, _, last in spans) - end_ns)
    if before >= LEAST_TOLD:
        yield f"{before:.2f} s at the beginning are left out: {late[0]} begins later than the rest"
    if after >= LEAST_TOLD:
        yield f"{after:.2f} s at the end are left out: {early[0]} ends earlier than the rest"
