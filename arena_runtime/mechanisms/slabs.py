"""What bars the floor of everything that moves, as rectangles in one array."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arena_runtime.mechanisms.contract import Member, Outcome, Polygon

Floats = NDArray[np.float64]


def rectangles_from(polygons: Sequence[Polygon]) -> Floats:
    """Rectangles as an array of shape (S, 4, 2), metres, in the order of the polygons."""
    return np.array(polygons, dtype=np.float64).reshape(-1, 4, 2)


class Slabs:
    """Remembers what stands where, so that only what has moved is asked anew.

    Args:
        movers: What can have slabs, by its index among all mechanisms.
    """

    def __init__(self, movers: Mapping[int, Member]) -> None:
        self._movers = movers
        self._rows: dict[int, range] = {}
        self._moved: dict[int, None] = {}
        self._rectangles = rectangles_from(())

    def forget(self) -> None:
        """Ask everything anew."""
        self._rows = {}
        self._moved = dict.fromkeys(self._movers)

    def note(self, index: int) -> None:
        """Something was put elsewhere, which may be a mover."""
        if index in self._movers:
            self._moved[index] = None

    def rectangles(self, outcomes: Sequence[Outcome]) -> Floats:
        """Slabs of all movers in their order, shape (S, 4, 2): corners, metres, map frame, counter-clockwise.

        The same array as long as nothing has moved; nobody may write to it.

        Args:
            outcomes: Of all mechanisms.
        """
        if self._moved:
            found = {index: self._movers[index].slabs(outcomes[index].memory) for index in self._moved}
            self._moved = {}
            if all(len(slabs) == len(self._rows.get(index, ())) for index, slabs in found.items()):
                self._rectangles = self._rectangles.copy()
                for index, slabs in found.items():
                    if slabs:
                        self._rectangles[self._rows[index].start : self._rows[index].stop] = slabs
            else:
                self._gather(outcomes)
        return self._rectangles

    def _gather(self, outcomes: Sequence[Outcome]) -> None:
        polygons: list[Polygon] = []
        for index, mover in self._movers.items():
            slabs = mover.slabs(outcomes[index].memory)
            self._rows[index] = range(len(polygons), len(polygons) + len(slabs))
            polygons += slabs
        self._rectangles = rectangles_from(polygons)
