"""Lights: whether a fixture or a rig is on, how bright, and how much of it is broken."""

from typing import ClassVar

from attrs import evolve, frozen

from arena_runtime.mechanisms.contract import FactValue, Outcome, Sensed, View
from arena_runtime.mechanisms.regime import wakers
from arena_runtime.mechanisms.scripted import Scripted
from arena_runtime.mechanisms.switch import Switch, SwitchMemory
from arena_simulation_setup.semantics.vocabulary import FIXTURE_FIELDS, RIG_FIELDS
from arena_simulation_setup.world.entity import EntityLight
from arena_simulation_setup.world.light import CeilingLights, Light


@frozen
class LightMemory:
    """What a light remembers.

    Attributes:
        switch: Where its switch stands.
        level: Dimming, 0 to 1.
        dead_fraction: Share of a rig's fixtures that are broken, 0 to 1.
    """

    switch: SwitchMemory
    level: float
    dead_fraction: float


@frozen(slots=False)
class LightMechanism(Scripted):
    """One fixture or rig.

    Attributes:
        switch: What turns it on.
        level: Dimming at the start, 0 to 1.
        dead_fraction: Share of broken fixtures at the start, 0 to 1.
    """

    switch: Switch = Switch(initially=True)
    level: float = 1.0
    dead_fraction: float = 0.0

    kind: ClassVar[str] = "light"

    @classmethod
    def of_fixture(cls, light: Light, entity: str, placed: EntityLight | None = None) -> "LightMechanism":
        """A single light.

        Args:
            light: The fixture.
            entity: Its name on the wire.
            placed: What the placement of the object that carries it says; None where nothing does.
        """
        switch, level = _switch(light.lit, light.light_on), light.level
        if placed is not None:
            level = level if placed.level is None else placed.level
            if placed.light_on or placed.lit is not None:
                switch = _switch(placed.lit, placed.light_on)
        return cls(entity, FIXTURE_FIELDS, switch, _share(level))

    @classmethod
    def of_rig(cls, rig: CeilingLights, entity: str) -> "LightMechanism":
        """The rig of a zone; ``entity`` is the zone's name on the wire."""
        return cls(entity, RIG_FIELDS, _switch(rig.lit, rig.light_on), _share(rig.level), _share(rig.dead_fraction))

    @property
    def wakers(self) -> tuple[str, ...]:
        """The regime that turns it on."""
        return wakers(self.switch.regime)

    def start(self, sensed: Sensed) -> Outcome:
        """As authored."""
        return self._outcome(LightMemory(self.switch.start(), self.level, self.dead_fraction))

    def tick(self, view: View) -> Outcome:
        """State after the orders of this tick; numbers beyond 0 and 1 are taken as these."""
        memory: LightMemory = view.memory
        written = [order.value for order in view.orders if order.field == "lit"]
        memory = evolve(memory, switch=self.switch.after(memory.switch, view.regimes, written))
        for order in view.orders:
            if order.field == "level":
                memory = evolve(memory, level=_share(float(order.value)))
            elif order.field == "dead_fraction":
                memory = evolve(memory, dead_fraction=_share(float(order.value)))
        return self._outcome(memory)

    def at_rest(self, outcome: Outcome) -> bool:
        """Always: only orders and its regime change it."""
        return True

    def _outcome(self, memory: LightMemory) -> Outcome:
        facts: dict[str, FactValue] = {
            "lit": memory.switch.on,
            "level": memory.level,
            "dead_fraction": memory.dead_fraction,
        }
        return Outcome(facts, memory)


def _switch(lit: bool | None, light_on: str) -> Switch:
    return Switch(light_on, initially=lit is not False)


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))
