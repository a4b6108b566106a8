"""Which known word somebody may have meant."""

from collections.abc import Collection
from difflib import get_close_matches

SHORTEST_TYPO = 4
LONG_WORD = 8


def nearest(word: str, known: Collection[str]) -> str:
    """The known word most like ``word``; empty where none is near."""
    matches = get_close_matches(word, known, n=1)
    return matches[0] if matches else ""


def did_you_mean(word: str, known: Collection[str]) -> str:
    """``; did you mean 'this'?`` for the end of a sentence; empty where no known word is near."""
    near = nearest(word, known)
    return f"; did you mean {near!r}?" if near else ""


def near_or_all(word: str, known: Collection[str]) -> str:
    """What an unknown word may have meant, for brackets: ``did you mean 'this'?``, else all the known ones."""
    near = nearest(word, known)
    return f"did you mean {near!r}?" if near else f"expected one of {', '.join(known) or 'none'}"


def typo_of(word: str, known: Collection[str]) -> str:
    """The known word that ``word`` can only be a slip of; empty where it may well be a word of its own.

    A slip is one edit, or two in words of eight letters and more; an edit is a letter too many, too few, wrong, or
    swapped with its neighbour.
    """
    if len(word) < SHORTEST_TYPO:
        return ""
    limit = 2 if len(word) >= LONG_WORD else 1
    distances = {candidate: edit_distance(word, candidate) for candidate in known}
    slips = [candidate for candidate, distance in distances.items() if distance <= limit]
    return min(slips, key=lambda candidate: (distances[candidate], candidate)) if slips else ""


def edit_distance(first: str, second: str) -> int:
    """Number of edits between two words.

    Source: optimal string alignment distance (Damerau-Levenshtein without repeated edits).
    """
    before: list[int] = []
    previous = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        current = [i]
        for j, other in enumerate(second, 1):
            best = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, before[j - 2] + 1)
            current.append(best)
        before, previous = previous, current
    return previous[-1]
