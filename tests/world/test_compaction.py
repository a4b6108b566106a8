"""Levels side by side in one map frame: where each comes to lie, and that everything on it moves along."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve, fields, has
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier
from arena_simulation_setup.world.compaction import compacted, level_origins
from arena_simulation_setup.world.description import WorldDescription
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.entity import DynamicObstacle, Entities, Obstacle, Waypoint
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.light import Light
from arena_simulation_setup.world.microphone import WorldMicrophone
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.wall import Wall
from arena_simulation_setup.world.zone import Zone

A, B, C = Position(1, 2, 0.5), Position(3, 2), Position(3, 4)
FULL = LevelDescription(
    zones=(
        Zone(
            "hall",
            (Position(0, 0), Position(6, 0), Position(6, 5), Position(0, 5)),
            walls=(Wall(A, B),),
            doors=(Door("door", B, C),),
            elevators=(Elevator("lift", A),),
            sounds=(Sound("radio", "tune", position=A), Sound("bell", "ding", frame="robot", offset=A)),
            lights=(Light("lamp", "bulb", position=B), Light("spot", "spot", entity_ref="desk", offset=B)),
            entities=Entities(
                (Obstacle("desk", ObjectIdentifier("table"), Pose(1, 1, 0.3)),),
                (
                    DynamicObstacle(
                        "nurse", PedestrianIdentifier("arenian"), Pose(2, 2), (Waypoint(A), Waypoint("hall"))
                    ),
                    DynamicObstacle("guest", PedestrianIdentifier("arenian"), "hall"),
                ),
            ),
        ),
    ),
    microphones=(
        WorldMicrophone("hall", "wall", A),
        WorldMicrophone("hall", "robot", A, frame="jackal_0/base_link", index=2),
    ),
)


def rectangle(x: float, y: float, width: float, depth: float) -> LevelDescription:
    corners = (Position(x, y), Position(x + width, y), Position(x + width, y + depth), Position(x, y + depth))
    return LevelDescription(zones=(Zone("room", corners),))


def world(**levels: LevelDescription) -> WorldDescription:
    named = {name.removeprefix("_"): level for name, level in levels.items()}
    return WorldDescription("tower", named, tuple(named), level_origins(named))


def moved(thing: object, dx: float, dy: float) -> object:
    """Everything with an x and a y moved, by reflection: what the shifting of a level is compared with."""
    if isinstance(thing, Position | Pose):
        return evolve(thing, x=thing.x + dx, y=thing.y + dy)
    if isinstance(thing, tuple):
        return tuple(moved(item, dx, dy) for item in thing)
    if isinstance(thing, WorldMicrophone) and thing.frame != "map":
        return thing
    if has(type(thing)):
        kept = ("offset", "direction")
        names = [field.name for field in fields(type(thing)) if field.name not in kept]
        return evolve(thing, **{name: moved(getattr(thing, name), dx, dy) for name in names})  # type: ignore[misc]
    return thing


def test_a_single_level_keeps_its_coordinates() -> None:
    alone = world(_0=FULL)
    assert alone.origins == {"0": (0.0, 0.0)}
    assert compacted(alone).levels["0"] is FULL


def test_everything_on_a_level_moves_by_its_origin_and_nothing_that_hangs_on_something_else() -> None:
    tower = world(_0=rectangle(-3, 1, 2, 2), _1=FULL)
    together = compacted(tower)
    assert tower.origins == {"0": (3.0, -1.0), "1": (11.0, 0.0)}
    assert together.levels["1"] == moved(FULL, 11.0, 0.0)
    assert together.origins == tower.origins


@pytest.mark.parametrize(("width", "per_row"), [(7.5, 2), (7.6, 1), (3.3, 3), (30.0, 1), (1.25, 4)])
def test_levels_stand_in_rows_of_25_metres_with_5_metres_between(width: float, per_row: int) -> None:
    origins = level_origins({str(index): rectangle(0, 0, width, 4.0) for index in range(5)})
    for index in range(5):
        expected = (index % per_row * (width + 5.0), -(index // per_row) * 9.0)
        assert origins[str(index)] == pytest.approx(expected)


boxes = st.tuples(st.floats(-50, 50), st.floats(-50, 50), st.floats(0.1, 30), st.floats(0.1, 30))


@given(st.lists(boxes, min_size=2, max_size=7))
@settings(max_examples=60, deadline=None)
def test_levels_never_come_nearer_than_the_margin(sizes: list[tuple[float, float, float, float]]) -> None:
    levels = {f"_{index}": rectangle(*size) for index, size in enumerate(sizes)}
    corners = [level.zones[0].polygon for level in compacted(world(**levels)).levels.values()]
    placed = [(polygon[0], polygon[2]) for polygon in corners]
    for index, (low, high) in enumerate(placed):
        for other_low, other_high in placed[:index]:
            gap_x = max(low[0] - other_high[0], other_low[0] - high[0])
            gap_y = max(low[1] - other_high[1], other_low[1] - high[1])
            assert max(gap_x, gap_y) >= 5.0 - 1e-6


def test_a_door_that_two_zones_list_is_one_door_and_one_area() -> None:
    door = Door("door", B, C)
    both = LevelDescription((Zone("a", doors=(door,)), Zone("b", doors=(door,))))
    together = compacted(world(_0=both))
    assert list(together.doors()) == [("0", door)]
    assert [(area.name, area.kind) for area in together.areas()] == [("door", "door")]


def test_areas_are_zones_then_their_doors_then_their_elevators() -> None:
    areas = compacted(world(_0=FULL)).areas()
    assert [(area.name, area.level, area.kind) for area in areas] == [
        ("hall", "0", "zone"),
        ("door", "0", "door"),
        ("lift", "0", "elevator"),
    ]
    np.testing.assert_allclose(areas[1].corners, [(3.3, 2), (3.3, 4), (2.7, 4), (2.7, 2)])
    np.testing.assert_allclose(areas[2].corners, [(0, 1), (2, 1), (2, 3), (0, 3)])
