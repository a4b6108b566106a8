"""Values of metrics, and how a metric says that there is none."""

from attrs import frozen

Value = float | int | bool | str


class NoValueError(Exception):
    """An episode has no value of a metric; the text is the reason, for people."""


@frozen
class Measure:
    """What a metric says about one robot of one episode.

    Attributes:
        value: The value; None where there is none.
        reason: Why there is none; empty where there is one.
    """

    value: Value | None
    reason: str = ""
