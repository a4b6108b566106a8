"""Occupancy grids as map servers see them: free, occupied, unknown, and shades between."""

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Pose

FREE_CELL = 0
OCCUPIED_CELL = 100
UNKNOWN_CELL = -1
MODES = ("trinary", "scale", "raw")
BYTE = 255.0


@frozen
class MapRules:
    """How shades become cells.

    Attributes:
        mode: One of ``MODES``.
        negate: Whether white is occupied; ``raw`` does not look at it.
        occupied_threshold: Occupancy above which a cell is occupied, 0 to 1.
        free_threshold: Occupancy below which a cell is free, 0 to 1.
    """

    mode: str = "trinary"
    negate: bool = False
    occupied_threshold: float = 0.65
    free_threshold: float = 0.196


@frozen(eq=False)
class MapGrid:
    """A map that was read.

    Attributes:
        cells: Shape (rows, columns), row 0 in the south: 0 free to 100 occupied, -1 unknown.
        origin: Pose of the lower left corner of cell (0, 0), metres and radians.
        resolution: Edge of a cell, metres.
        origins: Level id to the shift of that level, metres, in a map of several levels; else empty.
    """

    cells: NDArray[np.int8]
    origin: Pose
    resolution: float
    origins: dict[str, tuple[float, float]] = field(factory=dict)


def cells_of(colors: NDArray[np.float64], alpha: NDArray[np.float64] | None, rules: MapRules) -> NDArray[np.int8]:
    """Cells of an image.

    Source: the rules of the map server of Nav2. A trinary map averages the transparency in, inverted so that opaque
    counts as white; a scale map takes every pixel that is not opaque for unknown.

    Args:
        colors: Shape (rows, columns, channels), 0 to 1, row 0 in the north; three channels where there is an alpha.
        alpha: Shape (rows, columns), 1 is opaque; None where the image has no such channel.
        rules: How shades become cells.

    Returns:
        Shape (rows, columns), row 0 in the south.
    """
    shade = _trinary_shade(colors, alpha) if rules.mode == "trinary" else colors.mean(axis=2)
    if rules.mode == "raw":
        level = np.round(BYTE * shade)
        return _south_up(np.where(level <= OCCUPIED_CELL, level, UNKNOWN_CELL))
    occupancy = shade if rules.negate else 1.0 - shade
    between = np.full(shade.shape, float(UNKNOWN_CELL))
    if rules.mode == "scale":
        span = rules.occupied_threshold - rules.free_threshold
        between = np.rint((occupancy - rules.free_threshold) / span * OCCUPIED_CELL)
    cells = np.where(occupancy < rules.free_threshold, FREE_CELL, between)
    cells = np.where(occupancy > rules.occupied_threshold, OCCUPIED_CELL, cells)
    if rules.mode == "scale" and alpha is not None:
        cells = np.where(alpha < 1.0, UNKNOWN_CELL, cells)
    return _south_up(cells)


def _trinary_shade(colors: NDArray[np.float64], alpha: NDArray[np.float64] | None) -> NDArray[np.float64]:
    channels = colors if alpha is None else np.concatenate((colors, alpha[:, :, None]), axis=2)
    shade: NDArray[np.float64] = channels.mean(axis=2)
    return shade


def _south_up(cells: NDArray[np.float64]) -> NDArray[np.int8]:
    return np.ascontiguousarray(cells[::-1].astype(np.int8))
