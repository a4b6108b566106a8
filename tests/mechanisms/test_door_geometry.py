"""Where slabs are and what they hit, checked against an independent geometry library."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point
from shapely import Polygon as Shape

from arena_runtime.mechanisms.contract import Disc, Sensed
from arena_runtime.mechanisms.door import closed_pose, open_pose, slab_polygon, swept_band
from arena_runtime.mechanisms.door_geometry import CONTACT_DEPTH, SUNK_BY, SlabTrack
from arena_simulation_setup.geometry import Pose, Position, rectangle_corners
from arena_simulation_setup.world.door import Door

coordinates = st.floats(-5, 5, allow_nan=False)
shares = st.floats(0, 1)


@st.composite
def doors(draw: st.DrawFn) -> Door:
    x, y, angle, length = draw(coordinates), draw(coordinates), draw(st.floats(-4, 4)), draw(st.floats(0.3, 4))
    return Door(
        "front",
        Position(x, y),
        Position(x + length * math.cos(angle), y + length * math.sin(angle)),
        draw(st.sampled_from(("sliding", "sliding_top", "teleport"))),
        width=draw(st.floats(0.02, 0.4)),
    )


def test_the_slab_stands_on_the_floor_between_its_ends() -> None:
    door = Door("front", Position(1, 2, 0.5), Position(1, 4, 0.7), height=2.0)
    assert closed_pose(door) == Pose(1, 3, math.pi / 2, 1.6)


def test_open_slabs_have_slid_by_their_length_or_risen_by_their_height_or_sunk() -> None:
    start, end = Position(0, 0), Position(2, 0)
    assert open_pose(Door("front", start, end)) == Pose(3, 0, 0, 1)
    assert open_pose(Door("front", start, end, "sliding_top", height=2.5)) == Pose(1, 0, 0, 3.75)
    assert open_pose(Door("front", start, end, "hinged")) == Pose(1, 0, 0, 1 - SUNK_BY)


def test_slabs_that_leave_the_floor_bar_the_doorway_until_they_are_fully_open() -> None:
    door = Door("front", Position(0, 0), Position(1, 0), "sliding_top")
    assert slab_polygon(door, 0.99) == slab_polygon(door, 0.0)
    assert slab_polygon(door, 1.0) == ()


def test_impossible_doors_are_named_with_their_values() -> None:
    with pytest.raises(ValueError, match=r"'front'.*two different end points.*\(1, 1\)"):
        slab_polygon(Door("front", Position(1, 1), Position(1, 1)), 0.0)
    with pytest.raises(ValueError, match=r"'front'.*'slidng'.*sliding, sliding_top, teleport, hinged"):
        slab_polygon(Door("front", Position(0, 0), Position(1, 0), "slidng"), 0.0)


@given(doors(), shares, shares)
@settings(deadline=None, max_examples=60)
def test_a_band_covers_both_slabs_at_its_ends_and_nothing_more(door: Door, first: float, second: float) -> None:
    low, high = sorted((first, second))
    band, slabs = Shape(swept_band(door, low, high)), [Shape(swept_band(door, at, at)) for at in (low, high)]
    hull = slabs[0].union(slabs[1]).convex_hull
    assert band.exterior.is_ccw
    assert band.symmetric_difference(hull).area == pytest.approx(0.0, abs=1e-9)


@given(doors(), shares, shares, coordinates, coordinates, st.floats(0.05, 1))
@settings(deadline=None, max_examples=150)
def test_a_disc_blocks_a_band_exactly_when_it_touches_it(
    door: Door, first: float, second: float, dx: float, dy: float, radius: float
) -> None:
    low, high = sorted((first, second))
    x, y = door.start.x + dx, door.start.y + dy
    margin = Shape(swept_band(door, low, high)).distance(Point(x, y)) - radius
    blocked = SlabTrack.of(door).is_blocked(Sensed(nearby=(Disc("somebody", x, y, radius),)), low, high)
    if abs(margin) > 1e-9:
        assert blocked == (margin < 0)


@given(doors(), shares, shares, coordinates, coordinates, st.floats(-4, 4), st.floats(0.05, 1), st.floats(0.05, 1))
@settings(deadline=None, max_examples=150)
def test_a_crate_blocks_a_band_that_it_reaches_into(
    door: Door, first: float, second: float, dx: float, dy: float, yaw: float, half_x: float, half_y: float
) -> None:
    low, high = sorted((first, second))
    pose = Pose(door.start.x + dx, door.start.y + dy, yaw)
    crate = rectangle_corners(pose, (-half_x, half_x), (-half_y, half_y))
    band = Shape(swept_band(door, low, high))
    blocked = SlabTrack.of(door).is_blocked(Sensed(obstacles=(crate,)), low, high)
    if not band.intersects(Shape(crate)):
        assert not blocked
    # A crate that has lost more than the depth of mere contact on every side still overlaps: no doubt is left.
    elif band.buffer(-CONTACT_DEPTH).intersects(Shape(crate).buffer(-CONTACT_DEPTH)):
        assert blocked


def test_furniture_flush_with_the_slab_is_no_obstruction() -> None:
    track = SlabTrack.of(Door("front", Position(0, 0), Position(1, 0), width=0.1))
    flush = ((0.2, 0.05), (0.8, 0.05), (0.8, 0.5), (0.2, 0.5))
    deeper = tuple((x, y - 0.002) for x, y in flush)
    assert not track.is_blocked(Sensed(obstacles=(flush,)), 0.0, 1.0)
    assert track.is_blocked(Sensed(obstacles=(deeper,)), 0.0, 1.0)
