"""What cabins do in single steps and in whole rides, as documented."""

import math

import pytest

from arena_runtime.mechanisms.contract import CarryAgent, Disc
from arena_runtime.mechanisms.door import DoorMemory
from arena_runtime.mechanisms.elevator import ElevatorGroup
from arena_runtime.mechanisms.elevator_memory import Arrival, CabinMemory, Ride, Rider
from arena_simulation_setup.timebase import seconds_to_ns
from tests.mechanisms.elevator_life import Life, cabin, pair

OPEN = DoorMemory("open", seconds_to_ns(1.0), 0)
IN_A = Disc("rider", -0.5, 0.0, 0.25)
BEFORE_A = Disc("caller", 2.5, 0.0, 0.25)


def remembering(life: Life, **memories: CabinMemory) -> Life:
    """The life with other memories of some cabins."""
    life.outcomes = tuple(
        outcome._replace(memory=memories.get(member.elevator.name, outcome.memory))
        for member, outcome in zip(life.group.members, life.outcomes, strict=True)
    )
    return life


def riding(eta_s: float) -> dict[str, CabinMemory]:
    """Memories while the rider is on its way from A to B."""
    ride = Ride("A/0", seconds_to_ns(eta_s), (Rider("rider", -0.5, 0.0, 0.25),))
    return {"A": CabinMemory(dispatched=("rider",)), "B": CabinMemory(rides=(ride,))}


def test_who_stands_at_exactly_half_the_size_is_inside() -> None:
    one = cabin("A", (0.0, 0.0))
    assert one.holds(1.0, -1.0)
    assert not one.holds(math.nextafter(1.0, 2.0), 0.0)


def test_an_accepted_call_triggers_the_door_and_nothing_departs() -> None:
    life = Life(pair(), BEFORE_A)
    life.advance()
    assert life.memory("A").door.last_trigger_ns == 33_333_333
    assert life.of("A")["cabin_door"] == "opening"
    assert not life.of("A")["departing"]
    assert life.of("B")["cabin_door"] == "closed"


def test_a_call_that_is_not_accepted_does_nothing() -> None:
    life = Life(pair(accept_outside_calls=False), BEFORE_A)
    life.run(10)
    assert life.memory("A") == CabinMemory()


def test_somebody_in_a_shut_cabin_departs_and_one_tick_later_a_ride_is_on_its_way() -> None:
    life = Life(pair(), IN_A)
    life.advance()
    assert life.of("A")["departing"]
    assert not life.of("B")["in_transit"]
    life.advance()
    ride = life.memory("B").rides[0]
    assert ride == Ride("A/0", seconds_to_ns(3.0) + 66_666_666, (Rider("rider", -0.5, 0.0, 0.25),))
    assert (life.of("A")["departing"], life.of("A")["dispatched"], life.of("A")["in_transit"]) == (False, True, False)
    assert (life.of("B")["in_transit"], life.of("B")["arriving_eta"], life.of("B")["dispatched"]) == (True, 3.0, False)
    assert (life.of("A")["occupants"], life.of("B")["occupants"]) == (1.0, 1.0)
    assert life.members("A") == life.members("B") == ("rider",)
    assert life.carried == []


def test_a_ride_that_is_due_carries_its_riders_and_marks_them_as_just_arrived() -> None:
    life = remembering(Life(pair(), IN_A), **riding(0.01))
    life.advance()
    assert life.carried == [(1, CarryAgent("rider", 9.5, 0.0))]
    assert life.memory("B").arrived == (Arrival("rider", 33_333_333, confirmed=False),)
    assert (life.of("B")["arriving_eta"], life.of("B")["in_transit"], life.of("B")["just_arrived"]) == (
        None,
        False,
        True,
    )
    assert life.of("B")["cabin_door"] == "opening"
    assert not life.of("A")["dispatched"]


def test_who_is_seen_outside_before_inside_still_counts_as_just_arrived() -> None:
    life = remembering(Life(pair(), IN_A._replace(x=13.0)), B=CabinMemory(OPEN, arrived=(Arrival("rider", 0),)))
    life.advance()
    assert life.of("B")["just_arrived"]


def test_who_was_inside_and_then_outside_has_left() -> None:
    life = remembering(Life(pair(), IN_A._replace(x=9.5)), B=CabinMemory(OPEN, arrived=(Arrival("rider", 0),)))
    life.advance()
    assert life.memory("B").arrived == (Arrival("rider", 0, confirmed=True),)
    life.put("rider", 13.0, 0.0)
    life.advance()
    assert life.memory("B").arrived == ()


def test_without_a_destination_the_departure_is_called_off_and_the_door_triggered() -> None:
    life = remembering(Life(ElevatorGroup((cabin("A", (0.0, 0.0)),)), IN_A), A=CabinMemory(departing=True))
    life.advance()
    assert (life.of("A")["departing"], life.of("A")["cabin_door"]) == (False, "opening")


def test_a_call_calls_a_departure_off() -> None:
    life = remembering(Life(pair(), IN_A, BEFORE_A), A=CabinMemory(departing=True))
    life.advance()
    assert (life.of("A")["departing"], life.of("A")["cabin_door"]) == (False, "opening")
    assert not life.of("B")["in_transit"]


def test_nobody_is_sent_back_who_is_not_observed_for_twenty_seconds_after_the_arrival() -> None:
    life = remembering(Life(pair(), IN_A), **riding(0.01))
    life.advance()
    del life.agents["rider"]
    for _ in range(600):
        life.advance()
        assert not life.of("B")["departing"]
    assert len(life.carried) == 1


def test_while_a_rider_is_on_its_way_calls_leave_the_door_shut_and_it_is_carried_exactly_once() -> None:
    life = remembering(Life(pair(), IN_A, BEFORE_A), **riding(3.0))
    for _ in range(89):
        life.advance()
        assert life.of("A")["cabin_door"] == "closed"
    life.run(3)
    assert [command for _, command in life.carried] == [CarryAgent("rider", 9.5, 0.0)]
    assert life.of("A")["cabin_door"] == "open", "the caller is served once the ride has ended"


@pytest.mark.parametrize(
    ("start", "b_at", "lands"),
    [((-0.5, 0.0), (10.0, 0.0), (9.5, 0.0)), ((0.3, -0.4), (10.0, 5.0), (10.3, 4.6))],
)
def test_riders_keep_their_place_in_the_cabin(
    start: tuple[float, float], b_at: tuple[float, float], lands: tuple[float, float]
) -> None:
    group = ElevatorGroup((cabin("A", (0.0, 0.0), "B"), cabin("B", b_at, "A")))
    life = Life(group, Disc("rider", *start, 0.25))
    life.run(200 / 30)
    assert life.place("rider") == pytest.approx(lands)
    assert life.of("B")["cabin_door"] == "open"
    assert len(life.carried) == 1


def test_the_door_of_a_cabin_stands_five_centimetres_inside_its_face() -> None:
    door = cabin("A", (10.0, 5.0)).door.door
    assert [(door.start.x, door.start.y), (door.end.x, door.end.y)] == [
        pytest.approx((10.95, 4.05)),
        pytest.approx((10.95, 5.95)),
    ]
    assert (door.width, door.height) == (0.05, 2.5)


def test_an_idle_pair_stays_shut_and_rests() -> None:
    life = Life(pair())
    for _ in range(300):
        life.advance()
        assert life.of("A")["cabin_door"] == life.of("B")["cabin_door"] == "closed"
        assert life.group.at_rest(life.outcomes)


def test_the_timeline_of_a_whole_ride() -> None:
    life = Life(pair())
    seen: list[tuple[str, float]] = []

    def look() -> None:
        facts, other = life.of("A"), life.of("B")
        now = f"{facts['cabin_door']} {other['cabin_door']}"
        now += "".join(f" {name}" for name in ("departing", "dispatched") if facts[name])
        now += " just arrived" * bool(other["just_arrived"])
        if not seen or seen[-1][0] != now:
            seen.append((now, round(life.tick / life.rate, 2)))

    for tick in range(540):
        if tick == 30:
            life.put("rider", 3.0, 0.0)
        elif tick == 75:
            life.put("rider", 0.0, 0.0)
        elif tick == 360:
            life.put("rider", 14.0, 0.0)
        life.advance()
        look()
    assert seen == [
        ("closed closed", 0.03),
        ("opening closed", 1.03),
        ("open closed", 2.0),
        ("closing closed", 4.53),
        ("closed closed", 5.5),
        ("closed closed departing", 5.53),
        ("closed closed dispatched", 5.57),
        ("closed opening just arrived", 8.57),
        ("closed open just arrived", 9.53),
        ("closed open", 12.03),
        ("closed closing", 14.03),
        ("closed closed", 15.0),
    ]
    assert life.group.at_rest(life.outcomes)
