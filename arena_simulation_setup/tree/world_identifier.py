"""Names of worlds, with an optional selection of levels."""

from collections.abc import Mapping
from typing import Self

from attrs import frozen

from arena_simulation_setup.tree.views import MultiLevelWorldView


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
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The inverse of ``parse``."""
        raise NotImplementedError

    def resolve_sync(self, environment: Mapping[str, str] = {}) -> MultiLevelWorldView:
        """Where the world is.

        Args:
            environment: Variables that name further places (``ARENA_WORLD_PATH``).

        Raises:
            NotFoundError: If no place has it; every place is listed and the nearest name is offered.
        """
        raise NotImplementedError

    async def resolve(self, environment: Mapping[str, str] = {}) -> MultiLevelWorldView:
        """The same as ``resolve_sync``, for callers with an event loop."""
        return self.resolve_sync(environment)
