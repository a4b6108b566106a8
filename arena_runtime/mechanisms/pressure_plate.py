"""Pressure plates: spots that open a door while somebody stands on them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from attrs import frozen

from arena_runtime.mechanisms.columns import wire_name
from arena_runtime.mechanisms.contract import Outcome, Sensed, SensingArea, View
from arena_runtime.mechanisms.regime import holds, raised, wakers
from arena_runtime.mechanisms.scripted import MOVES_NOTHING, Scripted
from arena_runtime.mechanisms.writes import written_truth
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.attachment import Attachment, attachment
from arena_simulation_setup.semantics.parameters import Parameters
from arena_simulation_setup.world.compaction import CompactedWorld

PLATE = "pressure_plate"
CABIN_DOOR = "door"


@frozen
class PlateMemory:
    """What a plate remembers.

    Attributes:
        forced: Whether it was written to be pressed.
        last_contact_ns: When somebody last stood on it; None where that is too long ago to matter.
    """

    forced: bool = False
    last_contact_ns: int | None = None


@frozen(slots=False)
class PressurePlateMechanism(Scripted):
    """One plate: pressed by feet, by a regime, or by a write until another releases it.

    Attributes:
        position: Where it lies, metres, map frame.
        radius: Metres from there within which an agent's centre presses it; zero or less means that nobody does.
        latch_ns: How long it stays pressed after the last contact, inclusive.
        press_on: Regime that presses it, ``!`` negates; empty for none.
        regime: Regime that it asserts while it is pressed; empty for none.
        forced: Whether it is pressed from the start.
    """

    position: Corner = (0.0, 0.0)
    radius: float = 0.0
    latch_ns: int = 0
    press_on: str = ""
    regime: str = ""
    forced: bool = False

    kind: ClassVar[str] = PLATE

    @classmethod
    def of(cls, entity: str, found: Attachment, origin: Corner) -> "PressurePlateMechanism":
        """The plate that an annotation describes.

        Args:
            entity: Name of its host on the wire.
            found: The annotation.
            origin: Shift of its level into the map frame, metres.

        Raises:
            ValueError: If its parameters can not be used.
        """
        given = Parameters.of(entity, found)
        x, y = given.point("position")
        return cls(
            entity,
            found.fields,
            (x + origin[0], y + origin[1]),
            found.radius(given.number("radius", 0.0)),
            given.duration_ns("latch"),
            given.text("press_on"),
            given.text("regime"),
            given.truth("pressed", False),
        )

    @cached_property
    def senses(self) -> SensingArea | None:
        """Around its centre; None where nobody can press it."""
        if self.radius <= 0.0:
            return None
        return SensingArea(self.position, self.position, self.radius, MOVES_NOTHING)

    @property
    def wakers(self) -> tuple[str, ...]:
        """The regime that presses it."""
        return wakers(self.press_on)

    def start(self, sensed: Sensed) -> Outcome:
        """As authored, and pressed where somebody stands on it."""
        return self._outcome(self.forced, None, 0, sensed, frozenset())

    def tick(self, view: View) -> Outcome:
        """State after one tick; the last write of the tick counts."""
        memory: PlateMemory = view.memory
        forced = memory.forced
        for order in view.orders:
            forced = written_truth(order.value)
        return self._outcome(forced, memory.last_contact_ns, view.now_ns, view.sensed, view.regimes)

    def at_rest(self, outcome: Outcome) -> bool:
        """When no contact has yet to be forgotten."""
        return outcome.memory.last_contact_ns is None

    def _outcome(
        self, forced: bool, last_ns: int | None, now_ns: int, sensed: Sensed, regimes: frozenset[str]
    ) -> Outcome:
        last_ns = now_ns if sensed.triggering else last_ns
        if last_ns is not None and now_ns - last_ns > self.latch_ns:
            last_ns = None
        pressed = forced or holds(self.press_on, regimes) or last_ns is not None
        members = tuple(agent.name for agent in sensed.triggering)
        return Outcome({"pressed": pressed}, PlateMemory(forced, last_ns), raised(self.regime, pressed), (), members)


def plates(world: CompactedWorld) -> Iterator[PressurePlateMechanism]:
    """The plates of all doors and elevators of a world, doors first."""
    for level, entity, found in _attachments(world):
        yield PressurePlateMechanism.of(entity, found, world.origins[level])


def driving_plates(world: CompactedWorld) -> Mapping[str, tuple[str, ...]]:
    """Which plates open each door that any opens.

    Returns:
        Door on the wire, ``<door>/<level>`` or ``<elevator>/door/<level>`` for a cabin door, to the hosts of its plates
        on the wire, in file order. A plate that names no door opens none.
    """
    doors = dict.fromkeys(wire_name(door.name, level) for level, door in world.doors())
    cabins = dict.fromkeys(wire_name(f"{lift.name}/{CABIN_DOOR}", level) for level, lift in world.elevators())
    known = doors | cabins
    driven: dict[str, tuple[str, ...]] = {}
    for level, entity, found in _attachments(world):
        name = Parameters.of(entity, found).text("drives")
        door = next((door for door in (wire_name(name, level), name) if door in known), None)
        if door is not None:
            driven[door] = (*driven.get(door, ()), entity)
    return driven


def _attachments(world: CompactedWorld) -> Iterator[tuple[str, str, Attachment]]:
    """Level, host on the wire and annotation of each plate."""
    hosts: list[tuple[str, str, str, Sequence[SemanticCfg]]] = [
        (level, door.name, "door", door.semantics) for level, door in world.doors()
    ]
    hosts += [(level, lift.name, "elevator", lift.semantics) for level, lift in world.elevators()]
    for level, name, host, semantics in hosts:
        found = attachment(host, semantics, PLATE)
        if found is not None:
            yield level, wire_name(name, level), found
