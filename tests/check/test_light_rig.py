"""The lamps of a rig stand where the zone's polygon has room for them."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.light import CeilingLights
from arena_simulation_setup.world.light_rig import rig_fixtures
from arena_simulation_setup.world.zone import Zone


def zone(*corners: tuple[float, float], **rig: float) -> Zone:
    return Zone("room", tuple(Position(*corner) for corner in corners), ceiling_lights=CeilingLights(**rig))  # type: ignore[arg-type]


def hall(width: float, depth: float, **rig: float) -> Zone:
    return zone((0, 0), (width, 0), (width, depth), (0, depth), **rig)


def test_grid_stands_in_the_middle_row_by_row() -> None:
    places = [fixture.position for fixture in rig_fixtures(hall(10, 6))]
    assert len(places) == 8
    assert [x for x, _ in places[:4]] == pytest.approx([5 - 3.6, 5 - 1.2, 5 + 1.2, 5 + 3.6])
    assert {round(y, 6) for _, y in places} == {1.8, 4.2}
    assert all(y == places[0][1] for _, y in places[:4])


def test_corridor_has_one_row() -> None:
    assert len(rig_fixtures(hall(10, 1.5))) == 4


def test_lamps_that_do_not_fit_are_left_out() -> None:
    corner = zone((0, 0), (10, 0), (10, 3), (4, 3), (4, 8), (0, 8))
    floor = Polygon(corner.polygon)
    found = rig_fixtures(corner)
    assert 0 < len(found) < 12
    assert all(floor.contains(Point(fixture.position).buffer(0.3)) for fixture in found)


def test_a_zone_too_small_for_any_lamp_has_one() -> None:
    (only,) = rig_fixtures(hall(0.4, 0.4))
    assert Polygon(hall(0.4, 0.4).polygon).covers(Point(only.position))


def test_no_rig_no_lamps() -> None:
    assert rig_fixtures(Zone("room", hall(4, 4).corners)) == ()


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_larger_share_breaks_further_lamps_only(first: float, second: float) -> None:
    low, high = sorted((first, second))
    alive = [
        {fixture.position for fixture in rig_fixtures(hall(12, 12, dead_fraction=share)) if fixture.alive}
        for share in (low, high)
    ]
    assert alive[1] <= alive[0]


def test_none_and_all_broken() -> None:
    room = hall(10, 6)
    assert all(fixture.alive for fixture in rig_fixtures(room))
    broken = evolve(room, ceiling_lights=CeilingLights(dead_fraction=1.0))
    assert not any(fixture.alive for fixture in rig_fixtures(broken))
