"""Whatever people, crates and time do, a slab passes through nothing and comes to rest when it is left alone."""

import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from shapely import LineString, Point
from shapely import Polygon as Shape

from arena_runtime.mechanisms.contract import Disc, Polygon, Sensed, View
from arena_runtime.mechanisms.door import DoorMechanism, slab_polygon, swept_band
from arena_runtime.mechanisms.door_geometry import CONTACT_DEPTH
from arena_runtime.mechanisms.sensing import Agents
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.geometry import Pose, Position, rectangle_corners
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.timebase import seconds_to_ns, tick_time_ns
from arena_simulation_setup.world.door import Door

ROUNDING = 1e-9
KINDS = ("sliding", "sliding_top", "teleport")
LENGTH = 2.0


class Life:
    """One door among agents that walk like people: up to the slab, never into it. Every tick checks every promise."""

    def __init__(self, door: Door, rate: int, agents: list[Disc], crates: list[Polygon]) -> None:
        self.door, self.rate, self.crates = door, rate, crates
        self.agents = {disc.name: disc for disc in agents}
        self.tick = self.alone = 0
        self.seen: Counter[str] = Counter()
        self.mechanism = DoorMechanism(door, "0")
        self.stepper = MechanismStepper([self.mechanism], crates)
        self.stepper.start(self._arrays())
        self.plain = self.mechanism.start(self._everything())
        self.limit = math.ceil((door.hold_time + door.transition_time) * rate) + 2
        self.check()

    @property
    def facts(self) -> Any:
        return self.stepper.facts["front/0", "door"]

    def put(self, disc: Disc) -> None:
        """Place or move an agent unless a slab is there."""
        slabs = [Shape(slab) for slab in self.stepper.slab_polygons()]
        if all(slab.distance(Point(disc.x, disc.y)) > disc.radius + ROUNDING for slab in slabs):
            self.agents[disc.name] = disc

    def advance(self) -> None:
        before, now = tick_time_ns(self.tick, self.rate), tick_time_ns(self.tick + 1, self.rate)
        self.tick += 1
        previous = self.facts
        commands = self.stepper.step(now, now - before, self._arrays())
        assert bool(commands) == (self.facts["progress"] != previous["progress"])
        view = View(now, now - before, self._everything(), {}, frozenset(), self.plain.memory)
        self.plain = self.mechanism.tick(view)
        assert self.plain.facts == self.facts, "being skipped at rest must change nothing"
        self._note(previous)
        self.check()

    def check(self) -> None:
        facts = self.facts
        assert (facts["state"] == "closed") == (facts["progress"] == 0.0)
        assert (facts["state"] == "open") == (facts["progress"] == 1.0) == facts["open"]
        assert facts["in_transit"] == (0.0 < facts["progress"] < 1.0)
        slab = slab_polygon(self.door, facts["progress"])
        assert self.stepper.slab_polygons() == ((slab,) if slab else ())
        assert not self.meets(slab), "the slab is inside something"
        disturbed = bool(self._everything().triggering) or self.meets(swept_band(self.door, 0.0, 1.0))
        self.alone = 0 if disturbed else self.alone + 1
        if self.alone >= self.limit:
            assert facts["state"] == "closed", "nothing holds the door, yet it is not shut"

    def meets(self, polygon: Polygon) -> bool:
        """Whether an agent or a crate overlaps a polygon, by more than rounding or mere contact."""
        if not polygon:
            return False
        shape, core = Shape(polygon), Shape(polygon).buffer(-CONTACT_DEPTH)
        discs = self.agents.values()
        return any(shape.distance(Point(disc.x, disc.y)) < disc.radius - ROUNDING for disc in discs) or any(
            core.intersects(Shape(crate).buffer(-CONTACT_DEPTH)) for crate in self.crates
        )

    def _note(self, previous: Any) -> None:
        now, still = self.facts, self.facts["progress"] == previous["progress"]
        self.seen[now["state"]] += 1
        self.seen["halted"] += now["state"] == "opening" and still and previous["triggered"]
        self.seen["barred"] += now["state"] == "closed" and now["triggered"]
        self.seen["turned back"] += previous["state"] == "closing" and now["state"] == "opening"
        self.seen["kept open"] += now["open"] and self.meets(swept_band(self.door, 0.0, 1.0))

    def _arrays(self) -> Agents:
        rows = [(disc.x, disc.y, disc.radius) for disc in self.agents.values()]
        x, y, radius = zip(*rows, strict=True) if rows else ((), (), ())
        return Agents(tuple(self.agents), x, y, radius)

    def _everything(self) -> Sensed:
        line, distance = LineString([self.door.start.xy, self.door.end.xy]), self.mechanism.senses.trigger_distance
        discs = tuple(self.agents.values())
        near = tuple(disc for disc in discs if distance > 0 and line.distance(Point(disc.x, disc.y)) <= distance)
        return Sensed(near, discs, tuple(self.crates))


def front_door(kind: str, activation: float, transition: float, hold: float) -> Door:
    return Door(
        "front",
        Position(0, 0),
        Position(LENGTH, 0),
        kind,
        activation_distance=(activation, 0.0),
        transition_time=transition,
        hold_time=hold,
    )


# In the doorway, where the slab slides to, anywhere in the rooms.
places = st.one_of(
    st.tuples(st.floats(0, 2), st.floats(-0.5, 0.5)),
    st.tuples(st.floats(2, 4), st.floats(-0.5, 0.5)),
    st.tuples(st.floats(-2, 6), st.floats(-2, 2)),
)
durations = st.sampled_from((1.0, 0.1, 0.5, 0.0, 1.7))
crate_shapes = st.builds(
    lambda place, yaw, half: rectangle_corners(Pose(*place, yaw), (-half, half), (-half / 2, half / 2)),
    places,
    st.floats(-3, 3),
    st.floats(0.1, 0.6),
)


class DoorLife(RuleBasedStateMachine):
    """Sequences that nobody would think of, made small when they fail."""

    @initialize(
        door=st.builds(
            front_door, st.sampled_from(KINDS), st.sampled_from((0.2, 0.35, 1.0, 0.0)), durations, durations
        ),
        rate=st.sampled_from((10, 30)),
        crates=st.lists(crate_shapes, max_size=1),
        people=st.lists(places, max_size=2),
    )
    def build(self, door: Door, rate: int, crates: list[Polygon], people: list[tuple[float, float]]) -> None:
        agents = [Disc(f"agent_{index}", x, y, 0.25) for index, (x, y) in enumerate(people)]
        blank = Life(door, rate, [], [])
        blank.agents, blank.crates = {disc.name: disc for disc in agents}, crates
        # Where something bars both ends of the way no choice is right.
        assume(not (blank.meets(slab_polygon(door, 0.0)) and blank.meets(slab_polygon(door, 1.0))))
        self.life = Life(door, rate, agents, crates)

    @rule(index=st.integers(0, 2), place=places, radius=st.sampled_from((0.1, 0.25, 0.4)))
    def appear(self, index: int, place: tuple[float, float], radius: float) -> None:
        self.life.put(Disc(f"agent_{index}", *place, radius))
        self.life.advance()

    @rule(x=st.floats(0, 2), ticks=st.integers(1, 12))
    def call(self, x: float, ticks: int) -> None:
        self.life.put(Disc("caller", x, -0.16, 0.1))
        for _ in range(ticks):
            self.life.advance()
        self.life.agents.pop("caller", None)

    @precondition(lambda self: self.life.agents)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        del self.life.agents[data.draw(st.sampled_from(sorted(self.life.agents)))]
        self.life.advance()

    @rule(ticks=st.one_of(st.integers(1, 6), st.integers(1, 60)))
    def wait(self, ticks: int) -> None:
        for _ in range(ticks):
            self.life.advance()


TestDoorLife = DoorLife.TestCase
TestDoorLife.settings = settings(max_examples=50, stateful_step_count=25, deadline=None)


EVENTS = {
    "sliding": ("halted", "barred", "turned back", "kept open", "closing"),
    "sliding_top": ("turned back", "kept open", "closing"),
    "teleport": ("kept open", "open", "closed"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_busy_doorway_meets_every_situation_and_keeps_every_promise(kind: str) -> None:
    seen: Counter[str] = Counter()
    for episode in range(12):
        rng = stream(episode, "busy doorway", kind)
        door = front_door(kind, (0.2, 0.35, 0.8)[episode // 2 % 3], (1.0, 0.4)[episode % 2], 0.5)
        life = Life(door, (10, 30)[episode % 2], [], [])
        for _ in range(400):
            name = f"agent_{rng.integers(1 + episode // 3 % 3)}"
            disc = life.agents.get(name)
            # People stand still, walk on, go away, and come back somewhere along the wall.
            if rng.random() < 0.08:
                life.agents.pop(name, None)
            elif disc is None and rng.random() < 0.2:
                life.put(Disc(name, rng.uniform(-0.5, 4.5), rng.uniform(-0.8, 0.8), rng.uniform(0.1, 0.4)))
            elif disc is not None and rng.random() < 0.5:
                life.put(disc._replace(x=disc.x + rng.uniform(-0.5, 0.5), y=disc.y + rng.uniform(-0.3, 0.3)))
            life.advance()
        seen += life.seen
    assert [event for event in EVENTS[kind] if not seen[event]] == []


def test_an_agent_on_the_door_line_opens_the_door_and_is_not_shut_in() -> None:
    life = Life(front_door("sliding", 0.1, 1.0, 0.5), 30, [Disc("robot", 1.0, 0.0, 0.3)], [])
    for _ in range(300):
        life.advance()
        assert life.facts["state"] == "open"


def test_a_robot_that_leans_on_a_shut_door_for_a_minute_neither_passes_nor_leaves_it_in_transit() -> None:
    life = Life(front_door("sliding", 0.5, 1.0, 2.0), 30, [], [])
    life.agents["robot"] = Disc("robot", 1.0, -0.35, 0.3)
    for _ in range(1800):
        life.advance()
        assert (life.facts["state"], life.facts["triggered"]) == ("closed", True)
    life.agents.clear()
    life.advance()
    assert life.facts["state"] == "opening"
    assert life.facts["progress"] == pytest.approx(1 / 30, abs=2 / seconds_to_ns(1.0))


def test_a_crate_in_the_doorway_keeps_the_door_open_and_never_in_transit() -> None:
    crate = rectangle_corners(Pose(1.0, 0.1, 0.3), (-0.3, 0.3), (-0.3, 0.3))
    life = Life(front_door("sliding", 0.5, 1.0, 0.5), 30, [], [crate])
    for _ in range(300):
        life.advance()
        assert (life.facts["state"], life.facts["in_transit"]) == ("open", False)
