"""Names of assets: what a file says before anything is resolved."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from attrs import field, frozen

DEFAULT_DOMAIN = "Common"


@frozen
class DomainIdentifier:
    """``[domain/][Type/]name`` of an asset.

    Attributes:
        name: Name of the asset's folder.
        domain: Namespace; ``Common`` where the text names none.
    """

    asset_type: ClassVar[str] = ""

    name: str
    domain: str = DEFAULT_DOMAIN

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``name``, ``domain/name`` or ``domain/Type/name``.

        Raises:
            ValueError: If the text has more parts, an empty part, or another type than this class's.
        """
        if text == "":
            return cls("")
        parts = text.split("/")
        if len(parts) == 3 and parts[1] == cls.asset_type:
            parts = [parts[0], parts[2]]
        if len(parts) > 2 or not all(part and part not in (".", "..") for part in parts):
            raise ValueError(f"{text!r} is not of the form [domain/][{cls.asset_type}/]name")
        return cls(parts[-1], parts[0]) if len(parts) == 2 else cls(parts[0])

    @property
    def text(self) -> str:
        """The short name: without the default domain, never with the type."""
        return self.name if self.domain == DEFAULT_DOMAIN else f"{self.domain}/{self.name}"

    @property
    def relative_path(self) -> str:
        """Where a root of assets keeps it: ``domain/Type/name``."""
        return f"{self.domain}/{self.asset_type}/{self.name}"


@frozen
class ObjectIdentifier(DomainIdentifier):
    """Name of an object model."""

    asset_type: ClassVar[str] = "Object"


@frozen
class PedestrianIdentifier(DomainIdentifier):
    """Name of a pedestrian model."""

    asset_type: ClassVar[str] = "Human"


@frozen
class WallIdentifier(DomainIdentifier):
    """Name of a wall preset."""

    asset_type: ClassVar[str] = "Wall"


@frozen
class SoundIdentifier(DomainIdentifier):
    """Name of a catalogued sound."""

    asset_type: ClassVar[str] = "Sound"


@frozen
class RobotIdentifier(DomainIdentifier):
    """Name of a robot model."""

    asset_type: ClassVar[str] = "Robot"


@frozen
class MaterialIdentifier(DomainIdentifier):
    """Name of a material with modifiers (``tint``); an empty name means no surface."""

    asset_type: ClassVar[str] = "Material"

    modifiers: Mapping[str, Any] = field(factory=dict)
