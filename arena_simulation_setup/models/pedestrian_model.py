"""Pedestrian models."""

from attrs import frozen


@frozen
class PedestrianModel:
    """How a person looks to sensors and collisions: an upright capsule.

    Attributes:
        name: Name of the model.
        description: Who it is, in words.
        radius: Metres.
        height: Metres.
        color: Red, green, blue, alpha in 0..1.
        placeholder: Whether no resolver knew the model and the default stands for it.
    """

    name: str
    description: str = ""
    radius: float = 0.25
    height: float = 1.75
    color: tuple[float, float, float, float] = (0.2, 0.4, 0.7, 1.0)
    placeholder: bool = False
