"""Nobody moves into a wall or a piece of furniture; who runs against one slides along it."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.route import ClearanceField

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

# The clearance field is exact to this at the distance where bodies touch, metres.
INTERPOLATION_MARGIN = 0.01
# Sliding along a wall may lengthen a step by this factor, and by this many metres.
SLIDE_STRETCH = 1.05
SLIDE_LENGTH = 1e-3
# A slide has to make up for this share of what is missing.
SLIDE_SHARE = 0.9

_NOBODY: Integers = np.empty(0, dtype=np.intp)


class WallContact:
    """Keeps people off what stands still.

    Args:
        clearance: Walls and furniture.
        needed: Shape (P,): clearance that each person keeps, metres.
    """

    def __init__(self, clearance: ClearanceField, needed: Floats) -> None:
        self._clearance = clearance
        self._needed = needed
        self._rows = _NOBODY
        self._somebody_inside = False

    def look_round(self, x: Floats, y: Floats, travel: float) -> Floats:
        """Find who can touch a wall before the next call.

        Args:
            x: Shape (P,): where everybody is, metres, map frame.
            y: As ``x``.
            travel: How far anybody can get until then, metres.

        Returns:
            Shape (P,): distance within which each touches nothing, metres.
        """
        spare = self._clearance.at_points(x, y) - self._needed
        self._somebody_inside = bool((spare < 0.0).any())
        spare -= INTERPOLATION_MARGIN
        self._rows = np.flatnonzero(spare < travel)
        return spare

    def keep_off(self, x: Floats, y: Floats, old_x: Floats, old_y: Floats) -> None:
        """Change places inside walls, in place, to ones along them, or to the old ones.

        Who is inside already, because a file or something else put them there, may move outwards.

        Args:
            x: Shape (P,): wished places, metres, map frame.
            y: As ``x``.
            old_x: Shape (P,): places before the step.
            old_y: As ``old_x``.
        """
        rows = self._rows
        # The quick look first; it is off by half a cell's diagonal at most.
        low = self._clearance.nearest(x[rows], y[rows]) < self._needed[rows] + self._clearance.resolution
        if not low.any():
            return
        rows = rows[low]
        room, slope_x, slope_y = _room_and_slope(self._clearance, x[rows], y[rows])
        missing = self._needed[rows] - room
        low = missing > 0.0
        if self._somebody_inside:
            low &= room < self._clearance.at_points(old_x[rows], old_y[rows])
        if not low.any():
            return
        rows, slope_x, slope_y = rows[low], slope_x[low], slope_y[low]
        self._slide(rows, (x, y), (old_x, old_y), (slope_x, slope_y), missing[low])

    def _slide(
        self,
        rows: Integers,
        place: tuple[Floats, Floats],
        old: tuple[Floats, Floats],
        slope: tuple[Floats, Floats],
        missing: Floats,
    ) -> None:
        """Take back what leads into the wall along the direction that the clearance grows in; else stand."""
        (x, y), (old_x, old_y), (slope_x, slope_y) = place, (old[0][rows], old[1][rows]), slope
        wished_x, wished_y = x[rows], y[rows]
        scale = missing / np.maximum(slope_x * slope_x + slope_y * slope_y, 0.25)
        slid_x, slid_y = wished_x + slope_x * scale, wished_y + slope_y * scale
        room = self._clearance.at_points(slid_x, slid_y)
        wished = np.sqrt((wished_x - old_x) ** 2 + (wished_y - old_y) ** 2)
        slid = np.sqrt((slid_x - old_x) ** 2 + (slid_y - old_y) ** 2)
        fits = room >= self._needed[rows] - (1.0 - SLIDE_SHARE) * missing
        fits &= slid <= SLIDE_STRETCH * wished + SLIDE_LENGTH
        x[rows], y[rows] = np.where(fits, slid_x, old_x), np.where(fits, slid_y, old_y)


def _room_and_slope(field: ClearanceField, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats]:
    """Clearance in metres by bilinear interpolation, and how fast it grows along x and y."""
    rows, columns = field.values.shape
    scale = 1.0 / field.resolution
    column = np.minimum(np.maximum((x - field.origin[0]) * scale - 0.5, 0.0), columns - 1.001)
    row = np.minimum(np.maximum((y - field.origin[1]) * scale - 0.5, 0.0), rows - 1.001)
    column_index, row_index = column.astype(np.intp), row.astype(np.intp)
    right, up = column - column_index, row - row_index
    cell = row_index * columns + column_index
    flat = field.values.ravel()
    low, low_right, high, high_right = flat[cell], flat[cell + 1], flat[cell + columns], flat[cell + columns + 1]
    below, above = low_right - low, high_right - high
    along_x = below + up * (above - below)
    bottom, top = low + right * below, high + right * above
    along_y = top - bottom
    return bottom + up * along_y, along_x * scale, along_y * scale
