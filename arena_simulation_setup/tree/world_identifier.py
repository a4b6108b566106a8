"""Names of worlds, with an optional selection of levels."""

from asyncio import to_thread
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from attrs import frozen

from arena_simulation_setup.tree.folders import is_folder, without_tilde
from arena_simulation_setup.tree.network import DEFAULT_NETWORK, Network
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.resolvers import PathResolver, resolved, write_target
from arena_simulation_setup.tree.search_paths import WORLD_MARKS, world_resolvers
from arena_simulation_setup.tree.views import MultiLevelWorldView

KIND = "world"


@frozen
class WorldIdentifier:
    """Name of a world, or a path to its directory.

    Attributes:
        name: Name as the resolvers know it; a text with a slash or a leading dot is a path.
        selection: Ids of the levels to load; empty means all of them.
    """

    name: str
    selection: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``name`` or ``name[0,3]``; blanks around ids are dropped and ``name[]`` means all levels.

        Raises:
            ValueError: If the name is empty or the brackets are not at the end.
        """
        name, bracket, rest = text.strip().partition("[")
        if not name.strip() or (bracket and (not rest.endswith("]") or "[" in rest or "]" in rest[:-1])):
            raise ValueError(f"{text!r} is no world (expected name or name[level,level])")
        ids = (level_id.strip() for level_id in rest.removesuffix("]").split(","))
        return cls(name.strip(), tuple(dict.fromkeys(level_id for level_id in ids if level_id)))

    @property
    def text(self) -> str:
        """The inverse of ``parse``."""
        return f"{self.name}[{','.join(self.selection)}]" if self.selection else self.name

    @property
    def is_path(self) -> bool:
        """Whether the name is the path of a directory."""
        return "/" in self.name or self.name.startswith((".", "~"))

    def resolve_sync(
        self, environment: Mapping[str, str] = {}, network: Network = DEFAULT_NETWORK
    ) -> MultiLevelWorldView:
        """Where the world is; it is fetched where only a bucket has it.

        Args:
            environment: Variables that name further places (``ARENA_WORLD_PATH``, ``WORLD_BUCKETS``).
            network: How buckets are reached.

        Raises:
            NotFoundError: If no place has it; every place is listed and the nearest name is offered.
        """
        if not self.is_path:
            directory = resolved(KIND, self.name, world_resolvers(environment, network))
            return MultiLevelWorldView(directory, self.selection)
        directory = without_tilde(self.name)
        if not is_folder(directory):
            beside = PathResolver(directory.parent, "", WORLD_MARKS)
            known = [str(beside.root / name) for name in beside.names()]
            raise NotFoundError(KIND, self.name, [str(directory.absolute())], known)
        return MultiLevelWorldView(directory, self.selection)

    async def resolve(
        self, environment: Mapping[str, str] = {}, network: Network = DEFAULT_NETWORK
    ) -> MultiLevelWorldView:
        """The same as ``resolve_sync``, for callers with an event loop, which goes on while something is fetched."""
        return await to_thread(self.resolve_sync, environment, network)

    def resolve_write_sync(self, environment: Mapping[str, str] = {}) -> Path:
        """The directory that a new world of this name is written to; a path is taken as it is."""
        if self.is_path:
            return without_tilde(self.name)
        return write_target(KIND, self.name, world_resolvers(environment))

    async def resolve_write_path(self, environment: Mapping[str, str] = {}) -> Path:
        """The same as ``resolve_write_sync``, for callers with an event loop."""
        return self.resolve_write_sync(environment)
