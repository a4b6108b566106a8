"""A small building with scripted kinds, stepped by seconds."""

from collections.abc import Sequence
from typing import Any

from arena_runtime.mechanisms.contract import FactValue, Mechanism
from arena_runtime.mechanisms.registry import build_mechanisms
from arena_runtime.mechanisms.sensing import Agents
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.order import SetField
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.semantics.expansion import expand_preset
from arena_simulation_setup.timebase import seconds_to_ns
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.zone import Zone

SECOND = 1_000_000_000
NOBODY = Agents()
SQUARE = (Position(0, 0), Position(4, 0), Position(4, 4), Position(0, 4))


def preset(name: str, distance: float = -1.0, **params: Any) -> tuple[SemanticCfg, ...]:
    """The items that a preset with these parameters stands for."""
    return expand_preset(name, SemanticCfg("", "", distance=distance, params=params))


def signal(name: str = "lamp", **params: Any) -> Signal:
    """A signal with these parameters."""
    return Signal(name, preset("signal", **params))


def schedule(name: str = "alarm", **params: Any) -> Schedule:
    """A schedule with these parameters."""
    return Schedule(name, preset("schedule", **params))


def front_door(*semantics: SemanticCfg, **changes: Any) -> Door:
    """A door from (0, 0) to (1, 0) that opens for those within 1 m."""
    changes = {"activation_distance": (1.0, 1.0), "hold_time": 0.5, **changes}
    return Door("front", Position(0, 0), Position(1, 0), semantics=semantics, **changes)


def crowd(*places: tuple[str, float, float], models: Sequence[str] = ()) -> Agents:
    """Agents of 0.2 m radius by name and place."""
    names = tuple(name for name, _, _ in places)
    return Agents(
        names, [x for _, x, _ in places], [y for _, _, y in places], [0.2 for _ in places], models=tuple(models)
    )


class Building:
    """All mechanisms of one zone on level 0, from frame 0 on.

    Args:
        zone: Everything there is.
        agents: Who is there at the start.
        orders: Writes that apply in frame 0, as (entity, field, value).
        further: What an episode brings beside.
        rate: Ticks per second.
    """

    def __init__(
        self,
        zone: Zone,
        agents: Agents = NOBODY,
        orders: Sequence[tuple[str, str, str]] = (),
        further: Sequence[Mechanism] = (),
        rate: int = 10,
    ) -> None:
        world = CompactedWorld("tiny", {"0": LevelDescription((zone,))}, {"0": (0.0, 0.0)})
        self.stepper = MechanismStepper(build_mechanisms(world, further))
        self.stepper.start(agents, [SetField(*order) for order in orders])
        self.agents, self.tick, self.rate = agents, 0, rate

    @property
    def now_ns(self) -> int:
        """Time of the latest frame."""
        return self.tick * SECOND // self.rate

    def step(self, *orders: tuple[str, str, str]) -> None:
        """One tick with these writes."""
        before = self.now_ns
        self.tick += 1
        self.stepper.step(self.now_ns, self.now_ns - before, self.agents, [SetField(*order) for order in orders])

    def until(self, seconds: float) -> None:
        """Ticks up to a time."""
        while self.now_ns < seconds_to_ns(seconds):
            self.step()

    def facts(self, entity: str, kind: str) -> dict[str, FactValue]:
        """Facts of a thing."""
        return dict(self.stepper.facts[f"{entity}/0", kind])
