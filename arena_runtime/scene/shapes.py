"""A solid at its place in the map frame, with its extent and its footprint."""

import math
from functools import cached_property
from itertools import product

import numpy as np
import shapely
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner, Pose, Position
from arena_simulation_setup.models.object_model import Primitive

Color = tuple[float, float, float, float]
Matrix = NDArray[np.float64]
RING_POINTS = 16
RING_ANGLES = math.tau * (np.arange(RING_POINTS) + 0.5) / RING_POINTS
RING = np.column_stack((np.cos(RING_ANGLES), np.sin(RING_ANGLES))) / math.cos(math.pi / RING_POINTS)
"""Corners of a polygon around the unit circle, so that a footprint never misses a part of the solid."""
BOX_CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))
THINNEST = 1e-3
"""Metres around something without an area, so that it has an outline."""


@frozen(eq=False)
class PlacedShape:
    """One solid, map frame.

    Attributes:
        shape: One of ``object_model.SHAPES``.
        size: Full lengths along its own axes, metres.
        centre: Metres.
        rotation: Shape (3, 3): its axes as columns.
        color: Red, green, blue, alpha in 0..1.
    """

    shape: str
    size: tuple[float, float, float]
    centre: tuple[float, float, float]
    rotation: Matrix
    color: Color

    @property
    def bottom(self) -> float:
        """Height of its lowest point or a little less, metres."""
        return self.centre[2] - self._half_height

    @property
    def top(self) -> float:
        """Height of its highest point or a little more, metres."""
        return self.centre[2] + self._half_height

    @cached_property
    def _half_height(self) -> float:
        # The box around the shape; exact for boxes and for everything upright.
        return float(np.abs(self.rotation[2]) @ np.asarray(self.size)) / 2

    def outline(self) -> Matrix:
        """Points whose planar convex hull is the footprint; shape (N, 2), metres."""
        half = np.asarray(self.size) / 2
        if self.shape == "box":
            return self._planar(BOX_CORNERS * half)
        if self.shape == "cylinder":
            rims = np.tile(np.column_stack((RING, np.ones(RING_POINTS))), (2, 1))
            rims[RING_POINTS:, 2] = -1.0
            return self._planar(rims * half)
        if self.shape == "capsule":
            reach = max(half[2] - half[0], 0.0)
            caps = self._planar(np.array([[0.0, 0.0, -reach], [0.0, 0.0, reach]]))
            return np.concatenate([cap + half[0] * RING for cap in caps])
        # The shadow of an ellipsoid is the ellipse of the planar part of its quadratic form.
        spread = np.linalg.cholesky(((self.rotation * half**2) @ self.rotation.T)[:2, :2])
        return np.asarray(self.centre[:2]) + RING @ spread.T

    def _planar(self, local: Matrix) -> Matrix:
        """Points of the solid's own frame, shape (N, 3), seen from above: shape (N, 2)."""
        planar: Matrix = np.asarray(self.centre[:2]) + local @ self.rotation[:2].T
        return planar


def upright_box(
    centre: tuple[float, float, float], size: tuple[float, float, float], yaw: float, color: Color
) -> PlacedShape:
    """A box whose vertical axis is z; centre and size in metres, yaw in radians."""
    return PlacedShape("box", size, centre, rotation_matrix(0.0, 0.0, yaw), color)


def placed(primitive: Primitive, pose: Pose, scale: tuple[float, float, float]) -> PlacedShape:
    """A primitive of an object that stands at a pose (map frame) and is scaled along the object's axes.

    A primitive that is rotated within its object is stretched along its own axes only, since a sheared box would be no
    box any more; lengths along the axes stay exact.
    """
    own = rotation_matrix(*primitive.rotation)
    stretch = np.linalg.norm(np.asarray(scale)[:, None] * own, axis=0)
    frame = rotation_matrix(pose.roll, pose.pitch, pose.yaw)
    position = primitive.position
    offset = frame @ (np.asarray(scale) * (position.x, position.y, position.z))
    centre = (pose.x + float(offset[0]), pose.y + float(offset[1]), pose.z + float(offset[2]))
    x, y, z = (float(length * factor) for length, factor in zip(primitive.size, stretch, strict=True))
    return PlacedShape(primitive.shape, (x, y, z), centre, frame @ own, primitive.color)


def rotation_matrix(roll: float, pitch: float, yaw: float) -> Matrix:
    """Shape (3, 3): intrinsic rotation about z, then y, then x (REP-103), radians."""
    (cos_x, sin_x), (cos_y, sin_y), (cos_z, sin_z) = ((math.cos(turn), math.sin(turn)) for turn in (roll, pitch, yaw))
    matrix: Matrix = np.array(
        [
            [cos_z * cos_y, cos_z * sin_y * sin_x - sin_z * cos_x, cos_z * sin_y * cos_x + sin_z * sin_x],
            [sin_z * cos_y, sin_z * sin_y * sin_x + cos_z * cos_x, sin_z * sin_y * cos_x - cos_z * sin_x],
            [-sin_y, cos_y * sin_x, cos_y * cos_x],
        ]
    )
    return matrix


def convex_hull(points: Matrix) -> tuple[Corner, ...]:
    """The convex polygon around points of shape (N, 2), counter-clockwise, not repeated at the end.

    Points on one line get a polygon of a millimetre around them.
    """
    hull = shapely.MultiPoint(points).convex_hull
    if not isinstance(hull, shapely.Polygon):
        hull = hull.buffer(THINNEST)
    hull = shapely.orient_polygons(hull)
    return tuple((float(x), float(y)) for x, y in hull.exterior.coords[:-1])


def midpoint(start: Position, end: Position) -> tuple[float, float, float]:
    """The point half way between two others, metres."""
    return ((start.x + end.x) / 2, (start.y + end.y) / 2, (start.z + end.z) / 2)
