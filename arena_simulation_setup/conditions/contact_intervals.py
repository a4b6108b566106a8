"""Contacts of robots as intervals, the same whatever the number of frames per second."""

from collections.abc import Iterable

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.frame import CONTACT_KINDS, Frame, FrameLayout

MERGE_GAP_NS = 500_000_000
_Row = tuple[int, int, int]


@frozen
class ContactInterval:
    """A robot touches one thing, with no pause of more than half a second.

    Attributes:
        robot: Name of the robot.
        kind: What it touches, one of ``CONTACT_KINDS``.
        partner: Name of what it touches; empty where that has none.
        start_ns: Time of the first frame with the contact, episode time.
        end_ns: Time of the last frame with it; at least ``start_ns``.
    """

    robot: str
    kind: str
    partner: str
    start_ns: int
    end_ns: int


class ContactLog:
    """Collects the intervals of an episode, frame by frame.

    A frame shows what touches at its own moment, so a contact shorter than a tick may be missed. Two robots that touch
    are one interval for each of them.

    Args:
        layout: Names of robots and of what they touch.
    """

    def __init__(self, layout: FrameLayout) -> None:
        self._layout = layout
        self._open: dict[_Row, tuple[int, int]] = {}
        self._over: list[tuple[int, int, _Row]] = []

    def use_layout(self, layout: FrameLayout) -> None:
        """Go by further names; all earlier ones keep their places."""
        self._layout = layout

    @property
    def count(self) -> int:
        """How many contacts have begun so far."""
        return len(self._over) + len(self._open)

    def observe(self, time_ns: int, contacts: NDArray[np.int32]) -> None:
        """Take note of a frame; frames come in the order of their times.

        Args:
            time_ns: Episode time of the frame.
            contacts: Rows as in ``Frame.contacts``.
        """
        if not contacts.size:
            return
        for robot, kind, partner in contacts.tolist():
            row = (robot, kind, partner)
            start_ns, end_ns = self._open.get(row, (time_ns, time_ns))
            if time_ns - end_ns > MERGE_GAP_NS:
                self._over.append((start_ns, end_ns, row))
                start_ns = time_ns
            self._open[row] = (start_ns, time_ns)

    def intervals(self) -> tuple[ContactInterval, ...]:
        """All contacts so far, those that go on included, in the order of their beginnings."""
        spans = self._over + [(start_ns, end_ns, row) for row, (start_ns, end_ns) in self._open.items()]
        return tuple(self._interval(*span) for span in sorted(spans, key=lambda span: (span[0], span[2])))

    def _interval(self, start_ns: int, end_ns: int, row: _Row) -> ContactInterval:
        robot, kind, partner = row
        name = self._layout.partners[partner] if partner >= 0 else ""
        return ContactInterval(self._layout.robots[robot], CONTACT_KINDS[kind], name, start_ns, end_ns)


def contact_intervals(frames: Iterable[Frame], layout: FrameLayout) -> tuple[ContactInterval, ...]:
    """The contacts of a whole episode.

    Args:
        frames: Frames in order, live or read from a recording.
        layout: The layout of the last of them.
    """
    log = ContactLog(layout)
    for frame in frames:
        log.observe(frame.time_ns, frame.contacts)
    return log.intervals()
