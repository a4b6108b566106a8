"""Any sequence of spawns, moves and removals leaves exactly those there whom a simple model says are there."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from arena_runtime.orders import OrderRefused
from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import Episode, EpisodeObject, EpisodePerson, EpisodeRobot
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Edit, Remove, SpawnObject, SpawnPerson, SpawnRobot, Teleport
from arena_simulation_setup.site import Site
from tests.simulation.two_rooms import two_room_site

NAMES = ("ada", "ben", "cleo", "dan")
SORTS = ("object", "person", "robot")
HALF = 0.2
RADII = {"person": 0.25, "robot": 0.267}
PLACES = [(x, y) for x in (1.0, 1.41, 3.0) for y in (1.0, 1.41, 4.5)]
WALKING = 0.05


def nobody(site: Site) -> Episode:
    return Episode(1, site.reference, "", 3)


def spawn(sort: str, name: str, x: float, y: float) -> Edit:
    """An order for somebody who stays where they are."""
    if sort == "object":
        box = {"bbox": [[-HALF, HALF], [-HALF, HALF]]}
        return SpawnObject(EpisodeObject(name, "no_such_model", Pose(x, y), extra=box))
    if sort == "person":
        return SpawnPerson(EpisodePerson(name, "arenian", RADII["person"], 1.75, Pose(x, y), 1.0))
    return SpawnRobot(EpisodeRobot(name, "jackal", RADII["robot"], Pose(x, y), adapter="none"))


def apart(first: tuple[str, float, float], second: tuple[str, float, float]) -> float:
    """Free space between two, metres, by the rules of plane geometry alone."""
    (one, x, y), (other, u, v) = first, second
    if one == other == "object":
        return max(abs(x - u), abs(y - v)) - 2 * HALF
    if "object" in (one, other):
        (x, y, u, v), round_one = ((x, y, u, v), other) if one == "object" else ((u, v, x, y), one)
        return math.hypot(max(abs(u - x) - HALF, 0.0), max(abs(v - y) - HALF, 0.0)) - RADII[round_one]
    return math.hypot(x - u, y - v) - RADII[one] - RADII[other]


class Edits(RuleBasedStateMachine):
    """A simulation beside a table of who is where."""

    site: Site

    @initialize()
    def begin(self) -> None:
        self.simulation = Simulation(self.site, nobody(self.site))
        self.there: dict[str, tuple[str, float, float]] = {}
        self.used: set[str] = set()

    def asked(self, edit: Edit) -> bool:
        try:
            self.simulation.orders.request(edit)
        except OrderRefused:
            return False
        return True

    def fits(self, name: str, sort: str, place: tuple[float, float]) -> bool:
        return all(apart((sort, *place), taken) > 0.0 for other, taken in self.there.items() if other != name)

    @rule(sort=st.sampled_from(SORTS), name=st.sampled_from(NAMES), place=st.sampled_from(PLACES))
    def spawns(self, sort: str, name: str, place: tuple[float, float]) -> None:
        possible = name not in self.there and name not in self.used and self.fits(name, sort, place)
        assert self.asked(spawn(sort, name, *place)) == possible
        if possible:
            self.there[name] = (sort, *place)

    @rule(name=st.sampled_from(NAMES), place=st.sampled_from(PLACES))
    def moves(self, name: str, place: tuple[float, float]) -> None:
        possible = name in self.there and self.fits(name, self.there[name][0], place)
        assert self.asked(Teleport(name, Pose(*place))) == possible
        if possible:
            self.there[name] = (self.there[name][0], *place)

    @rule(name=st.sampled_from(NAMES))
    def removes(self, name: str) -> None:
        assert self.asked(Remove(name)) == (name in self.there)
        sort = self.there.pop(name, ("object", 0.0, 0.0))[0]
        if sort != "object":
            self.used.add(name)

    @rule(ticks=st.integers(1, 4))
    def passes(self, ticks: int) -> None:
        for _ in range(ticks):
            assert self.simulation.step().warnings == ()

        self.check()

    def teardown(self) -> None:
        if hasattr(self, "simulation"):
            self.passes(1)

    def check(self) -> None:
        """Everybody is where the table says, and nobody else is there."""
        layout, frame = self.simulation.start.layout, self.simulation.frame
        for names, rows in ((layout.robots, frame.robots), (layout.people, frame.people)):
            for name, row in zip(names, rows.tolist(), strict=True):
                if name in self.there:
                    assert math.dist(row[:2], self.there[name][1:]) < WALKING
                else:
                    assert np.isnan(row).all()
        objects = {name: entry[1:] for name, entry in self.there.items() if entry[0] == "object"}
        episode = self.simulation.start.episode
        assert {entry.name: (entry.pose.x, entry.pose.y) for entry in episode.objects} == objects
        for name, place in objects.items():
            assert self.simulation.scene.overlaps(*place, 0.01) == name


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("worlds"))


def test_whoever_comes_moves_and_goes_is_where_a_simple_table_says(site: Site) -> None:
    machine = type("EditsOfTwoRooms", (Edits,), {"site": site})
    run_state_machine_as_test(machine, settings=settings(max_examples=15, stateful_step_count=20, deadline=None))


def test_five_hundred_obstacles_into_a_room_end_with_a_sentence_each(site: Site) -> None:
    """The wishes are 400 mm boxes within 3 m x 3 m, so most of them are refused."""
    simulation, random = Simulation(site, nobody(site)), np.random.default_rng(4)
    refused = []
    for number, (x, y) in enumerate(random.uniform(1.0, 4.0, (500, 2)).tolist()):
        try:
            simulation.orders.request(spawn("object", f"box_{number}", x, y))
        except OrderRefused as error:
            refused.append(str(error))
    assert simulation.step().warnings == ()
    standing = len(simulation.start.episode.objects)
    assert 15 < standing < 60
    assert len(refused) == 500 - standing
    assert all("has no room at" in sentence and "is there" in sentence for sentence in refused)


def test_many_edits_leave_the_memory_flat(site: Site) -> None:
    """Objects of the same few names come and go; the second half must not need more than the first."""
    simulation = Simulation(site, nobody(site))

    def edits(count: int) -> int:
        for number in range(count):
            simulation.orders.request(spawn("object", f"box_{number % 3}", 1.0 + number % 3, 1.0))
            simulation.step()
            simulation.orders.request(Remove(f"box_{number % 3}"))
            simulation.step()
        return tracemalloc.get_traced_memory()[0]

    edits(10)
    tracemalloc.start()
    try:
        first, second = edits(35), edits(35)
    finally:
        tracemalloc.stop()
    assert second - first < 200_000
