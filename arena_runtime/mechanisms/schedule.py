"""Schedules: active in windows of the episode's time."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from attrs import evolve, frozen

from arena_runtime.mechanisms.columns import wire_name
from arena_runtime.mechanisms.contract import FactValue, Outcome, Sensed, View
from arena_runtime.mechanisms.regime import raised
from arena_runtime.mechanisms.scripted import Scripted
from arena_runtime.mechanisms.writes import written_truth
from arena_simulation_setup.order import SetField
from arena_simulation_setup.semantics.attachment import attachment
from arena_simulation_setup.semantics.parameters import Parameters
from arena_simulation_setup.timebase import ns_to_seconds
from arena_simulation_setup.world.schedule import Schedule


@frozen
class Window:
    """A time in which a schedule is active: from its start, inclusive, to its end, exclusive.

    Attributes:
        start_ns: Episode time.
        end_ns: Episode time.
        value: What ``state`` shows meanwhile.
    """

    start_ns: int
    end_ns: int
    value: str


@frozen
class ScheduleMemory:
    """What a schedule remembers.

    Attributes:
        natural: Whether it was inside a window.
        active: What was written to ``active`` since it last came into a window or left one; None for nothing.
        state: What was written to ``state`` since then; None for nothing.
        over: Whether no window ends later.
    """

    natural: bool = False
    active: bool | None = None
    state: str | None = None
    over: bool = False


@frozen(slots=False)
class ScheduleMechanism(Scripted):
    """The windows of one schedule. Writes last until the time enters or leaves a window.

    Attributes:
        windows: In file order; the first that holds counts.
        default: What ``state`` shows outside of all windows.
        regime: Regime that it asserts while it is active; empty for none.
        initial: Writes that hold from the start.
    """

    windows: tuple[Window, ...] = ()
    default: str = ""
    regime: str = ""
    initial: tuple[SetField, ...] = ()

    kind: ClassVar[str] = "schedule"

    @classmethod
    def of(cls, schedule: Schedule, level: str) -> "ScheduleMechanism | None":
        """The schedule as its annotation describes it; None without one.

        Raises:
            ValueError: If its parameters can not be used.
        """
        found = attachment("schedule", schedule.semantics, "schedule")
        if found is None:
            return None
        entity = wire_name(schedule.name, level)
        given = Parameters.of(entity, found)
        initial = []
        if "active" in found.values:
            initial.append(SetField(entity, "active", "true" if given.truth("active", False) else "false"))
        if "state" in found.values:
            initial.append(SetField(entity, "state", given.text("state")))
        windows = tuple(
            Window(entry.time_ns("start"), entry.time_ns("end"), entry.text("value"))
            for entry in given.entries("windows", "start", "end")
        )
        return cls(entity, found.fields, windows, given.text("default"), given.text("regime"), tuple(initial))

    @property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """Values of the windows, the default, and what it starts with."""
        authored = (order.value for order in self.initial if order.field == "state")
        return {"state": tuple(dict.fromkeys((*(window.value for window in self.windows), self.default, *authored)))}

    @cached_property
    def _over_ns(self) -> int:
        return max((window.end_ns for window in self.windows), default=0)

    def start(self, sensed: Sensed) -> Outcome:
        """What holds at the beginning."""
        memory = ScheduleMemory(natural=self._window(0) is not None, over=self._over_ns <= 0)
        return self._at(0, _written(memory, self.initial))

    def tick(self, view: View) -> Outcome:
        """What holds now: a boundary of a window clears what was written, then the orders of this tick count."""
        memory: ScheduleMemory = view.memory
        natural = self._window(view.now_ns) is not None
        if natural != memory.natural:
            memory = ScheduleMemory(natural)
        memory = evolve(memory, over=view.now_ns >= self._over_ns)
        return self._at(view.now_ns, _written(memory, view.orders))

    def at_rest(self, outcome: Outcome) -> bool:
        """When no window comes any more."""
        return bool(outcome.memory.over)

    def _window(self, now_ns: int) -> Window | None:
        return next(self._around(now_ns), None)

    def _around(self, now_ns: int) -> Iterator[Window]:
        return (window for window in self.windows if window.start_ns <= now_ns < window.end_ns)

    def _at(self, now_ns: int, memory: ScheduleMemory) -> Outcome:
        window = self._window(now_ns)
        active = memory.natural if memory.active is None else memory.active
        natural_state = self.default if window is None else window.value
        facts: dict[str, FactValue] = {
            "state": natural_state if memory.state is None else memory.state,
            "active": active,
            "window_remaining": None if window is None else ns_to_seconds(window.end_ns - now_ns),
        }
        return Outcome(facts, memory, raised(self.regime, active))


def _written(memory: ScheduleMemory, orders: Sequence[SetField]) -> ScheduleMemory:
    for order in orders:
        if order.field == "active":
            memory = evolve(memory, active=written_truth(order.value))
        else:
            memory = evolve(memory, state=order.value)
    return memory
