"""When a robot gives up its path because somebody stands on it."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_runtime.robots.surroundings import stands

Floats = NDArray[np.float64]

# Who has not come this much nearer to the goal, metres, within this time looks for another way.
PROGRESS_DISTANCE = 0.3
PATIENCE_NS = 8_000_000_000
# The other way is kept for this long; then the direct one is tried again.
DETOUR_NS = 30_000_000_000
# Those who stand are kept clear of by this much, metres.
STANDING_MARGIN = 0.05


class Detours:
    """Watches whether a robot comes nearer to its goal, and says when to look for another way and when to return."""

    def __init__(self) -> None:
        self._best = math.inf
        self._best_ns = 0
        self._until_ns = -1

    def restart(self, now_ns: int) -> None:
        """Count anew: there is a new goal, or another way to it."""
        self._best, self._best_ns = math.inf, now_ns

    def is_over(self, now_ns: int) -> bool:
        """Whether a detour has lasted long enough; true once."""
        over = 0 <= self._until_ns <= now_ns
        if over:
            self._until_ns = -1
        return over

    def is_due(self, now_ns: int, left: float, waiting: bool) -> bool:
        """Whether to look for another way now.

        Args:
            now_ns: Episode time, nanoseconds.
            left: Length of the way to the goal, metres.
            waiting: Whether the robot waits at a door, which no detour would open.
        """
        if waiting or left < self._best - PROGRESS_DISTANCE:
            self._best, self._best_ns = left, now_ns
        return now_ns - self._best_ns > PATIENCE_NS

    def begin(self, now_ns: int) -> None:
        """Another way was found and is taken."""
        self._until_ns = now_ns + DETOUR_NS


def standing(discs: Floats) -> Floats:
    """Those who stand: shape (N, 3) of x, y and radius with a margin, metres, from discs as in ``Surroundings``."""
    found: Floats = discs[stands(discs), :3] + np.array([0.0, 0.0, STANDING_MARGIN])
    return found
