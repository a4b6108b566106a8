"""Distances, proxemic bands, time to collision and passing sides, against what can be computed by hand."""

from __future__ import annotations

import math

import pytest
from metric_episode import RADIUS, Path2D, run_of, square, standing, straight

from arena_evaluation.metrics import encounters, people
from arena_evaluation.metrics.measure import NoValueError

RIMS = 2 * RADIUS


def test_distances_are_between_rims_and_of_the_nearest_person() -> None:
    run = run_of(straight(), 4.0, {"Ann": standing(6.0, 0.0), "Bob": standing(0.0, 50.0)})
    assert people.distance_max(run) == pytest.approx(6.0 - RIMS)
    assert people.distance_min(run) == pytest.approx(2.0 - RIMS)
    assert people.distance_mean(run) == pytest.approx(4.0 - RIMS)


def test_overlapping_rims_are_no_negative_distance() -> None:
    run = run_of(straight(), 4.0, {"Ann": standing(2.0, 0.0)})
    assert people.distance_min(run) == 0.0


def test_nobody_is_no_person_ten_kilometres_away() -> None:
    empty = run_of(straight(), 2.0)
    absent = run_of(straight(), 2.0, {"Ann": standing(math.nan, math.nan)})
    for run, reason in ((empty, "no people"), (absent, "nobody was on the level")):
        for metric in (people.distance_min, people.distance_mean, people.distance_max):
            with pytest.raises(NoValueError, match=reason):
                metric(run)
    assert people.band_share("social")(absent) == 0.0


def test_people_on_other_levels_are_far_however_near_they_are_drawn() -> None:
    areas = (square("ground", 0.0, 0.0, 10.0), square("upper", 15.0, 0.0, 10.0, "1"))
    run = run_of(straight(x=9.0, y=1.0, speed=0.0), 2.0, {"Ann": standing(15.0, 1.0)}, areas=areas)
    with pytest.raises(NoValueError, match="nobody was on the level"):
        people.distance_min(run)


def test_each_band_has_its_seconds_its_share_and_its_stays() -> None:
    # Straight towards somebody from 5 m between the rims to 0.25 m, 0.5 m/s.
    run = run_of(straight(0.5), 9.5, {"Ann": standing(5.0 + RIMS, 0.0)})
    seconds = {"social": (3.6 - 1.2) / 0.5, "personal": (1.2 - 0.45) / 0.5, "intimate": (0.45 - 0.25) / 0.5}
    for band, expected in seconds.items():
        assert people.band_time(band)(run) == pytest.approx(expected, abs=0.05)
        assert people.band_share(band)(run) == pytest.approx(100.0 * expected / 9.5, abs=0.5)
        assert people.band_dwell(band)(run) == pytest.approx(expected, abs=0.07)
        assert people.band_events(band)(run) == 1
    lacking = (1.2**2 - 0.25**2) / 2 - 0.25 * 0.0 - (1.2 - 0.25) * 0.25
    assert people.intrusion_integral(run) == pytest.approx(lacking / 0.5, rel=0.02)


@pytest.mark.parametrize(("pause", "expected"), [(1.0, 1), (3.0, 2)])
def test_stays_with_a_short_pause_between_them_are_one(pause: float, expected: int) -> None:
    def away_for_a_while(time: float) -> tuple[float, float]:
        return (0.8 if not 3.0 < time < 3.0 + pause else 9.0, 0.0)

    run = run_of(standing(0.0, 0.0), 8.0, {"Ann": away_for_a_while}, yaw=lambda _: 0.0)
    assert people.band_events("intimate")(run) == expected


def test_a_group_is_intruded_into_near_its_middle() -> None:
    walkers: dict[str, Path2D] = {"Ann": standing(5.0, 2.0), "Bob": standing(5.0, -2.0)}
    run = run_of(straight(), 10.0, walkers, groups={"Ann": "g", "Bob": "g"})
    # The rim is within 1.2 m of (5, 0) while the centre is within 1.45 m.
    assert people.group_intrusion(run) == pytest.approx(29.0, abs=0.7)
    with pytest.raises(NoValueError, match="belongs to a group"):
        people.group_intrusion(run_of(straight(), 2.0, walkers))


def test_time_to_collision_is_the_gap_by_the_closing_speed() -> None:
    run = run_of(straight(1.0), 2.0, {"Ann": straight(0.5, math.pi, x=8.0)})
    # After two seconds 8 - 2 - 1 m are between the centres and 4.5 m between the rims, closed at 1.5 m/s.
    assert people.time_to_collision(run) == pytest.approx(4.5 / 1.5)


def test_without_a_collision_ahead_there_is_no_time_to_it_rather_than_minus_one() -> None:
    run = run_of(straight(1.0), 2.0, {"Ann": straight(2.0, x=5.0)})
    with pytest.raises(NoValueError, match="came nearer"):
        people.time_to_collision(run)


def test_social_work_grows_where_rims_touch() -> None:
    near = run_of(standing(0.0, 0.0), 4.0, {"Ann": standing(RIMS, 0.0)}, yaw=lambda _: 0.0)
    assert people.social_work(near) == pytest.approx(25.0 * 4.0)
    far = run_of(standing(0.0, 0.0), 4.0, {"Ann": standing(RIMS + 0.08, 0.0)}, yaw=lambda _: 0.0)
    assert people.social_work(far) == pytest.approx(25.0 * 4.0 / math.e)


@pytest.mark.parametrize(("y", "right"), [(0.9, 1.0), (-0.9, 0.0)])
@pytest.mark.parametrize("angle", [0.0, 2.0, -3.1])
def test_who_has_the_other_on_the_left_keeps_right(y: float, right: float, angle: float) -> None:
    def rotated(path: Path2D) -> Path2D:
        def moved(time: float) -> tuple[float, float]:
            x, y = path(time)
            return (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))

        return moved

    run = run_of(rotated(straight()), 8.0, {"Ann": rotated(straight(1.0, math.pi, x=8.0, y=y))})
    assert encounters.head_on_encounters(run) == 1
    assert encounters.passing_right(run) == right


def test_overtaking_standing_and_passing_far_off_are_no_encounters() -> None:
    run = run_of(
        straight(),
        8.0,
        {
            "Ann": straight(0.3, x=2.0, y=0.8),
            "Bob": standing(4.0, 1.0),
            "Cid": straight(1.0, math.pi, x=8.0, y=5.0),
            "Dan": straight(1.0, math.pi / 2, x=4.5, y=-4.0),
        },
    )
    assert encounters.head_on_encounters(run) == 0
    with pytest.raises(NoValueError, match="met nobody"):
        encounters.passing_right(run)
