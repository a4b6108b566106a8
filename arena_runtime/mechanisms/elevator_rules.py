"""What one cabin does in a tick, from what it remembers and what it sees: no ride begins or ends here."""

from collections.abc import Sequence

from attrs import evolve, frozen

from arena_runtime.mechanisms.contract import Disc, Polygon
from arena_runtime.mechanisms.door import OPEN
from arena_runtime.mechanisms.elevator_cabin import Cabin
from arena_runtime.mechanisms.elevator_memory import Arrival, CabinMemory, Caller
from arena_runtime.mechanisms.elevator_places import find_places
from arena_simulation_setup.timebase import seconds_to_ns

CALL_PATIENCE_NS = seconds_to_ns(10.0)
"""For how long of fully open door one caller may keep somebody from leaving by the cabin."""
ALL_CALLS_PATIENCE_NS = 3 * CALL_PATIENCE_NS
"""For how long of door that is not shut all callers of one ride together may."""
ELBOW_ROOM = 0.05
"""Metres that somebody has around them who goes into a cabin with others."""


@frozen
class Situation:
    """What a cabin sees.

    Attributes:
        inside: Whose centre is in the cabin.
        callers: Who is near its door and in no cabin.
        nearby: Everybody who may touch it.
        solids: What stands loose and may touch it.
        is_recalled: Whether the regime holds that keeps it with open door.
    """

    inside: tuple[Disc, ...]
    callers: tuple[Disc, ...]
    nearby: tuple[Disc, ...]
    solids: tuple[Polygon, ...]
    is_recalled: bool


@frozen
class Decision:
    """What a cabin does.

    Attributes:
        memory: What it remembers from now on.
        holds_door: Whether the door is triggered anew.
        departs: Whether the ride begins for which it was departing.
    """

    memory: CabinMemory
    holds_door: bool = False
    departs: bool = False


def kept_books(memory: CabinMemory, situation: Situation, in_cabins: Sequence[str], now_ns: int) -> CabinMemory:
    """Memory with those arrivals forgotten who left: who was once seen inside and then in no cabin.

    An arrival that is not seen at all, because it was taken away as it came, is forgotten after the patience.

    Args:
        memory: As of the last tick.
        situation: What the cabin sees.
        in_cabins: Names of everybody who is in a cabin.
        now_ns: Time of the frame that the tick leads to.
    """
    if situation.is_recalled or not memory.arrived:
        return memory
    inside = [disc.name for disc in situation.inside]

    def is_gone(arrival: Arrival) -> bool:
        if arrival.confirmed:
            return arrival.name not in in_cabins
        return arrival.name not in inside and now_ns - arrival.since_ns >= CALL_PATIENCE_NS

    arrived = tuple(
        evolve(arrival, confirmed=arrival.confirmed or arrival.name in inside)
        for arrival in memory.arrived
        if not is_gone(arrival)
    )
    return evolve(memory, arrived=arrived)


def decided(cabin: Cabin, memory: CabinMemory, situation: Situation, now_ns: int, dt_ns: int) -> Decision:
    """What a cabin does to which no ride arrives in this tick; the first rule that applies decides.

    Args:
        cabin: Description.
        memory: As of the last tick, with the books kept.
        situation: What it sees.
        now_ns: Time of the frame that the tick leads to.
        dt_ns: Time since the previous frame.
    """
    if situation.is_recalled:
        return Decision(evolve(memory.forgetting_waits(), departing=False), holds_door=True)
    new = newcomers(cabin, memory, situation)
    gives_way = bool(new) and _waits_too_long(memory, now_ns)
    if memory.rides and not gives_way:
        waits_for_room = _lateness(memory, now_ns) >= 0 and not memory.dispatched
        return Decision(evolve(memory.forgetting_waits(), departing=False), holds_door=waits_for_room)
    if memory.dispatched:
        return Decision(memory.forgetting_waits())
    memory = _counted(memory, situation, dt_ns) if new else memory.forgetting_waits()
    is_called = _is_heard(cabin, memory, situation) if new else bool(situation.callers)
    if is_called and cabin.elevator.accept_outside_calls and not gives_way:
        return Decision(evolve(memory, departing=False), holds_door=True)
    if memory.departing and new:
        return Decision(memory, departs=memory.is_shut)
    stays_open = bool(memory.arrived) and memory.boarding_ns < CALL_PATIENCE_NS
    if stays_open and not (new and _all_go_on(cabin, memory, situation)):
        return Decision(evolve(memory, departing=False), holds_door=True)
    return Decision(evolve(memory, departing=bool(new) and memory.is_shut))


def newcomers(cabin: Cabin, memory: CabinMemory, situation: Situation) -> tuple[Disc, ...]:
    """Who inside waits for a ride: everybody but those whom a ride brought, unless their way goes on from here."""
    arrived = {arrival.name: arrival.confirmed for arrival in memory.arrived}
    return tuple(
        disc
        for disc in situation.inside
        if disc.name not in arrived or (arrived[disc.name] and disc.ride in cabin.destinations)
    )


def _all_go_on(cabin: Cabin, memory: CabinMemory, situation: Situation) -> bool:
    new = [disc.name for disc in newcomers(cabin, memory, situation)]
    return all(arrival.name in new for arrival in memory.arrived)


def _lateness(memory: CabinMemory, now_ns: int) -> int:
    eta = memory.next_eta_ns
    return -1 if eta is None else now_ns - eta


def _waits_too_long(memory: CabinMemory, now_ns: int) -> bool:
    return _lateness(memory, now_ns) >= CALL_PATIENCE_NS and not memory.dispatched


def _counted(memory: CabinMemory, situation: Situation, dt_ns: int) -> CabinMemory:
    """Memory with one more tick in which somebody inside wants to leave by the cabin."""
    held = {caller.name: caller.held_ns for caller in memory.callers}
    more = dt_ns if memory.door.state == OPEN else 0
    callers = tuple(Caller(disc.name, held.get(disc.name, 0) + more) for disc in situation.callers)
    return evolve(memory, callers=callers, boarding_ns=memory.boarding_ns + (0 if memory.is_shut else dt_ns))


def _is_heard(cabin: Cabin, memory: CabinMemory, situation: Situation) -> bool:
    """Whether one of the callers may still hold the door.

    Not who wants to ride and has no room beside those inside, where they stand: the cabin leaves and comes back.
    """
    if memory.boarding_ns >= ALL_CALLS_PATIENCE_NS:
        return False
    patient = [caller.name for caller in memory.callers if caller.held_ns < CALL_PATIENCE_NS]
    return any(_has_room(cabin, caller, situation) for caller in situation.callers if caller.name in patient)


def _has_room(cabin: Cabin, caller: Disc, situation: Situation) -> bool:
    if caller.ride not in cabin.destinations:
        return True
    wide = caller._replace(radius=caller.radius + ELBOW_ROOM)
    return find_places(cabin.room, (wide,), situation.inside, ()) is not None
