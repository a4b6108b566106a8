"""Taken places."""

from attrs import frozen


@frozen
class Disc:
    """A taken place.

    Attributes:
        x: Metres, map frame.
        y: Metres, map frame.
        radius: Metres.
        solid: Whether it stays there and bodies have to walk around it.
    """

    x: float
    y: float
    radius: float
    solid: bool = False
