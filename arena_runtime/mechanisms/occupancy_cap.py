"""Occupancy caps: how many are in a zone, and whether that is too many."""

from functools import cached_property
from math import hypot
from typing import ClassVar

from attrs import frozen

from arena_runtime.mechanisms.columns import wire_name
from arena_runtime.mechanisms.contract import Outcome, Polygon, Sensed, SensingArea, View
from arena_runtime.mechanisms.scripted import MOVES_NOTHING, Scripted
from arena_runtime.mechanisms.sensing import SLACK
from arena_simulation_setup.semantics.attachment import attachment
from arena_simulation_setup.semantics.parameters import Parameters
from arena_simulation_setup.world.zone import Zone


@frozen(slots=False)
class OccupancyCapMechanism(Scripted):
    """The count of one zone; its memory is the cap that holds.

    Attributes:
        floor: Polygon of the zone, metres, map frame; an agent whose centre it covers counts, its boundary included.
        cap: How many may be there at the start.
    """

    floor: Polygon = ()
    cap: float = 0.0

    kind: ClassVar[str] = "occupancy_cap"

    @classmethod
    def of(cls, zone: Zone, level: str) -> "OccupancyCapMechanism | None":
        """The cap of a zone in the map frame; None without one.

        Raises:
            ValueError: If its parameters can not be used.
        """
        found = attachment("zone", zone.semantics, "occupancy_cap")
        if found is None:
            return None
        entity = wire_name(zone.name, level)
        floor = zone.polygon if len(zone.corners) > 2 else ()
        return cls(entity, found.fields, floor, Parameters.of(entity, found).number("cap", 0.0))

    @cached_property
    def senses(self) -> SensingArea | None:
        """Its floor; None where it has none."""
        if not self.floor:
            return None
        xs, ys = [x for x, _ in self.floor], [y for _, y in self.floor]
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        reach = max(hypot(x - middle[0], y - middle[1]) for x, y in self.floor) + SLACK
        return SensingArea(middle, middle, reach, MOVES_NOTHING, floor=self.floor)

    def start(self, sensed: Sensed) -> Outcome:
        """Who is there at the beginning."""
        return self._outcome(self.cap, sensed)

    def tick(self, view: View) -> Outcome:
        """Who is there now; the last write of the tick counts."""
        cap: float = view.memory
        for order in view.orders:
            cap = float(order.value)
        return self._outcome(cap, view.sensed)

    def at_rest(self, outcome: Outcome) -> bool:
        """While nobody is there."""
        return not outcome.members

    def _outcome(self, cap: float, sensed: Sensed) -> Outcome:
        inside = tuple(agent.name for agent in sensed.triggering)
        facts = {"occupancy": float(len(inside)), "cap": cap, "over_cap": len(inside) > cap}
        return Outcome(facts, cap, members=inside)
