"""The elevators of a building alone, for tests that move people and robots themselves."""

from __future__ import annotations

from attrs import define, field

from arena_runtime.mechanisms.contract import CarryAgent, Command, Polygon
from arena_runtime.mechanisms.elevator_groups import elevator_groups
from arena_runtime.mechanisms.sensing import Agents
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.world.compaction import CompactedWorld

Disc = tuple[float, float, float, str]
TICK_NS = 33_333_333


@define
class Carrier:
    """Cabins with their doors; ``Disc`` is x, y, radius and the cabin that somebody wants to be carried to.

    Attributes:
        world: Building.
        tick: Ticks so far.
    """

    world: CompactedWorld
    tick: int = 0
    _stepper: MechanismStepper = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._stepper = MechanismStepper(list(elevator_groups(self.world)))

    def step(self, discs: dict[str, Disc]) -> dict[str, Corner]:
        """One tick with everybody's place; returned is who is carried where."""
        x, y, radii, rides = zip(*discs.values(), strict=True)
        agents = Agents(tuple(discs), x, y, radii, rides)
        if self.tick == 0:
            self._stepper.start(agents)
        self.tick += 1
        return _carried(self._stepper.step(self.tick * TICK_NS, TICK_NS, agents))

    @property
    def progress(self) -> list[float]:
        """Door of each cabin, 0 shut to 1 open, in the order of the file."""
        facts = self._stepper.facts
        names = [f"{elevator.name}/{level}" for level, elevator in self.world.elevators()]
        return [float(facts.get((name, "elevator"), {}).get("cabin_door_progress") or 0.0) for name in names]

    def slabs(self) -> tuple[Polygon, ...]:
        """Doors where they are and what closing ones sweep."""
        if self.tick == 0:
            return ()
        return self._stepper.slab_polygons() + self._stepper.closing_bands((self.tick + 1) * TICK_NS)


def _carried(commands: list[Command]) -> dict[str, Corner]:
    return {command.agent: (command.x, command.y) for command in commands if isinstance(command, CarryAgent)}
