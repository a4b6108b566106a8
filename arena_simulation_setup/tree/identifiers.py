"""Names of assets: what a file says before anything is resolved."""

from asyncio import to_thread
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from attrs import field, frozen

if TYPE_CHECKING:
    from arena_simulation_setup.tree.dynamic_paths import DynamicPaths

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

    def resolve_sync(self, paths: "DynamicPaths | None" = None, environment: Mapping[str, str] = {}) -> Path:
        """The asset's folder; it is fetched where only a bucket has it.

        Args:
            paths: Which world is in use; None where none is.
            environment: Variables that name further places (``ARENA_ASSETS_DIR``, ``ASSET_BUCKETS``).

        Raises:
            NotFoundError: If no place has it; every place is listed.
        """
        from arena_simulation_setup.tree.dynamic_paths import DynamicPaths
        from arena_simulation_setup.tree.resolvers import resolved

        return resolved(self.asset_type, self.relative_path, (paths or DynamicPaths()).as_resolvers(environment))

    async def resolve(self, paths: "DynamicPaths | None" = None, environment: Mapping[str, str] = {}) -> Path:
        """The same as ``resolve_sync``, for callers with an event loop, which goes on while something is fetched."""
        return await to_thread(self.resolve_sync, paths, environment)

    def resolve_write_sync(self, paths: "DynamicPaths | None" = None, environment: Mapping[str, str] = {}) -> Path:
        """The folder that a new asset of this name is written to: that of local assets.

        Raises:
            NotFoundError: If neither ``ARENA_ASSETS_DIR_LOCAL`` nor ``ARENA_ASSETS_DIR`` is set.
        """
        from arena_simulation_setup.tree.dynamic_paths import DynamicPaths
        from arena_simulation_setup.tree.resolvers import write_target

        return write_target(self.asset_type, self.relative_path, (paths or DynamicPaths()).as_resolvers(environment))

    async def resolve_write_path(
        self, paths: "DynamicPaths | None" = None, environment: Mapping[str, str] = {}
    ) -> Path:
        """The same as ``resolve_write_sync``, for callers with an event loop."""
        return self.resolve_write_sync(paths, environment)


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
    """Name of a robot model, or the absolute path of its folder."""

    asset_type: ClassVar[str] = "Robot"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``name``, ``domain/name``, ``domain/Robot/name`` or ``/path/to/folder``.

        Raises:
            ValueError: If the text is none of these.
        """
        return cls(text.rstrip("/")) if text.startswith("/") and text.strip("/") else super().parse(text)

    @property
    def relative_path(self) -> str:
        """Where a root of assets keeps it; a folder that is given by its path is where it is."""
        return self.name if self.name.startswith("/") else super().relative_path


@frozen
class MaterialIdentifier(DomainIdentifier):
    """Name of a material with modifiers (``tint``); an empty name means no surface."""

    asset_type: ClassVar[str] = "Material"

    modifiers: Mapping[str, Any] = field(factory=dict)
