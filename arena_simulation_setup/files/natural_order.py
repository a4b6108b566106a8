"""The order in which people list names with numbers in them."""

import re

_DIGITS = re.compile(r"([0-9]+)")


def natural_key(text: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """Sort key that puts ``2`` before ``10``; the text itself decides between ``7`` and ``007``."""
    parts = tuple(_part(part) for part in _DIGITS.split(text) if part)
    return (parts, text)


def _part(part: str) -> tuple[int, int, str]:
    """Digits before words; of two numbers without leading zeros the longer one is the greater."""
    if not _DIGITS.fullmatch(part):
        return (1, 0, part)
    digits = part.lstrip("0")
    return (0, len(digits), digits)
