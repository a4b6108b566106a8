"""What is built of a level: slabs, openings, lintels, floors, ceilings."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.geometry import Position
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.wall_preset import WallModelItem, WallTileItem
from arena_simulation_setup.tree.identifiers import MaterialIdentifier, ObjectIdentifier, WallIdentifier
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.door_side import effective_door_side
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.openings import Opening, cut
from arena_simulation_setup.world.realization import RealizedLevel, WallSlab, realize
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.wall_stack import StackModel, stack
from arena_simulation_setup.world.zone import Zone

CORNERS = ((0.0, 0.0), (8.0, 0.0), (8.0, 6.0), (0.0, 6.0))
PLASTER = MaterialIdentifier("Plaster_Wall")
PRESET = """\
main:
- {material: Oak, height: 0.75}
- {material: Oak, height: 1.25, z: 0.75}
- {tile: [{model: lamp, y: 0.1, z: 1}], every: 3, width: 1}
"""


def at(x: float, y: float) -> Position:
    return Position(x, y)


def wall(x: float, y: float, to_x: float, to_y: float, material: MaterialIdentifier | None = PLASTER) -> Wall:
    return Wall(at(x, y), at(to_x, to_y), material)


def outline() -> tuple[Wall, ...]:
    return tuple(wall(*start, *end) for start, end in zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True))


def door(x: float, y: float, to_x: float, to_y: float, height: float = 2.0) -> Door:
    return Door("gate", at(x, y), at(to_x, to_y), height=height)


def room(**values: object) -> Zone:
    base = Zone("room", tuple(at(*corner) for corner in CORNERS), walls=outline())
    return evolve(base, **values)


def built(*zones: Zone, catalogue: AssetCatalogue | None = None) -> RealizedLevel:
    return realize("0", LevelDescription(zones=zones), catalogue or AssetCatalogue([]))


def pieces(level: RealizedLevel, prefix: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [
        (tuple(round(v, 3) for v in slab.start), tuple(round(v, 3) for v in slab.end))  # type: ignore[misc]
        for slab in level.walls
        if slab.name.startswith(prefix)
    ]


def named(level: RealizedLevel, name: str) -> WallSlab:
    return next(slab for slab in level.walls if slab.name == name)


def test_plain_wall_is_one_slab_of_two_metres_along_its_exact_line() -> None:
    slab = named(built(room()), "room/wall_1")
    assert (slab.start, slab.end) == ((8.0, 0.0), (8.0, 6.0))
    assert (slab.bottom, slab.top, slab.thickness, slab.visible, slab.solid) == (0.0, 2.0, 0.05, True, True)


def test_wall_that_runs_through_a_door_is_cut_to_its_sides() -> None:
    level = built(room(doors=(door(3, 0, 4, 0),)))
    assert pieces(level, "room/wall_0") == [((0, 0), (3.001, 0)), ((3.999, 0), (8, 0))]
    assert [slab.name for slab in level.walls[:2]] == ["room/wall_0", "room/wall_0_1"]


def test_walls_that_end_at_a_door_or_meet_it_at_its_end_stay_whole() -> None:
    inner = wall(3, 0, 3, 5)
    walls = (wall(0, 0, 3, 0), wall(4, 0, 8, 0), inner)
    level = built(room(walls=walls, doors=(door(3, 0, 4, 0),)))
    assert pieces(level, "room/wall_") == [((0, 0), (3, 0)), ((4, 0), (8, 0)), ((3, 0), (3, 5))]


def test_wall_beside_a_door_within_its_slab_is_cut_and_one_farther_away_is_not() -> None:
    near, far = wall(0, 0.04, 8, 0.04), wall(0, 0.2, 8, 0.2)
    level = built(room(walls=(near, far), doors=(door(3, 0, 4, 0),)))
    assert len(pieces(level, "room/wall_0")) == 2
    assert pieces(level, "room/wall_1") == [((0, 0.2), (8, 0.2))]


def test_cabin_and_its_doorway_are_free_of_walls() -> None:
    lift = Elevator("lift", at(9.0, 3.0), door_side="-x")
    level = built(room(elevators=(lift,)))
    assert pieces(level, "room/wall_1") == [((8, 0), (8, 2.001)), ((8, 3.999), (8, 6))]
    crossing = built(room(walls=(wall(7.8, 0, 7.8, 6), wall(7.6, 0, 7.6, 6)), elevators=(lift,)))
    assert len(pieces(crossing, "room/wall_0")) == 2
    assert len(pieces(crossing, "room/wall_1")) == 1


def test_wall_of_another_zone_is_cut_too() -> None:
    hall = Zone("hall", (at(0, 0), at(0, -4), at(8, -4), at(8, 0)), walls=(wall(8, 0, 0, 0), wall(2, 0, 6, 0)))
    level = built(room(doors=(door(3, 0, 4, 0),)), hall)
    assert pieces(level, "hall/wall_0") == []  # listed by the room already, in the other direction
    assert len(pieces(level, "hall/wall_1")) == 2


def test_walls_above_each_other_are_both_built() -> None:
    upper = Wall(Position(0, 0, 2.0), Position(8, 0, 2.0), PLASTER)
    level = built(room(walls=(outline()[0], upper)))
    assert [(slab.bottom, slab.top) for slab in level.walls if "/wall_" in slab.name] == [(0.0, 2.0), (2.0, 4.0)]


def test_wall_without_surface_is_no_wall() -> None:
    assert pieces(built(room(walls=(wall(0, 0, 8, 0, MaterialIdentifier("")),))), "room/wall_") == []


def test_authored_ceiling_raises_its_walls_and_never_lowers_them() -> None:
    assert named(built(room(ceiling_height=3.0)), "room/wall_0").top == 3.0
    assert named(built(room(ceiling_height=1.5)), "room/wall_0").top == 2.0
    assert named(built(room(ceiling_height=3.0, ceiling=False)), "room/wall_0").top == 2.0


def test_lintel_closes_the_gap_above_a_door_and_is_only_seen() -> None:
    lintel = named(built(room(ceiling_height=3.0, doors=(door(3, 0, 4, 0),))), "room/lintel_gate")
    assert (lintel.bottom, lintel.top, lintel.solid, lintel.visible) == (2.0, 3.0, False, True)
    for other in ({"ceiling_height": 2.0}, {"ceiling_height": None}, {"ceiling_height": 3.0, "ceiling": False}):
        assert pieces(built(room(doors=(door(3, 0, 4, 0),), **other)), "room/lintel") == []


def test_door_of_two_zones_has_one_lintel() -> None:
    hall = Zone("hall", (at(0, 0), at(0, -4), at(8, -4), at(8, 0)), doors=(door(3, 0, 4, 0),), ceiling_height=3.0)
    level = built(room(ceiling_height=2.5, doors=(door(3, 0, 4, 0),)), hall)
    assert [slab.name for slab in level.walls if "lintel" in slab.name] == ["room/lintel_gate"]


def test_ceiling_is_as_authored_else_at_the_tallest_wall_and_never_below_two_metres() -> None:
    assert built(room(ceiling_height=1.9)).ceilings[0].height == 1.9
    raised = room(walls=(Wall(Position(0, 0, 1.0), Position(8, 0, 1.0), PLASTER),))
    assert built(raised).ceilings[0].height == 3.0
    assert built(room(walls=())).ceilings[0].height == 2.0
    assert built(room(ceiling=False)).ceilings == ()
    assert built(room(ceiling_material=MaterialIdentifier(""))).ceilings == ()


def test_floor_follows_the_polygon_and_needs_a_material() -> None:
    floor = built(room()).floors[0]
    assert (floor.name, floor.corners, floor.height) == ("room/floor", CORNERS, 0.0)
    assert built(room(material=MaterialIdentifier(""))).floors == ()
    assert built(Zone("nowhere")).floors == ()


def test_open_edge_of_the_building_gets_an_invisible_wall() -> None:
    level = built(room(walls=outline()[1:]))
    (edge,) = [slab for slab in level.walls if "/edge_" in slab.name]
    assert (edge.visible, edge.solid) == (False, True)
    assert math.dist(edge.start, edge.end) == pytest.approx(8 - 2 * 0.06)


def test_edge_towards_a_neighbour_a_door_or_a_cabin_is_open() -> None:
    walls = (wall(0, 0, 0, -4), wall(0, -4, 8, -4), wall(8, -4, 8, 0))
    hall = Zone("hall", (at(0, 0), at(0, -4), at(8, -4), at(8, 0)), walls=walls)
    assert not pieces(built(room(walls=outline()[1:]), hall), "room/edge")
    gap = (wall(0, 0, 3, 0), wall(4, 0, 8, 0), *outline()[1:])
    assert len(pieces(built(room(walls=gap)), "room/edge")) == 1
    assert not pieces(built(room(walls=gap, doors=(door(3, 0, 4, 0),))), "room/edge")
    lift = Elevator("lift", at(3.5, -1.0), door_side="+y")
    assert not pieces(built(room(walls=gap, elevators=(lift,))), "room/edge")


def test_no_edges_are_closed_where_every_zone_has_an_empty_wall_material() -> None:
    nothing = MaterialIdentifier("")
    assert not pieces(built(room(walls=(), wall_material=nothing)), "room/edge")
    other = Zone("other", (at(20, 0), at(22, 0), at(22, 2)))
    assert pieces(built(room(walls=(), wall_material=nothing), other), "room/edge")


def preset_catalogue(folder: Path) -> AssetCatalogue:
    (folder / "Common/Wall/ward").mkdir(parents=True)
    (folder / "Common/Wall/ward/ward.yaml").write_text(PRESET)
    return AssetCatalogue([folder])


def test_preset_wall_is_its_stack_with_the_top_raised_and_its_models_placed(tmp_path: Path) -> None:
    north = Wall(at(8, 6), at(0, 6), kind=WallIdentifier("ward"))
    level = built(room(walls=(north,), ceiling_height=2.5), catalogue=preset_catalogue(tmp_path))
    slabs = [slab for slab in level.walls if slab.name.startswith("room/wall_0")]
    assert [(slab.bottom, slab.top) for slab in slabs] == [(0.0, 0.75), (0.75, 2.5)]
    lamp, second = level.models
    assert lamp.name != second.name
    assert lamp.model == ObjectIdentifier("lamp")
    assert not isinstance(lamp.pose, str)
    # The tile's centre lies 3.5 m from the wall's start at x = 8; left of the westward wall is south.
    assert (lamp.pose.x, lamp.pose.y, lamp.pose.z) == pytest.approx((4.5, 5.9, 1.0))
    assert abs(lamp.pose.yaw) == pytest.approx(math.pi)
    assert lamp.level_id == "0"


@pytest.mark.parametrize(
    ("length", "every", "width", "centres"),
    [
        (8.0, 5.0, 3.0, [6.5]),
        (7.9, 5.0, 3.0, []),
        (10.0, 2.0, 0.0, [2.0, 4.0, 6.0, 8.0, 10.0]),
        (10.0, 3.0, 1.0, [3.5, 6.5, 9.5]),
        (0.3, 0.1, 0.0, [0.1, 0.2, 0.3]),
        (1.0, 5.0, 0.0, []),
    ],
)
def test_tiles_repeat_while_they_fit_and_none_stands_at_the_start(
    length: float, every: float, width: float, centres: list[float]
) -> None:
    tile = WallTileItem((WallModelItem(ObjectIdentifier("lamp")),), every, width)
    models = [part for part in stack((tile,), length) if isinstance(part, StackModel)]
    assert [model.along for model in models] == pytest.approx(centres)


def test_more_repetitions_than_any_wall_has_are_refused_at_once() -> None:
    lamp = WallModelItem(ObjectIdentifier("lamp"))
    nested = WallTileItem((WallTileItem((lamp, lamp), 0.01),), 0.01, 2.0)
    for tile in (WallTileItem((), 1e-4), nested):
        with pytest.raises(ValueError, match="more than 10000 parts"):
            list(stack((tile,), 10.0))


@pytest.mark.parametrize(
    ("centre", "walls", "side"),
    [
        ((0.5, 3.0), outline(), "+x"),
        ((7.5, 3.0), outline(), "-x"),
        ((4.0, 0.5), outline(), "+y"),
        ((4.0, 5.5), outline(), "-y"),
        ((4.0, 3.0), outline(), "+x"),
        ((4.0, 3.0), (), "+x"),
    ],
)
def test_cabin_opens_from_the_nearest_wall_into_the_room(
    centre: tuple[float, float], walls: tuple[Wall, ...], side: str
) -> None:
    level = LevelDescription(zones=(room(walls=walls),))
    assert effective_door_side(Elevator("lift", at(*centre)), level) == side
    assert effective_door_side(Elevator("lift", at(*centre), door_side="-y"), level) == "-y"


numbers = st.floats(-10, 10)


@settings(max_examples=100, deadline=None)
@given(numbers, numbers, numbers, numbers, st.floats(0.1, 5), st.floats(0.1, 5))
def test_what_is_left_of_a_wall_lies_outside_the_opening_and_nothing_else_is_lost(
    x: float, y: float, to_x: float, to_y: float, half_x: float, half_y: float
) -> None:
    length = math.dist((x, y), (to_x, to_y))
    if length < 0.1:
        return
    area = Opening(((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)))
    kept = cut((x, y), (to_x, to_y), [area])
    for share in (0.0, 0.1, 0.35, 0.5, 0.77, 1.0):
        px, py = x + (to_x - x) * share, y + (to_y - y) * share
        inside = max(abs(px) - half_x, abs(py) - half_y)
        covered = any(low - 1e-6 <= share * length <= high + 1e-6 for low, high in kept)
        if inside > 0.002:
            assert covered
        elif inside < -1e-6:
            assert not covered or any(math.isclose(share * length, end, abs_tol=1e-6) for pair in kept for end in pair)
