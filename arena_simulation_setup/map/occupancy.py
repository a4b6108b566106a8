"""Occupancy maps of levels."""

from collections.abc import Iterable, Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.world.level import LevelDescription

OCCUPIED = 0
FREE = 255
DEFAULT_RESOLUTION = 0.05


@frozen(eq=False)
class OccupancyImage:
    """A binary map, north up.

    Attributes:
        cells: Rows from north to south, columns from west to east; ``FREE`` or ``OCCUPIED``, outside is occupied.
        origin: Lower left corner of the lower left cell, metres.
        resolution: Edge of a cell, metres.
    """

    cells: NDArray[np.uint8]
    origin: Corner
    resolution: float


def rasterize(
    levels: Iterable[LevelDescription],
    resolution: float = DEFAULT_RESOLUTION,
    footprints: Sequence[Sequence[Corner]] = (),
) -> OccupancyImage:
    """Draw levels that share one frame (the levels of a compacted world, or a single one).

    Args:
        levels: What is drawn: floors free, walls as lines of one cell, doors and elevators free.
        resolution: Edge of a cell, metres.
        footprints: Polygons of static objects, drawn occupied.
    """
    raise NotImplementedError
