"""Loaded worlds, kept from episode to episode."""

import time
from collections.abc import Mapping

from arena_simulation_setup.episode import WorldReference
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.tree.network import Network


class Sites:
    """Worlds by argument; the one of the latest episode is kept.

    Args:
        environment: Variables that name further places of worlds and assets.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._latest: Site | None = None

    def of(self, reference: WorldReference) -> Site:
        """The world of an episode; read again where its files may have changed since.

        Raises:
            ValueError: If the world on disk has another content than the episode's.
            NotFoundError: If there is no such world.
            FileProblems: If its files have errors.
        """
        latest = self._latest
        if latest is not None and (latest.argument, latest.content_hash) == (
            reference.argument,
            reference.content_hash,
        ):
            return latest
        site = open_site(reference.argument, self._environment, Network(time.time))
        site.require(reference)
        self._latest = site
        return site
