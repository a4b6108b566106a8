"""Who does not get on, as a compiled loop."""

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Who has not come this far, metres, within this time is blocked.
PROGRESS_DISTANCE = 0.4
PATIENCE_NS = 3_000_000_000
# After this time even the one with less room steps aside, however often others have made way.
DESPAIR_NS = 9_000_000_000


@kernel
def notice_blocked(
    now_ns: int,
    place: Floats,
    walking: Bools,
    anchor: Floats,
    anchored_ns: Integers,
    got_on_ns: Integers,
    blocked: Bools,
) -> bool:
    """Notice who has got on and who is blocked.

    Args:
        now_ns: Episode time, nanoseconds.
        place: Shape (2, P or more): where people are, metres, map frame.
        walking: Shape (P,): who wants to get on.
        anchor: Shape (2, P): where each got on last, metres, map frame; brought up to date.
        anchored_ns: Shape (P,): when, or when they began to count anew, nanoseconds; brought up to date.
        got_on_ns: Shape (P,): when, nanoseconds; brought up to date.
        blocked: Shape (P,): filled.

    Returns:
        Whether anybody is blocked.
    """
    anybody = False
    for person in range(len(walking)):
        x, y = place[0, person], place[1, person]
        dx, dy = x - anchor[0, person], y - anchor[1, person]
        if dx * dx + dy * dy > PROGRESS_DISTANCE * PROGRESS_DISTANCE or not walking[person]:
            anchor[0, person], anchor[1, person] = x, y
            anchored_ns[person] = got_on_ns[person] = now_ns
        blocked[person] = now_ns - anchored_ns[person] > PATIENCE_NS or now_ns - got_on_ns[person] > DESPAIR_NS
        anybody = anybody or blocked[person]
    return anybody
