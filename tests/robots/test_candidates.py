"""How far a robot's candidates are free: the compiled loops against the definition, one point after the other."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.robots.candidates import PLACES, candidates
from arena_runtime.robots.laying_out import DISC_MARGIN, FORESIGHT, NO_NEARER, REACH, SLOWEST, WALL_MARGIN
from arena_runtime.robots.surroundings import Surroundings
from arena_simulation_setup.geometry import Pose, band_corners
from arena_simulation_setup.route import ClearanceField
from arena_simulation_setup.route.slabs import Slabs

RADIUS = 0.3
coordinates = st.floats(-2.0, 2.0)
discs = st.lists(st.tuples(coordinates, coordinates, st.floats(0.1, 0.5), coordinates, coordinates), max_size=4)
ends = st.tuples(coordinates, coordinates, coordinates, coordinates)
slabs = st.lists(ends.filter(lambda line: math.dist(line[:2], line[2:]) > 0.1), max_size=3)


def room() -> ClearanceField:
    """A hall of 6 m x 6 m, at cells of 0.1 m."""
    centres = (np.arange(60) + 0.5) * 0.1 - 3.0
    values = np.minimum(3.0 - np.abs(centres[None, :]), 3.0 - np.abs(centres[:, None]))
    return ClearanceField(values, (-3.0, -3.0), 0.1)


def slab_distance(rectangle: np.ndarray, x: float, y: float) -> float:
    return float(Slabs.of(rectangle[None]).distances(np.array([0]), np.array([x]), np.array([y]))[0])


@settings(max_examples=60, deadline=None)
@given(coordinates, coordinates, st.floats(-3.0, 3.0), st.floats(0.0, 1.5), discs, slabs)
def test_a_candidate_is_free_up_to_its_first_point_in_something(
    x: float,
    y: float,
    yaw: float,
    speed: float,
    others: list[tuple[float, ...]],
    lines: list[tuple[float, float, float, float]],
) -> None:
    field, pose = room(), Pose(x, y, yaw)
    rectangles = np.array([band_corners(line[:2], line[2:], 0.05) for line in lines]).reshape(-1, 4, 2)
    around = Surroundings(np.array(others).reshape(-1, 5), rectangles)
    found = candidates(pose, speed, RADIUS, field, around)
    here = field.at(x, y)
    times = np.minimum(PLACES / max(speed, SLOWEST), FORESIGHT)
    at_slabs = [slab_distance(rectangle, x, y) for rectangle in rectangles]
    for row in range(0, len(found.free), 5):
        expected = 0.0
        for point, place in enumerate(PLACES):
            at_x, at_y = float(found.x[row, point]), float(found.y[row, point])
            blocked = field.at(at_x, at_y) < min(RADIUS + WALL_MARGIN, here - NO_NEARER)
            for rectangle, distance in zip(rectangles, at_slabs, strict=True):
                if distance < RADIUS + PLACES[-1]:
                    limit = min(RADIUS + WALL_MARGIN, distance - NO_NEARER)
                    blocked |= slab_distance(rectangle, at_x, at_y) < limit
            for disc_x, disc_y, radius, vx, vy in others:
                apart = math.dist((disc_x, disc_y), (x, y))
                if apart < REACH:
                    limit = min(RADIUS + radius + DISC_MARGIN, apart - NO_NEARER)
                    met = (disc_x + vx * times[point] - at_x) ** 2 + (disc_y + vy * times[point] - at_y) ** 2
                    blocked |= bool(met < limit * limit)
            if blocked:
                break
            expected = float(place)
        assert found.free[row] == pytest.approx(expected)


def test_the_absent_block_nothing() -> None:
    nobody = Surroundings(np.full((1, 5), np.nan))
    assert (
        candidates(Pose(0.0, 0.0), 1.0, RADIUS, room(), nobody).free.tolist()
        == candidates(Pose(0.0, 0.0), 1.0, RADIUS, room(), Surroundings()).free.tolist()
    )


def test_points_follow_the_pose() -> None:
    found = candidates(Pose(1.0, -0.5, math.pi / 2), 1.0, RADIUS, room(), Surroundings())
    straight = int(np.argmin(np.abs(found.x - 1.0).max(axis=1)))
    assert found.y[straight] == pytest.approx(-0.5 + PLACES)
    assert found.clearance[straight, 0] == pytest.approx(2.0, abs=0.1)
