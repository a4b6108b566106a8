"""The world of the run, read again when its files change."""

import time
from collections.abc import Callable, Mapping

from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.tree.fingerprint import Fingerprint, fingerprint
from arena_simulation_setup.tree.network import Network
from arena_simulation_setup.tree.world_identifier import WorldIdentifier


class Worlds:
    """Loaded worlds; the latest one is kept.

    Args:
        environment: Variables that name further places of worlds and assets.
        is_strict: Tells whether a missing asset is an error.
    """

    def __init__(self, environment: Mapping[str, str], is_strict: Callable[[], bool] = lambda: False) -> None:
        self._environment, self._is_strict = environment, is_strict
        self._network = Network(time.time)
        self._latest: tuple[Site, Fingerprint] | None = None

    def check(self, argument: str) -> None:
        """Make sure that there is such a world, without reading it.

        Raises:
            ValueError: If the argument has a wrong form.
            NotFoundError: If there is no such world.
        """
        WorldIdentifier.parse(argument).resolve_sync(self._environment, self._network)

    def of(self, argument: str) -> Site:
        """A world; read again where one of its files has changed.

        Raises:
            ValueError: If the argument has a wrong form.
            NotFoundError: If there is no such world.
            MissingAssetError: If it lacks an asset that must not be missing.
            FileProblems: If its files have errors.
        """
        if self._latest is not None:
            site, before = self._latest
            if site.argument == argument and fingerprint(site.view.directory) == before:
                return site
        site = open_site(argument, self._environment, self._network, self._is_strict())
        self._latest = (site, fingerprint(site.view.directory))
        return site

    def forget(self) -> None:
        """Read the next world from its files."""
        self._latest = None
