"""Nobody waits for ever, nobody is left behind, and nobody is put into anybody."""

import itertools
import math

import pytest

from arena_runtime.mechanisms.contract import Disc
from arena_runtime.mechanisms.elevator import ElevatorGroup
from arena_runtime.mechanisms.elevator_places import find_places
from tests.mechanisms.elevator_life import Life, cabin, pair

SMALL = {"size": (1.0, 1.0, 2.0)}


def triple(*to_of_a: str) -> ElevatorGroup:
    """Cabin A that leads to some of B and C; both lead back."""
    return ElevatorGroup(
        (
            cabin("A", (0.0, 0.0), *to_of_a),
            cabin("B", (10.0, 0.0), "A"),
            cabin("C", (20.0, 0.0), "A"),
        )
    )


def inside(life: Life, name: str, agent: str) -> bool:
    """Whether somebody is in a cabin."""
    member = next(member for member in life.group.members if member.elevator.name == name)
    return member.holds(*life.place(agent))


def until(life: Life, done: object, seconds: float) -> float:
    """Let time pass until something is so; seconds that it took."""
    start = life.tick
    while not done():  # type: ignore[operator]
        life.advance()
        assert life.tick - start <= seconds * life.rate, f"not within {seconds} s"
    return (life.tick - start) / life.rate


# Several destinations


@pytest.mark.parametrize(
    ("listed", "wishes", "taken"),
    [
        (("B", "C"), ("C/0",), "C"),
        (("B", "C"), ("",), "B"),
        (("C", "B"), ("",), "C"),
        (("B", "C"), ("C/0", "B/0"), "B"),
        (("B", "C"), ("elsewhere/0",), "B"),
    ],
)
def test_the_first_listed_destination_that_somebody_inside_wants_is_taken(
    listed: tuple[str, ...], wishes: tuple[str, ...], taken: str
) -> None:
    riders = [Disc(f"rider_{index}", -0.5, index - 0.4, 0.25, wish) for index, wish in enumerate(wishes)]
    life = Life(triple(*listed), *riders)
    life.run(6)
    assert all(inside(life, taken, rider.name) for rider in riders)


def test_who_wants_to_ride_on_need_not_step_out() -> None:
    group = ElevatorGroup((cabin("A", (0.0, 0.0), "B"), cabin("B", (10.0, 0.0), "C"), cabin("C", (20.0, 0.0), "A")))
    life = Life(group, Disc("rider", 0.0, 0.0, 0.25, "B/0"))
    life.run(3.5)
    life.put("rider", *life.place("rider"), ride="C/0")
    until(life, lambda: inside(life, "C", "rider"), 10)
    life.put("rider", *life.place("rider"))
    life.run(60)
    assert inside(life, "C", "rider"), "who wants nothing more is not sent on"
    assert life.of("C")["cabin_door"] == "open"


# Callers


def test_a_bystander_keeps_nobody_for_ever() -> None:
    life = Life(pair(), Disc("bystander", 3.0, 0.5, 0.25), Disc("rider", 0.0, 0.0, 0.25))
    # Ten seconds of open door, the hold time, the door's two ways, the ride, and a tick for each decision.
    took = until(life, lambda: inside(life, "B", "rider"), 20)
    assert took == pytest.approx(10 + 1 + 2 + 1 + 3, abs=0.2)
    until(life, lambda: life.of("A")["cabin_door"] == "open", 3)


def test_an_ignored_caller_who_went_away_and_came_back_is_heard_again() -> None:
    life = Life(pair(), Disc("bystander", 3.0, 0.5, 0.25), Disc("rider", 0.0, 0.0, 0.25))
    until(life, lambda: life.of("A")["cabin_door"] == "closing", 15)
    life.put("bystander", 9.0, 4.0)
    life.advance()
    life.put("bystander", 3.0, 0.5)
    life.run(0.5)
    assert life.of("A")["cabin_door"] in ("opening", "open")


def test_a_stream_of_new_callers_holds_a_ride_for_half_a_minute_at_most() -> None:
    life = Life(pair(), Disc("rider", 0.0, 0.0, 0.25))

    def pass_by() -> bool:
        life.agents.pop(f"passer_{life.tick - 20}", None)
        if life.tick % 20 == 0:
            life.put(f"passer_{life.tick}", 3.0, 0.5)
        return inside(life, "B", "rider")

    assert 30 < until(life, pass_by, 45) < 40


def test_a_caller_is_ignored_only_while_somebody_inside_wants_to_leave() -> None:
    life = Life(pair(), Disc("waiting", 3.0, 0.5, 0.25), Disc("inside", 0.0, 0.0, 0.25))
    until(life, lambda: life.of("A")["cabin_door"] == "closing", 15)
    del life.agents["inside"]
    life.run(2)
    assert life.of("A")["cabin_door"] == "open", "nobody competes any more, so the call counts"


def test_two_who_want_in_where_one_has_room_are_carried_one_after_the_other() -> None:
    life = Life(pair(**SMALL), Disc("first", 0.0, 0.0, 0.3, "B/0"), Disc("second", 1.5, 0.0, 0.3, "B/0"))
    until(life, lambda: inside(life, "B", "first"), 25)
    life.put("first", 15.0, 0.0)
    until(life, lambda: life.of("A")["cabin_door"] == "open", 5)
    life.put("second", 0.0, 0.0, ride="B/0")
    until(life, lambda: inside(life, "B", "second"), 25)


def test_who_has_room_only_if_others_stood_elsewhere_keeps_nobody() -> None:
    home = {"size": (1.6, 1.3, 2.1)}
    stand = [Disc("back", -0.35, 0.0, 0.25, "B/0"), Disc("front", 0.25, 0.0, 0.25, "B/0")]
    waiting = Disc("waiting", 1.6, 0.4, 0.25, "B/0")
    room = pair(**home).members[0].room
    together = find_places(room, [Disc(str(index), 0.0, 0.0, 0.3) for index in range(3)], (), ())
    assert together is not None, "in other places all three would have room"
    life = Life(pair(**home), *stand, waiting)
    assert until(life, lambda: inside(life, "B", "front"), 20) < 8
    until(life, lambda: life.of("A")["cabin_door"] == "open", 5)


def test_who_calls_while_a_ride_is_on_its_way_is_served_afterwards_at_either_end() -> None:
    life = Life(pair(), Disc("rider", 0.0, 0.0, 0.25))
    until(life, lambda: life.of("A")["dispatched"], 2)
    life.put("at_a", 3.0, 0.0)
    life.put("at_b", 13.0, 0.0)
    life.run(2)
    assert (life.of("A")["cabin_door"], life.of("B")["cabin_door"]) == ("closed", "closed")
    life.run(3)
    assert (life.of("A")["cabin_door"], life.of("B")["cabin_door"]) == ("open", "open")


# Who sits in a cabin


def test_a_rider_who_never_steps_out_is_not_sent_back_and_the_door_stays_open() -> None:
    life = Life(pair(), Disc("sitter", 0.0, 0.0, 0.25))
    life.run(120)
    assert inside(life, "B", "sitter")
    assert len(life.carried) == 1
    assert life.of("B")["cabin_door"] == "open"


def test_who_joins_a_sitter_waits_ten_seconds_and_then_takes_it_along() -> None:
    life = Life(pair(), Disc("sitter", 0.3, 0.5, 0.25))
    life.run(8)
    life.put("second", 9.6, -0.4)
    took = until(life, lambda: inside(life, "A", "second"), 20)
    assert took == pytest.approx(10 + 2 + 1 + 3, abs=0.2)
    assert inside(life, "A", "sitter")


def test_a_sitter_who_leaves_lets_the_second_go_at_once() -> None:
    life = Life(pair(), Disc("sitter", 0.3, 0.5, 0.25))
    life.run(8)
    life.put("second", 9.6, -0.4)
    life.run(2)
    life.put("sitter", 15.0, 0.0)
    assert until(life, lambda: inside(life, "A", "second"), 10) < 7


# Arrivals without room


def test_an_arrival_waits_with_open_door_until_there_is_room_and_then_all_come_at_once() -> None:
    group = ElevatorGroup((cabin("A", (0.0, 0.0), "B", size=(2.0, 2.0, 2.0)), cabin("B", (10.0, 0.0), "A", **SMALL)))
    life = Life(group, Disc("rider", 0.0, 0.0, 0.3))
    life.run(1)
    life.put("sitter", 10.0, 0.0, 0.3, "")
    life.run(9)
    assert inside(life, "A", "rider")
    assert (life.of("A")["cabin_door"], life.of("B")["cabin_door"], life.of("B")["arriving_eta"]) == (
        "closed",
        "open",
        0.0,
    )
    del life.agents["sitter"]
    life.advance()
    assert inside(life, "B", "rider")


def test_an_arrival_shares_the_cabin_with_whom_it_finds_there() -> None:
    life = Life(pair(), Disc("rider", 0.0, 0.0, 0.25))
    life.run(1)
    life.put("found", 10.0, 0.0, 0.25)
    until(life, lambda: inside(life, "B", "rider"), 5)
    assert math.dist(life.place("rider"), life.place("found")) > 0.5


@pytest.mark.parametrize("size", [(1.0, 1.0, 2.0), (2.0, 2.0, 2.0)])
def test_two_who_want_to_change_places_do(size: tuple[float, float, float]) -> None:
    life = Life(pair(size=size), Disc("up", 0.0, 0.0, 0.35, "B/0"), Disc("down", 10.0, 0.0, 0.35, "A/0"))
    until(life, lambda: inside(life, "B", "up") and inside(life, "A", "down"), 30)


def test_three_small_cabins_in_a_ring_exchange_their_riders_in_one_tick() -> None:
    group = ElevatorGroup(
        tuple(cabin(name, (10.0 * index, 0.0), to, **SMALL) for index, (name, to) in enumerate(("AB", "BC", "CA")))
    )
    life = Life(group, *(Disc(f"rider_{name}", 10.0 * at, 0.0, 0.3) for at, name in enumerate("ABC")))
    life.run(4)
    assert [inside(life, to, f"rider_{name}") for name, to in ("AB", "BC", "CA")] == [True] * 3
    places = {name: (10.0 * at, 0.0) for at, name in enumerate(("rider_A", "rider_B", "rider_C"))}
    for _, command in life.carried:
        places[command.agent] = (command.x, command.y)
        assert all(
            math.dist(place, other) > 0.6
            for name, place in places.items()
            for another, other in places.items()
            if name < another
        ), "no two overlap after any of the commands"
    assert {tick for tick, _ in life.carried} == {life.carried[0][0]}


def test_somebody_shut_in_where_a_ride_waits_for_room_may_leave_by_the_cabin() -> None:
    group = ElevatorGroup(
        (
            cabin("A", (0.0, 0.0), "B", **SMALL),
            cabin("B", (10.0, 0.0), "C", **SMALL),
            cabin("C", (20.0, 0.0), "A", **SMALL),
        )
    )
    life = Life(group, Disc("first", 0.0, 0.0, 0.3))
    life.run(1)
    life.put("between", 10.0, 0.0, 0.3, "C/0")
    until(life, lambda: inside(life, "C", "between"), 30)
    until(life, lambda: inside(life, "B", "first"), 1)


def test_a_group_that_can_never_fit_is_refused_and_the_door_opens_no_faster_than_its_hold_time() -> None:
    group = ElevatorGroup((cabin("A", (0.0, 0.0), "B"), cabin("B", (10.0, 0.0), "A", size=(0.6, 0.6, 2.0))))
    life = Life(group, Disc("big", 0.0, 0.0, 0.4))
    opened = []
    before = "closed"
    for _ in range(900):
        life.advance()
        state = str(life.of("A")["cabin_door"])
        if (before, state) == ("closed", "opening"):
            opened.append(life.tick)
            assert not life.of("A")["departing"]
        before = state
    assert life.carried == []
    assert len(opened) > 3
    assert min(after - first for first, after in itertools.pairwise(opened)) >= 2 * life.rate


def test_a_cabin_with_its_door_on_another_side_moves_riders_off_that_door() -> None:
    group = ElevatorGroup((cabin("A", (0.0, 0.0), "B"), cabin("B", (10.0, 0.0), "A", side="-x")))
    life = Life(group, Disc("rider", -0.7, 0.0, 0.25))
    life.run(4)
    assert life.place("rider")[0] == pytest.approx(10.0 - 1.0 + 0.075 + 0.25 + 1e-3)


# Recall


@pytest.mark.parametrize("recall", ["alarm", "!calm"])
def test_a_recalled_cabin_stays_open_and_sends_nobody(recall: str) -> None:
    life = Life(pair(recall_on=recall), Disc("rider", 0.0, 0.0, 0.25))
    life.regimes = frozenset(("alarm",))
    life.run(30)
    assert (life.of("A")["cabin_door"], life.of("A")["departing"], life.carried) == ("open", False, [])
    life.regimes = frozenset(("calm",))
    until(life, lambda: inside(life, "B", "rider"), 10)


def test_a_ride_to_a_recalled_cabin_waits_for_the_end_of_the_recall_and_is_not_lost() -> None:
    group = ElevatorGroup((cabin("A", (0.0, 0.0), "B"), cabin("B", (10.0, 0.0), "A", recall_on="alarm")))
    life = Life(group, Disc("rider", 0.0, 0.0, 0.25))
    until(life, lambda: life.of("B")["in_transit"], 1)
    life.regimes = frozenset(("alarm",))
    life.run(20)
    assert (life.of("B")["cabin_door"], life.of("B")["arriving_eta"], life.carried) == ("open", 0.0, [])
    life.regimes = frozenset()
    life.advance()
    assert inside(life, "B", "rider")


def test_no_ride_begins_to_a_recalled_cabin() -> None:
    group = ElevatorGroup((cabin("A", (0.0, 0.0), "B"), cabin("B", (10.0, 0.0), "A", recall_on="alarm")))
    life = Life(group, Disc("rider", 0.0, 0.0, 0.25))
    life.regimes = frozenset(("alarm",))
    life.run(10)
    assert not life.of("A")["dispatched"]
    life.regimes = frozenset()
    until(life, lambda: inside(life, "B", "rider"), 10)


def test_who_leaves_a_recalled_cabin_is_off_the_ride_even_when_it_comes_back() -> None:
    group = ElevatorGroup((cabin("A", (0.0, 0.0), "B", recall_on="alarm"), cabin("B", (10.0, 0.0), "A")))
    life = Life(group, Disc("stays", 0.0, 0.6, 0.25), Disc("leaves", 0.0, -0.6, 0.25))
    until(life, lambda: life.of("A")["dispatched"], 1)
    life.regimes = frozenset(("alarm",))
    life.put("leaves", 5.0, -0.6)
    life.advance()
    life.put("leaves", 0.0, -0.6)
    until(life, lambda: inside(life, "B", "stays"), 4)
    assert inside(life, "A", "leaves")
    life.put("stays", 15.0, 0.0)
    life.regimes = frozenset()
    until(life, lambda: inside(life, "B", "leaves"), 10)


# Teleports and removals


@pytest.mark.parametrize("removed", [False, True])
def test_a_rider_who_is_taken_away_is_off_the_ride(removed: bool) -> None:
    life = Life(pair(), Disc("stays", 0.0, 0.6, 0.25), Disc("leaves", 0.0, -0.6, 0.25))
    until(life, lambda: life.of("A")["dispatched"], 1)
    assert life.of("A")["occupants"] == 2.0
    if removed:
        del life.agents["leaves"]
    else:
        life.put("leaves", 5.0, 5.0)
    life.advance()
    assert life.of("A")["occupants"] == life.of("B")["occupants"] == 1.0
    until(life, lambda: inside(life, "B", "stays"), 4)
    assert [command.agent for _, command in life.carried] == ["stays"]


def test_a_ride_that_nobody_is_on_any_more_is_called_off() -> None:
    life = Life(pair(), Disc("rider", 0.0, 0.0, 0.25))
    until(life, lambda: life.of("A")["dispatched"], 1)
    life.agents.clear()
    life.run(10)
    assert life.group.at_rest(life.outcomes)


# The group


def test_a_pressed_plate_opens_the_cabin() -> None:
    driven = cabin("A", (0.0, 0.0), "B")
    group = ElevatorGroup(
        (type(driven)(driven.elevator, "0", "+x", ("B/0",), ("mat/0",)), cabin("B", (10.0, 0.0), "A"))
    )
    life = Life(group)
    life.facts = {("mat/0", "pressure_plate"): {"pressed": False}}
    life.run(1)
    assert life.group.at_rest(life.outcomes)
    life.facts = {("mat/0", "pressure_plate"): {"pressed": True}}
    life.run(1.1)
    assert life.of("A")["cabin_door"] == "open"
    life.facts = {("mat/0", "pressure_plate"): {"pressed": False}}
    life.run(3.1)
    assert life.group.at_rest(life.outcomes)
    assert group.members[0].wakers == (("mat/0", "pressure_plate"),)


def test_a_slab_that_slides_out_beside_the_cabin_waits_for_who_stands_there() -> None:
    life = Life(pair(), Disc("aside", 0.95, 2.0, 0.25), Disc("caller", 2.5, 0.0, 0.25))
    life.run(5)
    assert life.of("A")["cabin_door"] == "opening"
    progress = life.of("A")["cabin_door_progress"]
    life.put("aside", 3.0, 2.0)
    life.run(1)
    assert isinstance(progress, float)
    assert 0.3 < progress < 0.5
    assert life.of("A")["cabin_door"] == "open"


def test_a_cabin_whose_own_riders_are_still_on_a_ride_stays_shut_and_receives_nobody() -> None:
    group = ElevatorGroup(
        (
            cabin("A", (0.0, 0.0), "B", travel_time=1.0),
            cabin("B", (10.0, 0.0), "C", travel_time=6.0),
            cabin("C", (20.0, 0.0), "A"),
        )
    )
    life = Life(group, Disc("ahead", 10.0, -0.5, 0.25))
    life.run(0.5)
    life.put("behind", 0.0, 0.5)
    while not inside(life, "C", "ahead"):
        life.advance()
        assert inside(life, "A", "behind") or inside(life, "C", "ahead")
        assert life.of("B")["cabin_door"] == "closed" or inside(life, "C", "ahead")
    life.run(0.1)
    assert inside(life, "B", "behind")


def test_who_arrives_while_a_cabin_was_about_to_depart_may_step_out_first() -> None:
    life = Life(pair(travel_time=0.0), Disc("arriving", 0.0, 0.5, 0.25))
    life.advance()
    life.put("departing", 10.0, -0.5)
    life.advance()
    assert life.of("B")["departing"]
    life.advance()
    assert inside(life, "B", "arriving")
    life.run(8)
    assert inside(life, "B", "arriving")
    assert life.of("B")["cabin_door"] == "open"
    until(life, lambda: inside(life, "A", "departing"), 10)


def test_no_ride_begins_in_a_cabin_that_has_emptied() -> None:
    life = Life(pair(), Disc("rider", 0.0, 0.0, 0.25))
    life.advance()
    assert life.of("A")["departing"]
    life.agents.clear()
    for _ in range(30):
        life.advance()
        assert not life.of("A")["departing"]
        assert not life.of("B")["in_transit"]


def test_who_is_in_another_cabin_calls_none() -> None:
    beside = cabin("other", (3.0, 0.0), side="-x")
    life = Life(ElevatorGroup((cabin("A", (0.0, 0.0), "B"), cabin("B", (10.0, 0.0), "A")), (beside,)))
    life.put("there", 3.0, 0.0)
    life.run(5)
    assert life.of("A")["cabin_door"] == "closed"
    life.put("there", 1.6, 0.0)
    life.run(2)
    assert life.of("A")["cabin_door"] == "open"


def test_who_sits_when_others_arrive_is_still_not_sent_back() -> None:
    life = Life(pair(), Disc("sitter", 0.0, 0.6, 0.25))
    life.run(6)
    life.put("next", 0.0, -0.6)
    until(life, lambda: inside(life, "B", "next"), 10)
    life.run(2)
    life.put("next", 15.0, 0.0)
    life.run(60)
    assert inside(life, "B", "sitter")
    assert life.of("B")["cabin_door"] == "open"
