from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from arena_runtime.people import Crowd
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.route import FreeSpace, RouteCache, RoutePlanner

Floats = NDArray[np.float64]

DT = 1 / 30
RADIUS = 0.25


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Corner, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def two_rooms(door: float) -> RoutePlanner:
    """Two rooms of 6 x 6 m with a door in the middle of the wall between them, at x = 6."""
    low, high = 3.0 - door / 2, 3.0 + door / 2
    walls = (rectangle(5.95, 0, 6.05, low), rectangle(5.95, high, 6.05, 6))
    return RoutePlanner(FreeSpace((rectangle(0, 0, 6, 6), rectangle(6, 0, 12, 6)), (), walls), cache=RouteCache())


def person(name: str, start: Corner, *waypoints: Corner, mode: str = "once") -> EpisodePerson:
    return EpisodePerson(name, "adult", RADIUS, 1.75, Pose(*start), 1.2, waypoints, mode)


def walk(crowd: Crowd, seconds: float, slabs: Sequence[Sequence[Corner]] = (), after: float = 0.0) -> Floats:
    """Rows of every tick, shape (ticks, people, 5); time goes on where ``after`` seconds ended."""
    corners = np.array(slabs, dtype=np.float64).reshape(-1, 4, 2)
    first = round(after * 30) + 1
    ticks = range(first, first + round(seconds * 30))
    return np.array([crowd.step(DT, tick * 33_333_333, slabs=corners) for tick in ticks])


SHUT = (rectangle(5.97, 2.4, 6.03, 3.6),)


def test_a_shut_door_is_waited_for_at_a_distance_and_then_from_near() -> None:
    crowd = Crowd([person("ada", (4.0, 3.0), (9.0, 3.0))], two_rooms(1.2), 0)
    first = walk(crowd, 3.5, SHUT)[-1, 0]
    assert 0.3 < 5.97 - RADIUS - first[0] < 0.45
    assert first[3:] == pytest.approx((0.0, 0.0), abs=0.01)
    later = walk(crowd, 5.0, SHUT, after=3.5)[-1, 0]
    assert 0.0 < 5.97 - RADIUS - later[0] < 0.28
    assert later[3:] == pytest.approx((0.0, 0.0), abs=0.01)


def test_an_open_slab_beside_the_door_is_not_waited_for() -> None:
    crowd = Crowd([person("ada", (4.0, 3.0), (9.0, 3.0))], two_rooms(1.2), 0)
    rows = walk(crowd, 5.5, (rectangle(5.97, 3.6, 6.03, 4.8),))
    assert rows[-1, 0, 0] == pytest.approx(9.0, abs=0.3)
    assert np.hypot(rows[30:110, 0, 3], rows[30:110, 0, 4]).min() > 0.6


def test_who_waits_opposite_somebody_goes_out_of_the_opening() -> None:
    people = [person("in", (4.0, 3.0), (9.0, 3.0)), person("out", (8.0, 3.0), (3.0, 3.0))]
    crowd = Crowd(people, two_rooms(1.2), 0)
    waiting = walk(crowd, 6.0, SHUT)[-1]
    assert waiting[0, 1] < 2.7
    assert waiting[1, 1] > 3.3
    through = walk(crowd, 8.0, after=6.0)[-1]
    assert through[0, 0] == pytest.approx(9.0, abs=0.2)
    assert through[1, 0] == pytest.approx(3.0, abs=0.2)


def test_who_comes_out_of_a_narrow_door_gets_past_a_crowd_that_wants_in() -> None:
    wanting_in = [person(f"in_{i}", (4.5 + 0.6 * (i % 2), 2.0 + i * 0.6), (9.0 + i % 2, 1.5 + i)) for i in range(4)]
    crowd = Crowd([person("out", (8.0, 3.0), (1.5, 3.0)), *wanting_in], two_rooms(0.9), 0)
    rows = walk(crowd, 40.0)[-1]
    assert rows[0, 0] < 2.0
    assert (rows[1:, 0] > 8.0).all()


def test_two_streams_through_a_door_form_lanes_and_keep_flowing() -> None:
    east = [
        person(f"e{i}", (0.7 + 0.8 * (i // 4), 1.0 + i % 4), (11.0, 3.5), (1.0, 2.5), mode="repeat") for i in range(12)
    ]
    west = [
        person(f"w{i}", (11.3 - 0.8 * (i // 4), 1.4 + i % 4), (1.0, 2.5), (11.0, 3.5), mode="repeat") for i in range(12)
    ]
    rows = walk(Crowd([*east, *west], two_rooms(1.5), 0), 120.0)
    crossings = np.diff(rows[:, :, 0] > 6.0, axis=0)
    # A door of 1.5 m lets 24 people who go to and fro through at least every second of the last minute.
    assert crossings[1800:].sum() > 50
    inside = np.abs(rows[600:, :, 0] - 6.0) < 0.3
    eastward = rows[600:, :, 3] > 0.3
    westward = rows[600:, :, 3] < -0.3
    assert rows[600:, :, 1][inside & eastward].mean() < 3.0 < rows[600:, :, 1][inside & westward].mean()


def test_a_single_walker_keeps_to_the_right_of_a_corridor() -> None:
    corridor = RoutePlanner(FreeSpace((rectangle(0, 0, 12, 2),)), cache=RouteCache())
    rows = walk(Crowd([person("ada", (1.0, 1.0), (11.0, 1.0))], corridor, 0), 6.0)
    assert 0.5 < rows[120:, 0, 1].mean() < 0.95
