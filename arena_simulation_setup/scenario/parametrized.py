"""Parametrized obstacles: models with the least and the greatest number of each."""

from attrs import frozen

STATIC, INTERACTIVE, DYNAMIC = "static", "interactive", "dynamic"
KINDS = (STATIC, INTERACTIVE, DYNAMIC)


@frozen
class ParametrizedEntry:
    """Some obstacles of one model.

    Attributes:
        kind: One of ``KINDS``; interactive ones are objects whose type says what can be done with them.
        model: Name of an object model, for ``dynamic`` that of a person.
        least: Smallest number.
        most: Greatest number.
        type: What people call it; handed on with each of them.
        zone: Zone that they stand in, ``<name>`` or ``<name>/<level>``; empty means anywhere.
        place: ``file:line:column``, for messages.
    """

    kind: str
    model: str
    least: int
    most: int
    type: str = ""
    zone: str = ""
    place: str = ""


@frozen
class ParametrizedConfig:
    """All entries in the order of the file.

    Attributes:
        entries: What an episode gets.
    """

    entries: tuple[ParametrizedEntry, ...] = ()
