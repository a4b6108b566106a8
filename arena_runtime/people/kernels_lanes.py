"""People keep to the right where it is narrow, so that those who come towards them get past. Compiled loops."""

from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.clearance_kernel import Grid, cell_clearance

# People look at the place this far ahead, metres, and this far to both sides of it.
AHEAD = 0.7
SIDEWAYS = 0.3
# Where walls are farther away than this, metres, there is room for everybody.
NARROW = 1.4
# Beside the right lane this much stays free, metres.
LANE_MARGIN = 0.05
# Tangent of the angle by which people turn to the right until they are in their lane.
TILT = 0.6
_LENGTH = 1.0 / (1.0 + TILT * TILT) ** 0.5


@kernel
def kept_right(
    grid: Grid, x: float, y: float, radius: float, towards_x: float, towards_y: float
) -> tuple[float, float]:
    """A direction turned to the right for who walks in the middle or on the left of somewhere narrow.

    Args:
        grid: Walls and furniture.
        x: Where the person is, metres, map frame.
        y: As ``x``.
        radius: Of the person, metres.
        towards_x: Unit vector of the wished direction, map frame.
        towards_y: As ``towards_x``.

    Returns:
        The unit vector to walk along.
    """
    ahead_x, ahead_y = x + AHEAD * towards_x, y + AHEAD * towards_y
    side_x, side_y = SIDEWAYS * towards_y, -SIDEWAYS * towards_x
    right = cell_clearance(grid, ahead_x + side_x, ahead_y + side_y)
    if right >= NARROW or right <= radius + LANE_MARGIN:
        return towards_x, towards_y
    if right < cell_clearance(grid, ahead_x - side_x, ahead_y - side_y) - SIDEWAYS:
        return towards_x, towards_y
    return (towards_x + TILT * towards_y) * _LENGTH, (towards_y - TILT * towards_x) * _LENGTH
