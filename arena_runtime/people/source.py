"""One source: who arrives when, and who waits for a free place."""

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
from attrs import frozen
from numpy.random import Generator
from numpy.typing import NDArray

from arena_runtime.people.arrivals import NEVER_NS, Arrivals
from arena_runtime.people.sink import Sink
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.scenario.region import EpisodeRegion

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

# Places that are looked at together for somebody who arrives, and how long they wait where none of them is free.
TRIES = 24
RETRY_NS = 200_000_000


@frozen(eq=False)
class Arrival:
    """Somebody who has arrived.

    Attributes:
        row: Row of the person.
        sink: Where they go; None where they walk the waypoints of the episode.
        goal: Place of the sink that they walk to, metres, map frame.
    """

    row: int
    sink: Sink | None
    goal: Corner | None


class Source:
    """Lets people arrive.

    While as many are there as may be, nobody arrives; then the next one comes as if the process began anew, which for
    a Poisson process is the same as losing those who would have come in between.

    Args:
        region: The source.
        rows: Rows of the people who can be there at once.
        sinks: Where they go, with the weight of each.
        floor: Shape (N, 2): places where they fit, metres, map frame.
        seed: Seed of the episode; the streams are ("region", name), and of that "sink" and "place".
    """

    def __init__(
        self, region: EpisodeRegion, rows: Sequence[int], sinks: Sequence[tuple[Sink, float]], floor: Floats, seed: int
    ) -> None:
        self._arrivals = Arrivals(region.rates, stream(seed, "region", region.name))
        self._sinks = tuple(sinks)
        self._sink_choice = stream(seed, "region", region.name, "sink")
        self._place_choice = stream(seed, "region", region.name, "place")
        self._floor = floor
        self._free = deque(rows)
        self._left = NEVER_NS if region.max_total is None else region.max_total
        self._waiting: deque[Arrival] = deque()
        self._next_ns = self._arrivals.after(0)
        self._retry_ns = 0

    @property
    def due_ns(self) -> int:
        """When there is something to do next, nanoseconds."""
        return min(self._next_ns, self._retry_ns) if self._waiting else self._next_ns

    def use_floor(self, floor: Floats) -> None:
        """Let people appear elsewhere; without any place, shape (0, 2), those who arrive wait."""
        self._floor = floor

    def give_back(self, row: int, now_ns: int) -> None:
        """Somebody has left; rows are used again in the order in which they become free."""
        self._free.append(row)
        if self._next_ns == NEVER_NS and self._left > 0:
            self._next_ns = self._arrivals.after(now_ns)

    def appear(self, now_ns: int, fits: Callable[[int, Floats], Bools]) -> tuple[Arrival, Corner] | None:
        """The first of those who have arrived until now, with a free place; None where nobody finds one.

        Args:
            now_ns: Episode time, nanoseconds.
            fits: Tells for a row and places (shape (N, 2), metres, map frame) at which of them that body has room.
        """
        self._arrive(now_ns)
        if not self._waiting or self._retry_ns > now_ns:
            return None
        if not len(self._floor):
            self._retry_ns = now_ns + RETRY_NS
            return None
        drawn = self._floor[self._place_choice.integers(len(self._floor), size=TRIES)]
        free = np.flatnonzero(fits(self._waiting[0].row, drawn))
        if not len(free):
            self._retry_ns = now_ns + RETRY_NS
            return None
        x, y = drawn[free[0]].tolist()
        return self._waiting.popleft(), (x, y)

    def _arrive(self, now_ns: int) -> None:
        while self._next_ns <= now_ns:
            sink = self._chosen_sink()
            if not self._free or self._left <= 0 or (sink is None and self._sinks):
                self._next_ns = NEVER_NS
                return
            goal = None if sink is None else sink.reserve(self._sink_choice)
            self._waiting.append(Arrival(self._free.popleft(), sink, goal))
            self._left -= 1
            self._next_ns = self._arrivals.after(self._next_ns)

    def _chosen_sink(self) -> Sink | None:
        """A sink that takes somebody, by weight; None where none does."""
        return weighted_choice([both for both in self._sinks if both[0].has_room], self._sink_choice)


def weighted_choice(choices: Sequence[tuple[Sink, float]], random: Generator) -> Sink | None:
    """One of the sinks, each as often as its weight says; None of none."""
    total = sum(weight for _, weight in choices)
    if total <= 0.0:
        return None
    drawn = float(random.random()) * total
    for sink, weight in choices:
        drawn -= weight
        if drawn < 0.0:
            return sink
    return choices[-1][0]
