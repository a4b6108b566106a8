"""When an entry of a timeline fires."""

from collections.abc import Callable
from typing import Protocol

from arena_simulation_setup.conditions.atom import Atom
from arena_simulation_setup.conditions.trigger_names import watched_atom
from arena_simulation_setup.scenario.timeline import TimelineEntry
from arena_simulation_setup.timebase import seconds_to_ns

Holds = Callable[[Atom], bool | None]


class Trigger(Protocol):
    """Asked once per tick; remembers what it has to."""

    @property
    def atom(self) -> Atom | None:
        """What it watches; None where it goes by the time."""

    def fires(self, now_ns: int, holds: Holds) -> bool:
        """Whether the entry fires in the tick that leads to a time.

        Args:
            now_ns: Time of the frame to come.
            holds: Truth of an atom on the frame before; None where it is unknown.
        """


def trigger_of(entry: TimelineEntry) -> Trigger:
    """The trigger of an entry.

    Raises:
        ValueError: If the entry has none.
    """
    if entry.at is not None:
        return Once(seconds_to_ns(entry.at))
    if entry.every is not None:
        until = None if entry.until is None else seconds_to_ns(entry.until)
        return Recurring(seconds_to_ns(entry.every), seconds_to_ns(entry.offset), until)
    atom = watched_atom(entry)
    if atom is None:
        raise ValueError(f"{entry} has no trigger, expected at, every or when")
    return Edge(atom)


class Once:
    """``at``: at the first frame that is not earlier.

    Args:
        at_ns: Time of the episode.
    """

    atom = None

    def __init__(self, at_ns: int) -> None:
        self._at_ns = at_ns
        self._waits = True

    def fires(self, now_ns: int, holds: Holds) -> bool:
        """Once, as soon as the time has come."""
        fires = self._waits and now_ns >= self._at_ns
        self._waits = self._waits and not fires
        return fires


class Recurring:
    """``every``: at most once per tick; times that a tick comes too late for are passed over.

    Args:
        period_ns: Zero or less never fires.
        offset_ns: First time; zero or less means one period in.
        until_ns: Last time, inclusive; None means without end.
    """

    atom = None

    def __init__(self, period_ns: int, offset_ns: int, until_ns: int | None) -> None:
        self._period_ns, self._until_ns = period_ns, until_ns
        self._next_ns = offset_ns if offset_ns > 0 else period_ns

    def fires(self, now_ns: int, holds: Holds) -> bool:
        """Whenever a scheduled time has come that is not after the end."""
        ended = self._until_ns is not None and self._next_ns > self._until_ns
        if self._period_ns <= 0 or ended or now_ns < self._next_ns:
            return False
        periods = (now_ns - self._next_ns) // self._period_ns + 1
        self._next_ns += periods * self._period_ns
        return True


class Edge:
    """``when``: each time that an atom has become true; what is unknown is not true.

    Args:
        atom: What is watched. Before frame 0 it counts as false.
    """

    def __init__(self, atom: Atom) -> None:
        self.atom = atom
        self._held = False

    def fires(self, now_ns: int, holds: Holds) -> bool:
        """On each change to true."""
        before, self._held = self._held, holds(self.atom) is True
        return self._held and not before
