"""Switches of lights and sounds: thrown by a regime, and by hand in between."""

from collections.abc import Collection, Iterable

from attrs import frozen

from arena_runtime.mechanisms.regime import holds
from arena_runtime.mechanisms.writes import written_truth


@frozen
class SwitchMemory:
    """Where a switch stands.

    Attributes:
        on: Whether it is on.
        called: Whether its regime said so; False without one.
    """

    on: bool
    called: bool = False


@frozen
class Switch:
    """A switch that follows a regime; what is written to it holds until the regime changes.

    Attributes:
        regime: Regime that it follows, ``!`` negates; empty for none.
        initially: Whether it is on at the start, where it follows none.
    """

    regime: str = ""
    initially: bool = False

    def start(self) -> SwitchMemory:
        """Where it stands before anything is asserted."""
        called = holds(self.regime, ())
        return SwitchMemory(called if self.regime else self.initially, called)

    def after(self, memory: SwitchMemory, regimes: Collection[str], written: Iterable[str]) -> SwitchMemory:
        """Where it stands after a tick.

        Args:
            memory: Where it stood.
            regimes: Regimes of the frame before.
            written: What was written to it in this tick, in order.
        """
        called = holds(self.regime, regimes)
        on = called if called != memory.called else memory.on
        for text in written:
            on = written_truth(text)
        return SwitchMemory(on, called)
