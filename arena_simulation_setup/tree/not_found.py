"""The error for a name that no resolver knows."""

from collections.abc import Sequence
from difflib import get_close_matches


class NotFoundError(FileNotFoundError):
    """Nothing has that name.

    Attributes:
        name: What was asked for.
        searched: Every place that was looked at, in order.
        suggestion: The nearest known name; empty where nothing is near.
    """

    def __init__(self, kind: str, name: str, searched: Sequence[str], known: Sequence[str] = ()) -> None:
        """Describe the failed search.

        Args:
            kind: What was looked for (``world``, ``scenario``, ``robot``).
            name: What was asked for.
            searched: Every place that was looked at.
            known: The names that do exist.
        """
        self.name = name
        self.searched = tuple(searched)
        near = get_close_matches(name, known, n=1)
        self.suggestion = near[0] if near else ""
        places = "".join(f"\n  - {place}" for place in self.searched)
        hint = f"; did you mean {self.suggestion!r}?" if near else ""
        listed = f"\nknown: {', '.join(known)}" if known else ""
        super().__init__(f"{kind} {name!r} not found{hint}\nsearched:{places}{listed}")


class MissingAssetError(NotFoundError, ValueError):
    """No place has an asset, where nothing may stand for it."""
