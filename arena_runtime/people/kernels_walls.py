"""Nobody moves into a wall or a piece of furniture; who runs against one slides along it. Compiled loops."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.clearance_kernel import Grid, cell_clearance, clearance_at, room_and_slope

Floats = NDArray[np.float64]

# Sliding along a wall may lengthen a step by this factor, and by this many metres.
SLIDE_STRETCH = 1.05
SLIDE_LENGTH = 1e-3
# A slide has to make up for this share of what is missing.
SLIDE_SHARE = 0.9
# Rounding leaves who has slid along a wall this much short of touching it, metres.
ROUNDING = 1e-9


@kernel
def keep_off_walls(moved: Floats, place: Floats, needed: Floats, grid: Grid) -> None:
    """Change places inside walls, in place, to ones along them, or to the old ones.

    Who is inside already, because a file or something else put them there, may move outwards.

    Args:
        moved: Shape (2, P): wished places, metres, map frame.
        place: Shape (2, P or more): places before the step.
        needed: Shape (P,): clearance that each keeps, metres.
        grid: Walls and furniture.
    """
    for person in range(len(needed)):
        x, y = moved[0, person], moved[1, person]
        if x == place[0, person] and y == place[1, person]:
            continue
        # The quick look first; it is off by half a cell's diagonal at most.
        if cell_clearance(grid, x, y) < needed[person] + grid[3]:
            old_x, old_y = place[0, person], place[1, person]
            moved[0, person], moved[1, person] = _slid(grid, needed[person], x, y, old_x, old_y)


@kernel
def _slid(grid: Grid, needed: float, x: float, y: float, old_x: float, old_y: float) -> tuple[float, float]:
    """A wished place, what leads into a wall taken back along the direction that clearance grows in; else the old."""
    room, slope_x, slope_y = room_and_slope(grid, x, y)
    missing = needed - room
    if missing <= ROUNDING or room >= clearance_at(grid, old_x, old_y):
        return x, y
    scale = missing / max(slope_x * slope_x + slope_y * slope_y, 0.25)
    slid_x, slid_y = x + slope_x * scale, y + slope_y * scale
    wished = math.sqrt((x - old_x) * (x - old_x) + (y - old_y) * (y - old_y))
    slid = math.sqrt((slid_x - old_x) * (slid_x - old_x) + (slid_y - old_y) * (slid_y - old_y))
    fits = clearance_at(grid, slid_x, slid_y) >= needed - (1.0 - SLIDE_SHARE) * missing
    if fits and slid <= SLIDE_STRETCH * wished + SLIDE_LENGTH:
        return slid_x, slid_y
    return old_x, old_y
