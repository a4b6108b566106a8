"""Elevators: cabins that carry everybody inside to another cabin, all that lead to each other in one step."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen

from arena_runtime.mechanisms.contract import CarryAgent, Outcome, Sensed, View
from arena_runtime.mechanisms.elevator_cabin import Cabin
from arena_runtime.mechanisms.elevator_memory import Arrival, CabinMemory, Ride
from arena_runtime.mechanisms.elevator_rides import (
    CabinState,
    EndingRide,
    carried,
    ending_rides,
    has_room_when_empty,
    with_present_riders,
)
from arena_runtime.mechanisms.elevator_rules import Decision, Situation, decided, kept_books

Decisions = dict[str, Decision]
IDLE = CabinMemory()


@frozen
class ElevatorGroup:
    """Cabins that lead to each other.

    All of them decide from the same memories; then rides end, then rides begin, then doors move. No rule depends on
    the order of the cabins.

    Attributes:
        members: The cabins of the group.
        strangers: Cabins of the world that lead to none of them.
    """

    members: tuple[Cabin, ...]
    strangers: tuple[Cabin, ...] = ()

    def start(self, sensed: tuple[Sensed, ...]) -> tuple[Outcome, ...]:
        """All doors shut, except where something stands in the way."""
        return tuple(self._started(cabin, own) for cabin, own in zip(self.members, sensed, strict=True))

    def tick(self, views: tuple[View, ...]) -> tuple[Outcome, ...]:
        """State after one tick."""
        now_ns, dt_ns = views[0].now_ns, views[0].dt_ns
        states = self._states(views)
        endings = ending_rides(states, now_ns)
        receiving = [entry.target for entry in endings]
        decisions = {
            entity: Decision(state.memory.forgetting_waits(), holds_door=True)
            if entity in receiving
            else decided(state.cabin, state.memory, state.situation, now_ns, dt_ns)
            for entity, state in states.items()
        }
        leaving = [entity for entity, decision in decisions.items() if decision.departs]
        for entry in endings:
            _end(decisions, entry, now_ns)
        for entity in leaving:
            _begin(decisions, states, entity, now_ns)
        commands = _carried_to(endings)
        return tuple(
            _outcome(cabin, decisions[cabin.entity], view, commands.get(cabin.entity, ()))
            for cabin, view in zip(self.members, views, strict=True)
        )

    def at_rest(self, outcomes: tuple[Outcome, ...]) -> bool:
        """All cabins idle: only somebody near, a regime or a plate can change that."""
        return all(outcome.memory == IDLE for outcome in outcomes)

    @cached_property
    def _everywhere(self) -> tuple[Cabin, ...]:
        return self.members + self.strangers

    def _started(self, cabin: Cabin, sensed: Sensed) -> Outcome:
        door = cabin.door.start(sensed)
        memory = CabinMemory(door.memory)
        return Outcome(cabin.facts(memory, 0), memory, (), door.commands)

    def _states(self, views: Sequence[View]) -> dict[str, CabinState]:
        situations = [self._situation(cabin, view) for cabin, view in zip(self.members, views, strict=True)]
        nearby = {disc.name: disc for view in views for disc in (*view.sensed.nearby, *view.sensed.triggering)}
        in_cabins = [disc.name for disc in nearby.values() if self._is_in_a_cabin(disc.x, disc.y)]
        states = {
            cabin.entity: CabinState(cabin, kept_books(view.memory, situation, in_cabins, view.now_ns), situation)
            for cabin, view, situation in zip(self.members, views, situations, strict=True)
        }
        return with_present_riders(states)

    def _situation(self, cabin: Cabin, view: View) -> Situation:
        sensed = view.sensed
        return Situation(
            inside=tuple(disc for disc in sensed.nearby if cabin.holds(disc.x, disc.y)),
            callers=tuple(disc for disc in sensed.triggering if not self._is_in_a_cabin(disc.x, disc.y)),
            nearby=sensed.nearby,
            solids=sensed.obstacles,
            is_recalled=cabin.is_recalled(view.regimes),
        )

    def _is_in_a_cabin(self, x: float, y: float) -> bool:
        return any(cabin.holds(x, y) for cabin in self._everywhere)


def _end(decisions: Decisions, entry: EndingRide, now_ns: int) -> None:
    """Move the riders of a ride from the memory of its beginning to that of its end."""
    names = entry.ride.names
    source, target = decisions[entry.ride.source], decisions[entry.target]
    dispatched = tuple(name for name in source.memory.dispatched if name not in names)
    decisions[entry.ride.source] = evolve(source, memory=evolve(source.memory, dispatched=dispatched))
    memory = evolve(
        target.memory,
        rides=tuple(ride for ride in target.memory.rides if ride != entry.ride),
        arrived=target.memory.arrived + tuple(Arrival(name, now_ns) for name in names),
        departing=False,
    )
    decisions[entry.target] = evolve(target, memory=memory)


def _begin(decisions: Decisions, states: Mapping[str, CabinState], entity: str, now_ns: int) -> None:
    """Send everybody inside on a ride; without a cabin that can take them all, open the door instead."""
    state, decision = states[entity], decisions[entity]
    cabin, inside = state.cabin, state.situation.inside
    destination = cabin.destination_of(inside)
    ride = Ride(entity, now_ns + cabin.travel_ns, tuple(cabin.boarded(disc) for disc in inside))
    stays = evolve(decision.memory, departing=False)
    if destination is None or not _accepts(states[destination], ride):
        decisions[entity] = Decision(stays, holds_door=True)
        return
    left = evolve(stays.forgetting_waits(), arrived=(), dispatched=ride.names)
    decisions[entity] = Decision(left)
    target = decisions[destination]
    rides = sorted((*target.memory.rides, ride), key=lambda entry: (entry.eta_ns, entry.source))
    decisions[destination] = evolve(target, memory=evolve(target.memory, rides=tuple(rides)))


def _accepts(target: CabinState, ride: Ride) -> bool:
    return not target.situation.is_recalled and has_room_when_empty(target, ride)


def _carried_to(endings: Sequence[EndingRide]) -> dict[str, tuple[CarryAgent, ...]]:
    """Commands of the tick at the cabin that the first ride leads to: their order is one."""
    return {endings[0].target: carried(endings)} if endings else {}


def _outcome(cabin: Cabin, decision: Decision, view: View, carries: tuple[CarryAgent, ...]) -> Outcome:
    memory = decision.memory
    door = cabin.moved_door(memory.door, view, decision.holds_door)
    memory = evolve(memory, door=door.memory)
    pending = tuple(name for ride in memory.rides for name in ride.names)
    members = (*memory.dispatched, *pending, *(arrival.name for arrival in memory.arrived))
    return Outcome(cabin.facts(memory, view.now_ns), memory, (), (*door.commands, *carries), members)
