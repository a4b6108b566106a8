"""Parameters of scripted kinds, read from data that was kept as its author wrote it."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.semantics.attachment import Attachment, value_text
from arena_simulation_setup.timebase import LONGEST_DURATION_S, seconds_to_ns

TRUTHS = {"true": True, "false": False}


@frozen
class Parameters:
    """Named values with the place that they stand at.

    Every reader raises ValueError with that place, the value and what was expected.

    Attributes:
        place: Whose they are, for messages.
        given: Name to value, as parsed from the file.
    """

    place: str
    given: Mapping[str, Any] = field(factory=dict)

    @classmethod
    def of(cls, entity: str, attached: Attachment) -> "Parameters":
        """Parameters and literal values of a kind on an entity; both share their names in a file."""
        return cls(f"{attached.kind} {entity}", {**attached.params, **attached.values})

    def number(self, key: str, default: float) -> float:
        """A finite number; the default where it is absent."""
        value = self.given.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise self._unfit(key, value, "a finite number")
        return float(value)

    def time_ns(self, key: str, default: float = 0.0) -> int:
        """Seconds as nanoseconds."""
        seconds = self.number(key, default)
        if abs(seconds) > LONGEST_DURATION_S:
            raise self._unfit(key, seconds, f"at most {LONGEST_DURATION_S:g} seconds")
        return seconds_to_ns(seconds)

    def duration_ns(self, key: str, default: float = 0.0) -> int:
        """Seconds that are not below zero, as nanoseconds."""
        nanoseconds = self.time_ns(key, default)
        if nanoseconds < 0:
            raise self._unfit(key, self.given.get(key), "seconds >= 0")
        return nanoseconds

    def text(self, key: str, default: str = "") -> str:
        """A word; numbers and truths as facts spell them."""
        value = self.given.get(key)
        if isinstance(value, list | dict):
            raise self._unfit(key, value, "a word")
        return default if value is None else value_text(value)

    def truth(self, key: str, default: bool) -> bool:
        """True or false, also in words."""
        value = self.given.get(key)
        if value is None:
            return default
        found = TRUTHS.get(value_text(value).strip().lower())
        if found is None:
            raise self._unfit(key, value, "true or false")
        return found

    def texts(self, key: str) -> tuple[str, ...] | None:
        """A list of words, or one word alone; None where it is absent."""
        value = self.given.get(key)
        if value is None:
            return None
        values = value if isinstance(value, list) else [value]
        if any(isinstance(entry, list | dict) for entry in values):
            raise self._unfit(key, value, "a list of words")
        return tuple(value_text(entry) for entry in values)

    def point(self, key: str) -> tuple[float, float]:
        """``[x, y]`` in metres; the origin where it is absent."""
        value = self.given.get(key)
        if value is None:
            return (0.0, 0.0)
        if not isinstance(value, list) or len(value) not in (2, 3):
            raise self._unfit(key, value, "[x, y]")
        x, y = (Parameters(self.place, {key: entry}).number(key, 0.0) for entry in value[:2])
        return (x, y)

    def entries(self, key: str, *required: str) -> "tuple[Parameters, ...]":
        """The entries of a list of mappings that all have the required keys."""
        value = self.given.get(key)
        found = [] if value is None else value
        if not isinstance(found, list):
            raise self._unfit(key, value, "a list")
        for index, entry in enumerate(found):
            if not isinstance(entry, dict) or any(entry.get(name) is None for name in required):
                raise self._unfit(f"{key}[{index}]", entry, f"a mapping with {' and '.join(required)}")
        return tuple(Parameters(f"{self.place}: {key}[{index}]", entry) for index, entry in enumerate(found))

    def _unfit(self, key: str, value: object, expected: str) -> ValueError:
        return ValueError(f"{self.place}: {key} is {value!r}, expected {expected}")
