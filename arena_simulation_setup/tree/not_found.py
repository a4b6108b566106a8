"""The error for a name that no resolver knows."""

from collections.abc import Sequence

from arena_simulation_setup.files.near_names import did_you_mean, nearest


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
        self.suggestion = nearest(name, known)
        places = "".join(f"\n  - {place}" for place in self.searched)
        listed = f"\nknown: {', '.join(known)}" if known else ""
        super().__init__(f"{kind} {name!r} not found{did_you_mean(name, known)}\nsearched:{places}{listed}")


class MissingAssetError(NotFoundError, ValueError):
    """No place has an asset, where nothing may stand for it."""
