"""Signals: phases that follow each other round and round from the start of the episode."""

from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from typing import ClassVar

from attrs import frozen

from arena_runtime.mechanisms.columns import wire_name
from arena_runtime.mechanisms.contract import FactValue, Outcome, Sensed, View
from arena_runtime.mechanisms.regime import raised
from arena_runtime.mechanisms.scripted import Scripted
from arena_simulation_setup.semantics.attachment import attachment
from arena_simulation_setup.semantics.parameters import Parameters
from arena_simulation_setup.semantics.usable import phase_names
from arena_simulation_setup.timebase import ns_to_seconds
from arena_simulation_setup.world.signal import Signal


@frozen(slots=False)
class SignalMechanism(Scripted):
    """The clock of one signal; its memory is the time at which its first phase began, in nanoseconds.

    A phase lasts from its beginning, inclusive, to its end, exclusive. Writing the name of a phase to ``state`` begins
    that phase in the frame of the write.

    Attributes:
        names: Names of the phases, in order.
        ends_ns: When each phase ends, counted from the beginning of the first.
        stop_phases: Phases in which it says stop and asserts its regime.
        regime: Name of that regime; empty for none.
        first: Phase that it starts with; empty for the first.
    """

    names: tuple[str, ...] = ()
    ends_ns: tuple[int, ...] = ()
    stop_phases: tuple[str, ...] = ()
    regime: str = ""
    first: str = ""

    kind: ClassVar[str] = "signal"

    @classmethod
    def of(cls, signal: Signal, level: str) -> "SignalMechanism | None":
        """The signal as its annotation describes it; None without one.

        Raises:
            ValueError: If its parameters can not be used.
        """
        found = attachment("signal", signal.semantics, "signal")
        if found is None:
            return None
        entity = wire_name(signal.name, level)
        given = Parameters.of(entity, found)
        names = phase_names(given)
        phases = given.entries("phases", "name", "duration")
        stops = given.texts("stop_phases")
        return cls(
            entity,
            found.fields,
            names,
            tuple(accumulate(phase.duration_ns("duration") for phase in phases)),
            names[-1:] if stops is None else stops,
            given.text("regime"),
            given.text("state"),
        )

    @property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """Names of the phases."""
        return {"state": tuple(dict.fromkeys(self.names))}

    @cached_property
    def _begins(self) -> Mapping[str, int]:
        """When a phase begins, counted from the first; of several with one name, the earliest counts."""
        begins = (0, *self.ends_ns)[:-1]
        return dict(zip(reversed(self.names), reversed(begins), strict=True))

    @cached_property
    def _shown(self) -> tuple[tuple[bool, tuple[str, ...]], ...]:
        """Of each phase, whether it says stop and what it asserts."""
        stops = (name in self.stop_phases for name in self.names)
        return tuple((stop, raised(self.regime, stop)) for stop in stops)

    def start(self, sensed: Sensed) -> Outcome:
        """The beginning of the first phase."""
        return self._at(0, -self._begins[self.first] if self.first else 0)

    def tick(self, view: View) -> Outcome:
        """Where the clock stands; a written phase has just begun."""
        origin_ns: int = view.memory
        for order in view.orders:
            origin_ns = view.now_ns - self._begins[order.value]
        return self._at(view.now_ns, origin_ns)

    def at_rest(self, outcome: Outcome) -> bool:
        """Only without a cycle: the time that remains changes with every tick."""
        return not self.ends_ns or self.ends_ns[-1] == 0

    def _at(self, now_ns: int, origin_ns: int) -> Outcome:
        if not self.names:
            return Outcome({"state": None, "phase_remaining": None, "stop": False}, origin_ns)
        index, remaining_ns, cycle_ns = 0, 0, self.ends_ns[-1]
        if cycle_ns:
            elapsed_ns = (now_ns - origin_ns) % cycle_ns
            index = bisect_right(self.ends_ns, elapsed_ns)
            remaining_ns = self.ends_ns[index] - elapsed_ns
        stop, regimes = self._shown[index]
        remaining = ns_to_seconds(remaining_ns)
        facts: dict[str, FactValue] = {"state": self.names[index], "phase_remaining": remaining, "stop": stop}
        return Outcome(facts, origin_ns, regimes)
