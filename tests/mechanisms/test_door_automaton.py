"""The automaton of one door, tick by tick, with values that the documented platform pins."""

import pytest

from arena_runtime.mechanisms.contract import Disc, MoveBody, Outcome, Sensed, View
from arena_runtime.mechanisms.door import DoorMechanism, DoorMemory
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.timebase import seconds_to_ns
from arena_simulation_setup.world.door import Door

DT = seconds_to_ns(0.1)


def mechanism(kind: str = "sliding", **changes: object) -> DoorMechanism:
    return DoorMechanism(Door("front", Position(0, 0), Position(1, 0), kind, **changes), "0")  # type: ignore[arg-type]


def memory(state: str, progress: float, last_trigger: float | None) -> DoorMemory:
    return DoorMemory(state, seconds_to_ns(progress), None if last_trigger is None else seconds_to_ns(last_trigger))


NOBODY = Sensed()


def somebody(x: float, y: float, radius: float) -> Sensed:
    return Sensed(nearby=(Disc("somebody", x, y, radius),))


def ticked(door: DoorMechanism, before: DoorMemory, now: float, sensed: Sensed = NOBODY, dt_ns: int = DT) -> Outcome:
    return door.tick(View(seconds_to_ns(now), dt_ns, sensed, {}, frozenset(), before))


def shown(outcome: Outcome) -> tuple[object, object]:
    return outcome.facts["state"], outcome.facts["progress"]


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (memory("closed", 0.0, 10), 10, ("opening", 0.1)),
        (memory("opening", 0.95, 10), 10, ("open", 1.0)),
        (memory("open", 1.0, 5), 10, ("closing", 0.9)),
        (memory("closing", 0.4, 10), 10, ("opening", 0.5)),
        (memory("closing", 0.05, 5), 10, ("closed", 0.0)),
        (memory("closed", 0.0, 5), 10, ("closed", 0.0)),
        (memory("closed", 0.0, None), 10, ("closed", 0.0)),
        (memory("open", 1.0, 10), 10, ("open", 1.0)),
    ],
)
@pytest.mark.parametrize("kind", ["sliding", "sliding_top"])
def test_a_free_slab_moves_by_the_share_of_its_transition_time(
    kind: str, before: DoorMemory, now: float, expected: tuple[str, float]
) -> None:
    assert shown(ticked(mechanism(kind), before, now)) == expected


@pytest.mark.parametrize("kind", ["teleport", "hinged"])
def test_a_teleporting_slab_has_no_way_in_between(kind: str) -> None:
    door = mechanism(kind)
    assert shown(ticked(door, memory("closed", 0, 10), 10)) == ("open", 1.0)
    assert shown(ticked(door, memory("open", 1, 5), 10)) == ("closed", 0.0)


def test_somebody_in_the_slot_keeps_a_teleporting_door_open_and_refreshes_its_trigger() -> None:
    outcome = ticked(mechanism("teleport"), memory("open", 1, 5), 10, somebody(0.5, 0, 0.3))
    assert shown(outcome) == ("open", 1.0)
    assert outcome.memory.last_trigger_ns == seconds_to_ns(10)


def test_touching_a_shut_teleporting_door_does_not_open_it() -> None:
    assert shown(ticked(mechanism("teleport"), DoorMemory(), 10, somebody(0.5, 0.3, 0.3))) == ("closed", 0.0)


@pytest.mark.parametrize(
    ("y", "radius", "expected", "last_trigger"),
    [
        (0.0, 0.3, ("opening", 0.6), 8),
        (-0.5, 0.3, ("closing", 0.5), 5),
        (-0.4, 0.05, ("closing", 0.5), 5),
        (-0.4, 0.4, ("opening", 0.6), 8),
    ],
)
def test_whoever_is_in_the_remaining_way_turns_a_closing_slab_back(
    y: float, radius: float, expected: tuple[str, float], last_trigger: float
) -> None:
    outcome = ticked(mechanism(), memory("closing", 0.6, 5), 8, somebody(0.5, y, radius))
    assert shown(outcome) == expected
    assert outcome.memory.last_trigger_ns == seconds_to_ns(last_trigger)


def test_an_open_door_whose_way_is_blocked_stays_open() -> None:
    assert shown(ticked(mechanism(), memory("open", 1.0, 5), 8, somebody(0.5, 0, 0.3))) == ("open", 1.0)


def test_the_next_step_alone_decides_whether_an_opening_slab_halts() -> None:
    before = memory("opening", 0.5, 8)
    halted = ticked(mechanism(), before, 8, somebody(1.6, 0, 0.05))
    assert shown(halted) == ("opening", 0.5)
    assert halted.memory == before
    assert shown(ticked(mechanism(), before, 8, somebody(1.7, 0, 0.05))) == ("opening", 0.6)


def test_a_rising_slab_is_never_kept_from_opening() -> None:
    assert shown(ticked(mechanism("sliding_top"), memory("opening", 0.5, 8), 8, somebody(0.5, 0, 0.3))) == (
        "opening",
        0.6,
    )


def test_a_rising_slab_does_not_come_down_on_anybody_in_the_slot() -> None:
    door, before = mechanism("sliding_top"), memory("closing", 0.5, 5)
    assert shown(ticked(door, before, 8, somebody(0.5, 0, 0.3))) == ("opening", 0.5)
    assert shown(ticked(door, before, 8, somebody(1.5, 0, 0.3))) == ("closing", 0.4)


def test_a_door_that_is_barred_before_it_moved_is_closed_and_not_in_transit() -> None:
    outcome = ticked(mechanism(), memory("closed", 0.0, 8), 8, somebody(0.5, -0.2, 0.2))
    assert shown(outcome) == ("closed", 0.0)
    assert (outcome.facts["in_transit"], outcome.facts["triggered"]) == (False, True)


@pytest.mark.parametrize(("late_ns", "state"), [(0, "open"), (1, "closing")])
def test_the_hold_time_is_inclusive_to_the_nanosecond(late_ns: int, state: str) -> None:
    door = mechanism()
    before = DoorMemory("open", door.transition_ns, 7)
    outcome = door.tick(View(7 + door.hold_ns + late_ns, DT, Sensed(), {}, frozenset(), before))
    assert (outcome.facts["state"], outcome.facts["triggered"]) == (state, state == "open")


@pytest.mark.parametrize(("rate", "ticks"), [(10, 10), (30, 30), (100, 100)])
def test_a_door_of_one_second_takes_exactly_one_second_at_every_rate(rate: int, ticks: int) -> None:
    door, outcome, last = mechanism(), mechanism().start(Sensed()), 0
    seen = Sensed(triggering=(Disc("somebody", 0.5, 2.0, 0.3),))
    states = []
    for tick in range(1, ticks + 1):
        now = tick * 1_000_000_000 // rate
        outcome = door.tick(View(now, now - last, seen, {}, frozenset(), outcome.memory))
        states.append(outcome.facts["state"])
        last = now
    assert states == ["opening"] * (ticks - 1) + ["open"]


def test_a_door_without_transition_time_opens_and_shuts_in_one_tick() -> None:
    door = mechanism(transition_time=0.0)
    assert shown(ticked(door, DoorMemory("closed", 0, seconds_to_ns(10)), 10)) == ("open", 1.0)
    assert shown(ticked(door, DoorMemory("open", door.transition_ns, seconds_to_ns(5)), 10)) == ("closed", 0.0)


def test_facts_follow_the_state_and_are_complete_in_the_vocabulary() -> None:
    door = mechanism()
    assert [column.field for column in door.columns] == ["state", "progress", "open", "in_transit", "triggered"]
    assert {column.entity for column in door.columns} == {"front/0"}
    facts = dict(ticked(door, memory("opening", 0.5, 8), 8).facts)
    assert facts == {"state": "opening", "progress": 0.6, "open": False, "in_transit": True, "triggered": True}


def test_the_slab_is_put_in_place_at_the_start_and_moved_only_when_it_moves() -> None:
    door = mechanism()
    assert door.start(Sensed()).commands == (MoveBody("front/0", 0.5, 0.0, 1.0, 0.0),)
    assert ticked(door, DoorMemory(), 1).commands == ()
    assert ticked(door, memory("opening", 0.4, 8), 8).commands == (MoveBody("front/0", 1.0, 0.0, 1.0, 0.0),)
    assert ticked(door, memory("opening", 0.5, 8), 8, somebody(1.6, 0, 0.05)).commands == ()


def test_a_door_with_something_in_its_place_starts_open_and_stays_so_until_that_is_gone() -> None:
    door = mechanism()
    crate = Sensed(obstacles=(((0.3, -0.2), (0.7, -0.2), (0.7, 0.2), (0.3, 0.2)),))
    outcome = door.start(crate)
    assert shown(outcome) == ("open", 1.0)
    assert outcome.commands == (MoveBody("front/0", 1.5, 0.0, 1.0, 0.0),)
    for tick in range(1, 50):
        outcome = ticked(door, outcome.memory, tick * 0.1, crate)
        assert (outcome.facts["state"], outcome.commands) == ("open", ())
    states = []
    for tick in range(50, 90):
        outcome = ticked(door, outcome.memory, tick * 0.1)
        states.append(outcome.facts["state"])
    # Each time the hold runs out the crate triggers anew: at 0, 2.1 and 4.2 s, so that the last hold ends after 6.2 s.
    assert states == ["open"] * 13 + ["closing"] * 9 + ["closed"] * 18


def test_the_door_line_itself_is_within_reach() -> None:
    door = mechanism(activation_distance=(0.0, 0.5))
    assert door.senses.trigger_distance == 0.5
    assert (door.senses.start, door.senses.end) == ((0, 0), (1, 0))
