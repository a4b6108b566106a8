"""Sounds: whether a source sounds, and how loud."""

from typing import ClassVar

from attrs import frozen

from arena_runtime.mechanisms.contract import Outcome, Sensed, View
from arena_runtime.mechanisms.regime import raised, wakers
from arena_runtime.mechanisms.scripted import Scripted
from arena_runtime.mechanisms.switch import Switch, SwitchMemory
from arena_simulation_setup.semantics.attachment import attachment
from arena_simulation_setup.semantics.parameters import Parameters
from arena_simulation_setup.world.sound import Sound


@frozen
class SoundMemory:
    """What a sound remembers.

    Attributes:
        switch: Where its switch stands.
        volume_db: Decibels.
    """

    switch: SwitchMemory
    volume_db: float | None


@frozen(slots=False)
class SoundMechanism(Scripted):
    """One source of sound.

    Attributes:
        switch: What turns it on.
        volume_db: Decibels at the start; None where its author gave none.
        regime: Regime that it asserts while it sounds; empty for none.
    """

    switch: Switch = Switch()
    volume_db: float | None = None
    regime: str = ""

    kind: ClassVar[str] = "sound"

    @classmethod
    def of(cls, sound: Sound, entity: str) -> "SoundMechanism | None":
        """The sound as its annotation describes it; None without one.

        Args:
            sound: The source.
            entity: Its name on the wire.

        Raises:
            ValueError: If its parameters can not be used.
        """
        found = attachment("sound", sound.semantics, "sound")
        if found is None:
            return None
        given = Parameters.of(entity, found)
        switch = Switch(given.text("sound_on"), given.truth("sounding", False))
        volume = given.number("volume_db", 0.0) if "volume_db" in found.values else None
        return cls(entity, found.fields, switch, volume, given.text("regime"))

    @property
    def wakers(self) -> tuple[str, ...]:
        """The regime that turns it on."""
        return wakers(self.switch.regime)

    def start(self, sensed: Sensed) -> Outcome:
        """As authored."""
        return self._outcome(SoundMemory(self.switch.start(), self.volume_db))

    def tick(self, view: View) -> Outcome:
        """State after the orders of this tick, the last one to a field counting."""
        before: SoundMemory = view.memory
        volume = before.volume_db
        for order in view.orders:
            volume = float(order.value) if order.field == "volume_db" else volume
        written = [order.value for order in view.orders if order.field == "sounding"]
        return self._outcome(SoundMemory(self.switch.after(before.switch, view.regimes, written), volume))

    def at_rest(self, outcome: Outcome) -> bool:
        """Always: only orders and its regime change it."""
        return True

    def _outcome(self, memory: SoundMemory) -> Outcome:
        sounding = memory.switch.on
        facts = {"sounding": sounding, "volume_db": memory.volume_db}
        return Outcome(facts, memory, raised(self.regime, sounding))
