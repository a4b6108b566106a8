"""States over time as events."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


def events(times: Floats, states: Bools, merge_s: float) -> list[tuple[float, float]]:
    """First and last time of each event; a pause of less than ``merge_s`` seconds does not end one.

    A state that is there from the first sample on is an event as well.

    Args:
        times: Shape (N,): seconds, increasing.
        states: Shape (N,).
        merge_s: Seconds.
    """
    found: list[tuple[float, float]] = []
    for time in times[states].tolist():
        if found and (time - found[-1][1] < merge_s or _unbroken(times, states, found[-1][1], time)):
            found[-1] = (found[-1][0], time)
        else:
            found.append((time, time))
    return found


def _unbroken(times: Floats, states: Bools, first: float, last: float) -> bool:
    low, high = np.searchsorted(times, (first, last))
    return bool(states[low : high + 1].all())
