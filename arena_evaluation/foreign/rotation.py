"""Poses as arrays: rows of x, y, z (metres) and a unit quaternion x, y, z, w."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

IDENTITY = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
WIDTH = len(IDENTITY)
_NEARLY_EQUAL = 1.0 - 1e-9


def composed(outer: Floats, inner: Floats) -> Floats:
    """Inner poses, given in the frames that the outer poses describe, in the frame of the outer ones; shape (N, 7)."""
    moved = outer[:, :3] + _rotated(outer[:, 3:], inner[:, :3])
    return np.column_stack((moved, _product(outer[:, 3:], inner[:, 3:])))


def inverse(poses: Floats) -> Floats:
    """The frame of reference as seen from each pose; shape (N, 7)."""
    turned = poses[:, 3:] * np.array((-1.0, -1.0, -1.0, 1.0))
    return np.column_stack((-_rotated(turned, poses[:, :3]), turned))


def blended(first: Floats, second: Floats, fractions: Floats) -> Floats:
    """Poses between two each: straight for places, at constant rate along the shorter arc for rotations.

    Source: Shoemake 1985, spherical linear interpolation.

    Args:
        first: Shape (N, 7).
        second: Shape (N, 7).
        fractions: Shape (N,), 0 for the first to 1 for the second.
    """
    share = fractions[:, None]
    places = first[:, :3] + (second[:, :3] - first[:, :3]) * share
    start, end = first[:, 3:], second[:, 3:]
    cosine = (start * end).sum(axis=1, keepdims=True)
    end = np.where(cosine < 0.0, -end, end)
    angle = np.arccos(np.minimum(np.abs(cosine), 1.0))
    # Along a tiny arc the sine in the divisor has no digits left, and the chord is the arc.
    small = np.abs(cosine) > _NEARLY_EQUAL
    divisor = np.where(small, 1.0, np.sin(angle))
    weight = np.where(small, 1.0 - share, np.sin((1.0 - share) * angle) / divisor)
    other = np.where(small, share, np.sin(share * angle) / divisor)
    return np.column_stack((places, unit(weight * start + other * end)))


def unit(rotations: Floats) -> Floats:
    """Quaternions of length 1; shape (N, 4)."""
    return np.asarray(rotations / np.linalg.norm(rotations, axis=1, keepdims=True))


def yaws(rotations: Floats) -> Floats:
    """Heading of the x axis in the plane, radians; shape (N, 4) to (N,)."""
    x, y, z, w = rotations.T
    return np.asarray(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))


def planar(x: float, y: float, yaw: float) -> Floats:
    """A pose in the plane; shape (1, 7)."""
    return np.array([[x, y, 0.0, 0.0, 0.0, np.sin(0.5 * yaw), np.cos(0.5 * yaw)]])


def _product(first: Floats, second: Floats) -> Floats:
    x, y, z, w = first.T
    a, b, c, d = second.T
    columns = (
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    )
    return np.column_stack(columns)


def _rotated(rotations: Floats, vectors: Floats) -> Floats:
    axis, w = rotations[:, :3], rotations[:, 3:]
    half = 2.0 * np.cross(axis, vectors)
    return np.asarray(vectors + w * half + np.cross(axis, half))
