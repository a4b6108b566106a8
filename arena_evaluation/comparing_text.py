"""Comparisons as text: a table with an interval drawn in each line."""

from collections.abc import Sequence

from arena_evaluation.comparing import BETTER, CHANGED, SAME, TOO_FEW, WORSE, Compared, Comparison, Rate
from arena_evaluation.metrics.catalogue import METRICS
from arena_evaluation.table import text_table

WIDTH = 21
"""Characters of a drawn interval; an odd number, so that zero has one of its own."""
ORDER = (WORSE, BETTER, CHANGED, SAME, TOO_FEW)
WORDS = {
    WORSE: "became worse",
    BETTER: "became better",
    CHANGED: "changed",
    SAME: "did not change",
    TOO_FEW: "had too few values",
}


def comparison_table(entries: Sequence[Compared]) -> str:
    """A line for each metric, what became worse first."""
    header = ("metric", "unit", "A", "B", "B - A", "interval", _centred("- 0 +"), "p (Holm)", "verdict", "episodes")
    ordered = sorted(entries, key=lambda entry: ORDER.index(entry.verdict))
    return text_table(header, [_line(entry) for entry in ordered])


def summary(comparison: Comparison) -> str:
    """How many metrics changed, and how that was decided."""
    counts = {word: sum(entry.verdict == word for entry in comparison.metrics) for word in ORDER}
    changes = ", ".join(f"{count} {WORDS[word]}" for word, count in counts.items() if count)
    if not changes:
        return "There is nothing to compare: no metric has values on both sides."
    level = f"{100.0 * (1.0 - comparison.confidence):g} %"
    tests = counted(comparison.tests, "metric")
    return (
        f"Of {counted(len(comparison.metrics), 'metric')} {changes}. "
        f"Intervals hold at {100.0 * comparison.confidence:g} % each (bootstrap); a verdict needs a "
        f"permutation test that, adjusted by Holm for {tests} with any difference, stays within {level}."
    )


def counted(count: int, thing: str) -> str:
    """A number of things, in words."""
    return f"{count} {thing if count == 1 else f'{thing}s'}"


def rate_text(rate: Rate | None) -> str:
    """A rate with its interval."""
    if rate is None:
        return "no task"
    share, low, high = (100.0 * value for value in (rate.hits / rate.tries, rate.low, rate.high))
    return f"success {rate.hits} of {rate.tries} = {share:.0f} % ({low:.0f} to {high:.0f} %)"


def drawn_interval(low: float, mean: float, high: float) -> str:
    """An interval on a scale with zero in the middle that just holds it: ``o`` its mean, ``|`` zero."""
    reach = max(abs(low), abs(mean), abs(high))
    if reach == 0.0:
        return _centred("o")
    places = [round((value / reach + 1.0) / 2.0 * (WIDTH - 1)) for value in (low, mean, high)]
    letters = ["-" if places[0] <= place <= places[2] else " " for place in range(WIDTH)]
    letters[WIDTH // 2] = "|"
    letters[places[1]] = "o"
    return "".join(letters)


def _line(entry: Compared) -> Sequence[str]:
    difference = entry.difference
    low, high = difference.low, difference.high
    known = low is not None and high is not None
    return (
        entry.metric,
        METRICS[entry.metric].unit,
        *(f"{mean:.3f}" for mean in entry.means),
        f"{difference.mean:+.3f}",
        f"{low:+.3f} to {high:+.3f}" if known else "-",
        drawn_interval(low, difference.mean, high) if low is not None and high is not None else "",
        f"{entry.p_holm:.4f}",
        entry.verdict,
        f"{entry.count[0]} pairs" if entry.paired else f"{entry.count[0]} and {entry.count[1]}",
    )


def _centred(text: str) -> str:
    return text.center(WIDTH)
