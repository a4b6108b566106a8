"""Scripted writes during an episode."""

from attrs import frozen

from arena_simulation_setup.conditions.atom import Atom


@frozen
class SetAction:
    """One write: the value is kept as text (``random`` and ``lo..hi`` draw a number)."""

    entity: str
    field: str
    value: str


@frozen
class FieldEdge:
    """``when: {entity, field, is}``: true while the field's text equals ``value``."""

    entity: str
    field: str
    value: str


@frozen
class TimelineEntry:
    """A list of writes with exactly one trigger.

    Attributes:
        actions: What is written, in order.
        at: Seconds of episode time.
        every: Period in seconds.
        when: Fires on each change from false to true.
        offset: First firing of ``every`` in seconds; 0 means one period in.
        until: Last scheduled time of ``every`` in seconds; None means without end.
    """

    actions: tuple[SetAction, ...]
    at: float | None = None
    every: float | None = None
    when: FieldEdge | Atom | None = None
    offset: float = 0.0
    until: float | None = None
