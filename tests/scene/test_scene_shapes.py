"""Footprints hold everything of their solid and little more."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_runtime.scene.shapes import PlacedShape, convex_hull, placed, rotation_matrix
from arena_simulation_setup.geometry import Pose, Position
from arena_simulation_setup.models.object_model import SHAPES, Primitive

lengths = st.floats(0.05, 3.0)
angles = st.floats(-3.2, 3.2)


def surface_points(shape: str, size: tuple[float, float, float]) -> np.ndarray:
    """Points on the surface of a solid in its own frame, shape (N, 3)."""
    half = np.asarray(size) / 2
    directions = np.random.default_rng(1).normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    if shape == "box":
        return half * directions / np.abs(directions).max(axis=1)[:, None]
    if shape in ("ellipsoid", "sphere"):
        return half * directions
    if shape == "capsule":
        ends = np.sign(directions[:, 2])[:, None] * [0.0, 0.0, max(half[2] - half[0], 0.0)]
        return half[0] * directions + ends
    ring = directions[:, :2] / np.linalg.norm(directions[:, :2], axis=1)[:, None]
    return np.column_stack([half[:2] * ring, half[2] * np.sign(directions[:, 2])])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SHAPES), st.tuples(lengths, lengths, lengths), angles, angles, angles)
def test_a_footprint_holds_every_point_of_the_solid_and_not_much_more(
    shape: str, size: tuple[float, float, float], roll: float, pitch: float, yaw: float
) -> None:
    size = {"sphere": (size[0],) * 3, "cylinder": (size[0], size[0], size[2])}.get(shape, size)
    if shape == "capsule":
        size = (size[0], size[0], size[0] + size[2])
    rotation = rotation_matrix(roll, pitch, yaw)
    subject = PlacedShape(shape, size, (1.0, 2.0, 3.0), rotation, (1.0, 1.0, 1.0, 1.0))
    points = surface_points(shape, size) @ rotation.T + (1.0, 2.0, 3.0)
    footprint = shapely.Polygon(convex_hull(subject.outline()))
    inside = shapely.dwithin(shapely.points(points[:, :2]), footprint, 1e-9)
    assert inside.all()
    assert subject.bottom - 1e-9 <= points[:, 2].min()
    assert points[:, 2].max() <= subject.top + 1e-9
    assert footprint.area <= 1.35 * shapely.MultiPoint(points[:, :2]).convex_hull.area


def test_rotations_turn_about_x_then_y_then_z_of_the_map() -> None:
    quarter = np.pi / 2
    assert rotation_matrix(0, 0, quarter) @ [1, 0, 0] == pytest.approx([0, 1, 0], abs=1e-12)
    assert rotation_matrix(0, quarter, 0) @ [1, 0, 0] == pytest.approx([0, 0, -1], abs=1e-12)
    assert rotation_matrix(quarter, 0, 0) @ [0, 1, 0] == pytest.approx([0, 0, 1], abs=1e-12)
    assert rotation_matrix(quarter, 0, quarter) @ [0, 1, 0] == pytest.approx([0, 0, 1], abs=1e-12)


def test_scale_stretches_a_primitive_along_the_axes_of_its_object() -> None:
    primitive = Primitive("box", (1.0, 2.0, 3.0), Position(1.0, 0.0, 1.5), rotation=(0.0, 0.0, np.pi / 2))
    result = placed(primitive, Pose(10.0, 0.0, np.pi / 2), (2.0, 1.0, 1.0))
    # Within its object the box is turned, so that its second length lies along the stretched axis.
    assert result.size == pytest.approx((1.0, 4.0, 3.0))
    assert result.centre == pytest.approx((10.0, 2.0, 1.5))


@pytest.mark.parametrize("points", [[(1.0, 2.0)] * 4, [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]])
def test_what_has_no_area_still_has_an_outline(points: list[tuple[float, float]]) -> None:
    hull = shapely.Polygon(convex_hull(np.array(points)))
    assert hull.exterior.is_ccw
    assert all(hull.covers(shapely.Point(point)) for point in points)
    assert 0.0 < hull.area < 0.01
