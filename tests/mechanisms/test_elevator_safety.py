"""Whatever agents, regimes and time do: slabs meet nobody, nothing hangs, every rider arrives once, in free floor."""

import math

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from shapely import MultiPolygon, Point
from shapely import Polygon as Shape

from arena_runtime.mechanisms.contract import Disc, Outcome, Polygon
from arena_runtime.mechanisms.door_geometry import SlabTrack
from arena_runtime.mechanisms.elevator import ElevatorGroup
from arena_runtime.mechanisms.elevator_cabin import Cabin
from arena_runtime.mechanisms.elevator_places import find_places
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.world.cabin import cabin_walls
from tests.mechanisms.elevator_life import Life, cabin

ROUNDING = 1e-9
RATE = 10
SETTLED_S = 150.0


class WatchedLife(Life):
    """A life in which every tick checks every promise, beside one whose cabins are listed in another order."""

    def __init__(self, group: ElevatorGroup, *agents: Disc, solids: tuple[Polygon, ...] = ()) -> None:
        super().__init__(group, *agents, solids=solids, rate=RATE)
        self.solids = solids
        self.mirror = Life(ElevatorGroup(group.members[::-1], group.strangers), *agents, solids=solids, rate=RATE)
        self.flights: dict[str, tuple[str, ...]] = {}
        self.called_for = dict.fromkeys((member.entity for member in group.members), 0)
        self.quiet = self.regimes
        self.rides = 0
        self.walls = MultiPolygon(
            [Shape(wall) for member in group.members for wall in cabin_walls(member.elevator, member.side)]
        )

    def is_free(self, disc: Disc) -> bool:
        """Whether somebody may stand somewhere: the scene refuses other teleports."""
        at = Point(disc.x, disc.y)
        slabs = [Shape(slab) for slab in self.slabs()]
        solid = [self.walls, *slabs, *(Shape(entry) for entry in self.solids)]
        return all(shape.distance(at) > disc.radius + ROUNDING for shape in solid) and all(
            math.hypot(disc.x - other.x, disc.y - other.y) > disc.radius + other.radius
            for other in self.agents.values()
            if other.name != disc.name
        )

    def slabs(self) -> list[Polygon]:
        """Where all slabs stand."""
        return [
            slab
            for member, outcome in zip(self.group.members, self.outcomes, strict=True)
            for slab in member.slabs(outcome.memory)
        ]

    def advance(self) -> None:
        """One tick of both lives, and all checks."""
        before, agents, carried = self.outcomes, dict(self.agents), len(self.carried)
        rests = self.group.at_rest(before) and not agents and self.regimes == self.quiet and self.tick > 0
        self.quiet = self.regimes
        self.flights = {
            source: tuple(name for name in names if name in agents and self.member(source).holds(*self.place(name)))
            for source, names in self.flights.items()
        }
        self.mirror.agents, self.mirror.regimes = dict(agents), self.regimes
        super().advance()
        self.mirror.advance()
        self._check_order()
        self._check_doors(before)
        self._check_rides(self.carried[carried:])
        self._check_calls(before, agents)
        if rests:
            assert [outcome.facts for outcome in self.outcomes] == [outcome.facts for outcome in before]
            assert not any(outcome.commands for outcome in self.outcomes)

    def member(self, entity: str) -> Cabin:
        """A cabin by its name on the wire."""
        return next(member for member in self.group.members if member.entity == entity)

    def _check_order(self) -> None:
        assert self.mirror.outcomes[::-1] == self.outcomes or self._by_cabin(self) == self._by_cabin(self.mirror)
        assert self.mirror.carried == self.carried, "the order of the cabins matters"

    @staticmethod
    def _by_cabin(life: Life) -> list[tuple[object, ...]]:
        entries = zip(life.group.members, life.outcomes, strict=True)
        return sorted((m.entity, o.facts.items(), o.memory, o.members) for m, o in entries)

    def _check_doors(self, before: tuple[Outcome, ...]) -> None:
        for member, old, outcome in zip(self.group.members, before, self.outcomes, strict=True):
            slabs = [Shape(slab) for slab in member.slabs(outcome.memory)]
            for disc in self.agents.values():
                for slab in slabs:
                    assert slab.distance(Point(disc.x, disc.y)) >= disc.radius - ROUNDING, "a slab meets somebody"
            moving = outcome.facts["cabin_door"] in ("opening", "closing")
            if moving and outcome.facts["cabin_door_progress"] == old.facts["cabin_door_progress"]:
                assert self._bars(member), "a door stays in transit although nothing is in its way"

    def _bars(self, member: Cabin) -> bool:
        band = Shape(SlabTrack.of(member.door.door).band(0.0, 1.0))
        return any(band.distance(Point(disc.x, disc.y)) <= disc.radius for disc in self.agents.values()) or any(
            band.intersects(Shape(solid)) for solid in self.solids
        )

    def _check_rides(self, carried: list[tuple[int, object]]) -> None:
        final = {command.agent: command for _, command in carried}  # type: ignore[attr-defined]
        left = dict(self.flights)
        for source, names in self.flights.items():
            if names and any(name in final for name in names):
                assert all(name in final for name in names), "a group was split"
                targets = {self._cabin_at(final[name].x, final[name].y) for name in names}
                assert len(targets) == 1
                assert source not in targets
                self.rides += 1
                del left[source]
        flown = [name for names in self.flights.values() for name in names]
        assert all(name in flown for name in final), "somebody was carried who was on no ride"
        for name in final:
            self._check_landing(self.agents[name])
        for member, outcome in zip(self.group.members, self.outcomes, strict=True):
            dispatched = outcome.memory.dispatched
            if dispatched and member.entity not in left:
                left[member.entity] = dispatched
            elif not dispatched:
                assert not left.pop(member.entity, ()), "a ride was lost"
        self.flights = left

    def _cabin_at(self, x: float, y: float) -> str:
        return next(member.entity for member in self.group.members if member.holds(x, y))

    def _check_landing(self, disc: Disc) -> None:
        assert self.is_free(disc), f"{disc} landed in something"

    def _check_calls(self, before: tuple[Outcome, ...], agents: dict[str, Disc]) -> None:
        views = self.views(0, 0)
        for member, old, view in zip(self.group.members, before, views, strict=True):
            outside = [disc for disc in view.sensed.triggering if not self.is_inside(disc)]
            busy = old.memory.rides or old.memory.dispatched or any(member.holds(d.x, d.y) for d in agents.values())
            waits = outside and member.elevator.accept_outside_calls and not busy and not self._bars(member)
            self.called_for[member.entity] = self.called_for[member.entity] + 1 if waits else 0
            if self.called_for[member.entity] > (member.elevator.transition_time * RATE) + 2:
                assert self.of(member.elevator.name)["cabin_door"] == "open", "a call is not served"

    def is_inside(self, disc: Disc) -> bool:
        """Whether somebody is in a cabin."""
        return any(member.holds(disc.x, disc.y) for member in self.group.members)

    def settle(self) -> None:
        """Everybody outside goes away, whoever arrives steps out: then every cabin empties, or can not."""
        self.regimes = frozenset(("calm",))
        for _ in range(round(SETTLED_S * RATE)):
            gone = [arrival.name for outcome in self.outcomes for arrival in outcome.memory.arrived]
            for name, disc in list(self.agents.items()):
                if name in gone or not self.is_inside(disc):
                    del self.agents[name]
            self.advance()
            if not self.agents and self.group.at_rest(self.outcomes):
                return
        assert self.agents, "nobody is there, yet the cabins do not rest"
        stuck = [member for member in self.group.members if self._inside(member)]
        assert any(not self._could_ride(member) for member in stuck), f"{self.agents} wait for ever"

    def _inside(self, member: Cabin) -> list[Disc]:
        return [disc for disc in self.agents.values() if member.holds(disc.x, disc.y)]

    def _could_ride(self, member: Cabin) -> bool:
        if self._bars(member):
            return False
        target = member.destination_of(self._inside(member))
        landings = [self.member(str(target)).landing(member.boarded(disc)) for disc in self._inside(member)]
        return bool(target and find_places(self.member(target).room, landings, (), self.solids))


def buildings() -> dict[str, ElevatorGroup]:
    """Groups of every shape."""
    small = {"size": (1.0, 1.2, 2.0)}
    quick = {"hold_time": 0.5, "travel_time": 0.4, "transition_time": 0.3, "recall_on": "alarm"}
    return {
        "pair": ElevatorGroup((cabin("A", (0, 0), "B"), cabin("B", (10, 0), "A", recall_on="alarm"))),
        "unlike": ElevatorGroup(
            (
                cabin("A", (0, 0), "B", recall_on="!calm", travel_time=1.0),
                cabin("B", (10, 0), "A", side="-y", accept_outside_calls=False, **small),
            )
        ),
        "ring": ElevatorGroup(
            (
                cabin("A", (0, 0), "B", **small, **quick),
                cabin("B", (10, 0), "C", side="+y", **small, **quick),
                cabin("C", (20, 0), "A", side="-x", **small),
            )
        ),
        "star": ElevatorGroup(
            (
                cabin("A", (0, 0), "B", "C", **quick),
                cabin("B", (10, 0), "A", "C", side="-x", **small),
                cabin("C", (20, 0), "A", activation_distance=1.0),
            )
        ),
    }


CRATE = ((10.1, -0.4), (10.4, -0.4), (10.4, 0.1), (10.1, 0.1))
cabins = st.integers(0, 2)
offsets = st.one_of(
    st.tuples(st.floats(-0.8, 0.8), st.floats(-0.8, 0.8)),
    st.tuples(st.floats(-3.5, 3.5), st.floats(-3.5, 3.5)),
)
wishes = st.sampled_from(("", "A/0", "B/0", "C/0"))


class ElevatorLife(RuleBasedStateMachine):
    """Sequences that nobody would think of, made small when they fail."""

    @initialize(kind=st.sampled_from(sorted(buildings())), crate=st.booleans())
    def build(self, kind: str, crate: bool) -> None:
        self.life = WatchedLife(buildings()[kind], solids=(CRATE,) if crate else ())

    @rule(index=st.integers(0, 4), at=cabins, offset=offsets, radius=st.sampled_from((0.2, 0.3)), wish=wishes)
    def appear(self, index: int, at: int, offset: tuple[float, float], radius: float, wish: str) -> None:
        centre = self.life.group.members[at % len(self.life.group.members)].elevator.position
        name = f"agent_{index}"
        # Nobody grows: who is put elsewhere, be it in the middle of a ride, is as wide as before.
        radius = self.life.agents[name].radius if name in self.life.agents else radius
        disc = Disc(name, centre.x + offset[0], centre.y + offset[1], radius, wish)
        if self.life.is_free(disc):
            self.life.agents[disc.name] = disc
        self.life.advance()

    @precondition(lambda self: self.life.agents)
    @rule(data=st.data(), wish=wishes)
    def wish_otherwise(self, data: st.DataObject, wish: str) -> None:
        name = data.draw(st.sampled_from(sorted(self.life.agents)))
        disc = self.life.agents[name]
        self.life.put(name, disc.x, disc.y, disc.radius, wish)

    @precondition(lambda self: self.life.agents)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        del self.life.agents[data.draw(st.sampled_from(sorted(self.life.agents)))]
        self.life.advance()

    @rule(regimes=st.sampled_from(((), ("alarm",), ("calm",), ("alarm", "calm"))))
    def raise_regimes(self, regimes: tuple[str, ...]) -> None:
        self.life.regimes = frozenset(regimes)

    @rule(seconds=st.one_of(st.floats(0.1, 2.0), st.floats(0.1, 12.0)))
    def wait(self, seconds: float) -> None:
        self.life.run(seconds)

    def teardown(self) -> None:
        if hasattr(self, "life"):
            self.life.settle()


TestElevatorLife = pytest.mark.slow(ElevatorLife.TestCase)
TestElevatorLife.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)


@pytest.mark.parametrize("kind", sorted(buildings()))
def test_a_busy_building_keeps_every_promise_and_carries_many(kind: str) -> None:
    rides = 0
    for episode in range(2):
        rng = stream(episode, "busy lifts", kind)
        life = WatchedLife(buildings()[kind])
        life.regimes = frozenset(("calm",))
        for _ in range(700):
            name = f"agent_{rng.integers(5)}"
            disc = life.agents.get(name)
            if disc is None and rng.random() < 0.1:
                centre = life.group.members[rng.integers(len(life.group.members))].elevator.position
                wish = f"{'ABC'[rng.integers(3)]}/0"
                reach = (0.3, 0.7, 2.5)[rng.integers(3)]
                x, y = centre.x + rng.uniform(-reach, reach), centre.y + rng.uniform(-reach, reach)
                new = Disc(name, x, y, rng.uniform(0.15, 0.35), wish)
                if life.is_free(new):
                    life.agents[name] = new
            elif disc is not None and rng.random() < (0.01 if life.is_inside(disc) else 0.1):
                del life.agents[name]
            life.advance()
        life.settle()
        rides += life.rides
    assert rides >= 5


def test_two_rides_that_begin_at_once_to_one_small_cabin_end_one_after_the_other() -> None:
    group = ElevatorGroup(
        (
            cabin("C", (20, 0), "A"),
            cabin("A", (0, 0), "B", size=(1.0, 1.0, 2.0)),
            cabin("B", (10, 0), "A"),
        )
    )
    life = WatchedLife(group, Disc("from_b", 10.0, 0.0, 0.3), Disc("from_c", 20.0, 0.0, 0.3))
    life.run(4)
    assert [life.is_inside(life.agents[name]) for name in ("from_b", "from_c")] == [True, True]
    assert life.member("A/0").holds(*life.place("from_b"))
    assert life.member("C/0").holds(*life.place("from_c"))
    assert (life.of("A")["in_transit"], life.of("A")["cabin_door"], life.rides) == (True, "opening", 1)
    del life.agents["from_b"]
    life.run(0.2)
    assert life.member("A/0").holds(*life.place("from_c"))
    assert life.rides == 2
