"""Signals and schedules: what they show at every time, against models that look at the whole past."""

from bisect import bisect_right
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.mechanisms.contract import Sensed, View
from arena_runtime.mechanisms.schedule import ScheduleMechanism
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.zone import Zone
from tests.mechanisms.scripted_building import SECOND, Building, preset, schedule, signal

MODELLED = settings(max_examples=80, deadline=None)
TRAFFIC = [{"name": "green", "duration": 5}, {"name": "red", "duration": 3}]


def lamp(**params: object) -> Building:
    return Building(Zone("hall", signals=(signal(**params),)))


def alarm(**params: object) -> Building:
    return Building(Zone("hall", schedules=(schedule(**params),)))


def test_a_signal_of_green_5_s_and_red_3_s_is_red_at_6_s() -> None:
    building = lamp(phases=TRAFFIC, regime="halt")
    assert building.facts("lamp", "signal") == {"state": "green", "phase_remaining": 5.0, "stop": False}
    building.until(4.9)
    assert building.facts("lamp", "signal")["state"] == "green"
    assert building.stepper.regimes == frozenset()
    building.until(5.0)
    assert building.facts("lamp", "signal") == {"state": "red", "phase_remaining": 3.0, "stop": True}
    assert building.stepper.regimes == {"halt"}
    building.until(6.0)
    assert building.facts("lamp", "signal") == {"state": "red", "phase_remaining": 2.0, "stop": True}
    building.until(8.0)
    assert building.facts("lamp", "signal")["state"] == "green"
    assert building.stepper.regimes == frozenset()


def test_a_written_phase_has_just_begun() -> None:
    building = lamp(phases=TRAFFIC)
    building.until(1.0)
    building.step(("lamp", "state", "red"))
    assert building.facts("lamp", "signal") == {"state": "red", "phase_remaining": 3.0, "stop": True}
    building.until(4.1)
    assert building.facts("lamp", "signal") == {"state": "green", "phase_remaining": 5.0, "stop": False}


def test_a_phase_that_is_written_before_the_first_frame_is_in_it() -> None:
    building = Building(Zone("hall", signals=(signal(phases=TRAFFIC),)), orders=[("lamp", "state", "red")])
    assert building.facts("lamp", "signal")["phase_remaining"] == 3.0
    begun = lamp(phases=TRAFFIC, state="red")
    assert begun.facts("lamp", "signal") == building.facts("lamp", "signal")


def test_stop_phases_replace_the_last_one() -> None:
    building = lamp(phases=TRAFFIC, stop_phases=["green"])
    assert building.facts("lamp", "signal")["stop"] is True
    building.until(5.0)
    assert building.facts("lamp", "signal")["stop"] is False


def test_a_signal_without_phases_has_no_value() -> None:
    building = lamp()
    assert building.facts("lamp", "signal") == {"state": None, "phase_remaining": None, "stop": False}
    assert building.stepper.codes.tolist() == [255, 0]
    building.until(1.0)
    assert building.stepper.numbers.tolist() != building.stepper.numbers.tolist()


def test_phases_without_length_never_show() -> None:
    phases = [{"name": "a", "duration": 0}, {"name": "b", "duration": 1}, {"name": "c", "duration": 0}]
    building = lamp(phases=phases, stop_phases=["a", "c"])
    for _ in range(25):
        assert building.facts("lamp", "signal")["state"] == "b"
        building.step()
    still = lamp(phases=phases[:1])
    still.until(1.0)
    assert still.facts("lamp", "signal") == {"state": "a", "phase_remaining": 0.0, "stop": True}


@MODELLED
@given(
    st.lists(st.integers(0, 7), min_size=1, max_size=5),
    st.dictionaries(st.integers(0, 60), st.integers(0, 4), max_size=6),
)
def test_a_signal_follows_a_clock_that_adds_up_phases(tenths: list[int], writes: dict[int, int]) -> None:
    names = [f"p{index}" for index in range(len(tenths))]
    phases = [{"name": name, "duration": length / 10} for name, length in zip(names, tenths, strict=True)]
    at_zero = [("lamp", "state", names[writes[0] % len(names)])] if 0 in writes else []
    building = Building(Zone("hall", signals=(signal(phases=phases),)), orders=at_zero)
    clock = sum(tenths[: names.index(at_zero[0][2])]) if at_zero else 0
    for tick in range(60):
        if tick:
            clock += 1
            order = ("lamp", "state", names[writes[tick] % len(names)]) if tick in writes else None
            building.step(*([order] if order else []))
            clock = sum(tenths[: names.index(order[2])]) if order else clock
        unrolled = [name for name, length in zip(names, tenths, strict=True) for _ in range(length)]
        facts = building.facts("lamp", "signal")
        expected = unrolled[clock % len(unrolled)] if unrolled else names[0]
        assert facts["state"] == expected
        assert facts["stop"] is (expected == names[-1])
        if unrolled:
            ends = [sum(tenths[: index + 1]) for index in range(len(tenths))]
            left = ends[bisect_right(ends, clock % ends[-1])] - clock % ends[-1]
            assert facts["phase_remaining"] == float(Fraction(left, 10))


def test_a_schedule_from_10_to_20_s_is_active_at_15_s() -> None:
    building = alarm(windows=[{"start": 10, "end": 20, "value": "ringing"}], default="quiet", regime="fire")
    quiet = {"state": "quiet", "active": False, "window_remaining": None}
    assert building.facts("alarm", "schedule") == quiet
    building.until(10.0)
    assert building.facts("alarm", "schedule")["window_remaining"] == 10.0
    building.until(15.0)
    assert building.facts("alarm", "schedule") == {"state": "ringing", "active": True, "window_remaining": 5.0}
    assert building.stepper.regimes == {"fire"}
    building.until(20.0)
    assert building.facts("alarm", "schedule") == quiet
    building.until(25.0)
    assert building.facts("alarm", "schedule") == quiet
    assert building.stepper.regimes == frozenset()


def test_an_override_lasts_until_the_time_enters_or_leaves_a_window() -> None:
    zone = Zone("hall", schedules=(schedule(windows=[{"start": 10, "end": 20, "value": "on"}]),))
    building = Building(zone, orders=[("alarm", "active", "true")])
    seen = []
    for seconds in (0, 2, 15, 25):
        building.until(seconds)
        seen.append(building.facts("alarm", "schedule")["active"])
    assert seen == [True, True, True, False]


def test_a_boundary_forgets_the_state_that_was_written_too() -> None:
    building = alarm(windows=[{"start": 1, "end": 2, "value": "on"}, {"start": 5, "end": 6, "value": "late"}])
    building.step(("alarm", "state", "late"))
    assert building.facts("alarm", "schedule")["state"] == "late"
    building.until(1.0)
    assert building.facts("alarm", "schedule")["state"] == "on"


def test_literals_are_in_force_from_the_start() -> None:
    building = alarm(windows=[], state="open", active=True, regime="fire")
    assert building.facts("alarm", "schedule") == {"state": "open", "active": True, "window_remaining": None}
    assert building.stepper.regimes == {"fire"}


@MODELLED
@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=3),
    st.dictionaries(
        st.integers(0, 40),
        st.lists(st.tuples(st.sampled_from(["active", "state"]), st.integers(0, 2)), min_size=1, max_size=2),
        max_size=8,
    ),
)
def test_a_schedule_agrees_with_a_look_at_its_whole_past(
    windows: list[tuple[int, int]], writes: dict[int, list[tuple[str, int]]]
) -> None:
    texts = ["none", *(f"w{index}" for index in range(len(windows)))]
    given_windows = [
        {"start": start / 10, "end": end / 10, "value": f"w{index}"} for index, (start, end) in enumerate(windows)
    ]
    orders = {
        tick: [
            ("alarm", field, texts[choice % len(texts)] if field == "state" else "true" if choice % 2 else "false")
            for field, choice in entries
        ]
        for tick, entries in writes.items()
    }
    zone = Zone("hall", schedules=(schedule(windows=given_windows, default="none", regime="r"),))
    building = Building(zone, orders=orders.get(0, []))

    def inside(tick: int) -> list[int]:
        return [index for index, (start, end) in enumerate(windows) if start <= tick < end]

    for tick in range(45):
        if tick:
            building.step(*orders.get(tick, []))
        boundary = max((t for t in range(1, tick + 1) if bool(inside(t)) != bool(inside(t - 1))), default=0)
        kept = [order for t in range(boundary, tick + 1) for order in orders.get(t, [])]
        active = ([value == "true" for _, field, value in kept if field == "active"] or [bool(inside(tick))])[-1]
        natural = f"w{inside(tick)[0]}" if inside(tick) else "none"
        facts = building.facts("alarm", "schedule")
        assert facts["active"] is active
        assert facts["state"] == ([value for _, field, value in kept if field == "state"] or [natural])[-1]
        assert building.stepper.regimes == ({"r"} if active else frozenset())


def test_nothing_is_attached_without_an_annotation() -> None:
    building = Building(Zone("hall", signals=(Signal("lamp"),), schedules=(Schedule("alarm"),)))
    assert building.stepper.mechanisms == ()


def test_only_fields_that_were_asked_for_are_published_and_can_be_written() -> None:
    asked = tuple(item for item in preset("schedule", windows=[]) if item.name == "active")
    building = Building(Zone("hall", schedules=(Schedule("alarm", asked),)))
    assert [column.field for column in building.stepper.table.columns] == ["active"]
    with pytest.raises(ValueError, match="field not writable: 'state' of alarm/0"):
        building.step(("alarm", "state", ""))


@pytest.mark.parametrize(
    ("params", "complaint"),
    [
        (
            {"phases": [{"name": "green"}]},
            r"signal lamp/0: phases\[0\] is .* expected a mapping with name and duration",
        ),
        ({"phases": [{"name": "green", "duration": -1}]}, r"phases\[0\]: duration is -1, expected seconds >= 0"),
        ({"phases": [{"name": "green", "duration": "x"}]}, "duration is 'x', expected a finite number"),
        ({"phases": "green"}, "phases is 'green', expected a list"),
        ({"phases": TRAFFIC, "state": "blue"}, "state is 'blue', expected one of green, red"),
        ({"phases": TRAFFIC, "stop_phases": [["red"]]}, "expected a list of words"),
        ({"phases": TRAFFIC, "regime": ["a"]}, r"regime is \['a'\], expected a word"),
    ],
)
def test_parameters_that_can_not_be_used_are_named(params: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        lamp(**params)


def test_a_list_of_texts_longer_than_codes_is_refused() -> None:
    with pytest.raises(ValueError, match="signal lamp/0: state has 256 texts, expected at most 255"):
        lamp(phases=[{"name": f"p{index}", "duration": 1} for index in range(256)])


def test_a_schedule_rests_when_its_last_window_is_over() -> None:
    thing = ScheduleMechanism.of(schedule(windows=[{"start": 0, "end": 1, "value": "on"}]), "0")
    assert thing is not None
    outcome = thing.start(Sensed())
    rests = []
    for now_ns in (SECOND // 2, SECOND - 1, SECOND):
        outcome = thing.tick(View(now_ns, 1, Sensed(), {}, frozenset(), outcome.memory))
        rests.append(thing.at_rest(outcome))
    assert rests == [False, False, True]


def test_numbers_of_yaml_are_names_of_phases_too() -> None:
    building = lamp(phases=[{"name": 1, "duration": 1}, {"name": True, "duration": 1}])
    assert building.facts("lamp", "signal")["state"] == "1"
    building.until(1.0)
    assert building.facts("lamp", "signal")["state"] == "true"
