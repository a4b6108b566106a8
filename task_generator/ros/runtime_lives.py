"""Which life of the runtime has the episode: a new process may be there before the death of the old one is noticed."""

from threading import Lock


class RuntimeLives:
    """Counts the processes of the runtime that come and go; the oldest one goes first.

    The middleware tells how many are alive, not which of them went. Two at once are a dead one, whose lease has not run
    out yet, and its successor.
    """

    def __init__(self) -> None:
        """Start before the first life."""
        self._lock = Lock()
        self._alive: list[int] = []
        self._born = 0
        self._carrier = 0

    @property
    def newest(self) -> int:
        """Number of the latest life, from 1; 0 before the first."""
        return self._born

    @property
    def all_gone(self) -> bool:
        """Whether there was one and none is left."""
        with self._lock:
            return self._born > 0 and not self._alive

    def is_gone(self, life: int) -> bool:
        """Whether a life is over; False for the one before the first, of which nothing is known."""
        with self._lock:
            return life > 0 and life not in self._alive

    def carry_newest(self) -> None:
        """Take note that the latest life has the episode."""
        with self._lock:
            self._carrier = self._born

    def changed(self, alive: int, fallen: int) -> bool:
        """Take note of how many are alive.

        Args:
            alive: How many are.
            fallen: How many of them have fallen silent since it was told last; others left in good order.

        Returns:
            Whether the one with the episode is gone.
        """
        with self._lock:
            count = max(len(self._alive) - alive, fallen, 0)
            gone, self._alive = self._alive[:count], self._alive[count:]
            while len(self._alive) < alive:
                self._born += 1
                self._alive.append(self._born)
            return self._carrier in gone or (bool(gone) and not self._alive)
