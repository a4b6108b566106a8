"""Cabins for tests, and a life in them: agents that are where they are put and carried where the cabins say."""

from typing import Any

import numpy as np

from arena_runtime.mechanisms.contract import CarryAgent, Disc, FactValue, MoveBody, Outcome, Polygon, View
from arena_runtime.mechanisms.elevator import ElevatorGroup
from arena_runtime.mechanisms.elevator_cabin import Cabin
from arena_runtime.mechanisms.sensing import Agents, ProximitySensor
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.world.elevator import Elevator

RATE = 30


def cabin(name: str, place: tuple[float, float], *destinations: str, side: str = "+x", **fields: Any) -> Cabin:
    """A cabin on level 0 at a place; its door is on the side of the growing x."""
    given = {"size": (2.0, 2.0, 2.5)} | fields
    return Cabin(Elevator(name, Position(*place), **given), "0", side, tuple(f"{entry}/0" for entry in destinations))


def pair(**fields: Any) -> ElevatorGroup:
    """Cabins A and B, 10 m apart, that lead to each other."""
    return ElevatorGroup((cabin("A", (0.0, 0.0), "B", **fields), cabin("B", (10.0, 0.0), "A", **fields)))


class Life:
    """Cabins among agents. Riders stand where cabins carry them; nobody else moves by itself.

    Args:
        group: The cabins.
        agents: Who is there at the start.
        solids: What stands loose.
        rate: Ticks per second.
    """

    def __init__(self, group: ElevatorGroup, *agents: Disc, solids: tuple[Polygon, ...] = (), rate: int = RATE) -> None:
        self.group, self.rate, self.tick = group, rate, 0
        self.agents = {disc.name: disc for disc in agents}
        self.regimes: frozenset[str] = frozenset()
        self.facts: dict[tuple[str, str], dict[str, FactValue]] = {}
        self.carried: list[tuple[int, CarryAgent]] = []
        self.moved: dict[str, MoveBody] = {}
        self._sensor = ProximitySensor([member.senses for member in group.members], solids)
        self.outcomes: tuple[Outcome, ...] = group.start(tuple(self._sensor.sense(self.arrays())))
        self._obey()

    def put(self, name: str, x: float, y: float, radius: float = 0.25, ride: str = "") -> None:
        """Let somebody stand somewhere."""
        self.agents[name] = Disc(name, x, y, radius, ride)

    def of(self, name: str) -> dict[str, FactValue]:
        """Facts of a cabin."""
        return dict(self._outcome(name).facts)

    def memory(self, name: str) -> Any:
        """What a cabin remembers."""
        return self._outcome(name).memory

    def members(self, name: str) -> tuple[str, ...]:
        """Whom the facts of a cabin are about."""
        return self._outcome(name).members

    def place(self, name: str) -> tuple[float, float]:
        """Where somebody stands."""
        return (self.agents[name].x, self.agents[name].y)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds * self.rate)):
            self.advance()

    def advance(self) -> None:
        """One tick."""
        before, now = tick_time_ns(self.tick, self.rate), tick_time_ns(self.tick + 1, self.rate)
        self.tick += 1
        self.outcomes = self.group.tick(self.views(before, now))
        self._obey()

    def views(self, before: int, now: int) -> tuple[View, ...]:
        """What the cabins see in the tick that leads from one time to another, nanoseconds."""
        return tuple(
            View(now, now - before, sensed, self.facts, self.regimes, outcome.memory)
            for sensed, outcome in zip(self._sensor.sense(self.arrays()), self.outcomes, strict=True)
        )

    def arrays(self) -> Agents:
        """Everybody as sensors are given them."""
        discs = list(self.agents.values())
        rows = np.array([(disc.x, disc.y, disc.radius) for disc in discs]).reshape(-1, 3).T
        return Agents(tuple(disc.name for disc in discs), *rows, rides=tuple(disc.ride for disc in discs))

    def _outcome(self, name: str) -> Outcome:
        entities = [member.entity for member in self.group.members]
        return self.outcomes[entities.index(f"{name}/0")]

    def _obey(self) -> None:
        for outcome in self.outcomes:
            for command in outcome.commands:
                if isinstance(command, MoveBody):
                    self.moved[command.body] = command
                else:
                    self.carried.append((self.tick, command))
                    self.agents[command.agent] = self.agents[command.agent]._replace(x=command.x, y=command.y)
