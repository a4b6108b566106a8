"""The worlds of a run: loaded when an episode needs them, and anew when their files have changed."""

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from arena_cli.argument import UsageError
from arena_cli.error_text import sentence_of

if TYPE_CHECKING:
    from arena_simulation_setup.site import Site


def load_world(argument: str, note: Callable[[str], None], strict: bool = False) -> "Site":
    """Load a world; it is fetched where only a bucket has it.

    Args:
        argument: Name or path of the world.
        note: Takes a line about what is fetched.
        strict: Whether a missing asset is an error.

    Raises:
        UsageError: If there is no such world, its files have errors, or it lacks an asset that must not be missing.
    """
    from arena_simulation_setup.files.problem import FileProblems
    from arena_simulation_setup.site import open_site
    from arena_simulation_setup.tree.network import Network

    try:
        reached = Network(time.time, lambda sentence: note(f"warning: {sentence}"))
        return open_site(argument, os.environ, reached, strict)
    except FileProblems as problems:
        raise UsageError(f"world {argument} has errors:\n{problems}") from None
    except (OSError, ValueError) as error:
        raise UsageError(sentence_of(error)) from None


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
