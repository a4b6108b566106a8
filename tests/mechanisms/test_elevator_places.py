"""Riders stand in the room of a cabin and inside nobody and nothing, wherever that is possible."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point
from shapely import Polygon as Shape

from arena_runtime.mechanisms.contract import Disc, Polygon
from arena_runtime.mechanisms.elevator_places import GAP, Rectangle, find_places
from arena_simulation_setup.geometry import Corner, Pose, rectangle_corners

ROOM = Rectangle(0.0, 1.9, 0.0, 1.875)


def discs(name: str, count: int) -> st.SearchStrategy[list[Disc]]:
    coordinate, radius = st.floats(-0.3, 2.3), st.sampled_from((0.15, 0.25, 0.35))
    places = st.lists(st.tuples(coordinate, coordinate, radius), max_size=count)
    return places.map(lambda rows: [Disc(f"{name}_{index}", *row) for index, row in enumerate(rows)])


crates = st.lists(
    st.builds(
        lambda x, y, yaw, half: rectangle_corners(Pose(x, y, yaw), (-half, half), (-half / 2, half / 2)),
        st.floats(0, 2),
        st.floats(0, 2),
        st.floats(-3, 3),
        st.floats(0.05, 0.4),
    ),
    max_size=2,
)


def check(riders: list[Disc], standing: list[Disc], solids: list[Polygon], places: tuple[Corner, ...]) -> None:
    placed = [Disc(rider.name, *at, rider.radius) for rider, at in zip(riders, places, strict=True)]
    for index, disc in enumerate(placed):
        assert ROOM.x_low + disc.radius <= disc.x <= ROOM.x_high - disc.radius
        assert ROOM.y_low + disc.radius <= disc.y <= ROOM.y_high - disc.radius
        for other in (*placed[:index], *standing):
            assert math.hypot(disc.x - other.x, disc.y - other.y) > disc.radius + other.radius + GAP / 2
        for solid in solids:
            assert Shape(solid).distance(Point(disc.x, disc.y)) > disc.radius


@given(riders=discs("rider", 5), standing=discs("sitter", 3), solids=crates)
@settings(max_examples=150, deadline=None)
def test_places_overlap_neither_walls_nor_people_nor_things(
    riders: list[Disc], standing: list[Disc], solids: list[Polygon]
) -> None:
    places = find_places(ROOM, riders, standing, solids)
    if places is not None:
        check(riders, standing, solids, places)
    else:
        assert standing or solids or len(riders) > 3, "up to three always have room when nothing is in the way"
    assert places == find_places(ROOM, riders, standing, solids)


def test_who_has_room_keeps_its_place() -> None:
    riders = [Disc("a", 0.5, 0.6, 0.25), Disc("b", 1.3, 1.2, 0.25)]
    assert find_places(ROOM, riders, [], []) == ((0.5, 0.6), (1.3, 1.2))


def test_who_would_stand_in_a_wall_is_moved_off_it() -> None:
    assert find_places(ROOM, [Disc("a", 0.1, 0.9, 0.25)], [], []) == ((0.25 + GAP, 0.9),)


def test_who_would_stand_in_somebody_takes_the_nearest_free_place() -> None:
    (place,) = find_places(ROOM, [Disc("a", 0.9, 0.9, 0.25)], [Disc("sitter", 0.9, 0.7, 0.25)], []) or ()
    assert math.hypot(place[0] - 0.9, place[1] - 0.7) == pytest.approx(0.5, abs=0.08)
    assert place[1] > 0.9


def test_no_room_for_all_is_no_room_for_any() -> None:
    riders = [Disc(f"rider_{index}", 0.9, 0.9, 0.4) for index in range(5)]
    assert find_places(ROOM, riders, [], []) is None
    assert len(find_places(ROOM, riders[:4], [], []) or ()) == 4


def test_nobody_fits_in_a_room_smaller_than_itself() -> None:
    assert find_places(Rectangle(0.0, 0.5, 0.0, 3.0), [Disc("a", 0.25, 1.0, 0.25)], [], []) is None


def test_a_crate_that_fills_the_room_leaves_no_place() -> None:
    crate = ((0.3, 0.3), (1.6, 0.3), (1.6, 1.6), (0.3, 1.6))
    assert find_places(ROOM, [Disc("a", 0.9, 0.9, 0.25)], [], [crate]) is None
