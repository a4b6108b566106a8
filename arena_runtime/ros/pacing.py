"""When the next tick is due in wall time."""

CATCH_UP_S = 0.1


class Pacer:
    """Spreads ticks over wall time.

    Being late by up to 0.1 s is caught up, so that the mean speed is kept; beyond that the schedule starts anew,
    since a robot's planner gains nothing from a burst of old ticks.

    Args:
        target_rtf: Simulated seconds per wall second; 0 for as many as possible.
    """

    def __init__(self, target_rtf: float) -> None:
        self.target_rtf = target_rtf
        self._due_s: float | None = None

    def restart(self) -> None:
        """Forget the schedule, as after a pause: the next tick is due at once."""
        self._due_s = None

    def wait_s(self, now_s: float) -> float:
        """Wall seconds until the next tick is due; 0 where it is.

        Args:
            now_s: Wall time, seconds.
        """
        if self.target_rtf <= 0.0 or self._due_s is None:
            return 0.0
        return max(0.0, self._due_s - now_s)

    def begin(self, now_s: float, tick_s: float) -> bool:
        """Note that a tick begins.

        Args:
            now_s: Wall time, seconds.
            tick_s: Simulated length of the tick, seconds.

        Returns:
            Whether it begins late, by more than its own length of wall time.
        """
        if self.target_rtf <= 0.0:
            return False
        length_s = tick_s / self.target_rtf
        due_s = now_s if self._due_s is None else self._due_s
        late_s = now_s - due_s
        self._due_s = (now_s if late_s > CATCH_UP_S else due_s) + length_s
        return late_s > length_s
