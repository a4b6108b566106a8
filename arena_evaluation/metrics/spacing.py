"""Paths as points at equal distances along them."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SPACING = 0.25
"""Metres between two points."""


def travelled(points: Floats) -> Floats:
    """Shape (N,): metres from the first point of a path to each of its points."""
    steps = np.diff(points, axis=0)
    return np.concatenate(([0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))))


def evenly_spaced(points: Floats, *, with_end: bool) -> Floats:
    """Points every ``SPACING`` metres along a path, from its first on.

    Args:
        points: Shape (N, 2), metres.
        with_end: Whether the last point follows where it is nearer than a whole step.
    """
    along = travelled(points)
    wanted = np.arange(int(along[-1] / SPACING + 1e-9) + 1) * SPACING
    if with_end and along[-1] - wanted[-1] > 1e-9:
        wanted = np.append(wanted, along[-1])
    return np.column_stack([np.interp(wanted, along, column) for column in points.T])
