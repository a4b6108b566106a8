"""Looking at an episode while it runs: MuJoCo's window and Foxglove."""

from time import monotonic
from typing import TYPE_CHECKING

from arena_runtime.scene.viewer import SceneViewer
from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.optional_library import not_installed
from arena_simulation_setup.site import Site

if TYPE_CHECKING:
    from arena_runtime.watching.foxglove_server import FoxgloveServer

WINDOW_PERIOD_S = 1.0 / 60.0


def open_foxglove(port: int) -> "FoxgloveServer":
    """Start to serve.

    Raises:
        ValueError: If the library is missing or the port is taken.
    """
    try:
        from arena_runtime.watching.foxglove_server import FoxgloveServer
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "foxglove":
            raise
        raise ValueError(not_installed("foxglove:=true", "foxglove-sdk", "watch")) from None
    return FoxgloveServer(port)


class FoxgloveWatcher:
    """Shows one episode in Foxglove.

    Args:
        server: Serves all episodes of a run.
        site: The world.
        simulation: The episode.
    """

    def __init__(self, server: "FoxgloveServer", site: Site, simulation: Simulation) -> None:
        self._server = server
        server.begin(site, simulation)

    def take(self, tick: Tick) -> None:
        """Show a tick, if it is time."""
        self._server.show(tick, monotonic())

    def finish(self) -> None:
        """Show where everything came to rest."""
        self._server.refresh(monotonic())

    def abandon(self) -> None:
        """The server goes on."""


class ViewerWatcher:
    """Shows one episode in a window.

    Args:
        simulation: The episode.

    Raises:
        NoDisplayError: If there is no display.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._window = SceneViewer(simulation.scene)
        self._next_s = 0.0

    def take(self, tick: Tick) -> None:
        """Show a tick, if it is time."""
        now_s = monotonic()
        if now_s >= self._next_s:
            self._next_s = now_s + WINDOW_PERIOD_S
            self._window.show()

    def finish(self) -> None:
        """Close the window."""
        self._window.close()

    def abandon(self) -> None:
        """Close the window."""
        self._window.close()
