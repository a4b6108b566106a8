"""Walls of every shipped preset: closed from the floor to the ceiling, open at doors, with nothing in the doorway."""

from __future__ import annotations

import pytest
from floor_plan import SETUP
from shapely.geometry import Point, box

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, WallIdentifier
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.footprints import entity_footprint
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.realization import RealizedLevel, WallSlab, realize
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

CATALOGUE = AssetCatalogue([SETUP / "assets"])
PRESETS = CATALOGUE.names("Wall")
LOWEST_CEILING = 2.5
DEEPEST = 0.1
"""Metres by which a wall may stand out of its line to either side."""
DOORWAY = box(4.0, -1.0, 5.0, 1.0)


def built(preset: str) -> RealizedLevel:
    """A room whose long wall has a door from 4 to 5 m."""
    west, door, east, far = (Position(x, 0.0) for x in (0.0, 4.0, 5.0, 8.0))
    kind = WallIdentifier(preset)
    zone = Zone(
        "room",
        (west, far, Position(8.0, 4.0), Position(0.0, 4.0)),
        walls=(Wall(west, door, kind=kind), Wall(east, far, kind=kind)),
        doors=(Door("door", door, east, height=2.1),),
        ceiling=False,
    )
    return realize("0", LevelDescription(zones=(zone,)), CATALOGUE)


def of_walls(level: RealizedLevel) -> list[WallSlab]:
    return [slab for slab in level.walls if "/wall_" in slab.name]


def test_there_are_at_least_six_presets() -> None:
    assert len(PRESETS) >= 6


@pytest.mark.parametrize("preset", PRESETS)
def test_wall_is_closed_from_the_floor_to_the_ceiling(preset: str) -> None:
    west = [slab for slab in of_walls(built(preset)) if slab.end == (4.0, 0.0)]
    assert all(slab.visible and slab.solid for slab in west)
    reached = 0.0
    for slab in sorted(west, key=lambda slab: slab.bottom):
        assert slab.start == (0.0, 0.0)
        assert slab.bottom <= reached + 1e-9
        reached = max(reached, slab.top)
    assert reached >= LOWEST_CEILING


@pytest.mark.parametrize("preset", PRESETS)
def test_only_shipped_materials_and_models_are_used(preset: str) -> None:
    catalogue = AssetCatalogue([SETUP / "assets"])
    level = realize("0", LevelDescription(zones=(_zone(preset),)), catalogue)
    assert level.walls
    assert all(not catalogue.object(model.model).placeholder for model in level.models)
    assert (catalogue.missing, catalogue.problems) == ([], [])


def _zone(preset: str) -> Zone:
    return Zone("room", walls=(Wall(Position(0.0, 0.0), Position(6.0, 0.0), kind=WallIdentifier(preset)),))


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_stands_in_a_doorway_or_far_out_of_the_wall(preset: str) -> None:
    level = built(preset)
    assert of_walls(level)
    for slab in of_walls(level):
        assert slab.end[0] <= 4.0 or slab.start[0] >= 5.0
        assert slab.thickness / 2.0 <= DEEPEST
    for model in level.models:
        corners = entity_footprint(model.name, model, CATALOGUE).corners
        assert not any(DOORWAY.contains(Point(corner)) for corner in corners)
        assert max(abs(y) for _, y in corners) <= DEEPEST


def test_glass_of_an_office_is_at_the_height_of_the_eyes() -> None:
    glass = [slab for slab in of_walls(built("office_partition")) if slab.material.color[3] < 1.0]
    assert glass
    assert all(slab.bottom <= 1.2 and slab.top >= 1.9 for slab in glass)


def test_handrail_rests_on_brackets_along_the_whole_wall() -> None:
    level = built("corridor_handrail")
    (rail,) = [slab for slab in of_walls(level) if slab.thickness > 0.15 and slab.start == (0.0, 0.0)]
    assert 0.8 <= rail.bottom < rail.top <= 1.0
    places = [model.pose.x for model in level.models if not isinstance(model.pose, str)]
    assert places == pytest.approx([1.25, 2.45, 3.65, 6.25, 7.45])
    bracket = CATALOGUE.object(ObjectIdentifier("rail_bracket")).bounding_box
    assert rail.bottom <= bracket.z[1] < rail.top
    assert bracket.x[1] - bracket.x[0] < rail.thickness
