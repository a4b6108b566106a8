"""Who looks on while an episode runs: told every tick, changes nothing."""

from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import Protocol

from arena_runtime.ros.pacing import Pacer
from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import ns_to_seconds, tick_time_ns


class Watcher(Protocol):
    """Sees one episode."""

    def take(self, tick: Tick) -> None:
        """A tick was simulated; the first one is that of frame 0."""

    def finish(self) -> None:
        """The episode has its outcome."""

    def abandon(self) -> None:
        """The episode was given up; nothing shall be left of it."""


Watch = Callable[[Site, Simulation], Watcher]


class Watchers:
    """Several watchers as one, told in order.

    Args:
        watchers: The watchers.
    """

    def __init__(self, watchers: Sequence[Watcher] = ()) -> None:
        self._watchers = tuple(watchers)

    def take(self, tick: Tick) -> None:
        """See ``Watcher``."""
        for watcher in self._watchers:
            watcher.take(tick)

    def finish(self) -> None:
        """See ``Watcher``."""
        for watcher in self._watchers:
            watcher.finish()

    def abandon(self) -> None:
        """See ``Watcher``."""
        for watcher in self._watchers:
            watcher.abandon()


class PaceKeeper:
    """Keeps an episode from running ahead of wall time, so that it can be watched.

    Args:
        target_rtf: Simulated seconds per wall second; 0 for as many as possible.
        rate: Ticks per simulated second.
    """

    def __init__(self, target_rtf: float, rate: int) -> None:
        self._pacer = Pacer(target_rtf)
        self._tick_s = ns_to_seconds(tick_time_ns(1, rate))

    def take(self, tick: Tick) -> None:
        """Wait until the next tick is due."""
        sleep(self._pacer.wait_s(monotonic()))
        self._pacer.begin(monotonic(), self._tick_s)

    def finish(self) -> None:
        """Nothing is left to wait for."""

    def abandon(self) -> None:
        """Nothing is left to wait for."""
