"""Paths that follow the world in use."""

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from arena_simulation_setup.tree.resolvers import PathResolver, Resolver
from arena_simulation_setup.tree.search_paths import asset_roots

NO_WORLD = Path("/dev/null")


@frozen
class DynamicPaths:
    """Where things are while a certain world is in use.

    Attributes:
        WORLD: Directory of the world in use; ``/dev/null`` before there is one.
    """

    WORLD: Path = NO_WORLD

    def as_resolvers(self, environment: Mapping[str, str] = {}) -> tuple[Resolver, ...]:
        """The places of assets in order, the world's own ``assets`` folder first."""
        world = None if self.WORLD == NO_WORLD else self.WORLD
        return tuple(PathResolver(root, "assets") for root in asset_roots(world, environment))
