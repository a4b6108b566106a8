"""Differences of two samples: intervals by the bootstrap, chances by permutation, and many of them together."""

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from warnings import catch_warnings, simplefilter

import numpy as np
from attrs import frozen
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.stats import DegenerateDataWarning, bootstrap, permutation_test

RESAMPLES = 4999
BATCH = 500
FEWEST = 2
"""Values that a spread can be told from."""

Floats = NDArray[np.float64]


@frozen
class Difference:
    """How a second sample differs from a first one.

    Attributes:
        mean: Mean of the second less mean of the first.
        low: Lower end of the interval of this difference; None where there are too few values.
        high: Upper end.
        p: Chance of a difference at least as large, to either side, if the two were alike; 1 where there are too few
            values.
    """

    mean: float
    low: float | None
    high: float | None
    p: float

    @property
    def testable(self) -> bool:
        """Whether a test could have found anything: there are values enough, and not all of them are equal."""
        return self.low is not None and (self.mean, self.low, self.high) != (0.0, 0.0, 0.0)


def paired_difference(first: Floats, second: Floats, confidence: float, rng: Generator) -> Difference:
    """The difference of samples whose values belong together, place by place.

    Args:
        first: Values of the first; shape (n,).
        second: Values of the second; shape (n,).
        confidence: Of the interval, such as 0.95.
        rng: Draws the resamples.
    """
    steps = second - first
    mean = float(steps.mean())
    if len(steps) < FEWEST:
        return Difference(mean, None, None, 1.0)
    if not steps.any():
        return Difference(0.0, 0.0, 0.0, 1.0)
    low, high = (mean, mean) if np.ptp(steps) == 0.0 else _interval((steps,), _mean, confidence, rng)
    return Difference(mean, low, high, _chance((first, second), "samples", rng))


def unpaired_difference(first: Floats, second: Floats, confidence: float, rng: Generator) -> Difference:
    """The difference of samples of their own; the arguments are those of ``paired_difference``, lengths may differ."""
    mean = float(second.mean() - first.mean())
    if min(len(first), len(second)) < FEWEST:
        return Difference(mean, None, None, 1.0)
    if np.ptp(first) == 0.0 and np.ptp(second) == 0.0:
        low, high = mean, mean
    else:
        low, high = _interval((first, second), _mean_step, confidence, rng)
    return Difference(mean, low, high, _chance((first, second), "independent", rng) if mean else 1.0)


def holm(chances: Mapping[str, float]) -> dict[str, float]:
    """Chances adjusted for how many there are, so that all statements together err no more often than one would.

    Source: Holm 1979, a simple sequentially rejective multiple test procedure.

    Args:
        chances: Chance by name.
    """
    ordered = sorted(chances, key=lambda name: chances[name])
    adjusted, largest = {}, 0.0
    for place, name in enumerate(ordered):
        largest = max(largest, min(1.0, chances[name] * (len(ordered) - place)))
        adjusted[name] = largest
    return {name: adjusted[name] for name in chances}


def rate_interval(hits: int, tries: int, confidence: float) -> tuple[float, float]:
    """Interval of a rate.

    Source: Wilson 1927, score interval.

    Args:
        hits: How often it happened.
        tries: Of how many; at least one.
        confidence: Such as 0.95.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2.0)
    rate, weight = hits / tries, z * z / tries
    middle = (rate + weight / 2.0) / (1.0 + weight)
    half = z * sqrt(rate * (1.0 - rate) / tries + weight / (4.0 * tries)) / (1.0 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def _mean(steps: Floats, axis: int = -1) -> Floats:
    mean: Floats = steps.mean(axis=axis)
    return mean


def _mean_step(first: Floats, second: Floats, axis: int = -1) -> Floats:
    step: Floats = second.mean(axis=axis) - first.mean(axis=axis)
    return step


def _interval(samples: tuple[Floats, ...], statistic: object, confidence: float, rng: Generator) -> tuple[float, float]:
    """Source: Efron 1987, BCa; plain percentiles where its correction has no value, as for samples of few values."""
    for method in ("BCa", "percentile"):
        with np.errstate(all="ignore"), catch_warnings():
            simplefilter("ignore", DegenerateDataWarning)
            found = bootstrap(
                samples,
                statistic,
                n_resamples=RESAMPLES,
                batch=BATCH,
                confidence_level=confidence,
                method=method,
                random_state=rng,
            ).confidence_interval
        if np.isfinite([found.low, found.high]).all():
            break
    return float(found.low), float(found.high)


def _chance(samples: tuple[Floats, Floats], kind: str, rng: Generator) -> float:
    """All permutations where there are few, else as many random ones as resamples."""
    found = permutation_test(
        samples,
        _mean_step,
        permutation_type=kind,
        vectorized=True,
        n_resamples=RESAMPLES,
        batch=BATCH,
        random_state=rng,
    )
    return float(min(1.0, found.pvalue))
