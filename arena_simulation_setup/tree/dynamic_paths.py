"""Paths that follow the world in use."""

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from arena_simulation_setup.tree.network import DEFAULT_NETWORK, Network
from arena_simulation_setup.tree.resolvers import Resolver
from arena_simulation_setup.tree.search_paths import asset_resolvers

NO_WORLD = Path("/dev/null")


@frozen
class DynamicPaths:
    """Where things are while a certain world is in use.

    Attributes:
        WORLD: Directory of the world in use; ``/dev/null`` before there is one.
    """

    WORLD: Path = NO_WORLD

    def as_resolvers(
        self, environment: Mapping[str, str] = {}, network: Network = DEFAULT_NETWORK
    ) -> tuple[Resolver, ...]:
        """The places of assets in order, the world's own ``assets`` folder first and buckets last."""
        world = None if self.WORLD == NO_WORLD else self.WORLD
        return asset_resolvers(world, environment, network)
