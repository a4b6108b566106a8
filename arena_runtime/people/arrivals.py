"""When people arrive at a source."""

import math
from collections.abc import Sequence
from itertools import pairwise

from numpy.random import Generator

from arena_simulation_setup.scenario.region import RateStep
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

NEVER_NS = 2**63 - 1


class Arrivals:
    """A Poisson process whose rate is a step function of time.

    The time of the next arrival is where the rate, summed up from now on, reaches an exponential number of mean 1.
    Source: time change of the inhomogeneous Poisson process.

    Args:
        rates: Steps in ascending order; the rate is 0 before the first one.
        random: Stream of the source.
    """

    def __init__(self, rates: Sequence[RateStep], random: Generator) -> None:
        ends = [step.start_ns for step in rates[1:]] + [NEVER_NS]
        self._stretches = [(step.start_ns, end, step.rate) for step, end in zip(rates, ends, strict=False)]
        self._random = random
        for before, after in pairwise(rates):
            if after.start_ns <= before.start_ns:
                raise ValueError(f"a rate from {after.start_ns} ns on follows one from {before.start_ns} ns on")

    def after(self, time_ns: int) -> int:
        """Time of the next arrival after a time, nanoseconds; ``NEVER_NS`` where nobody comes any more."""
        left = float(self._random.standard_exponential())
        for start, end, rate in self._stretches:
            start = max(start, time_ns)
            if rate <= 0.0 or end <= start:
                continue
            needed = left / rate * NANOSECONDS_PER_SECOND
            if needed < end - start:
                return start + math.ceil(needed)
            left -= rate * (end - start) / NANOSECONDS_PER_SECOND
        return NEVER_NS
