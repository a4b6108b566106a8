"""Whose turn it is to go into a cabin, as a robot sees it."""

from collections.abc import Sequence

import numpy as np
from attrs import define, evolve, field
from numpy.typing import NDArray

from arena_runtime.rider import Rider
from arena_simulation_setup.geometry import Pose, segment_distance_squared
from arena_simulation_setup.route import Cabin
from arena_simulation_setup.route.boarding import QUEUE, first_clear, standing_places

Floats = NDArray[np.float64]

# Who is in the cabin must have stood this still, m/s, for so long before the robot goes in: they may want out.
STILL_SPEED = 0.1
QUIET_NS = 1_000_000_000
# The robot lets somebody go first for so long while the door is open, and has so long for its own turn.
YIELDING_NS = 8_000_000_000
TURN_NS = 20_000_000_000


@define(eq=False)
class Turn:
    """A robot's place in the line before a cabin.

    Who came first goes in first; who finds no room lets those behind go. A robot that does not get in although it is
    its turn goes to the end of the line.

    Attributes:
        radius: Of the robot with its margin, metres.
    """

    radius: float
    _rider: Rider | None = field(default=None, init=False)
    _busy_ns: int = field(default=0, init=False)
    _yields_since_ns: int = field(default=-1, init=False)
    _turn_since_ns: int = field(default=-1, init=False)

    @property
    def rider(self) -> Rider | None:
        """The robot as others see it; None where it does not wait."""
        return self._rider

    def forget(self) -> None:
        """The robot waits for no cabin."""
        self._rider = None
        self._yields_since_ns = self._turn_since_ns = -1

    def wait(self, number: int, cabin: Cabin, now_ns: int, pose: Pose) -> None:
        """Stand in the line, once near enough.

        Args:
            number: Index of the cabin.
            cabin: The cabin.
            now_ns: Episode time, nanoseconds.
            pose: Robot in the map frame.
        """
        if self._rider is not None and self._rider.cabin == number:
            self._rider = evolve(self._rider, x=pose.x, y=pose.y)
        elif segment_distance_squared(*pose.xy, *cabin.door) <= QUEUE * QUEUE:
            self.forget()
            self._rider = Rider(number, now_ns, pose.x, pose.y, self.radius)
        else:
            self.forget()

    def has_come(self, cabin: Cabin, now_ns: int, is_open: bool, inside: Floats, riders: Sequence[Rider]) -> bool:
        """Whether the robot may go in now.

        Args:
            cabin: The cabin that it waits for.
            now_ns: Episode time, nanoseconds.
            is_open: Whether its door is open.
            inside: Shape (N, 5): who is in it, as ``Surroundings.discs``.
            riders: Everybody else who waits.
        """
        moves = bool((np.hypot(inside[:, 3], inside[:, 4]) > STILL_SPEED).any())
        if not is_open or moves:
            self._busy_ns = now_ns
        is_quiet = not len(inside) or now_ns - self._busy_ns >= QUIET_NS
        self._turn_since_ns = -1
        if self._rider is None or not is_open or not is_quiet:
            self._yields_since_ns = -1
            return False
        return not self._lets_others_go(cabin, now_ns, inside, riders)

    def goes_on(self, cabin: Cabin, now_ns: int, inside: Floats) -> bool:
        """Whether a robot whose turn has come stays before the open door, or goes in.

        Args:
            cabin: The cabin that it waits for.
            now_ns: Episode time, nanoseconds.
            inside: Shape (N, 5): who is in it, as ``Surroundings.discs``.
        """
        leaves = inside[:, 3] * cabin.out[0] + inside[:, 4] * cabin.out[1] > STILL_SPEED
        if self._rider is None or leaves.any():
            self._turn_since_ns = -1
            return False
        self._turn_since_ns = now_ns if self._turn_since_ns < 0 else self._turn_since_ns
        if now_ns - self._turn_since_ns > TURN_NS:
            self._rider, self._turn_since_ns = evolve(self._rider, since_ns=now_ns), -1
            return False
        return True

    def _lets_others_go(self, cabin: Cabin, now_ns: int, inside: Floats, riders: Sequence[Rider]) -> bool:
        """Whether somebody before the robot in the line has room and has not had a while to go in."""
        own = self._rider
        first = [
            rider
            for rider in riders
            if own is not None and rider.cabin == own.cabin and rider.place_in_line < own.place_in_line
            if first_clear(standing_places(cabin, rider.radius), rider.radius, inside) is not None
        ]
        if not first:
            self._yields_since_ns = -1
            return False
        self._yields_since_ns = now_ns if self._yields_since_ns < 0 else self._yields_since_ns
        return now_ns - self._yields_since_ns <= YIELDING_NS
