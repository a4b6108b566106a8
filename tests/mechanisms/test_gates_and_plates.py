"""Gates and pressure plates, and what doors do with them."""

from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.mechanisms.contract import Disc
from arena_runtime.mechanisms.gate import GateRule
from arena_runtime.mechanisms.pressure_plate import driving_plates, plates
from arena_runtime.mechanisms.regime import holds, wakers
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.zone import Zone
from tests.mechanisms.scripted_building import NOBODY, Building, crowd, front_door, preset, schedule

MODELLED = settings(max_examples=80, deadline=None)
INTRUDER = crowd(("intruder", 0.5, 0.8))
ALARM = schedule("alarm", windows=[{"start": 2, "end": 4}], regime="alarm")


def gated(door_distance: float = 1.0, distance: float = -1.0, **params: object) -> Building:
    door = front_door(*preset("gate", distance, **params), activation_distance=(door_distance, door_distance))
    return Building(Zone("hall", doors=(door,), schedules=(ALARM,)))


def plated(**params: object) -> Building:
    door = front_door(*preset("pressure_plate", **{"position": [5, 5], **params}))
    return Building(Zone("hall", doors=(door,), schedules=(ALARM,)))


def is_moving(building: Building) -> bool:
    return building.facts("front", "door")["state"] != "closed"


@pytest.mark.parametrize(
    ("consumed", "regimes", "truth"),
    [
        ("alarm", {"alarm"}, True),
        ("alarm", {"other"}, False),
        ("!alarm", {"alarm"}, False),
        ("!alarm", set(), True),
        ("! alarm", {"alarm"}, False),
        ("", {""}, False),
        ("!", set(), False),
    ],
)
def test_an_exclamation_mark_negates_a_regime(consumed: str, regimes: set[str], truth: bool) -> None:
    assert holds(consumed, regimes) is truth
    assert wakers("!alarm") == ("alarm",)


def test_a_gate_is_locked_by_default_and_an_intruder_blocked() -> None:
    building = gated()
    building.agents = INTRUDER
    for _ in range(20):
        building.step()
        assert building.facts("front", "gate") == {"locked": True, "blocked": True}
        assert building.stepper.members == {("front/0", "gate"): ("intruder",)}
        assert building.facts("front", "door")["triggered"] is False
        assert not is_moving(building)
    building.agents = NOBODY
    building.step()
    assert building.facts("front", "gate") == {"locked": True, "blocked": False}


def test_those_at_an_unlocked_gate_are_still_its_members() -> None:
    building = gated(locked=False)
    building.agents = INTRUDER
    building.step()
    assert building.facts("front", "gate") == {"locked": False, "blocked": False}
    assert building.stepper.members["front/0", "gate"] == ("intruder",)
    assert is_moving(building)


@pytest.mark.parametrize(
    ("name", "model", "authorized", "opens"),
    [
        ("jackal_0", "jackal", "jackal", True),
        ("env_0/jackal", "", "jackal", True),
        ("env_0/jackal", "", "env_0/jackal", True),
        ("jackal_0", "jackal", "jackal_0", True),
        ("mary", "Common/nurse", "nurse", True),
        ("jackal_1", "", "jackal", False),
        ("jackal_0", "jackal", "jack", False),
        ("mary", "", "", False),
    ],
)
def test_authorized_names_and_models_open_a_locked_gate(name: str, model: str, authorized: str, opens: bool) -> None:
    building = gated(authorized=[authorized])
    building.agents = crowd((name, 0.5, 0.5), models=(model,))
    building.step()
    assert is_moving(building) is opens
    assert building.facts("front", "gate")["blocked"] is not opens


def test_others_may_follow_somebody_authorized() -> None:
    building = gated(authorized=["guard"])
    building.agents = crowd(("intruder", 0.5, 0.5), ("guard", 0.5, 0.9))
    building.step()
    assert building.facts("front", "gate") == {"locked": True, "blocked": True}
    assert building.stepper.members["front/0", "gate"] == ("intruder",)
    assert is_moving(building)


def test_the_distance_of_the_annotation_is_the_radius_of_the_gate() -> None:
    wide = gated(1.0, 3.0, authorized=["guard"])
    wide.agents = crowd(("intruder", 0.5, 0.5), ("guard", 0.5, 2.9))
    wide.step()
    assert is_moving(wide)
    wide.agents = crowd(("intruder", 0.5, 2.0))
    wide.until(5.0)
    assert wide.facts("front", "gate")["blocked"] is True
    assert not is_moving(wide)
    narrow = gated(2.0, 0.5, authorized=["guard"])
    narrow.agents = crowd(("guard", 0.5, 1.0))
    narrow.step()
    assert not is_moving(narrow)
    narrow.agents = crowd(("guard", 0.5, 0.5))
    narrow.step()
    assert is_moving(narrow)


def test_a_distance_of_zero_lets_nobody_be_at_the_gate() -> None:
    building = gated(1.0, 0.0, authorized=["intruder"])
    building.agents = INTRUDER
    building.step()
    assert building.facts("front", "gate") == {"locked": True, "blocked": False}
    assert not is_moving(building)


def test_a_regime_unlocks_and_the_lock_comes_back() -> None:
    building = gated(unlock_on="alarm")
    building.agents = crowd(("intruder", 0.5, 0.9))
    seen = {}
    for _ in range(60):
        building.step()
        seen[building.tick] = (building.facts("front", "gate")["locked"], building.facts("front", "door")["triggered"])
    assert [tick for tick, (locked, _) in seen.items() if not locked] == list(range(21, 41))
    assert [tick for tick, (_, triggered) in seen.items() if triggered] == list(range(22, 47))


def test_a_write_locks_at_once_and_the_door_knows_in_the_next_tick() -> None:
    building = gated(locked=False)
    building.step(("front", "locked", "true"))
    building.agents = INTRUDER
    building.step()
    assert building.facts("front", "gate") == {"locked": True, "blocked": True}
    assert not is_moving(building)
    building.step(("front", "locked", " False "))
    assert building.facts("front", "gate")["blocked"] is False
    building.step()
    assert is_moving(building)


def test_a_gate_that_is_locked_before_the_first_frame_keeps_its_door_shut() -> None:
    door = front_door(*preset("gate", locked=False))
    building = Building(Zone("hall", doors=(door,)), INTRUDER, orders=[("front", "locked", "true")])
    for _ in range(20):
        assert building.facts("front", "gate")["locked"] is True
        assert not is_moving(building)
        building.step()


def test_a_gate_works_although_only_one_of_its_fields_is_published() -> None:
    blocked = tuple(item for item in preset("gate") if item.name == "blocked")
    building = Building(Zone("hall", doors=(front_door(*blocked),)), INTRUDER)
    building.step()
    assert not is_moving(building)
    assert [c.field for c in building.stepper.table.columns if c.kind == "gate"] == ["blocked"]


def test_items_of_one_gate_count_together() -> None:
    items = (
        SemanticCfg("predicate", "locked", False, params={"authorized": [], "unlock_on": "alarm"}),
        SemanticCfg("predicate", "blocked"),
    )
    rule = GateRule.of(front_door(*items), "0")
    assert rule is not None
    assert (rule.locked, rule.unlock_on, rule.radius) == (False, "alarm", 1.0)


@MODELLED
@given(
    st.booleans(),
    st.lists(
        st.tuples(
            st.sampled_from(["", "true", "false"]),
            st.frozensets(st.sampled_from(["guard", "intruder"])),
            st.booleans(),
        ),
        max_size=40,
    ),
)
def test_a_gated_door_is_triggered_when_the_model_says(
    locked: bool, ticks: list[tuple[str, frozenset[str], bool]]
) -> None:
    """Brute force over the whole past: lock of the frame before, agents of this tick, regime two frames before."""
    door = front_door(*preset("gate", locked=locked, authorized=["guard"], unlock_on="alarm"))
    building = Building(Zone("hall", doors=(door,), schedules=(schedule("alarm", regime="alarm"),)))
    written, active = [locked], [False]
    effective = [locked]
    since: int | None = None
    for write, who, alarm in ticks:
        places = [(name, 0.5, 0.7) for name in sorted(who)]
        building.agents = crowd(*places)
        orders = [("alarm", "active", "true" if alarm else "false")]
        building.step(*orders, *([("front", "locked", write)] if write else []))
        called = bool(who) and (not effective[-1] or "guard" in who)
        written.append(write == "true" if write else written[-1])
        effective.append(written[-1] and not active[-1])
        active.append(alarm)
        facts = building.facts("front", "gate")
        assert facts == {"locked": effective[-1], "blocked": effective[-1] and "intruder" in who}
        if called:
            assert building.facts("front", "door")["triggered"] is True
            since = 0
        else:
            since = None if since is None else since + 1
            assert building.facts("front", "door")["triggered"] is (since is not None and since <= 5)


def test_a_plate_with_a_latch_of_3_s_is_pressed_at_2_s_and_released_at_5_s() -> None:
    door = front_door(*preset("pressure_plate", position=[5, 5], radius=0.5, latch=3, drives="front", regime="open"))
    building = Building(Zone("hall", doors=(door,)), crowd(("somebody", 5.3, 5.2)))
    assert building.facts("front", "pressure_plate") == {"pressed": True}
    assert building.stepper.members["front/0", "pressure_plate"] == ("somebody",)
    building.agents = NOBODY
    building.until(2.0)
    assert building.facts("front", "pressure_plate") == {"pressed": True}
    assert building.stepper.regimes == {"open"}
    building.until(3.0)
    assert building.facts("front", "pressure_plate") == {"pressed": True}
    building.until(5.0)
    assert building.facts("front", "pressure_plate") == {"pressed": False}
    assert building.stepper.regimes == frozenset()


def test_a_plate_opens_its_door_past_a_locked_gate_for_as_long_as_it_is_pressed() -> None:
    door = front_door(
        *preset("gate"), *preset("pressure_plate", position=[5, 5], radius=0.5, drives="front"), transition_time=0.5
    )
    building = Building(Zone("hall", doors=(door,)))
    building.until(3.0)
    assert not is_moving(building)
    building.agents = crowd(("somebody", 5.0, 5.0))
    building.step()
    assert building.facts("front", "pressure_plate")["pressed"] is True
    assert not is_moving(building)
    building.step()
    assert is_moving(building)
    building.until(9.0)
    assert building.facts("front", "door")["state"] == "open"
    building.agents = NOBODY
    building.until(9.7)
    assert building.facts("front", "door")["state"] == "closing"


def test_a_plate_without_radius_is_pressed_by_regimes_only() -> None:
    building = plated(press_on="alarm", drives="front")
    building.agents = crowd(("somebody", 5.0, 5.0))
    pressed = []
    for _ in range(60):
        building.step()
        if building.facts("front", "pressure_plate")["pressed"]:
            pressed.append(building.tick)
    assert pressed == list(range(21, 41))


def test_a_written_plate_is_pressed_until_it_is_released() -> None:
    building = plated(drives="front")
    building.step(("front", "pressed", "true"))
    building.until(4.0)
    assert building.facts("front", "pressure_plate")["pressed"] is True
    assert building.facts("front", "door")["state"] == "open"
    building.step(("front", "pressed", "false"))
    assert building.facts("front", "pressure_plate")["pressed"] is False


def test_releasing_a_plate_does_not_lift_the_foot_that_stands_on_it() -> None:
    building = plated(radius=0.5)
    building.agents = crowd(("somebody", 5.0, 5.0))
    building.step(("front", "pressed", "false"))
    assert building.facts("front", "pressure_plate")["pressed"] is True


@pytest.mark.parametrize(("distance", "radius", "pressed"), [(1.0, 0.1, True), (0.0, 2.0, False), (-1.0, 0.9, True)])
def test_the_distance_of_the_annotation_is_the_radius_of_the_plate(
    distance: float, radius: float, pressed: bool
) -> None:
    door = front_door(*preset("pressure_plate", distance, position=[5, 5], radius=radius))
    building = Building(Zone("hall", doors=(door,)), crowd(("somebody", 5.0, 5.8)))
    assert building.facts("front", "pressure_plate")["pressed"] is pressed


def test_plates_of_upper_levels_lie_where_their_level_lies() -> None:
    door = evolve(front_door(*preset("pressure_plate", position=[1, 2], radius=0.3)), start=Position(10, 0))
    world = CompactedWorld("two", {"1": LevelDescription((Zone("hall", doors=(door,)),))}, {"1": (10.0, -3.0)})
    (plate,) = plates(world)
    assert plate.position == (11.0, -1.0)


def test_a_plate_drives_a_door_by_name_of_the_same_level_first_or_a_cabin_door() -> None:
    def hall(*drives: str) -> LevelDescription:
        doors = [front_door()]
        doors += [
            evolve(front_door(*preset("pressure_plate", drives=name)), name=f"host_{index}")
            for index, name in enumerate(drives)
        ]
        return LevelDescription((Zone("hall", doors=tuple(doors), elevators=(Elevator("lift", Position(9, 9)),)),))

    levels = {"0": hall("front", "front/1", "lift/door", "lift/door/1", "cellar", ""), "1": hall("front")}
    world = CompactedWorld("two", levels, {"0": (0.0, 0.0), "1": (20.0, 0.0)})
    assert driving_plates(world) == {
        "front/0": ("host_0/0",),
        "front/1": ("host_1/0", "host_0/1"),
        "lift/door/0": ("host_2/0",),
        "lift/door/1": ("host_3/0",),
    }


@MODELLED
@given(
    st.integers(0, 6),
    st.lists(st.tuples(st.booleans(), st.sampled_from(["", "true", "false"]), st.booleans()), max_size=40),
)
def test_a_plate_is_pressed_when_the_model_says(latch: int, ticks: list[tuple[bool, str, bool]]) -> None:
    door = front_door(*preset("pressure_plate", position=[5, 5], radius=1, latch=latch / 10, press_on="!calm"))
    building = Building(Zone("hall", doors=(door,), schedules=(schedule("calm", active=True, regime="calm"),)))
    # Before frame 0 nothing is asserted, so what waits for "not calm" is pressed there.
    assert building.facts("front", "pressure_plate")["pressed"] is True
    contacts: list[int] = []
    forced, calm = False, [True]
    for number, (stands, write, is_calm) in enumerate(ticks, 1):
        building.agents = crowd(("somebody", 5.0, 6.0)) if stands else NOBODY
        orders = [("calm", "active", "true" if is_calm else "false")]
        building.step(*orders, *([("front", "pressed", write)] if write else []))
        contacts += [number] if stands else []
        forced = write == "true" if write else forced
        latched = bool(contacts) and number - contacts[-1] <= latch
        assert building.facts("front", "pressure_plate")["pressed"] is (forced or latched or not calm[-1])
        calm.append(is_calm)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: plated(position=[1]), r"pressure_plate front/0: position is \[1\], expected \[x, y\]"),
        (lambda: plated(latch=-1), "latch is -1, expected seconds >= 0"),
        (lambda: gated(locked="perhaps"), "gate front/0: locked is 'perhaps', expected true or false"),
    ],
)
def test_parameters_that_doors_can_not_use_are_named(make: Callable[[], Building], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        make()


def test_a_gate_asks_for_the_distance_from_the_whole_door() -> None:
    rule = GateRule((0.0, 0.0), (10.0, 0.0), 1.5, ("guard",))
    inside = [Disc("guard", x, 1.5, 0.3) for x in (0.0, 5.0, 10.0)]
    assert all(rule.admits([disc]) for disc in inside)
    assert not rule.admits([Disc("guard", 11.5, 0.1, 0.3), Disc("intruder", 5.0, 0.0, 0.3)])
