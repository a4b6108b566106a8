"""Doors that are not called while they are held, wait or are shut give what they would give if they were."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.mechanisms.contract import Polygon, SensingArea
from arena_runtime.mechanisms.group import grouped
from arena_runtime.mechanisms.near_pairs import ANYBODY, LEFT, TRIGGERED
from arena_runtime.mechanisms.registry import build_mechanisms
from arena_runtime.mechanisms.sensing import ProximitySensor
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.order import SetField
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.zone import Zone
from tests.mechanisms.scripted_building import SQUARE, crowd, front_door, preset
from tests.mechanisms.test_resting import Restless

KINDS = ("sliding", "sliding_top", "teleport")
CRATE: Polygon = ((0.3, -0.05), (0.5, -0.05), (0.5, 0.2), (0.3, 0.2))
NOWHERE = (float("nan"), float("nan"))
# Beside the door, in its way, within reach, at the border of reach, where it slides to, far off and gone.
places = st.sampled_from([(0.5, 0.3), (0.5, 0.0), (0.2, 0.9), (0.5, 1.0), (1.6, 0.1), (2.05, 0.0), (9.0, 9.0), NOWHERE])


def hall(door: Door) -> CompactedWorld:
    return CompactedWorld("tiny", {"0": LevelDescription((Zone("hall", SQUARE, doors=(door,)),))}, {"0": (0.0, 0.0)})


@st.composite
def doors(draw: st.DrawFn) -> Door:
    plate = preset("pressure_plate", position=[3, 3], radius=0.5, drives="front", latch=0.3)
    gate = preset("gate", locked=draw(st.booleans()), authorized=["a"])
    return front_door(
        *(plate if draw(st.booleans()) else ()),
        *(gate if draw(st.booleans()) else ()),
        kind=draw(st.sampled_from(KINDS)),
        hold_time=draw(st.sampled_from([0.0, 0.01, 0.3])),
        transition_time=draw(st.sampled_from([0.02, 0.25])),
    )


@st.composite
def stays(draw: st.DrawFn) -> list[tuple[tuple[float, float], tuple[float, float], bool, str]]:
    """Where two agents are, whether a crate stands in the way, and what is written, tick by tick."""
    found = []
    for _ in range(draw(st.integers(1, 6))):
        both, crate = (draw(places), draw(places)), draw(st.booleans())
        written = draw(st.sampled_from(["", "", "true", "false"]))
        found += [(*both, crate, written if tick == 0 else "") for tick in range(draw(st.integers(1, 15)))]
    return found


@settings(max_examples=150, deadline=None)
@given(doors(), stays())
def test_a_doze_changes_nothing(
    door: Door, script: list[tuple[tuple[float, float], tuple[float, float], bool, str]]
) -> None:
    things = build_mechanisms(hall(door))
    both = (MechanismStepper(things), MechanismStepper([Restless(group) for group in grouped(things)]))
    commands = [stepper.start(crowd()) for stepper in both]
    standing = False
    for tick, (first, second, crate, written) in enumerate(script, 1):
        before_ns, now_ns = tick_time_ns(tick - 1, 30), tick_time_ns(tick, 30)
        if crate != standing:
            standing = crate
            for stepper in both:
                stepper.place_obstacles([CRATE] if crate else [])
        agents = crowd(("a", *first), ("b", *second))
        orders = [SetField("front", "pressed", written)] if written and "pressed" in str(both[0].table.writable) else []
        assert both[0].closing_bands(now_ns) == both[1].closing_bands(now_ns)
        commands = [stepper.step(now_ns, now_ns - before_ns, agents, orders) for stepper in both]
        assert commands[0] == commands[1]
        assert both[0].facts == both[1].facts
        assert both[0].slab_polygons() == both[1].slab_polygons()
        assert both[0].numbers.tobytes() == both[1].numbers.tobytes()


def test_a_door_that_somebody_holds_open_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    stepper = MechanismStepper(build_mechanisms(hall(front_door(transition_time=0.1))))
    stepper.start(crowd())
    called: list[int] = []
    mechanism = type(stepper.mechanisms[0])
    plain = mechanism.tick
    monkeypatch.setattr(mechanism, "tick", lambda self, view: called.append(tick) or plain(self, view))
    for tick in range(1, 30):
        agents = crowd(("a", 0.5, 0.3)) if tick <= 10 else crowd(("a", 9.0, 9.0))
        stepper.step(tick * 100_000_000, 100_000_000, agents)
    # It opens and is held; is left in tick 11; has waited since tick 10 for half a second; closes; is shut.
    assert called == [1, 2, 11, 16]


def test_only_what_is_looked_for_is_noticed() -> None:
    sensor = ProximitySensor([None, SensingArea((0, 0), (1, 0), 1.0, 2.0)])
    near, toucher, nobody = crowd(("a", 0.5, 0.5)), crowd(("a", 0.5, 1.5)), crowd(("a", *NOWHERE))
    seen = {}
    for sought in (ANYBODY, TRIGGERED, LEFT):
        sensor.seek(1, sought)
        seen[sought] = [sensor.noticed(agents) for agents in (near, toucher, nobody, crowd())]
    names = {
        sought: [(len(one[1].triggering), len(one[1].nearby)) if one else None for one in answers]
        for sought, answers in seen.items()
    }
    assert names[ANYBODY] == [(1, 1), (0, 1), None, None]
    assert names[TRIGGERED] == [(1, 1), None, None, None]
    assert names[LEFT] == [None, (0, 1), (0, 0), (0, 0)]
