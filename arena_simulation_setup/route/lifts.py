"""Elevators as routes know them: cabins to stand in, and rides from one to another."""

from collections.abc import Iterable, Mapping, Sequence

import shapely
from attrs import evolve, frozen

from arena_simulation_setup.files.check_world import destinations
from arena_simulation_setup.geometry import Corner, band_corners
from arena_simulation_setup.world.cabin import CABIN_WALL, SIDE_AXES, boarding_radius, cabin_door_line
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door_side import effective_door_side
from arena_simulation_setup.world.elevator import Elevator

# Seconds of doors and travel count as what a person walks in that time, m/s.
WALKING_SPEED = 1.3
# A ride costs these metres on top: more than a walk on one level, even along the walls of a terminal 100 m wide, where
# a metre counts four times. So nobody rides up and down to get to what can be walked to, yet other levels are reached.
BOARDING_PRICE = 500.0
# Corners of a cabin's own area lie in it although they were shifted into the map frame, metres.
ROUNDING = 1e-6
# Furniture that reaches less than this into the way of a door, metres, does not stop it.
TOUCH = 1e-3


@frozen
class Cabin:
    """A cabin in the map frame.

    Attributes:
        name: ``<elevator>/<level>``.
        center: Middle of its floor, metres.
        size: Extent along x and y, walls included, metres.
        out: Unit vector out of its door.
        door: Both ends of its door, metres.
        boarding_radius: The largest radius of a body, metres, that it carries.
        activation_distance: Distance from its door, metres, that counts as a call.
        is_jammed: Whether furniture keeps its door from shutting or from opening, so that nobody rides.
    """

    name: str
    center: Corner
    size: Corner
    out: Corner
    door: tuple[Corner, Corner]
    boarding_radius: float
    activation_distance: float
    is_jammed: bool = False

    def holds(self, x: float, y: float) -> bool:
        """Whether a point (metres, map frame) is in the cabin; its border belongs to it."""
        return abs(x - self.center[0]) <= self.size[0] / 2 and abs(y - self.center[1]) <= self.size[1] / 2

    def covers(self, polygon: Iterable[Corner]) -> bool:
        """Whether a convex polygon (metres, map frame) lies in the cabin."""
        reach_x, reach_y = self.size[0] / 2 + ROUNDING, self.size[1] / 2 + ROUNDING
        return all(abs(x - self.center[0]) <= reach_x and abs(y - self.center[1]) <= reach_y for x, y in polygon)

    @property
    def open_door(self) -> tuple[Corner, Corner]:
        """Both ends of its door where it stands when it is open, metres."""
        (start_x, start_y), (end_x, end_y) = self.door
        return (end_x, end_y), (2.0 * end_x - start_x, 2.0 * end_y - start_y)

    @property
    def door_way(self) -> tuple[Corner, ...]:
        """All floor that its door covers between shut and open, counter-clockwise, metres."""
        return band_corners(self.door[0], self.open_door[1], CABIN_WALL / 2)

    def ahead_of(self, x: float, y: float) -> float:
        """Metres by which a point lies outside of the door's line; negative on the cabin's side."""
        return (x - self.door[0][0]) * self.out[0] + (y - self.door[0][1]) * self.out[1]


@frozen
class Lift:
    """A ride from one cabin to another.

    Attributes:
        start: Index of the cabin.
        end: Index of the cabin that it leads to.
        price: What it counts in a path search, metres.
    """

    start: int
    end: int
    price: float


def cabins_and_lifts(world: CompactedWorld) -> tuple[tuple[Cabin, ...], tuple[Lift, ...]]:
    """All cabins of a world in file order, and the rides between them; destinations that are not loaded have none."""
    elevators = {(level, elevator.name): elevator for level, elevator in world.elevators()}
    sides = ((key, effective_door_side(elevator, world.levels[key[0]])) for key, elevator in elevators.items())
    cabins = tuple(_cabin(key[0], elevators[key], side) for key, side in sides)
    return cabins, tuple(_lifts(elevators))


def jammed(cabins: Sequence[Cabin], furniture: Iterable[Sequence[Corner]]) -> tuple[Cabin, ...]:
    """The cabins, those marked in whose door's way something stands.

    Args:
        cabins: In the order of the file.
        furniture: Corners of everything that stands loose, metres, map frame.
    """
    outlines = [shapely.Polygon(corners) for corners in furniture] if cabins else []
    ways = [shapely.Polygon(cabin.door_way).buffer(-TOUCH, join_style="mitre") for cabin in cabins]
    return tuple(
        evolve(cabin, is_jammed=cabin.is_jammed or any(way.intersects(outline) for outline in outlines))
        for cabin, way in zip(cabins, ways, strict=True)
    )


def ride_price(elevator: Elevator) -> float:
    """Price of a ride that begins in an elevator, metres."""
    seconds = elevator.travel_time + 2 * elevator.transition_time + elevator.hold_time
    return BOARDING_PRICE + WALKING_SPEED * seconds


def _cabin(level: str, elevator: Elevator, side: str) -> Cabin:
    start, end = cabin_door_line(elevator, side)
    out_x, out_y = SIDE_AXES[side]
    return Cabin(
        name=f"{elevator.name}/{level}",
        center=elevator.position.xy,
        size=(elevator.size[0], elevator.size[1]),
        out=(float(out_x), float(out_y)),
        door=(start.xy, end.xy),
        boarding_radius=boarding_radius(elevator),
        activation_distance=elevator.activation_distance,
    )


def _lifts(elevators: Mapping[tuple[str, str], Elevator]) -> Iterable[Lift]:
    index = {key: number for number, key in enumerate(elevators)}
    for number, elevator in enumerate(elevators.values()):
        for key in destinations(elevator):
            if key in index and index[key] != number:
                yield Lift(number, index[key], ride_price(elevator))
