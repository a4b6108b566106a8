"""Rides between the cabins of a group: which end in a tick, where the riders come to stand, and who moves first."""

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from arena_runtime.mechanisms.contract import CarryAgent, Disc
from arena_runtime.mechanisms.elevator_cabin import Cabin
from arena_runtime.mechanisms.elevator_memory import CabinMemory, Ride
from arena_runtime.mechanisms.elevator_places import GAP, find_places
from arena_runtime.mechanisms.elevator_rules import Situation
from arena_simulation_setup.geometry import Corner

FAR_AWAY = -1e5
"""Where those are put, metres, who must make room for each other within one tick."""


@frozen
class CabinState:
    """A cabin with what it remembers and sees."""

    cabin: Cabin
    memory: CabinMemory
    situation: Situation


States = Mapping[str, CabinState]


@frozen
class EndingRide:
    """A ride that ends.

    Attributes:
        target: Cabin that it leads to, name on the wire.
        ride: What the cabin remembered.
        riders: Those who are still in the cabin that it began in, as they stand there.
        places: Centre of each in the target, metres, map frame.
    """

    target: str
    ride: Ride
    riders: tuple[Disc, ...]
    places: tuple[Corner, ...] = ()


def ending_rides(states: States, now_ns: int) -> tuple[EndingRide, ...]:
    """The rides that are due and for whose riders there is room, whoever else is carried away in the same tick.

    Cabins that wait for each other thereby exchange their riders. A cabin receives nobody while riders of its own, who
    stay for now, are on a ride.

    Args:
        states: Entity of each cabin to its state, with present riders.
        now_ns: Time of the frame that the tick leads to.
    """
    candidates = _due(states, now_ns)
    while True:
        placed, failed = _placed(states, candidates)
        if failed is None:
            return placed
        candidates = tuple(entry for entry in candidates if entry is not failed)


def _due(states: States, now_ns: int) -> tuple[EndingRide, ...]:
    due = [
        EndingRide(entity, ride, _present_riders(states[ride.source], ride))
        for entity, state in states.items()
        if not state.situation.is_recalled
        for ride in state.memory.rides
        if ride.eta_ns <= now_ns
    ]
    return tuple(sorted(due, key=lambda entry: (entry.ride.eta_ns, entry.ride.source, entry.target)))


def _present_riders(source: CabinState, ride: Ride) -> tuple[Disc, ...]:
    """The riders who are still in the cabin that the ride began in."""
    return tuple(disc for disc in source.situation.inside if disc.name in ride.names)


def with_present_riders(states: States) -> dict[str, CabinState]:
    """The same with everybody taken off rides who is no longer in the cabin that they began in."""
    rides = {entity: tuple(_manned(states, ride) for ride in state.memory.rides) for entity, state in states.items()}
    left = {entity: tuple(ride for ride in own if ride.riders) for entity, own in rides.items()}
    away = [(ride.source, name) for own in left.values() for ride in own for name in ride.names]

    def pruned(entity: str, memory: CabinMemory) -> CabinMemory:
        dispatched = tuple(name for name in memory.dispatched if (entity, name) in away)
        return evolve(memory, rides=left[entity], dispatched=dispatched)

    return {entity: evolve(state, memory=pruned(entity, state.memory)) for entity, state in states.items()}


def _manned(states: States, ride: Ride) -> Ride:
    names = [disc.name for disc in _present_riders(states[ride.source], ride)]
    return evolve(ride, riders=tuple(rider for rider in ride.riders if rider.name in names))


def _placed(states: States, candidates: Sequence[EndingRide]) -> tuple[tuple[EndingRide, ...], EndingRide | None]:
    """The candidates with places, or the first of them that can not end although all others do."""
    leaving = [disc.name for entry in candidates for disc in entry.riders]
    taken: dict[str, list[Disc]] = {}
    placed = []
    for entry in candidates:
        target = states[entry.target]
        if any(name not in leaving for name in target.memory.dispatched):
            return (), entry
        standing = [disc for disc in target.situation.nearby if disc.name not in leaving]
        standing += taken.setdefault(entry.target, [])
        landings = _landings(target.cabin, entry)
        places = find_places(target.cabin.room, landings, standing, target.situation.solids)
        if places is None:
            return (), entry
        taken[entry.target] += [Disc(disc.name, *at, disc.radius) for disc, at in zip(landings, places, strict=True)]
        placed.append(EndingRide(entry.target, entry.ride, entry.riders, places))
    return tuple(placed), None


def _landings(cabin: Cabin, entry: EndingRide) -> tuple[Disc, ...]:
    riders = {rider.name: rider for rider in entry.ride.riders}
    return tuple(cabin.landing(riders[disc.name]) for disc in entry.riders)


def has_room_when_empty(target: CabinState, ride: Ride) -> bool:
    """Whether all riders of a ride fit in a cabin that nobody is in."""
    landings = tuple(target.cabin.landing(rider) for rider in ride.riders)
    return find_places(target.cabin.room, landings, (), target.situation.solids) is not None


def carried(rides: Sequence[EndingRide]) -> tuple[CarryAgent, ...]:
    """Commands that put all riders in their places, none into another rider who still stands there.

    Where riders wait for each other in a ring, they step out of the world for the moment, one by one until it opens.
    """
    waiting = [(disc, at) for entry in rides for disc, at in zip(entry.riders, entry.places, strict=True)]
    commands: list[CarryAgent] = []
    parked: list[tuple[Disc, Corner]] = []
    while waiting or parked:
        moves = waiting + parked
        free = next((move for move in moves if not any(_bars(other, move) for other, _ in moves)), None)
        if free is None:
            disc, at = waiting.pop(0)
            away = Disc(disc.name, FAR_AWAY * (1 + len(parked)), FAR_AWAY, disc.radius)
            parked.append((away, at))
            commands.append(CarryAgent(disc.name, away.x, away.y))
        else:
            (waiting if free in waiting else parked).remove(free)
            commands.append(CarryAgent(free[0].name, *free[1]))
    return tuple(commands)


def _bars(other: Disc, move: tuple[Disc, Corner]) -> bool:
    disc, (x, y) = move
    reach = other.radius + disc.radius + GAP / 2
    return other.name != disc.name and (other.x - x) ** 2 + (other.y - y) ** 2 < reach * reach
