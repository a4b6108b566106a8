"""Shortest ways through recorded worlds, and what is measured by them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_episode import RADIUS, ROBOT, Path2D, goto, run_of, standing
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from arena_evaluation.metrics import clearance, compliance, fidelity, path
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import RobotRun
from arena_evaluation.metrics.spacing import evenly_spaced
from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.files.canonical import world_json
from arena_simulation_setup.geometry import Corner, Pose, Position
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.semantics.vocabulary import DOOR_STATES
from arena_simulation_setup.world.compaction import compacted, level_origins
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

# Two rooms of 6 m x 6 m, one above the other, with a wall between them and a door in it, far to the right.
DOOR_X = (5.0, 6.0)
HALF_WALL = 0.025


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Position, ...]:
    return tuple(Position(*corner) for corner in ((x, y), (x + width, y), (x + width, y + height), (x, y + height)))


def two_rooms() -> WorldDescription:
    wall = (Wall(Position(0.0, 6.0), Position(6.0, 6.0)),)
    door = (Door("gate", Position(DOOR_X[0], 6.0), Position(DOOR_X[1], 6.0), activation_distance=(1.5, 1.5)),)
    rooms = (
        Zone("south", rectangle(0.0, 0.0, 6.0, 6.0), walls=wall, doors=door),
        Zone("north", rectangle(0.0, 6.0, 6.0, 6.0), walls=wall, doors=door),
    )
    return WorldDescription("rooms", {"0": LevelDescription(rooms)}, ("0",), {"0": (0.0, 0.0)})


def two_storeys() -> WorldDescription:
    levels = {
        number: LevelDescription(
            (
                Zone(
                    f"floor_{number}",
                    rectangle(0.0, 0.0, 8.0, 6.0),
                    elevators=(Elevator("lift_" + number, Position(0.8, 3.0), (1.6, 1.6, 2.2), "+x", destination=to),),
                ),
            )
        )
        for number, to in (("0", "1.lift_1"), ("1", "0.lift_0"))
    }
    return WorldDescription("storeys", levels, tuple(levels), level_origins(levels))


ROOMS, STOREYS = two_rooms(), two_storeys()


def along(*corners: Corner, speed: float = 1.0) -> tuple[Path2D, float]:
    """A path along straight lines, and its length."""
    points = np.array(corners)
    places = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))

    def at(time: float) -> Corner:
        x, y = (float(np.interp(time * speed, places, column)) for column in points.T)
        return (x, y)

    return at, float(places[-1])


def driven(
    world: WorldDescription, corners: Sequence[Corner], phases: Sequence[GotoPhase], met: int | None = None
) -> RobotRun:
    where, length = along(*corners)
    areas = compacted(world).areas()
    state = "SUCCESS" if met is None else "FAILED"
    return run_of(
        where,
        length,
        phases=phases,
        met=met,
        outcome=state,
        areas=areas,
        world_json=world_json(world),
        yaw=lambda _: 0.0,
    )


def test_the_shortest_way_leads_through_the_door_and_not_through_the_wall() -> None:
    run = driven(ROOMS, ((1.0, 4.0), (5.5, 4.0), (5.5, 8.0), (1.0, 8.0)), (goto(1.0, 8.0),))
    assert path.path_length(run) == pytest.approx(13.0)
    # Round the left post of the door: two tangents to the circle of the robot's radius about it, and the bow between.
    post = math.hypot(4.0, 2.0)
    rise = math.atan2(2.0, 4.0) - math.asin(RADIUS / post)
    expected = 2 * math.sqrt(post**2 - RADIUS**2) + RADIUS * (math.pi - 2 * rise)
    assert path.geodesic_length(run) == pytest.approx(expected, rel=0.02)
    assert path.geodesic_length(run) > 0.999 * expected
    assert path.spl(run) == pytest.approx(path.geodesic_length(run) / 13.0)
    assert path.path_efficiency(run) == path.spl(run)
    assert path.navigation_error(run) == pytest.approx(0.0, abs=1e-6)
    assert path.goal_traversal_ratio(run) == pytest.approx(0.0, abs=1e-6)
    assert path.oracle_success(run) is True
    # The straight line through the wall would give an SPL of 4 / 13.
    assert path.spl(run) > 0.6


def test_a_way_of_two_levels_counts_what_is_driven_and_not_the_ride() -> None:
    dx, dy = STOREYS.origins["1"]
    below, above = STOREYS.origins["0"], (dx, dy)
    start, goal = (below[0] + 6.0, below[1] + 3.0), (above[0] + 7.0, above[1] + 3.0)
    cabin, landed = (below[0] + 0.8, below[1] + 3.0), (above[0] + 0.8, above[1] + 3.0)

    def rides(time: float) -> Corner:
        if time <= 5.2:
            return (start[0] - time, start[1])
        return cabin if time < 8.0 else (min(goal[0], landed[0] + time - 8.0), landed[1])

    areas = compacted(STOREYS).areas()
    text = world_json(STOREYS)
    run = run_of(rides, 15.0, phases=(goto(*goal),), areas=areas, world_json=text, yaw=lambda _: 0.0)
    assert path.path_length(run) == pytest.approx(5.2 + 6.2, abs=0.05)
    assert path.geodesic_length(run) == pytest.approx(5.2 + 6.2, abs=0.05)
    assert path.spl(run) == pytest.approx(1.0, abs=0.01)
    assert fidelity.ndtw(run) > 0.9


def test_who_fails_has_no_spl_but_a_distance_that_is_left() -> None:
    run = driven(ROOMS, ((1.0, 4.0), (3.0, 4.0)), (goto(5.0, 4.0),), met=0)
    assert path.spl(run) == 0.0
    assert path.navigation_error(run) == pytest.approx(2.0, rel=0.01)
    assert path.goal_traversal_ratio(run) == pytest.approx(0.5, rel=0.01)
    assert path.soft_spl(run) == pytest.approx(0.5 * 2.0 / 4.0 * 2.0, rel=0.02)
    assert path.oracle_success(run) is False
    assert fidelity.sdtw(run) == 0.0


def test_who_starts_at_the_goal_has_no_share_of_the_way_left() -> None:
    run = driven(ROOMS, ((1.0, 4.0), (1.0, 4.5)), (goto(1.0, 4.0),))
    with pytest.raises(NoValueError, match="began at its goal"):
        path.goal_traversal_ratio(run)


def test_a_way_through_several_goals_is_as_long_as_its_parts() -> None:
    phases = (goto(5.0, 1.0), GotoPhase(target="north", tolerance_radius=0.5), goto(1.0, 7.0))
    run = driven(ROOMS, ((1.0, 1.0), (5.0, 1.0), (5.5, 6.5), (1.0, 7.0)), phases)
    assert path.geodesic_length(run) == pytest.approx(4.0 + math.hypot(0.5, 5.0) + math.hypot(4.5, 1.0), rel=0.05)
    with pytest.raises(NoValueError, match="3 goals"):
        path.soft_spl(run)


def test_a_goal_that_moves_or_can_not_be_reached_is_told() -> None:
    follow = driven(ROOMS, ((1.0, 1.0), (2.0, 1.0)), (GotoPhase(target="Ann", tolerance_radius=1.0),))
    with pytest.raises(NoValueError, match="Ann is no place"):
        path.spl(follow)
    wall = evolve(ROOMS, levels={"0": LevelDescription(tuple(evolve(z, doors=()) for z in ROOMS.levels["0"].zones))})
    with pytest.raises(NoValueError, match=r"no way from \(1\.00, 1\.00\) to \(1\.00, 8\.00\)"):
        path.geodesic_length(driven(wall, ((1.0, 1.0), (2.0, 1.0)), (goto(1.0, 8.0),)))
    with pytest.raises(NoValueError, match="the recorded world can not be read"):
        path.geodesic_length(run_of(along((0.0, 0.0), (1.0, 0.0))[0], 1.0, phases=(goto(1.0, 0.0),)))


def test_furniture_of_the_recorded_map_and_boxes_of_the_episode_are_gone_round() -> None:
    run = driven(ROOMS, ((0.5, 3.0), (5.5, 3.0)), (goto(5.5, 3.0),))
    assert path.geodesic_length(run) == pytest.approx(5.0, rel=0.01)
    cells = np.zeros((120, 120), dtype=np.int8)
    cells[20:100, 50:70] = 100
    plan = OccupancyGrid(0.05, Pose(0.0, 0.0), cells)
    cupboard = RobotRun(evolve(run.episode, plan=plan), ROBOT)
    # A cupboard from (2.5, 1) to (3.5, 5).
    round_it = 2 * math.hypot(2.0 - RADIUS, 2.0 + RADIUS) + 1.0
    assert path.geodesic_length(cupboard) == pytest.approx(round_it, rel=0.08)
    crate = EpisodeObject("crate", "crate", Pose(3.0, 3.0), extra={"bbox": [[-0.5, 0.5], [-2.0, 2.0]]})
    start = evolve(run.episode.start, episode=evolve(run.episode.start.episode, objects=(crate,)))
    crated = RobotRun(evolve(run.episode, start=start), ROBOT)
    assert path.geodesic_length(crated) == pytest.approx(path.geodesic_length(cupboard), rel=0.02)


@pytest.mark.parametrize("box", [[["wide", 1], [0, 1]], [1, 2], [[0, 1, 2], [0, 1]]])
def test_a_recorded_box_that_is_none_is_a_reason(box: object) -> None:
    run = driven(ROOMS, ((0.5, 3.0), (5.5, 3.0)), (goto(5.5, 3.0),))
    crate = EpisodeObject("crate", "crate", Pose(3.0, 3.0), extra={"bbox": box})
    start = evolve(run.episode.start, episode=evolve(run.episode.start.episode, objects=(crate,)))
    with pytest.raises(NoValueError, match="the recorded bbox of crate can not be read"):
        path.geodesic_length(RobotRun(evolve(run.episode, start=start), ROBOT))


def test_clearance_is_the_room_beside_the_rim() -> None:
    run = driven(ROOMS, ((3.0, 3.0), (3.0, 1.0)), (goto(3.0, 1.0),))
    assert clearance.clearance_min(run) == pytest.approx(1.0 - RADIUS, abs=0.03)
    # From 3 m down to 1 m, evenly.
    assert clearance.clearance_mean(run) == pytest.approx(2.0 - RADIUS, abs=0.05)


def test_standing_before_an_open_door_blocks_it() -> None:
    text, areas = world_json(ROOMS), compacted(ROOMS).areas()
    doors = {("gate/0", "state", DOOR_STATES): lambda time: DOOR_STATES.index("open" if time >= 4.0 else "closed")}
    near = run_of(standing(5.0, 5.0), 10.0, areas=areas, codes=doors, world_json=text, yaw=lambda _: 0.0)
    assert compliance.doorway_blocking_time(near) == pytest.approx(6.0, abs=0.06)
    far = run_of(standing(1.0, 5.0), 10.0, areas=areas, codes=doors, world_json=text, yaw=lambda _: 0.0)
    assert compliance.doorway_blocking_time(far) == 0.0


@pytest.mark.parametrize("shift", [(0.0, 0.0), (100.0, -40.0)])
@pytest.mark.parametrize("rate", [10, 30, 100])
def test_what_is_measured_by_ways_depends_neither_on_the_origin_nor_on_the_rate(shift: Corner, rate: int) -> None:
    world = evolve(ROOMS, origins={"0": shift})
    where, length = along((1.0, 4.0), (5.5, 4.0), (5.5, 8.0), (1.0, 8.0))

    def shifted(time: float) -> Corner:
        return (where(time)[0] + shift[0], where(time)[1] + shift[1])

    run = run_of(
        shifted,
        length,
        rate=rate,
        phases=(goto(1.0 + shift[0], 8.0 + shift[1]),),
        areas=compacted(world).areas(),
        world_json=world_json(world),
    )
    assert path.spl(run) == pytest.approx(0.743, abs=0.003)
    # Two right angles; the shortest way turns to the tangent, and about the post to the other tangent.
    rise = math.atan2(2.0, 4.0) - math.asin(RADIUS / math.hypot(4.0, 2.0))
    assert path.heading_change(run) == pytest.approx(math.pi, abs=0.01)
    assert path.path_irregularity(run) == pytest.approx((math.pi - rise - (math.pi - 2 * rise)) / 13.0, abs=0.003)
    assert fidelity.ndtw(run) == pytest.approx(0.024, abs=0.001)
    assert clearance.clearance_min(run) == pytest.approx(0.25 - HALF_WALL, abs=0.015)


def test_equal_ways_are_alike_and_distant_ones_are_not() -> None:
    run = driven(ROOMS, ((1.0, 1.0), (5.0, 1.0)), (goto(5.0, 1.0),))
    assert fidelity.ndtw(run) == pytest.approx(1.0, abs=0.02)
    assert fidelity.sdtw(run) == fidelity.ndtw(run)
    aside = driven(ROOMS, ((1.0, 1.0), (1.0, 3.0), (5.0, 3.0), (5.0, 1.0)), (goto(5.0, 1.0),))
    assert fidelity.ndtw(aside) < 0.05
    exact = driven(ROOMS, ((1.0, 1.0), (5.0, 1.0)), (goto(5.0, 1.0, radius=0.0),))
    with pytest.raises(NoValueError, match="no tolerance"):
        fidelity.ndtw(exact)


PATHS = st.lists(st.tuples(st.floats(-5.0, 5.0), st.floats(-5.0, 5.0)), min_size=1, max_size=9).map(
    lambda rows: np.array(rows, dtype=np.float64)
)


@settings(max_examples=40, deadline=None)
@given(PATHS, PATHS)
def test_warping_is_the_cheapest_walk_on_the_lattice_of_pairs(first: np.ndarray, second: np.ndarray) -> None:
    # An independent answer: Dijkstra of scipy over all pairs, each entered at the price of its distance.
    rows, columns = len(first), len(second)
    price = np.hypot(*(first[:, None] - second[None]).transpose(2, 0, 1)) + 1e-12
    steps = [
        (i * columns + j, (i + a) * columns + j + b, price[i + a, j + b])
        for i in range(rows)
        for j in range(columns)
        for a, b in ((0, 1), (1, 0), (1, 1))
        if i + a < rows and j + b < columns
    ]
    starts, ends, weights = zip(*steps, strict=True) if steps else ((), (), ())
    graph = coo_matrix((weights, (starts, ends)), shape=(rows * columns, rows * columns)).tocsr()
    expected = price[0, 0] + dijkstra(graph, indices=0)[-1]
    assert fidelity.warping_distance(first, second) == pytest.approx(expected, abs=1e-9)
    assert fidelity.warping_distance(second, first) == pytest.approx(expected, abs=1e-9)


def test_points_at_equal_distances_begin_at_the_beginning() -> None:
    points = np.array([[0.0, 0.0], [0.3, 0.0], [0.3, 0.3]])
    assert evenly_spaced(points, with_end=False) == pytest.approx(np.array([[0.0, 0.0], [0.25, 0.0], [0.3, 0.2]]))
    assert evenly_spaced(points, with_end=True)[-1] == pytest.approx([0.3, 0.3])
