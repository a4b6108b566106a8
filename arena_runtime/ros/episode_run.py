"""One episode in progress, and who is told about it."""

from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND


@frozen(eq=False)
class EpisodeRun:
    """An episode with its place on the time line of /clock.

    Attributes:
        site: The world.
        simulation: The episode.
        clock_offset_ns: Time of /clock at frame 0, nanoseconds.
    """

    site: Site
    simulation: Simulation
    clock_offset_ns: int

    @property
    def episode(self) -> Episode:
        """What shall happen, as it was loaded."""
        return self.simulation.episode

    @property
    def stamp_ns(self) -> int:
        """Time of /clock at the latest frame, nanoseconds."""
        return self.clock_offset_ns + self.simulation.frame.time_ns

    @property
    def period_ns(self) -> int:
        """Length of a tick, nanoseconds, rounded up."""
        return -(-NANOSECONDS_PER_SECOND // self.episode.rate)


class Listener(Protocol):
    """Who is told what an episode does, in the thread of the simulation.

    What a listener raises fails the episode.
    """

    def began(self, run: EpisodeRun) -> None:
        """An episode was loaded; ``run.simulation.first`` is its frame 0."""

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """A tick was simulated."""

    def ended(self, run: EpisodeRun) -> None:
        """The episode has its outcome."""

    def rested(self, run: EpisodeRun | None) -> None:
        """Nothing was simulated for a while; called again and again while that is so.

        Args:
            run: The latest episode, paused or at its end; None before the first one.
        """


class Listeners:
    """Several listeners as one, told in order.

    Args:
        listeners: The listeners.
    """

    def __init__(self, listeners: Sequence[Listener]) -> None:
        self._listeners = tuple(listeners)

    def began(self, run: EpisodeRun) -> None:
        """See ``Listener``."""
        for listener in self._listeners:
            listener.began(run)

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """See ``Listener``."""
        for listener in self._listeners:
            listener.ticked(run, tick)

    def ended(self, run: EpisodeRun) -> None:
        """See ``Listener``; every listener is told, and the first error is raised afterwards."""
        errors = []
        for listener in self._listeners:
            try:
                listener.ended(run)
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]

    def rested(self, run: EpisodeRun | None) -> None:
        """See ``Listener``."""
        for listener in self._listeners:
            listener.rested(run)
