"""How much robots disturb people: known deflections and delays, and what does not depend on rate and origin."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_episode import ROBOT, Path2D, run_of, standing, straight

from arena_evaluation.metrics.catalogue import measure
from arena_evaluation.metrics.measure import Measure
from arena_evaluation.metrics.robot_run import RobotRun

NAMES = ("person_path_deflection_mean", "person_path_deflection_max", "person_delay_mean")
MEAN, MAX, DELAY = NAMES
ABSENT = standing(math.nan, math.nan)


def measured(
    people: Mapping[str, Path2D],
    without: Mapping[str, Path2D],
    seconds: float = 10.0,
    rate: int = 30,
    **options: object,
) -> dict[str, Measure]:
    actual = run_of(standing(0.0, 3.0), seconds, people, rate=rate, yaw=lambda _: 0.0).episode
    reference = run_of(standing(0.0, 3.0), seconds, without, rate=rate, yaw=lambda _: 0.0, **options).episode  # type: ignore[arg-type]
    return measure(RobotRun(evolve(actual, reference=reference), ROBOT), NAMES)


def values(*runs: Mapping[str, Path2D], **options: object) -> list[object]:
    found = measured(*runs, **options)  # type: ignore[arg-type]
    assert {one.reason for one in found.values()} == {""}
    return [one.value for one in found.values()]


def reasons(found: Mapping[str, Measure]) -> set[str]:
    assert {one.value for one in found.values()} == {None}
    return {one.reason for one in found.values()}


def held(path: Path2D, since: float, until: float) -> Path2D:
    """The path with a stop."""
    return lambda time: path(time if time < since else max(since, time - (until - since)))


def round_something(time: float) -> tuple[float, float]:
    """A metre a second along x, half a metre aside between 4 s and 6 s."""
    return (time, 0.5 if 4.0 <= time <= 6.0 else 0.0)


def test_equal_tracks_have_exactly_no_deflection_and_no_delay() -> None:
    people = {"Ann": straight(1.1, 0.3), "Bob": standing(5.0, 5.0)}
    assert values(people, people) == [0.0, 0.0, 0.0]


def test_a_path_beside_the_other_is_as_far_off_as_it_is_wide() -> None:
    beside = {"Ann": lambda time: (time, 0.4)}
    assert values(beside, {"Ann": straight()}) == pytest.approx([0.4, 0.4, 0.0])


def test_the_mean_is_over_time_and_people_and_the_largest_over_all() -> None:
    people = {"Ann": round_something, "Bob": straight(1.0, 0.0, 0.0, 9.0)}
    mean, largest, _ = values(people, {**people, "Ann": straight()})
    # 21 of 101 moments of one of two people.
    assert (mean, largest) == (pytest.approx(0.5 * 21 / 202), pytest.approx(0.5))


def test_a_stop_is_a_delay_and_no_deflection() -> None:
    mean, largest, delay = values({"Ann": held(straight(), 3.0, 5.0)}, {"Ann": straight()})
    assert (mean, largest) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert delay == pytest.approx(2.0)


def test_the_delay_is_a_mean_over_those_who_walk_in_the_reference_run() -> None:
    without = {"Ann": straight(), "Bob": straight(1.0, 1.0), "Cid": standing(7.0, 7.0)}
    people = {**without, "Ann": held(straight(), 3.0, 6.0)}
    assert values(people, without)[2] == pytest.approx(1.5)


def test_who_has_arrived_in_both_is_as_late_as_the_arrival() -> None:
    def arriving(time: float) -> tuple[float, float]:
        return (min(4.0, time), 0.0)

    assert values({"Ann": held(arriving, 2.0, 3.5)}, {"Ann": arriving})[2] == pytest.approx(1.5)


def test_a_longer_way_to_the_same_place_makes_nobody_late_for_ever() -> None:
    def arriving(time: float) -> tuple[float, float]:
        return (min(4.0, time), 0.0)

    def shorter(time: float) -> tuple[float, float]:
        return (0.6 + min(3.4, time), 0.0)

    assert abs(float(str(values({"Ann": shorter}, {"Ann": arriving}, seconds=60.0)[2]))) < 0.7


def test_who_is_held_up_to_the_end_is_late_by_nearly_all_of_it() -> None:
    blocked = {"Ann": held(straight(), 3.0, 20.0)}
    assert values(blocked, {"Ann": straight()})[2] == pytest.approx(6.75)
    assert values({"Ann": standing(0.0, 0.0)}, {"Ann": straight()})[2] == pytest.approx(9.75)


def test_a_pause_that_is_in_both_runs_is_no_delay() -> None:
    pausing = held(straight(), 3.0, 7.0)
    late: Path2D = lambda time: pausing(max(0.0, time - 1.0))  # noqa: E731
    assert values({"Ann": late}, {"Ann": pausing}, seconds=6.0)[2] == pytest.approx(1.0)


def test_who_gets_farther_than_without_robots_is_early_and_not_off_the_path() -> None:
    mean, largest, delay = values({"Ann": straight()}, {"Ann": held(straight(), 3.0, 5.0)})
    assert (mean, largest) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert delay == pytest.approx(-2.0)


def test_who_is_pushed_aside_where_the_path_ends_is_off_it() -> None:
    pushed: Path2D = lambda time: (5.0, 0.3 if time > 5.0 else 0.0)  # noqa: E731
    assert values({"Ann": pushed, "Bob": straight()}, {"Ann": standing(5.0, 0.0), "Bob": straight()})[1] == 0.3


def test_a_ride_is_no_way() -> None:
    def riding(time: float) -> tuple[float, float]:
        return (time + (100.0 if time > 5.0 else 0.0), 0.0)

    assert values({"Ann": held(riding, 2.0, 3.0)}, {"Ann": riding}) == pytest.approx([0.0, 0.0, 1.0], abs=1e-6)


def test_without_a_reference_run_the_reason_says_so() -> None:
    run = run_of(straight(), 3.0, {"Ann": straight()})
    assert reasons(measure(run, NAMES)) == {"no reference run"}


def test_nobody_in_both_and_a_cut_reference_run_are_reasons() -> None:
    nobody = {"nobody is there in both the episode and its reference run"}
    assert reasons(measured({}, {})) == nobody
    assert reasons(measured({"Ann": straight()}, {"Bob": straight()})) == nobody
    assert reasons(measured({"Ann": straight()}, {"Ann": ABSENT})) == nobody
    cut = reasons(measured({"Ann": straight()}, {"Ann": straight()}, outcome=""))
    assert cut == {"reference run: the recording stops at 10.00 s, before its episode ends"}


def test_where_nobody_walks_there_is_a_deflection_and_no_delay() -> None:
    found = measured({"Ann": standing(1.3, 1.0)}, {"Ann": standing(1.0, 1.0)})
    assert found[MAX].value == pytest.approx(0.3)
    assert found[DELAY] == Measure(None, "nobody walks in the reference run")


def turned(path: Path2D, angle: float, dx: float, dy: float) -> Path2D:
    def placed(time: float) -> tuple[float, float]:
        x, y = path(time)
        cos, sin = math.cos(angle), math.sin(angle)
        return (dx + cos * x - sin * y, dy + sin * x + cos * y)

    return placed


def passing(width: float, stop: float) -> Path2D:
    def walked(time: float) -> tuple[float, float]:
        along = time if time < 3.0 else max(3.0, time - stop)
        return (along, width * math.exp(-((along - 5.0) ** 2)))

    return walked


@settings(max_examples=15, deadline=None)
@given(
    st.floats(0.0, 1.0), st.floats(0.0, 4.0), st.floats(-3.0, 3.0), st.floats(-300.0, 300.0), st.floats(-300.0, 300.0)
)
def test_neither_frames_a_second_nor_origin_and_axes_matter(
    width: float, stop: float, angle: float, dx: float, dy: float
) -> None:
    people, without = {"Ann": passing(width, stop)}, {"Ann": passing(0.0, 0.0)}
    there = [{"Ann": turned(run["Ann"], angle, dx, dy)} for run in (people, without)]
    expected = values(people, without)
    for found in (values(people, without, rate=10), values(people, without, rate=100), values(*there)):
        assert found == pytest.approx(expected, abs=0.01)
