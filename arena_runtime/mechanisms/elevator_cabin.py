"""One elevator cabin: what it is, where it is, and what is said of it."""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from arena_runtime.mechanisms.columns import vocabulary_columns, wire_name, writable_fields
from arena_runtime.mechanisms.contract import Disc, FactValue, Outcome, Polygon, Sensed, SensingArea, View
from arena_runtime.mechanisms.door import CLOSED, DoorMechanism, DoorMemory
from arena_runtime.mechanisms.elevator_memory import CabinMemory, Rider
from arena_runtime.mechanisms.elevator_places import Rectangle
from arena_runtime.mechanisms.regime import holds, wakers
from arena_simulation_setup.frame import FactColumn
from arena_simulation_setup.geometry import Corner, segment_distance_squared
from arena_simulation_setup.timebase import ns_to_seconds, seconds_to_ns
from arena_simulation_setup.world.cabin import CABIN_DOOR_INSET, CABIN_WALL, SIDE_AXES, cabin_door_line
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator

KIND = "elevator"


@frozen
class Cabin:
    """The description of a cabin.

    Attributes:
        elevator: As authored, in the map frame.
        level: Level it is on.
        side: Face that its door is on.
        destinations: Cabins that it goes to, names on the wire, in the order of the file; those of levels that are not
            loaded are left out.
        plates: Pressure plates that drive its door, names on the wire.
    """

    elevator: Elevator
    level: str
    side: str
    destinations: tuple[str, ...] = ()
    plates: tuple[str, ...] = ()

    @cached_property
    def entity(self) -> str:
        """Name on the wire."""
        return wire_name(self.elevator.name, self.level)

    @property
    def kind(self) -> str:
        """Kind of the vocabulary."""
        return KIND

    @cached_property
    def columns(self) -> tuple[FactColumn, ...]:
        """Columns of its facts, in vocabulary order."""
        return vocabulary_columns(self.entity, KIND)

    @property
    def writable(self) -> tuple[str, ...]:
        """Fields that orders may set: none."""
        return writable_fields(KIND)

    @cached_property
    def door(self) -> DoorMechanism:
        """The sliding door on the open face, with the timing of the elevator."""
        start, end = cabin_door_line(self.elevator, self.side)
        door = Door(
            f"{self.elevator.name}/door",
            start,
            end,
            width=CABIN_WALL,
            height=self.elevator.size[2],
            activation_distance=(self.elevator.activation_distance, self.elevator.activation_distance),
            transition_time=self.elevator.transition_time,
            hold_time=self.elevator.hold_time,
        )
        return DoorMechanism(door, self.level, None, self.plates)

    @cached_property
    def senses(self) -> SensingArea:
        """Callers near the door; whoever touches the cabin or what its slab sweeps."""
        door = self.door.senses
        corners = (*self.elevator.reference_area, *door.body)
        reach = max(_distance(corner, door.start, door.end) for corner in corners)
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
        body = ((low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y))
        return SensingArea(door.start, door.end, self.elevator.activation_distance, reach, body)

    @cached_property
    def travel_ns(self) -> int:
        """How long a ride takes that begins here."""
        return seconds_to_ns(self.elevator.travel_time)

    @cached_property
    def room(self) -> Rectangle:
        """The floor between the walls and the shut door."""
        out_x, out_y = SIDE_AXES[self.side]
        x, y = self.elevator.position.xy
        half_x, half_y = self.elevator.size[0] / 2 - CABIN_WALL, self.elevator.size[1] / 2 - CABIN_WALL
        inset = CABIN_DOOR_INSET + CABIN_WALL / 2 - CABIN_WALL
        return Rectangle(
            x - half_x + (inset if out_x < 0 else 0.0),
            x + half_x - (inset if out_x > 0 else 0.0),
            y - half_y + (inset if out_y < 0 else 0.0),
            y + half_y - (inset if out_y > 0 else 0.0),
        )

    @cached_property
    def wakers(self) -> tuple[str | tuple[str, str], ...]:
        """The regime that recalls it and the plates that drive its door."""
        return (*wakers(self.elevator.recall_on or ""), *self.door.wakers)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point (metres, map frame) is inside; the border belongs to the cabin."""
        centre, size = self.elevator.position, self.elevator.size
        return abs(x - centre.x) <= size[0] / 2 and abs(y - centre.y) <= size[1] / 2

    def is_recalled(self, regimes: frozenset[str]) -> bool:
        """Whether the regime holds that keeps the cabin here with open door."""
        return holds(self.elevator.recall_on or "", regimes)

    def boarded(self, disc: Disc) -> Rider:
        """Somebody inside as a rider."""
        centre = self.elevator.position
        return Rider(disc.name, disc.x - centre.x, disc.y - centre.y, disc.radius)

    def landing(self, rider: Rider) -> Disc:
        """Where a rider would arrive here if it kept its place in the cabin."""
        centre = self.elevator.position
        return Disc(rider.name, centre.x + rider.dx, centre.y + rider.dy, rider.radius)

    def destination_of(self, inside: Sequence[Disc]) -> str | None:
        """The first listed destination that somebody inside wants, else the first listed; None without any."""
        wanted = [disc.ride for disc in inside]
        return next((entry for entry in self.destinations if entry in wanted), next(iter(self.destinations), None))

    def facts(self, memory: CabinMemory, now_ns: int) -> dict[str, FactValue]:
        """What is said of the cabin."""
        eta = memory.next_eta_ns
        pending = sum(len(ride.riders) for ride in memory.rides)
        return {
            "cabin_door": memory.door.state,
            "arriving_eta": None if eta is None else ns_to_seconds(max(0, eta - now_ns)),
            "occupants": float(len(memory.dispatched) + pending + len(memory.arrived)),
            "cabin_door_progress": memory.door.travelled_ns / self.door.transition_ns,
            "departing": memory.departing,
            "in_transit": bool(memory.rides),
            "dispatched": bool(memory.dispatched),
            "just_arrived": bool(memory.arrived),
        }

    def moved_door(self, door: DoorMemory, view: View, is_held: bool) -> Outcome:
        """Outcome of the door's tick; held means triggered anew, as a pressed plate does too."""
        before = evolve(door, last_trigger_ns=view.now_ns) if is_held else door
        sensed = Sensed(nearby=view.sensed.nearby, obstacles=view.sensed.obstacles)
        outcome = self.door.tick(view._replace(sensed=sensed, memory=before))
        is_idle = outcome.memory.state == CLOSED and not outcome.facts["triggered"]
        return outcome._replace(memory=DoorMemory()) if is_idle else outcome

    def slabs(self, memory: Any) -> tuple[Polygon, ...]:
        """The slab of the door."""
        return self.door.slabs(memory.door)

    def closing_bands(self, memory: Any, now_ns: int) -> tuple[Polygon, ...]:
        """What the slab has yet to sweep to be shut."""
        return self.door.closing_bands(memory.door, now_ns)


def _distance(point: Corner, start: Corner, end: Corner) -> float:
    return math.sqrt(segment_distance_squared(*point, start, end))
