"""Figures of metrics beside those of libraries that know nothing of this project, and claims about known mistakes."""

from __future__ import annotations

import inspect
import json
import math
from pathlib import Path

import numpy as np
import pytest
import shapely
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_recording import record_judged
from metric_episode import RADIUS, ROBOT, goto, run_of, standing, straight
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra
from small_episode import RATE, frame_at, start_of

from arena_cli.main import main
from arena_evaluation.metrics import catalogue, collisions, fidelity, motion, path, people
from arena_evaluation.metrics.measure import NoValueError
from arena_evaluation.metrics.robot_run import RobotRun
from arena_simulation_setup.episode import EpisodeObject
from arena_simulation_setup.files.canonical import world_json
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.world.compaction import compacted
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.zone import Zone

STRAIGHT = np.array([[0.25 * index, 0.0] for index in range(17)])
WAVE = np.array([[0.25 * index, 0.4 * math.sin(0.25 * index)] for index in range(17)])
STAIRS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 1.0], [2.0, 2.5]])


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (STRAIGHT, WAVE, 3.910548295889317),
        (STAIRS, STRAIGHT, 17.34792077278177),
        (STAIRS[::-1], STAIRS, 9.231551362179038),
    ],
)
def test_warping_gives_the_figures_of_two_libraries(first: np.ndarray, second: np.ndarray, expected: float) -> None:
    """The figures are those of `dtw` with Euclidean distances in fastdtw 0.3.4 and in similaritymeasures 1.5.0."""
    assert fidelity.warping_distance(first, second) == pytest.approx(expected, rel=1e-12)


CORNERS = st.lists(st.tuples(st.floats(-20.0, 20.0), st.floats(-20.0, 20.0)), min_size=2, max_size=6)


@settings(max_examples=20, deadline=None)
@given(CORNERS)
def test_the_length_of_a_path_is_that_of_its_line_in_shapely(corners: list[tuple[float, float]]) -> None:
    line = shapely.LineString(corners)
    seconds = 1.0 + math.ceil(line.length)

    def along(time: float) -> tuple[float, float]:
        point = line.interpolate(min(1.0, max(0.0, time / seconds)), normalized=True)
        return (point.x, point.y)

    # At corners a sample of a tenth of a second cuts off less than the tenth of a metre that is driven in it.
    found = path.path_length(run_of(along, seconds, yaw=lambda _: 0.0))
    assert line.length - 0.1 * len(corners) <= found <= line.length + 1e-6


ROOM = 12.0
OVERRATED = math.sqrt(4.0 - 2.0 * math.sqrt(2.0))
"""Longest way in steps along axes and diagonals by the straight line between the same points."""
BOXES = st.lists(
    st.tuples(st.floats(3.5, 8.5), st.floats(2.5, 9.5), st.floats(0.3, 1.2), st.floats(0.3, 1.2)),
    min_size=1,
    max_size=3,
)


@settings(max_examples=25, deadline=None)
@given(BOXES, st.floats(4.0, 8.0), st.floats(4.0, 8.0))
def test_the_shortest_way_is_that_of_a_graph_of_visible_corners(
    boxes: list[tuple[float, float, float, float]], start_y: float, goal_y: float
) -> None:
    """An independent answer: shapely tells which corners of the grown boxes see each other, scipy the shortest way."""
    corners = tuple(Position(x, y) for x, y in ((0.0, 0.0), (ROOM, 0.0), (ROOM, ROOM), (0.0, ROOM)))
    world = WorldDescription("w", {"0": LevelDescription((Zone("room", corners),))}, ("0",), {"0": (0.0, 0.0)})
    start, goal = (1.0, start_y), (11.0, goal_y)
    run = run_of(
        lambda time: (start[0] + time, start[1]),
        1.0,
        phases=(goto(*goal),),
        met=0,
        areas=compacted(world).areas(),
        world_json=world_json(world),
        yaw=lambda _: 0.0,
    )
    objects = tuple(
        EpisodeObject(f"box_{number}", "box", Pose(x, y), extra={"bbox": [[-half_x, half_x], [-half_y, half_y]]})
        for number, (x, y, half_x, half_y) in enumerate(boxes)
    )
    episode = evolve(run.episode.start.episode, objects=objects)
    run = RobotRun(evolve(run.episode, start=evolve(run.episode.start, episode=episode)), ROBOT)
    solid = shapely.union_all([shapely.box(x - a, y - b, x + a, y + b) for x, y, a, b in boxes])
    expected = visible_length(solid.buffer(RADIUS, quad_segs=8), start, goal)
    # On which side a box is passed is decided in eight directions, which overrates lengths by 8.2 % at most.
    assert 0.98 * expected <= path.geodesic_length(run) <= (OVERRATED + 0.01) * expected


def visible_length(solid: shapely.Geometry, start: tuple[float, float], goal: tuple[float, float]) -> float:
    points = np.vstack((start, goal, shapely.get_coordinates(solid)))
    inside = solid.buffer(-1e-6)
    first, second = np.triu_indices(len(points), 1)
    lines = shapely.linestrings(np.stack((points[first], points[second]), axis=1))
    free = ~shapely.intersects(inside, lines)
    lengths = shapely.length(lines)[free]
    graph = coo_matrix((lengths, (first[free], second[free])), shape=(len(points),) * 2)
    return float(dijkstra(graph.tocsr(), directed=False, indices=0)[1])


def test_one_short_episode_stops_no_later_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, ticks in (("a", 6 * RATE), ("b", 1), ("c", 5), ("d", 6 * RATE)):
        frames = [frame_at(tick) for tick in range(ticks)]
        record_judged(tmp_path / name / f"{name}.mcap", start_of(), frames, cancelled="enough")
    assert main(["evaluation", "metrics", str(tmp_path), "--json", "--metrics", "path_length,jerk_mean,duration"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(row["recording"]).stem for row in rows] == ["a", "b", "c", "d"]
    assert [row["jerk_mean"] is None for row in rows] == [False, True, True, False]
    assert rows[1]["reasons"]["jerk_mean"].endswith("was never there for 0.3 s")
    assert rows[0]["path_length"] == rows[3]["path_length"] > 0.0


def test_people_and_robots_are_joined_by_time_and_not_by_the_number_of_a_row() -> None:
    """Half of the frames are missing in the first half: by rows, the person would be where the robot is later."""
    kept = [tick for tick in range(301) if tick >= 150 or tick % 2 == 0]
    crossing = {"Ann": straight(1.0, math.pi, 10.0, 1.0)}
    run = run_of(straight(1.0), 10.0, crossing, ticks=kept)
    assert people.distance_min(run) == pytest.approx(1.0 - 2 * RADIUS, abs=1e-3)


def test_a_ratio_of_lengths_is_what_its_description_says() -> None:
    """Driven by straight, so that a detour makes it larger; the inverse is called efficiency."""
    run = run_of(lambda time: (min(time, 3.0), max(0.0, time - 3.0)), 7.0)
    assert path.path_length_ratio(run) == pytest.approx(7.0 / 5.0)
    assert catalogue.METRICS["path_length_ratio"].meaning == "driven way by straight distance"
    assert "Driven way by the straight line" in (inspect.getdoc(path.path_length_ratio) or "")


def test_nothing_is_divided_by_zero_and_nothing_stands_for_unknown() -> None:
    """Of a robot that never moves, is alone, and starts at its goal, each metric is finite or has a reason."""
    run = run_of(standing(0.0, 0.0), 2.0, phases=(goto(0.0, 0.0),))
    with np.errstate(all="raise"):
        found = catalogue.measure(run)
    for name, measured in found.items():
        assert (measured.value is None) == bool(measured.reason), name
        if isinstance(measured.value, float):
            assert math.isfinite(measured.value), name
            assert measured.value >= 0.0, name
            assert measured.value < 1e4, name
    for name in ("angle_over_length", "goal_traversal_ratio", "path_length_ratio", "time_to_collision", "distance_min"):
        assert found[name].value is None, name


def test_yaws_are_wrapped_and_rates_are_per_second() -> None:
    turning = run_of(standing(0.0, 0.0), 4.0, yaw=lambda time: math.remainder(3.0 + 0.2 * time, math.tau))
    assert path.heading_change(turning) == pytest.approx(0.8, abs=1e-6)
    faster = run_of(lambda time: (0.5 * 0.8 * time * time, 0.0), 3.0, rate=100)
    assert motion.acceleration_mean(faster) == pytest.approx(0.8, rel=1e-3)
    assert motion.jerk_max(faster) == pytest.approx(0.0, abs=1e-6)


def test_a_contact_that_is_there_from_the_first_frame_on_is_a_collision() -> None:
    assert collisions.collisions(run_of(straight(), 2.0, contacts=[(0.0, 0.5, "wall", "")])) == 1


def test_without_anybody_there_is_no_distance_rather_than_ten_kilometres() -> None:
    for metric in (people.distance_min, people.distance_max, people.time_to_collision):
        with pytest.raises(NoValueError, match="no people"):
            metric(run_of(straight(), 2.0))


def test_corners_of_the_reference_are_seen() -> None:
    """The independent answer itself: round a box the way has two corners."""
    box = shapely.box(4.0, 0.0, 5.0, 3.0)
    expected = math.dist((0.0, 1.0), (4.0, 3.0)) + 1.0 + math.dist((5.0, 3.0), (9.0, 1.0))
    over = visible_length(shapely.union(box, shapely.box(4.0, -50.0, 5.0, 0.0)), (0.0, 1.0), (9.0, 1.0))
    assert over == pytest.approx(expected)
