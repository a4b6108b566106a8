"""Compiled loops do what the same thing said in numpy does."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from arena_runtime.people.bodies import NEIGHBOUR_COUNT, SIGHT
from arena_runtime.people.kernels_choice import choose_velocities
from arena_runtime.people.kernels_doors import wait_at_slabs
from arena_runtime.people.kernels_neighbours import find_near
from arena_runtime.people.kernels_step import project
from arena_runtime.people.shut import Shut
from arena_simulation_setup.route import ClearanceField
from arena_simulation_setup.route.clearance_kernel import grid_of
from arena_simulation_setup.route.slabs import Slabs
from tests.people import oracle_doors
from tests.people.oracle_choice import Scene, costs
from tests.people.oracle_projection import projected

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SIDE = 6.0
NOWHERE = 1e9
scenes = st.builds(
    lambda seed, people, robots, slabs: scene(np.random.default_rng(seed), people, robots, slabs),
    seed=st.integers(0, 2**32),
    people=st.integers(1, 14),
    robots=st.integers(0, 3),
    slabs=st.integers(0, 4),
)


def room_with_pillar() -> ClearanceField:
    at = (np.arange(round(SIDE / 0.05)) + 0.5) * 0.05
    x, y = at, at[:, None]
    walls = np.minimum(np.minimum(x, SIDE - x), np.minimum(y, SIDE - y))
    pillar = np.hypot(x - 3.0, y - 3.0) - 0.4
    return ClearanceField(np.minimum(walls, pillar), (0.0, 0.0), 0.05)


def scene(random: np.random.Generator, people: int, robots: int, slabs: int) -> Scene:
    """A throng: some overlap each other, walls and slabs, as only a file could put them."""
    discs, directions = people + robots + 1, random.uniform(-np.pi, np.pi, people)
    place, velocity = random.uniform(0.15, SIDE - 0.15, (2, discs)), random.normal(0.0, 0.7, (2, discs))
    place[:, -1], velocity[:, -1] = NOWHERE, 0.0
    velocity[:, :-1] *= random.random(discs - 1) < 0.8
    center, angle = random.uniform(0.5, SIDE - 0.5, (slabs, 1, 2)), random.uniform(0.0, np.pi, slabs)
    along = np.array((np.cos(angle), np.sin(angle))).T[:, None] * random.uniform(0.02, 0.6, (slabs, 1, 1))
    across = along[..., ::-1] * (-1.0, 1.0) * random.uniform(0.05, 1.5, (slabs, 1, 1))
    signs = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)))[None]
    speeds = random.uniform(0.5, 1.6, people)
    return Scene(
        room_with_pillar(),
        np.ascontiguousarray(center + signs[..., :1] * along + signs[..., 1:] * across),
        place,
        velocity,
        np.append(random.uniform(0.15, 0.4, discs - 1), 0.0),
        np.array((np.cos(directions), np.sin(directions))),
        speeds * (random.random(people) < 0.8) * random.uniform(0.3, 1.0, people),
        speeds,
        random.choice((-1.0, 1.0), people),
        random.random(people),
        random.random(people) < 0.7,
        np.where(random.random(people) < 0.5, np.inf, random.uniform(0.0, 4.0, people)),
    )


def found_near(seen: Scene, gap: float) -> tuple[Integers, Floats, Integers]:
    """Neighbours, their distances, and close pairs."""
    shape, discs = (seen.people, NEIGHBOUR_COUNT), len(seen.radius) - 1
    neighbours, distances = np.empty(shape, dtype=np.int64), np.empty(shape)
    close, order = np.empty((2, seen.people * discs), dtype=np.int64), np.arange(discs)
    count = find_near(seen.place, seen.radius, order, SIGHT, gap, neighbours, distances, close)
    return neighbours, distances, close[:, :count]


def shut_in(seen: Scene, reach: float = 1.2) -> Shut:
    return Shut.near(seen.corners, seen.place, seen.people, reach)


@settings(max_examples=60, deadline=None)
@given(scenes, st.floats(0.0, 2.0))
def test_neighbours_are_the_nearest_in_sight(seen: Scene, gap: float) -> None:
    neighbours, distances, close = found_near(seen, gap)
    apart = seen.distances
    order = np.argsort(apart, axis=1, kind="stable")[:, :NEIGHBOUR_COUNT]
    expected = np.take_along_axis(apart, order, axis=1)
    columns = order.shape[1]
    np.testing.assert_array_equal(distances[:, :columns], np.where(expected < SIGHT, expected, np.inf))
    np.testing.assert_array_equal(neighbours[:, :columns], np.where(expected < SIGHT, order, len(seen.radius) - 1))
    np.testing.assert_array_equal(close, np.nonzero(apart < 2.0 * seen.radius.max() + gap))


@settings(max_examples=60, deadline=None)
@given(scenes)
def test_near_slabs_are_all_within_reach_in_order(seen: Scene) -> None:
    shut, people = shut_in(seen), seen.people
    near = Slabs.of(seen.corners).near(seen.place[0, :people], seen.place[1, :people], 1.2)
    np.testing.assert_array_equal(shut.point, near.point)
    np.testing.assert_array_equal(shut.slab, near.slab)
    np.testing.assert_allclose(shut.distance, near.distance, atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(scenes)
def test_the_velocity_that_is_chosen_is_the_cheapest_of_the_fan(seen: Scene) -> None:
    shut, (neighbours, distances, _) = shut_in(seen), found_near(seen, 1.0)
    wanted = np.empty((2, seen.people))
    discs = seen.place, seen.velocity, seen.radius, neighbours, distances
    wishes = seen.towards, seen.pace, seen.speeds, seen.shunned, seen.fluency.copy()
    passing = seen.passers, seen.towards, seen.left
    choose_velocities(*discs, *wishes, *passing, grid_of(seen.field), shut.rectangles, shut.point, shut.slab, wanted)
    for person in range(seen.people):
        if seen.pace[person] <= 0.0:
            assert wanted[:, person].tolist() == [0.0, 0.0]
            continue
        tried, cost = costs(seen, person)
        off = np.abs(tried - wanted[:, [person]]).max(axis=0)
        assert cost[off < 1e-9].min() <= cost.min() + 1e-9


@settings(max_examples=150, deadline=None)
@given(scenes, st.sampled_from((1 / 30, 1 / 10)))
def test_steps_are_allowed_as_numpy_allows_them(seen: Scene, dt: float) -> None:
    wished = seen.place[:, : seen.people] + seen.velocity[:, : seen.people] * dt
    moved, shut, close = wished.copy(), shut_in(seen, 20.0), found_near(seen, 1.0)[2]
    needed = seen.radius[: seen.people] - 0.01
    discs = seen.place, seen.velocity, seen.radius, needed
    slabs = seen.corners, shut.point, shut.slab
    project(moved, *discs, grid_of(seen.field), *slabs, np.ascontiguousarray(close), close.shape[1])
    np.testing.assert_allclose(moved, projected(seen, wished), atol=1e-9)


@settings(max_examples=100, deadline=None)
@given(scenes, st.integers(0, 2**32))
def test_who_waits_at_a_door_does_as_numpy_says(seen: Scene, seed: int) -> None:
    random, people, shut = np.random.default_rng(seed), seen.people, shut_in(seen)
    now_ns = 10_000_000_000
    if not len(shut.point):
        return
    since_ns = random.integers(-1, now_ns, people) * random.integers(0, 2, people) - 1
    slab_at = np.full((2, people), np.inf)
    slab_at[:, shut.point] = shut.rectangles[shut.slab, :2].T
    memory = oracle_doors.Memory(since_ns.copy(), slab_at.copy(), random.integers(7 * 10**9, now_ns, people))
    mine = since_ns, slab_at, memory.barred_ns.copy()
    towards, pace = seen.towards.copy(), seen.pace.copy()
    near = Slabs.of(seen.corners).near(seen.place[0, :people], seen.place[1, :people], 1.2)
    expected = oracle_doors.wait(now_ns, seen, near, memory, seen.towards, seen.pace)

    pairs = shut.rectangles, shut.point, shut.slab, shut.distance
    waiting = wait_at_slabs(now_ns, seen.place, seen.radius, *pairs, towards, pace, *mine)
    np.testing.assert_array_equal(waiting, expected)
    np.testing.assert_allclose(towards, seen.towards, atol=1e-12)
    np.testing.assert_allclose(pace, seen.pace, atol=1e-12)
    np.testing.assert_array_equal(mine[0], memory.since_ns)
    np.testing.assert_allclose(mine[1], memory.slab_at, atol=1e-12)
    np.testing.assert_array_equal(mine[2], memory.barred_ns)
