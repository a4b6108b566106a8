"""Velocities and headings out of places, on a grid of ticks with holes."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
WALKING = 0.05
"""Metres per second; below it the direction of a velocity tells nothing."""


def rates(values: Floats, times: Floats) -> Floats:
    """Change per second: mean of the steps to both neighbours, of one where the other is missing, else NaN.

    Args:
        values: Shape (N, K); NaN where nothing is known.
        times: Shape (N,), seconds, increasing.
    """
    steps = np.diff(values, axis=0) / np.diff(times)[:, None]
    hole = np.full((1, values.shape[1]), np.nan)
    before, after = np.vstack((hole, steps)), np.vstack((steps, hole))
    found = np.where(np.isnan(before), after, np.where(np.isnan(after), before, 0.5 * (before + after)))
    return np.where(np.isnan(values), np.nan, found)


def turning(angles: Floats, times: Floats) -> Floats:
    """Radians per second, likewise, over the shorter way round; shape (N,) to (N,)."""
    steps = np.remainder(np.diff(angles) + np.pi, 2.0 * np.pi) - np.pi
    known = np.nan_to_num(steps)
    unwrapped = np.concatenate(([0.0], np.cumsum(known)))
    found: Floats = rates(np.where(np.isnan(angles), np.nan, unwrapped)[:, None], times)[:, 0]
    return found


def in_body_frame(velocities: Floats, angles: Floats) -> Floats:
    """Velocities along and across headings; shape (N, 2) and (N,) to (N, 2), metres per second."""
    along, across = np.cos(angles), np.sin(angles)
    x, y = velocities.T
    return np.column_stack((along * x + across * y, along * y - across * x))


def walked_headings(angles: Floats, velocities: Floats) -> Floats:
    """Headings, and where there is none the latest direction of walking, before the first one that one, else 0.

    Args:
        angles: Shape (N,), radians; NaN where nothing tells one.
        velocities: Shape (N, 2), metres per second; NaN while absent.
    """
    x, y = np.nan_to_num(velocities).T
    walked = np.where(np.hypot(x, y) > WALKING, np.arctan2(y, x), np.nan)
    told = np.where(np.isnan(angles), walked, angles)
    known = np.flatnonzero(~np.isnan(told))
    if not len(known):
        return np.zeros(len(angles))
    latest = np.maximum(np.searchsorted(known, np.arange(len(told)), side="right") - 1, 0)
    return np.asarray(told[known[latest]])
