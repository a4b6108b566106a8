"""Gates: who may open a door by coming near."""

from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar

from attrs import frozen

from arena_runtime.mechanisms.columns import wire_name
from arena_runtime.mechanisms.contract import Disc, Outcome, Sensed, SensingArea, View
from arena_runtime.mechanisms.regime import holds, wakers
from arena_runtime.mechanisms.scripted import MOVES_NOTHING, Scripted
from arena_runtime.mechanisms.writes import written_truth
from arena_simulation_setup.geometry import Corner, segment_distance_squared
from arena_simulation_setup.semantics.attachment import attachment
from arena_simulation_setup.semantics.parameters import Parameters
from arena_simulation_setup.world.door import Door

GATE = "gate"


@frozen
class GateRule:
    """What a gate asks of those who come near.

    Attributes:
        start: One end of its door, metres, map frame.
        end: The other end.
        radius: Metres from the door within which somebody is at it; zero or less means that nobody ever is.
        authorized: Names or models of those for whom it opens although it is locked.
        unlock_on: Regime that unlocks it, ``!`` negates; empty for none.
        locked: Whether it is locked at the start.
    """

    start: Corner
    end: Corner
    radius: float
    authorized: tuple[str, ...] = ()
    unlock_on: str = ""
    locked: bool = True

    @classmethod
    def of(cls, door: Door, level: str) -> "GateRule | None":
        """The gate of a door in the map frame; None without one.

        Raises:
            ValueError: If its parameters can not be used.
        """
        found = attachment("door", door.semantics, GATE)
        if found is None:
            return None
        given = Parameters.of(wire_name(door.name, level), found)
        return cls(
            door.start.xy,
            door.end.xy,
            found.radius(max(door.activation_distance)),
            given.texts("authorized") or (),
            given.text("unlock_on"),
            given.truth("locked", True),
        )

    def admits(self, agents: Iterable[Disc]) -> bool:
        """Whether somebody authorized is at the door; others may then follow."""
        return any(self.authorizes(agent) and self._is_at_door(agent) for agent in agents)

    def authorizes(self, agent: Disc) -> bool:
        """Whether an agent is authorized by its name, the last part of its name, or its model."""
        names = (agent.name, agent.name.rpartition("/")[2], agent.model, agent.model.rpartition("/")[2])
        return any(name in self.authorized for name in names if name)

    def _is_at_door(self, agent: Disc) -> bool:
        squared = segment_distance_squared(agent.x, agent.y, self.start, self.end)
        return self.radius > 0.0 and squared <= self.radius * self.radius


@frozen(slots=False)
class GateMechanism(Scripted):
    """The lock of one gate; its memory is whether it was locked by its author or the last write.

    The fact ``locked`` is what counts: not locked while the regime that unlocks it holds, whatever was written.

    Attributes:
        rule: Its description.
    """

    rule: GateRule

    kind: ClassVar[str] = GATE

    @classmethod
    def of(cls, door: Door, level: str) -> "GateMechanism | None":
        """The gate of a door in the map frame; None without one."""
        found, rule = attachment("door", door.semantics, GATE), GateRule.of(door, level)
        return cls(wire_name(door.name, level), found.fields, rule) if found and rule else None

    @cached_property
    def senses(self) -> SensingArea | None:
        """Around the line of its door; None where nobody is ever at it."""
        if self.rule.radius <= 0.0:
            return None
        return SensingArea(self.rule.start, self.rule.end, self.rule.radius, MOVES_NOTHING)

    @property
    def wakers(self) -> tuple[str, ...]:
        """The regime that unlocks it."""
        return wakers(self.rule.unlock_on)

    def start(self, sensed: Sensed) -> Outcome:
        """As authored."""
        return self._outcome(self.rule.locked, sensed, frozenset())

    def tick(self, view: View) -> Outcome:
        """State after the orders of this tick, the last one counting."""
        locked: bool = view.memory
        for order in view.orders:
            locked = written_truth(order.value)
        return self._outcome(locked, view.sensed, view.regimes)

    def at_rest(self, outcome: Outcome) -> bool:
        """While nobody is at the door."""
        return not outcome.members and not outcome.facts["blocked"]

    def _outcome(self, locked: bool, sensed: Sensed, regimes: frozenset[str]) -> Outcome:
        effective = locked and not holds(self.rule.unlock_on, regimes)
        strangers = tuple(agent.name for agent in sensed.triggering if not self.rule.authorizes(agent))
        facts = {"locked": effective, "blocked": effective and bool(strangers)}
        return Outcome(facts, locked, members=strangers)
