"""Materials."""

from attrs import frozen


@frozen
class Material:
    """How a surface looks.

    Attributes:
        name: Name of the material.
        description: What it is, in words.
        color: Red, green, blue, alpha in 0..1.
        reflectance: Mirror-like share of the light, 0..1.
        placeholder: Whether no resolver knew the material and a grey one stands for it.
    """

    name: str
    description: str = ""
    color: tuple[float, float, float, float] = (0.7, 0.7, 0.7, 1.0)
    reflectance: float = 0.0
    placeholder: bool = False
