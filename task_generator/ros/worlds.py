"""The world of the run, read again when its files change."""

from collections.abc import Mapping
from pathlib import Path

from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.tree.world_identifier import WorldIdentifier

Fingerprint = tuple[tuple[str, int], ...]


class Worlds:
    """Loaded worlds; the latest one is kept.

    Args:
        environment: Variables that name further places of worlds and assets.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._latest: tuple[Site, Fingerprint] | None = None

    def check(self, argument: str) -> None:
        """Make sure that there is such a world, without reading it.

        Raises:
            ValueError: If the argument has a wrong form.
            NotFoundError: If there is no such world.
        """
        WorldIdentifier.parse(argument).resolve_sync(self._environment)

    def of(self, argument: str) -> Site:
        """A world; read again where one of its files has changed.

        Raises:
            ValueError: If the argument has a wrong form.
            NotFoundError: If there is no such world.
            FileProblems: If its files have errors.
        """
        if self._latest is not None:
            site, before = self._latest
            if site.argument == argument and _fingerprint(site.view.directory) == before:
                return site
        site = open_site(argument, self._environment)
        self._latest = (site, _fingerprint(site.view.directory))
        return site

    def forget(self) -> None:
        """Read the next world from its files."""
        self._latest = None


def _fingerprint(directory: Path) -> Fingerprint:
    return tuple((str(path), path.stat().st_mtime_ns) for path in sorted(directory.rglob("*.yaml")))
