"""Integer time inside an episode: ticks and nanoseconds."""

NANOSECONDS_PER_SECOND = 1_000_000_000
DEFAULT_RATE = 30
LONGEST_DURATION_S = 9e9


def seconds_to_ns(seconds: float) -> int:
    """The nearest whole number of nanoseconds; done once per duration, when it is loaded.

    Raises:
        ValueError: If the seconds are not finite or so many that no 64-bit number holds their nanoseconds.
    """
    if not abs(seconds) <= LONGEST_DURATION_S:
        raise ValueError(f"{seconds} s is no duration, expected at most {LONGEST_DURATION_S:g} s")
    return round(seconds * NANOSECONDS_PER_SECOND)


def ns_to_seconds(nanoseconds: int) -> float:
    """Nanoseconds as seconds, for texts and messages only; comparisons stay on integers."""
    return nanoseconds / NANOSECONDS_PER_SECOND


def tick_time_ns(tick: int, rate: int) -> int:
    """Time of a tick since the start of its episode, in nanoseconds.

    Args:
        tick: Number of the frame; frame 0 is the state after the reset.
        rate: Ticks per second of simulated time.
    """
    return tick * NANOSECONDS_PER_SECOND // rate
