"""Who is compared: contests of contestants."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen


@frozen
class Contestant:
    """One way to drive, or one variation of the stages.

    Attributes:
        name: Its name within the contest.
        settings: What it changes in every episode, by full name (``campaign.settings``).
    """

    name: str
    settings: Mapping[str, Any] = field(factory=dict)


@frozen
class Contest:
    """Contestants, in order.

    Attributes:
        name: Its name.
        contestants: At least one.
    """

    name: str
    contestants: tuple[Contestant, ...]
