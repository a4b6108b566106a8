"""How the simulation keeps up, counted by its thread and read by another."""

from threading import Lock

from attrs import frozen


@frozen
class Health:
    """What happened since the last look.

    Attributes:
        ticks: Number of ticks.
        late: How many of them began late.
        mean_tick_s: Mean wall time of a tick, publishing included, seconds.
        longest_tick_s: Longest wall time of a tick, seconds.
        real_time_factor: Simulated seconds per wall second.
    """

    ticks: int = 0
    late: int = 0
    mean_tick_s: float = 0.0
    longest_tick_s: float = 0.0
    real_time_factor: float = 0.0


class Meter:
    """Counts ticks between two looks.

    Args:
        now_s: Wall time, seconds.
    """

    def __init__(self, now_s: float) -> None:
        self._lock = Lock()
        self._since_s = now_s
        self._ticks = self._late = 0
        self._wall_s = self._longest_s = self._simulated_s = 0.0

    def note(self, wall_s: float, simulated_s: float, late: bool) -> None:
        """Count a tick by its wall time, its simulated length and whether it began late."""
        with self._lock:
            self._ticks += 1
            self._late += late
            self._wall_s += wall_s
            self._longest_s = max(self._longest_s, wall_s)
            self._simulated_s += simulated_s

    def take(self, now_s: float) -> Health:
        """What happened since the last call; counting starts anew.

        Args:
            now_s: Wall time, seconds.
        """
        with self._lock:
            elapsed_s = now_s - self._since_s
            mean_s = self._wall_s / self._ticks if self._ticks else 0.0
            factor = self._simulated_s / elapsed_s if elapsed_s > 0.0 else 0.0
            health = Health(self._ticks, self._late, mean_s, self._longest_s, factor)
            self._since_s = now_s
            self._ticks = self._late = 0
            self._wall_s = self._longest_s = self._simulated_s = 0.0
        return health
