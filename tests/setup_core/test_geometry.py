"""Planar predicates, against shapely where it knows the answer."""

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.geometry import (
    Corner,
    Pose,
    Position,
    band_corners,
    covers,
    rectangle_corners,
    segment_distance_squared,
    wrapped_angle,
)

SQUARE: tuple[Corner, ...] = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
ELL: tuple[Corner, ...] = ((0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0))
COMB: tuple[Corner, ...] = ((0, 0), (6, 0), (6, 3), (5, 1), (4, 3), (3, 1), (2, 3), (1, 1), (0, 3))
LATTICE = st.tuples(st.integers(-1, 7), st.integers(-1, 7)).map(lambda point: (float(point[0]), float(point[1])))
COORDINATES = st.floats(-1.0, 7.0)


@st.composite
def simple_polygons(draw: st.DrawFn) -> tuple[Corner, ...]:
    corners = tuple(draw(st.lists(LATTICE, min_size=3, max_size=7, unique=True)))
    polygon = shapely.Polygon(corners)
    if not polygon.is_valid or polygon.area == 0.0:
        return draw(st.sampled_from([SQUARE, ELL, COMB]))
    return corners


@given(simple_polygons(), LATTICE)
@settings(max_examples=400, deadline=None)
def test_covers_agrees_with_shapely_on_corners_edges_and_between(corners: tuple[Corner, ...], point: Corner) -> None:
    assert covers(corners, *point) is shapely.Polygon(corners).covers(shapely.Point(point))


@given(simple_polygons(), COORDINATES, COORDINATES)
@settings(max_examples=400, deadline=None)
def test_covers_agrees_with_shapely_away_from_the_boundary(corners: tuple[Corner, ...], x: float, y: float) -> None:
    polygon = shapely.Polygon(corners)
    if polygon.exterior.distance(shapely.Point(x, y)) > 1e-9:
        assert covers(corners, x, y) is polygon.covers(shapely.Point(x, y))


@given(simple_polygons(), LATTICE, st.integers(0, 6))
@settings(max_examples=200, deadline=None)
def test_covers_does_not_depend_on_direction_or_first_corner(
    corners: tuple[Corner, ...], point: Corner, turn: int
) -> None:
    start = turn % len(corners)
    turned = corners[start:] + corners[:start]
    assert covers(corners, *point) is covers(turned, *point) is covers(turned[::-1], *point)


@pytest.mark.parametrize("y", [0.0, 1.0, 2.5, 4.0])
def test_a_point_on_the_line_shared_by_two_zones_is_in_both(y: float) -> None:
    right = tuple((x + 4.0, corner_y) for x, corner_y in SQUARE)
    assert covers(SQUARE, 4.0, y)
    assert covers(right, 4.0, y)


@given(LATTICE, LATTICE, COORDINATES, COORDINATES)
@settings(max_examples=200, deadline=None)
def test_distance_from_a_segment_agrees_with_shapely(start: Corner, end: Corner, x: float, y: float) -> None:
    expected = shapely.LineString([start, end]).distance(shapely.Point(x, y))
    assert math.sqrt(segment_distance_squared(x, y, start, end)) == pytest.approx(expected, abs=1e-9)


@given(LATTICE, LATTICE, st.floats(0.01, 3.0))
@settings(max_examples=100, deadline=None)
def test_a_band_is_a_counter_clockwise_rectangle_around_its_segment(start: Corner, end: Corner, half: float) -> None:
    if start == end:
        with pytest.raises(ValueError, match="length"):
            band_corners(start, end, half)
        return
    band = shapely.Polygon(band_corners(start, end, half))
    assert band.exterior.is_ccw
    assert band.area == pytest.approx(2.0 * half * math.dist(start, end))
    assert band.buffer(1e-9).covers(shapely.LineString([start, end]))


def test_a_rectangle_turns_with_its_pose() -> None:
    corners = rectangle_corners(Pose(10.0, 20.0, math.pi / 2), (-1.0, 3.0), (0.0, 2.0))
    expected = [(10.0, 19.0), (10.0, 23.0), (8.0, 23.0), (8.0, 19.0)]
    assert [pytest.approx(corner) for corner in expected] == list(corners)


@given(st.floats(-1e3, 1e3))
@settings(max_examples=200, deadline=None)
def test_a_wrapped_angle_is_the_same_direction_within_half_a_turn(angle: float) -> None:
    wrapped = wrapped_angle(angle)
    assert -math.pi <= wrapped <= math.pi
    assert math.cos(wrapped) == pytest.approx(math.cos(angle), abs=1e-9)
    assert math.sin(wrapped) == pytest.approx(math.sin(angle), abs=1e-9)


def test_shifting_keeps_height_and_orientation() -> None:
    assert Position(1.0, 2.0, 3.0).shifted(10.0, -1.0) == Position(11.0, 1.0, 3.0)
    assert Pose(1.0, 2.0, 0.5, 3.0, 0.1, 0.2).shifted(10.0, -1.0) == Pose(11.0, 1.0, 0.5, 3.0, 0.1, 0.2)
    assert Pose(1.0, 2.0).xy == Position(1.0, 2.0).xy == (1.0, 2.0)
