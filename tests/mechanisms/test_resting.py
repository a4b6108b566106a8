"""Whatever rests gives what it would give if it were called in every tick."""

from typing import Any

from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.mechanisms.contract import MechanismGroup, Member, Outcome, Sensed, View
from arena_runtime.mechanisms.group import grouped
from arena_runtime.mechanisms.registry import build_mechanisms
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.order import SetField
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import CeilingLights
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.zone import Zone
from tests.mechanisms.scripted_building import SQUARE, crowd, front_door, preset, schedule, signal

Write = tuple[str, str, str]
TICK = 100_000_000
REGIMES = ("alarm", "!alarm", "halt", "!halt", "panic", "")
PHASES = [{"name": "go", "duration": 0.7}, {"name": "stop", "duration": 0.4}]
regimes = st.sampled_from(REGIMES)
numbers = st.sampled_from(["0", "0.5", "2"])
truths = st.sampled_from(["true", "false"])


@frozen
class Restless:
    """A group that is called in every tick."""

    group: MechanismGroup

    @property
    def members(self) -> tuple[Member, ...]:
        return self.group.members

    def start(self, sensed: tuple[Sensed, ...]) -> tuple[Outcome, ...]:
        return self.group.start(sensed)

    def tick(self, views: tuple[View, ...]) -> tuple[Outcome, ...]:
        return self.group.tick(views)

    def at_rest(self, outcomes: tuple[Outcome, ...]) -> bool:
        return False


@st.composite
def halls(draw: st.DrawFn) -> Zone:
    window = {"start": draw(st.integers(0, 15)) / 10, "end": draw(st.integers(0, 20)) / 10, "value": "on"}
    plate = preset(
        "pressure_plate", position=[3, 3], radius=0.5, drives="front", latch=0.3, press_on=draw(regimes), regime="panic"
    )
    gate = preset("gate", locked=draw(st.booleans()), authorized=["a0"], unlock_on=draw(regimes))
    return Zone(
        "hall",
        SQUARE,
        doors=(front_door(*gate, *plate, transition_time=0.2),),
        schedules=(schedule("fire", windows=[window], default="off", regime="alarm"),),
        signals=(
            signal(
                "lamp",
                phases=[{"name": "go", "duration": 0.7}, {"name": "stop", "duration": 0.4}],
                regime=draw(regimes),
            ),
        ),
        sounds=(Sound("siren", "x", Position(1, 1), semantics=preset("sound", sound_on=draw(regimes))),),
        ceiling_lights=CeilingLights(light_on=draw(regimes)),
        semantics=(*preset("occupancy_cap", cap=1), SemanticCfg("state", "max_speed", 1.0)),
    )


places = st.tuples(st.sampled_from(["a", "b"]), st.sampled_from([(0.5, 0.5), (3.0, 3.2), (9.0, 9.0), (4.0, 4.0)]))
writes = st.one_of(
    st.tuples(st.just("front"), st.sampled_from(["locked", "pressed"]), truths),
    st.tuples(st.just("fire"), st.just("active"), truths),
    st.tuples(st.just("fire"), st.just("state"), st.sampled_from(["on", "off"])),
    st.tuples(st.just("lamp"), st.just("state"), st.sampled_from(["go", "stop"])),
    st.tuples(st.just("siren"), st.just("sounding"), truths),
    st.tuples(st.just("hall"), st.sampled_from(["cap", "level", "max_speed"]), numbers),
    st.tuples(st.just("hall"), st.just("lit"), truths),
)
ticks = st.lists(st.tuples(st.lists(places, max_size=2), st.lists(writes, max_size=1)), min_size=1, max_size=30)


@settings(max_examples=80, deadline=None)
@given(halls(), ticks, st.lists(writes, max_size=2))
def test_rest_changes_nothing(
    zone: Zone,
    script: list[tuple[list[tuple[str, Any]], list[tuple[str, str, str]]]],
    first: list[tuple[str, str, str]],
) -> None:
    world = CompactedWorld("tiny", {"0": LevelDescription((zone,))}, {"0": (0.0, 0.0)})
    things = build_mechanisms(world)
    steppers = (MechanismStepper(things), MechanismStepper([Restless(group) for group in grouped(things)]))
    orders = [SetField(*write) for write in first]
    commands = [stepper.start(crowd(), orders) for stepper in steppers]
    for tick, (who, written) in enumerate(script, 1):
        assert steppers[0].facts == steppers[1].facts
        assert steppers[0].regimes == steppers[1].regimes
        assert steppers[0].members == steppers[1].members
        assert commands[0] == commands[1]
        assert steppers[0].numbers.tobytes() == steppers[1].numbers.tobytes()
        assert steppers[0].codes.tobytes() == steppers[1].codes.tobytes()
        agents = crowd(*((f"{name}{index}", x, y) for index, (name, (x, y)) in enumerate(who)))
        orders = [SetField(*write) for write in written]
        commands = [stepper.step(tick * TICK, TICK, agents, orders) for stepper in steppers]
