"""The worlds of a run: loaded when an episode needs them, and anew when their files have changed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError

if TYPE_CHECKING:
    from arena_simulation_setup.site import Site


class RunWorlds:
    """Loaded worlds; each is kept.

    Args:
        load: Loads a world by its argument.
    """

    def __init__(self, load: "Callable[[str], Site]") -> None:
        self._load = load
        self._sites: dict[str, tuple[Site, object]] = {}

    @property
    def opened(self) -> "tuple[Site, ...]":
        """All of them as they were loaded last."""
        return tuple(site for site, _ in self._sites.values())

    def change_to(self, argument: str) -> "Site":
        """A world in the middle of a run, whose other episodes go on without it.

        Raises:
            ValueError: If it can not be loaded.
        """
        try:
            return self.of(argument)
        except UsageError as error:
            raise ValueError(str(error)) from None

    def of(self, argument: str) -> "Site":
        """A world.

        Raises:
            UsageError: If it can not be loaded.
        """
        from arena_simulation_setup.tree.fingerprint import fingerprint

        known = self._sites.get(argument)
        if known is None or known[1] != fingerprint(known[0].view.directory):
            site = self._load(argument)
            known = self._sites[argument] = (site, fingerprint(site.view.directory))
        return known[0]
