"""What a place says about a name."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from attrs import evolve, frozen


class Found(StrEnum):
    """Whether a place has a name, and whether it is the one that counts."""

    HIT = "hit"
    MISS = "miss"
    SHADOWED = "shadowed"
    STALE = "stale"


@frozen
class Answer:
    """A place's answer.

    Attributes:
        place: Description of the place.
        found: ``stale`` is a kept copy that is overdue while its bucket can not be asked.
        path: Where the thing is on this machine; None where it is not here (yet).
        note: Why it was missed, or what else there is to say; may be empty.
    """

    place: str
    found: Found
    path: Path | None = None
    note: str = ""

    @property
    def text(self) -> str:
        """The place and why it does not have the name."""
        return f"{self.place}: {self.note}" if self.note else self.place


def with_shadows(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The same answers, all hits and stale copies after the first of them marked as shadowed."""
    judged: list[Answer] = []
    taken = False
    for answer in answers:
        has_it = answer.found in (Found.HIT, Found.STALE)
        judged.append(evolve(answer, found=Found.SHADOWED) if has_it and taken else answer)
        taken = taken or has_it
    return tuple(judged)
