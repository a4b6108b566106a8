"""Whatever people, crates and time do, a slab passes through nothing and comes to rest when it is left alone."""

import math
from typing import Any

from attrs import evolve
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from shapely import Point
from shapely import Polygon as Shape

from arena_runtime.mechanisms.contract import Disc, Outcome, Polygon, Sensed, View
from arena_runtime.mechanisms.door import DoorMechanism, slab_polygon, swept_band
from arena_runtime.mechanisms.door_geometry import CONTACT_DEPTH
from arena_runtime.mechanisms.sensing import Agents
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.geometry import Pose, Position, rectangle_corners
from arena_simulation_setup.timebase import seconds_to_ns
from arena_simulation_setup.world.door import Door

ROUNDING = 1e-9
# Around a door of two metres: doorway, the pocket that the slab slides into, and the rooms on both sides.
places = st.tuples(st.floats(-2, 6), st.floats(-2, 2))
# Much more than a person walks in a tick, so that the automaton can not rely on slow people.
strides = st.tuples(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6))
durations = st.sampled_from((0.0, 0.1, 0.5, 1.0, 1.7))
crates = st.one_of(
    st.none(),
    st.builds(
        lambda place, yaw, half: rectangle_corners(Pose(*place, yaw), (-half, half), (-half / 2, half / 2)),
        places,
        st.floats(-3, 3),
        st.floats(0.1, 0.6),
    ),
)


class DoorLife(RuleBasedStateMachine):
    """One door among agents that walk like people: up to the slab, never into it."""

    @initialize(
        kind=st.sampled_from(("sliding", "sliding_top", "teleport")),
        activation=st.sampled_from((0.0, 0.3, 1.0)),
        transition=durations,
        hold=durations,
        rate=st.sampled_from((10, 30)),
        crate=crates,
        people=st.lists(places, max_size=2),
    )
    def build(
        self,
        kind: str,
        activation: float,
        transition: float,
        hold: float,
        rate: int,
        crate: Polygon | None,
        people: list[tuple[float, float]],
    ) -> None:
        self.door = Door(
            "front",
            Position(0, 0),
            Position(2, 0),
            kind,
            activation_distance=(activation, 0.0),
            transition_time=transition,
            hold_time=hold,
        )
        self.rate, self.tick, self.alone = rate, 0, 0
        self.crates = [] if crate is None else [crate]
        self.agents = {f"agent_{i}": Disc(f"agent_{i}", x, y, 0.25) for i, (x, y) in enumerate(people)}
        # Where something bars both ends of the way no choice is right.
        assume(not self._meets(slab_polygon(self.door, 1.0)))
        self.mechanism = DoorMechanism(self.door, "0")
        self.stepper = MechanismStepper([self.mechanism], self.crates)
        self.stepper.start(self._arrays())
        self.plain: Outcome = self.mechanism.start(self._everything())
        self.limit = math.ceil((hold + transition) * rate) + 2

    @precondition(lambda self: len(self.agents) < 3)
    @rule(place=places, radius=st.sampled_from((0.1, 0.25, 0.4)))
    def appear(self, place: tuple[float, float], radius: float) -> None:
        name = next(f"agent_{i}" for i in range(3) if f"agent_{i}" not in self.agents)
        self._put(Disc(name, *place, radius))

    @precondition(lambda self: self.agents)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        del self.agents[data.draw(st.sampled_from(sorted(self.agents)))]

    @precondition(lambda self: self.agents)
    @rule(data=st.data(), stride=strides)
    def walk(self, data: st.DataObject, stride: tuple[float, float]) -> None:
        disc = self.agents[data.draw(st.sampled_from(sorted(self.agents)))]
        self._put(evolve(disc, x=disc.x + stride[0], y=disc.y + stride[1]))
        self._advance()

    @rule(ticks=st.integers(1, 40))
    def wait(self, ticks: int) -> None:
        for _ in range(ticks):
            self._advance()

    @invariant()
    def nothing_is_inside_the_slab(self) -> None:
        for slab in self.stepper.slab_polygons():
            assert not self._meets(slab)

    @invariant()
    def the_state_says_where_the_slab_is(self) -> None:
        facts = self._facts()
        assert (facts["state"] == "closed") == (facts["progress"] == 0.0)
        assert (facts["state"] == "open") == (facts["progress"] == 1.0) == facts["open"]
        assert facts["in_transit"] == (0.0 < facts["progress"] < 1.0)

    def _advance(self) -> None:
        before = self.tick * 1_000_000_000 // self.rate
        self.tick += 1
        now = self.tick * 1_000_000_000 // self.rate
        moved = self._facts()["progress"]
        commands = self.stepper.step(now, now - before, self._arrays())
        assert bool(commands) == (self._facts()["progress"] != moved)
        self._compare_with_a_call_every_tick(now, now - before)
        self.nothing_is_inside_the_slab()
        self.alone = 0 if self._disturbed() else self.alone + 1
        if self.alone >= self.limit:
            assert self._facts()["state"] == "closed"

    def _compare_with_a_call_every_tick(self, now: int, dt: int) -> None:
        everything = self._everything()
        view = View(now, dt, everything, {}, frozenset(), self.plain.memory)
        self.plain = self.mechanism.tick(view)
        assert self.plain.facts == self._facts()

    def _facts(self) -> Any:
        return self.stepper.facts["front/0", "door"]

    def _arrays(self) -> Agents:
        discs = list(self.agents.values())
        return Agents(
            tuple(disc.name for disc in discs),
            [disc.x for disc in discs],
            [disc.y for disc in discs],
            [disc.radius for disc in discs],
        )

    def _everything(self) -> Sensed:
        distance = self.mechanism.senses.trigger_distance
        line = swept_band(evolve(self.door, width=0.0), 0.0, 0.0)[:2]
        discs = tuple(self.agents.values())
        triggering = tuple(
            disc
            for disc in discs
            if distance > 0 and Shape([*line, line[0]]).distance(Point(disc.x, disc.y)) <= distance
        )
        return Sensed(triggering, discs, tuple(self.crates))

    def _disturbed(self) -> bool:
        return bool(self._everything().triggering) or self._meets(swept_band(self.door, 0.0, 1.0))

    def _put(self, disc: Disc) -> None:
        for slab in self.stepper.slab_polygons():
            if Shape(slab).distance(Point(disc.x, disc.y)) <= disc.radius + ROUNDING:
                return
        self.agents[disc.name] = disc

    def _meets(self, polygon: Polygon) -> bool:
        if not polygon:
            return False
        shape = Shape(polygon)
        return any(
            shape.distance(Point(disc.x, disc.y)) < disc.radius - ROUNDING for disc in self.agents.values()
        ) or any(shape.buffer(-CONTACT_DEPTH).intersects(Shape(crate).buffer(-CONTACT_DEPTH)) for crate in self.crates)


TestDoorLife = DoorLife.TestCase
TestDoorLife.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


def test_an_agent_on_the_door_line_opens_the_door_and_is_not_shut_in() -> None:
    door = Door("front", Position(0, 0), Position(2, 0), activation_distance=(0.1, 0.1), hold_time=0.5)
    stepper = MechanismStepper([DoorMechanism(door, "0")])
    somebody = Agents(("robot",), [1.0], [0.0], [0.3])
    stepper.start(somebody)
    for tick in range(1, 300):
        stepper.step(tick * 33_333_333, 33_333_333, somebody)
        assert stepper.facts["front/0", "door"]["state"] == "open"


def test_a_robot_that_leans_on_a_shut_door_for_a_minute_neither_passes_nor_leaves_it_in_transit() -> None:
    door = Door("front", Position(0, 0), Position(2, 0), activation_distance=(0.5, 0.5))
    stepper = MechanismStepper([DoorMechanism(door, "0")])
    leaning, nobody = Agents(("robot",), [1.0], [-0.35], [0.3]), Agents()
    stepper.start(nobody)
    for tick in range(1, 1801):
        stepper.step(tick * 33_333_333, 33_333_333, leaning)
        facts = stepper.facts["front/0", "door"]
        assert (facts["state"], facts["progress"], facts["triggered"]) == ("closed", 0.0, True)
    stepper.step(1801 * 33_333_333, 33_333_333, nobody)
    assert stepper.facts["front/0", "door"]["state"] == "opening"
    assert stepper.facts["front/0", "door"]["progress"] == seconds_to_ns(1 / 30) / 1_000_000_000
