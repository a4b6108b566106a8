"""The elevators of a world as groups of cabins that lead to each other."""

from collections.abc import Iterator

from arena_runtime.mechanisms.columns import wire_name
from arena_runtime.mechanisms.elevator import ElevatorGroup
from arena_runtime.mechanisms.elevator_cabin import Cabin
from arena_runtime.mechanisms.pressure_plate import CABIN_DOOR, driving_plates
from arena_simulation_setup.files.check_world import destinations
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door_side import effective_door_side


def elevator_groups(world: CompactedWorld) -> Iterator[ElevatorGroup]:
    """The elevators of a world; those that lead to each other, directly or over others, are one group."""
    cabins = {cabin.entity: cabin for cabin in _cabins(world)}
    parts: list[list[str]] = []
    for cabin in cabins.values():
        linked = [part for part in parts if any(_is_linked(cabin, cabins[entity]) for entity in part)]
        merged = [entity for part in linked for entity in part] + [cabin.entity]
        parts = [part for part in parts if part not in linked] + [merged]
    order = list(cabins)
    for part in sorted((sorted(part, key=order.index) for part in parts), key=lambda part: order.index(part[0])):
        members = tuple(cabins[entity] for entity in part)
        yield ElevatorGroup(members, tuple(cabin for cabin in cabins.values() if cabin not in members))


def _cabins(world: CompactedWorld) -> Iterator[Cabin]:
    driving = driving_plates(world)
    loaded = [wire_name(elevator.name, level) for level, elevator in world.elevators()]
    for level, elevator in world.elevators():
        own = wire_name(elevator.name, level)
        named = (wire_name(name, target) for target, name in destinations(elevator))
        targets = tuple(target for target in named if target in loaded and target != own)
        side = effective_door_side(elevator, world.levels[level])
        yield Cabin(elevator, level, side, targets, driving.get(wire_name(f"{elevator.name}/{CABIN_DOOR}", level), ()))


def _is_linked(one: Cabin, other: Cabin) -> bool:
    return other.entity in one.destinations or one.entity in other.destinations
