"""Which level a place is on: levels stand side by side in the map frame."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.frame import Area

Floats = NDArray[np.float64]


class Levels:
    """The levels of a world as boxes in the map frame.

    Args:
        areas: Everything that has a level.
    """

    def __init__(self, areas: Sequence[Area]) -> None:
        corners: dict[str, list[tuple[float, float]]] = {}
        for area in areas:
            corners.setdefault(area.level, []).extend(area.corners)
        boxes = [np.array(points) for points in corners.values() if points]
        self._low = np.array([box.min(axis=0) for box in boxes]).reshape(-1, 2)
        self._high = np.array([box.max(axis=0) for box in boxes]).reshape(-1, 2)

    def at(self, points: Floats) -> NDArray[np.intp]:
        """Number of the level nearest to each point; shape (N, 2), metres, map frame, to (N,)."""
        if len(self._low) < 2:
            return np.zeros(len(points), dtype=np.intp)
        nearest = np.maximum(self._low, np.minimum(points[:, None, :], self._high))
        offsets = np.nan_to_num(points[:, None, :] - nearest)
        found: NDArray[np.intp] = (offsets * offsets).sum(axis=2).argmin(axis=1)
        return found
