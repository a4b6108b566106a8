"""No metric depends on how many frames a second has, or on where the map's origin is."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_episode import ROBOT, Path2D, goto, run_of, square

from arena_evaluation.metrics import catalogue, path
from arena_evaluation.metrics.measure import Measure
from arena_evaluation.metrics.robot_run import RobotRun
from arena_simulation_setup.frame import Area
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.verdict import Verdict

RATES = (10, 30, 100)
# These need a world; test_metric_routes has one.
ROUTED = {
    "geodesic_length",
    "spl",
    "soft_spl",
    "path_efficiency",
    "navigation_error",
    "goal_traversal_ratio",
    "ndtw",
    "sdtw",
    "path_irregularity",
    "clearance_min",
    "clearance_mean",
    "doorway_blocking_time",
}
# These need a reference run; test_metric_disturbance has one.
COMPARED = {"person_path_deflection_mean", "person_path_deflection_max", "person_delay_mean"}
# Whether two stays are one because the pause between them is short may be decided between two frames.
MERGED = ("_events", "_dwell")
NAMES = [name for name in catalogue.METRICS if name not in ROUTED | COMPARED and not name.endswith(MERGED)]
# Seconds by which a boundary can be crossed earlier or later between two frames, per crossing.
FRAME = 0.1


def smooth(speed: float, bend: float, sway: float) -> Path2D:
    return lambda time: (speed * time, bend * math.sin(0.6 * time) + sway * math.cos(0.9 * time))


def moved(path: Path2D, angle: float, dx: float, dy: float) -> Path2D:
    return lambda time: turned(path(time), angle, dx, dy)


def turned(point: Corner, angle: float, dx: float, dy: float) -> Corner:
    cos, sin = math.cos(angle), math.sin(angle)
    return (dx + cos * point[0] - sin * point[1], dy + sin * point[0] + cos * point[1])


def episode(
    speed: float, bend: float, rate: int = 30, angle: float = 0.0, dx: float = 0.0, dy: float = 0.0
) -> RobotRun:
    robot = moved(smooth(speed, bend, 0.0), angle, dx, dy)
    people = {
        "Ann": moved(lambda time: (9.0 - 0.7 * time, 0.9 + 0.02 * time), angle, dx, dy),
        "Bob": moved(smooth(0.4, 0.3, 1.6), angle, dx, dy),
    }
    zone = square("ward", 2.0, -2.0, 4.0)
    corners = tuple(turned(corner, angle, dx, dy) for corner in zone.corners)
    return run_of(
        robot,
        10.0,
        people,
        rate=rate,
        areas=(Area("ward", "0", "zone", corners),),
        numbers={("ward/0", "max_speed"): lambda _: 0.6},
        codes={
            ("ward/0", "quiet", ("false", "true")): lambda _: 1,
            ("ward/0", "restricted", ("false", "true")): lambda _: 1,
        },
        contacts=((2.0, 3.0, "wall", ""), (6.0, 6.5, "pedestrian", "Ann")),
        phases=(goto(*robot(10.0)),),
        groups={"Ann": "g", "Bob": "g"},
        verdicts=(Verdict("e0", "never", "p", "", ROBOT, "violated"),),
    )


def measures(run: RobotRun) -> dict[str, Measure]:
    return catalogue.measure(run, NAMES)


@settings(max_examples=8, deadline=None)
@given(st.floats(0.3, 1.2), st.floats(-0.8, 0.8))
def test_ten_thirty_or_a_hundred_frames_a_second_give_the_same(speed: float, bend: float) -> None:
    first, *others = (measures(episode(speed, bend, rate)) for rate in RATES)
    for name in NAMES:
        for other in others:
            assert alike(name, first[name], other[name]), (name, first[name], other[name])


def test_the_episode_has_something_to_measure() -> None:
    found = {name: measured.value for name, measured in measures(episode(1.0, 0.2)).items()}
    assert [name for name, value in found.items() if value is None] == []
    assert found["restricted_zone_entries"] == found["speed_zone_violations"] == found["head_on_encounters"] == 1
    assert found["collisions"] == 2


def alike(name: str, first: Measure, second: Measure) -> bool:
    """Whether two values differ by what happens between two frames at most."""
    unit = catalogue.METRICS[name].unit
    if isinstance(first.value, float) and isinstance(second.value, float):
        # Ten seconds are a hundred frames at least, so that a frame is one per cent.
        allowed = {"s": 4 * FRAME, "%": 4.0, "m": 0.03, "m*s": 0.1}.get(unit, 0.01 * abs(first.value) + 1e-6)
        return abs(first.value - second.value) <= allowed
    return first.value == second.value


@settings(max_examples=8, deadline=None)
@given(
    st.floats(0.3, 1.2), st.floats(-0.8, 0.8), st.floats(-3.0, 3.0), st.floats(-300.0, 300.0), st.floats(-300.0, 300.0)
)
def test_where_the_origin_is_and_where_x_points_changes_nothing(
    speed: float, bend: float, angle: float, dx: float, dy: float
) -> None:
    here, there = measures(episode(speed, bend)), measures(episode(speed, bend, 30, angle, dx, dy))
    for name in NAMES:
        value, other = here[name].value, there[name].value
        unit = catalogue.METRICS[name].unit
        if isinstance(value, float) and isinstance(other, float):
            # A place on a border may come to lie on its other side.
            allowed = {"s": 0.15, "%": 1.5}.get(unit, 1e-5 + 1e-5 * abs(value))
            assert abs(value - other) <= allowed, name
        else:
            assert value == other, name


def test_irregularity_does_not_look_at_the_vector_from_the_origin() -> None:
    # The angle between position and goal, which others use, is 0 here and large after a shift.
    near = run_of(lambda time: (time, 0.0), 5.0)
    far = run_of(lambda time: (time + 50.0, 70.0), 5.0)
    assert path.heading_change(near) == pytest.approx(path.heading_change(far), abs=1e-6)


def test_frames_that_are_missing_shift_nothing_in_time() -> None:
    people = {"Ann": lambda time: (5.0 - time, 1.0)}
    kept = [tick for tick in range(301) if tick % 7 or tick in (0, 300)]
    whole = run_of(lambda time: (0.5 * time, 0.0), 10.0, people)
    holed = run_of(lambda time: (0.5 * time, 0.0), 10.0, people, ticks=kept)
    for name in ("path_length", "velocity_mean", "distance_min", "distance_mean", "time_to_collision"):
        first, second = (catalogue.measure(run, [name])[name].value for run in (whole, holed))
        assert first == pytest.approx(second, rel=1e-3), name
