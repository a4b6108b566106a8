"""Taken places."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Row = tuple[float, float, float, bool]


@frozen
class Disc:
    """A taken place.

    Attributes:
        x: Metres, map frame.
        y: Metres, map frame.
        radius: Metres.
        solid: Whether it stays there and bodies have to walk around it.
    """

    x: float
    y: float
    radius: float
    solid: bool = False


def disc_row(disc: Disc) -> Row:
    """Centre, radius and whether it is solid."""
    return (disc.x, disc.y, disc.radius, disc.solid)


class DiscRows:
    """Discs as rows of an array that grows in place."""

    def __init__(self) -> None:
        """Start without any."""
        self._rows: Floats = np.empty((32, 4))
        self._count = 0

    def add(self, disc: Disc) -> None:
        """Append a disc."""
        if self._count == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty_like(self._rows)))
        self._rows[self._count] = disc_row(disc)
        self._count += 1

    @property
    def values(self) -> Floats:
        """Shape (N, 4): x, y, radius in metres, and 1 where solid; to be read only."""
        return self._rows[: self._count]
