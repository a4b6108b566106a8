"""Robots that have been too long at one phase are put somewhere else, as their task says."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.episode import Episode, EpisodeRobot, Relocation
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import Phase

Floats = NDArray[np.float64]

# Between a robot that is put somewhere and whoever stands there, metres.
GAP = 0.1


class Relocator:
    """Says when which robot is put where.

    Args:
        episode: What shall happen.

    Attributes:
        waits: Index, radius in metres and relocation of each robot that has one.
    """

    def __init__(self, episode: Episode) -> None:
        self.waits: list[tuple[int, float, Relocation]] = []
        self._since: dict[int, tuple[int, int]] = {}
        self._used: dict[int, int] = {}
        self.take_over(episode.robots)

    def take_over(self, robots: Sequence[EpisodeRobot]) -> None:
        """Count in robots that have come since; those that were there before keep their index and their time."""
        for index, robot in enumerate(robots):
            if robot.relocation is not None and index not in self._since:
                self.waits.append((index, robot.radius, robot.relocation))
                self._since[index], self._used[index] = (-1, 0), 0

    def due(
        self, active: Sequence[tuple[int, Phase] | None], now_ns: int, discs: Floats
    ) -> tuple[tuple[int, Pose], ...]:
        """Which robots are put where in the tick that leads to a time.

        Args:
            active: Index and phase of each robot; None where it has none.
            now_ns: Episode time at the end of the tick.
            discs: Robots, then people: x, y, radius in the first columns, metres, map frame.
        """
        found = []
        for index, radius, relocation in self.waits:
            phase = active[index]
            if phase is None or phase[0] != self._since[index][0]:
                self._since[index] = (-1 if phase is None else phase[0], now_ns)
            elif now_ns - self._since[index][1] >= relocation.after_ns:
                place = self._place(index, radius, relocation, discs)
                if place is not None:
                    self._since[index] = (phase[0], now_ns)
                    found.append((index, place))
        return tuple(found)

    def refused(self, index: int) -> None:
        """Take note that a robot has no room where it should be put: the next place is tried in the next tick."""
        after = next(relocation.after_ns for robot, _, relocation in self.waits if robot == index)
        phase, since = self._since[index]
        self._since[index] = (phase, since - after)

    def _place(self, index: int, radius: float, relocation: Relocation, discs: Floats) -> Pose | None:
        """The next place where nobody else stands; None where all are taken for now."""
        others = np.delete(discs[:, :3], index, axis=0)
        for _ in relocation.places:
            place = relocation.places[self._used[index] % len(relocation.places)]
            self._used[index] += 1
            offsets = others[:, :2] - (place.x, place.y)
            # Whoever is not there has no position.
            if not ((offsets * offsets).sum(axis=1) < (others[:, 2] + radius + GAP) ** 2).any():
                return place
        return None
