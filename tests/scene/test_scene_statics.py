"""What is built stands where its author put it."""

import math

import numpy as np
import pytest
import shapely
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.scene.builder import build_scene
from arena_runtime.scene.building import Building
from arena_runtime.scene.door_bodies import cabin_parts
from arena_runtime.scene.entity_geoms import episode_entities
from arena_runtime.scene.errors import SceneError
from arena_runtime.scene.floor_geoms import prism, triangulated
from arena_simulation_setup.episode import Episode, WorldReference
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.tree.identifiers import ObjectIdentifier
from arena_simulation_setup.world.cabin import cabin_door_line
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.entity import Entities, Obstacle
from arena_simulation_setup.world.level import LevelDescription
from arena_simulation_setup.world.realization import Floor, RealizedLevel
from arena_simulation_setup.world.zone import Zone
from tests.scene.small_scene import CRATE, ROLLER, STEEL, FewModels, person, robot, scene, thing, wall

L_SHAPE = ((0.0, 0.0), (6.0, 0.0), (6.0, 3.0), (3.0, 3.0), (3.0, 6.0), (0.0, 6.0))
ELEVATOR = Elevator("lift", Position(5.0, 1.0, 0.2), size=(2.0, 3.0, 2.5))


def world_with(*entities: Obstacle) -> CompactedWorld:
    zone = Zone("hall", entities=Entities(static=entities))
    return CompactedWorld("small", {"0": LevelDescription((zone,))}, {"0": (0.0, 0.0)})


def desk(pose: Pose | str) -> Obstacle:
    return Obstacle("desk", ObjectIdentifier("crate"), pose)


def test_objects_of_the_world_carry_its_prefix_and_those_of_the_episode_follow() -> None:
    entities = episode_entities(world_with(desk(Pose(1.0, 2.0))), [thing("bin", "table", 0.0, 0.0)])
    assert [(entity.name, entity.pose.xy) for entity in entities] == [("world_desk", (1.0, 2.0)), ("bin", (0.0, 0.0))]


@pytest.mark.parametrize("level", ["", "0"])
def test_the_episode_says_where_the_world_s_object_in_a_zone_stands(level: str) -> None:
    placement = evolve(thing("world_desk", "crate", 7.0, 8.0), level=level)
    entities = episode_entities(world_with(desk("hall")), [placement])
    assert [(entity.name, entity.pose.xy) for entity in entities] == [("world_desk", (7.0, 8.0))]


def test_an_object_somewhere_in_a_zone_is_refused_when_nobody_placed_it() -> None:
    with pytest.raises(SceneError, match="'world_desk' on level '0' stands somewhere in 'hall'"):
        episode_entities(world_with(desk("hall")), [])


def test_footprints_of_objects_follow_pose_and_scale_and_leave_out_what_hangs() -> None:
    crate = evolve(thing("crate", "crate", 2.0, 3.0, math.pi / 2), scale=(2.0, 1.0, 1.0))
    polygons = scene(objects=[crate, thing("lamp", "lamp", 0.0, 0.0)]).obstacle_polygons()
    assert [name for name, _ in polygons] == ["crate"]
    shape = shapely.Polygon(polygons[0][1])
    assert shape.bounds == pytest.approx((1.5, 2.0, 2.5, 4.0))
    assert shape.exterior.is_ccw


def test_things_of_one_name_on_one_level_are_told_apart() -> None:
    subject = scene(objects=[thing("a", "crate", 3.0, 0.0), thing("a", "crate", -3.0, 0.0)])
    assert len(set(subject.partners)) == len(subject.partners) == 3
    assert {subject.overlaps(3.0, 0.0, 0.1), subject.overlaps(-3.0, 0.0, 0.1)} == set(subject.partners[1:])


def test_equal_zone_names_on_two_levels_are_told_apart() -> None:
    walls = RealizedLevel(
        walls=(wall("hall/wall_0", (0, 5), (1, 5)),), floors=(Floor("hall/floor", L_SHAPE, 0.0, STEEL),)
    )
    levels = {"0": LevelDescription(), "1": LevelDescription()}
    world = CompactedWorld("small", levels, dict.fromkeys(levels, (0.0, 0.0)))
    episode = Episode(1, WorldReference("small", ""), "", 1)
    subject = build_scene(Building(world, dict.fromkeys(levels, walls), FewModels()), episode, [], 3)
    assert subject.partners == ("hall/wall_0", "hall/wall_0/1")
    subject.step()


def test_a_placeholder_box_stands_where_a_model_has_no_primitives() -> None:
    subject = scene(objects=[thing("it", CRATE.name, 3.0, 0.0)])
    assert subject.scan(0, 0)[180] == pytest.approx(2.5 - 0.1, abs=1e-6)


def test_an_l_shaped_floor_is_filled_and_its_notch_is_not() -> None:
    triangles = [shapely.Polygon(corners) for corners in triangulated(L_SHAPE)]
    assert sum(triangle.area for triangle in triangles) == pytest.approx(27.0)
    assert shapely.union_all(triangles).equals(shapely.Polygon(L_SHAPE))


@pytest.mark.parametrize("corners", [(), ((0.0, 0.0), (1.0, 0.0)), ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))])
def test_a_floor_without_an_area_is_left_out(corners: tuple[tuple[float, float], ...]) -> None:
    subject = scene(realized=RealizedLevel(floors=(Floor("hall/floor", corners, 0.0, STEEL),)))
    assert subject.statistics == scene().statistics


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.floats(1.0, 5.0), st.floats(0.0, 1.0)), min_size=3, max_size=9))
def test_plates_of_star_shaped_rooms_are_closed_surfaces_of_the_right_volume(rays: list[tuple[float, float]]) -> None:
    count = len(rays)
    angles = [math.tau * (index + 0.8 * jitter) / count for index, (_, jitter) in enumerate(rays)]
    corners = tuple((r * math.cos(a), r * math.sin(a)) for (r, _), a in zip(rays, angles, strict=True))
    vertices, faces = prism(triangulated(corners), -0.02, 0.0)
    edges = [(face[k], face[(k + 1) % 3]) for face in faces.tolist() for k in range(3)]
    assert len(edges) == len(set(edges))
    assert {(second, first) for first, second in edges} == set(edges)
    first, second, third = (vertices[faces[:, k]] for k in range(3))
    volume = float((first * np.cross(second, third)).sum() / 6)
    assert volume == pytest.approx(0.02 * shapely.Polygon(corners).buffer(0).area, rel=1e-6, abs=1e-9)


def test_a_cabin_has_three_walls_a_floor_and_a_door_in_its_open_face() -> None:
    parts = dict(cabin_parts(ELEVATOR, "-y", (1.0, 1.0, 1.0, 1.0)))
    assert list(parts) == ["back", "side_pos", "side_neg", "floor"]
    assert parts["back"].centre == pytest.approx((5.0, 1.0 + 1.475, 0.2 + 1.25))
    assert parts["back"].size == pytest.approx((2.0, 0.05, 2.5))
    assert parts["side_pos"].centre == pytest.approx((5.975, 1.0, 1.45))
    assert parts["side_neg"].centre == pytest.approx((4.025, 1.0, 1.45))
    assert parts["floor"].top == pytest.approx(0.21)
    start, end = cabin_door_line(ELEVATOR, "-y")
    assert (start.x, start.y, start.z) == pytest.approx((4.05, -0.45, 0.2))
    assert (end.x, end.y, end.z) == pytest.approx((5.95, -0.45, 0.2))


@pytest.mark.parametrize("side", ["+x", "-x", "+y", "-y"])
def test_the_open_face_of_a_cabin_is_the_only_way_out(side: str) -> None:
    shapes = [
        shapely.Polygon(shapely.MultiPoint(part.outline()).convex_hull.exterior)
        for name, part in cabin_parts(ELEVATOR, side, (1.0, 1.0, 1.0, 1.0))
        if name != "floor"
    ]
    start, end = cabin_door_line(ELEVATOR, side)
    shapes.append(shapely.LineString([start.xy, end.xy]).buffer(0.026))
    assert not shapely.union_all(shapes).buffer(0.026).interiors[0].is_empty
    without_door = shapely.union_all(shapes[:-1])
    assert without_door.distance(shapely.LineString([start.xy, end.xy]).centroid) > 0.9


def test_robots_and_models_must_match() -> None:
    episode = Episode(1, WorldReference("small", ""), "", 1, robots=(robot(),))
    with pytest.raises(SceneError, match="0 robot models for 1 robots"):
        build_scene(Building(world_with(), {}, FewModels()), episode, [], 3)
    with pytest.raises(SceneError, match="robot 'roller_0' is a 'roller', but its model is 'other'"):
        build_scene(Building(world_with(), {}, FewModels()), episode, [evolve(ROLLER, name="other")], 3)


def test_agents_of_one_name_are_refused() -> None:
    with pytest.raises(SceneError, match="two robots or people are called 'roller_0'"):
        scene(people=[person("roller_0", 1.0, 0.0)])


def test_the_size_of_the_model_is_known() -> None:
    assert scene(objects=[thing("a", "table", 3.0, 0.0)]).statistics == {"ngeom": 5, "nbody": 2}
