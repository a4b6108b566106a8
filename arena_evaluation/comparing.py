"""Which metrics differ between two sets of episodes, and whether for the better."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from arena_evaluation.comparing_rows import NUMBERS, Row, Side
from arena_evaluation.comparing_statistics import (
    FEWEST,
    Difference,
    holm,
    paired_difference,
    rate_interval,
    unpaired_difference,
)
from arena_evaluation.report.directions import DIRECTIONS
from arena_simulation_setup.randomness import stream

EPISODE = ("stage", "world", "scenario", "seed")
ROBOT, CONTESTANT = "robot", "contestant"
BETTER, WORSE, CHANGED, SAME, TOO_FEW = "better", "worse", "changed", "no change", "too few"
SEED = 1

Floats = NDArray[np.float64]
Pair = tuple[Row, Row]
Key = tuple[str, ...]


@frozen
class Compared:
    """One metric on both sides.

    Attributes:
        metric: Its name.
        count: Values on either side; of pairs, those that have one on both.
        means: Mean on either side.
        paired: Whether values of the same episode were set against each other.
        difference: Second side less first.
        p_holm: Chance, adjusted for the number of metrics.
        verdict: ``better``, ``worse``, ``changed`` (no direction is the better one), ``no change`` or ``too few``.
    """

    metric: str
    count: tuple[int, int]
    means: tuple[float, float]
    paired: bool
    difference: Difference
    p_holm: float = 1.0
    verdict: str = SAME


@frozen
class Rate:
    """How often something happened.

    Attributes:
        hits: How often.
        tries: Of how many.
        low: Lower end of its interval.
        high: Upper end.
    """

    hits: int
    tries: int
    low: float
    high: float


@frozen
class Comparison:
    """Two sets of episodes side by side.

    Attributes:
        confidence: Of all intervals.
        pairs: Rows that belong together.
        tests: Metrics that a difference could have been found in.
        metrics: Those that have values on both sides.
        missing: Those that have none on one side or on both.
    """

    confidence: float
    pairs: int
    tests: int
    metrics: tuple[Compared, ...]
    missing: tuple[str, ...]

    @property
    def worse(self) -> tuple[Compared, ...]:
        """What became worse."""
        return tuple(entry for entry in self.metrics if entry.verdict == WORSE)


def compare(first: Side, second: Side, names: Sequence[str] = NUMBERS, confidence: float = 0.95) -> Comparison:
    """Set two sides against each other.

    Rows of the same stage, world, scenario, seed and robot are pairs. A metric with values in pairs is compared within
    them alone, so that what differs from episode to episode does not count; without any pair the sides are two samples.

    Args:
        first: What was.
        second: What is.
        names: Metrics.
        confidence: Of the intervals; a metric has changed where its adjusted chance is at most 1 less this.
    """
    pairs = paired_rows(first.rows, second.rows)
    found = {name: _compared(name, first.rows, second.rows, pairs, confidence) for name in names}
    there = {name: entry for name, entry in found.items() if entry is not None}
    # Source: Tarone 1990: what could not have been found whatever the outcome does not count among the tests.
    adjusted = holm({name: entry.difference.p for name, entry in there.items() if entry.difference.testable})
    judged = tuple(_judged(entry, adjusted.get(name, 1.0), confidence) for name, entry in there.items())
    missing = tuple(name for name in names if name not in there)
    return Comparison(confidence, len(pairs), len(adjusted), judged, missing)


def paired_rows(first: Sequence[Row], second: Sequence[Row]) -> list[Pair]:
    """Rows that belong together, in the order of the first side; of several with one key, one after the other.

    A robot that is alone in its episode needs no equal name, so that models can be compared.
    """
    contestants = [{row.get(CONTESTANT) for row in rows} for rows in (first, second)]
    # Where one contestant is set against another, the name does not tell episodes apart.
    names = (*EPISODE, CONTESTANT) if contestants[0] == contestants[1] else EPISODE
    waiting: dict[Key, list[Row]] = {}
    for key, row in _keyed(second, names):
        waiting.setdefault(key, []).append(row)
    return [(row, waiting[key].pop(0)) for key, row in _keyed(first, names) if waiting.get(key)]


def success_rate(side: Side, confidence: float) -> Rate | None:
    """Share of rows with success among those that have a task; None where none has."""
    values = [bool(row["success"]) for row in side.rows if row.get("success") is not None]
    return Rate(sum(values), len(values), *rate_interval(sum(values), len(values), confidence)) if values else None


def _keyed(rows: Sequence[Row], names: Sequence[str]) -> list[tuple[Key, Row]]:
    """Each row with what its partner must have in common with it."""
    keys = [tuple(str(row.get(name) or "") for name in names) for row in rows]
    robots = Counter(keys)
    return [((*key, str(row.get(ROBOT)) if robots[key] > 1 else ""), row) for key, row in zip(keys, rows, strict=True)]


def _compared(
    name: str, first: Sequence[Row], second: Sequence[Row], pairs: Sequence[Pair], confidence: float
) -> Compared | None:
    rng = stream(SEED, "compare", name)
    both = [(one[name], other[name]) for one, other in pairs if _has(one, name) and _has(other, name)]
    if both:
        before, after = (np.array(values, dtype=np.float64) for values in zip(*both, strict=True))
        difference = paired_difference(before, after, confidence, rng)
    else:
        before, after = (np.array([row[name] for row in rows if _has(row, name)], float) for rows in (first, second))
        if not len(before) or not len(after):
            return None
        difference = unpaired_difference(before, after, confidence, rng)
    counts, means = (len(before), len(after)), (float(before.mean()), float(after.mean()))
    return Compared(name, counts, means, bool(both), difference)


def _has(row: Row, name: str) -> bool:
    return row.get(name) is not None


def _judged(entry: Compared, p_holm: float, confidence: float) -> Compared:
    if min(entry.count) < FEWEST:
        return evolve(entry, verdict=TOO_FEW)
    # A chance is a sum of many equal parts.
    if p_holm > 1.0 - confidence + 1e-12:
        return evolve(entry, p_holm=p_holm)
    signed = entry.difference.mean * DIRECTIONS.get(entry.metric, 0)
    return evolve(entry, p_holm=p_holm, verdict=BETTER if signed > 0 else WORSE if signed < 0 else CHANGED)
