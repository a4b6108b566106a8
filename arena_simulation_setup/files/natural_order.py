"""The order in which people list names with numbers in them."""

import re

_DIGITS = re.compile(r"([0-9]+)")


def natural_key(text: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """Sort key that puts ``2`` before ``10``; the text itself decides between ``7`` and ``007``."""
    parts = tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in _DIGITS.split(text) if part)
    return (parts, text)
