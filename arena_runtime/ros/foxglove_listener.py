"""The live scene for Foxglove beside the topics, without a bridge."""

from time import monotonic

from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.simulation import Tick
from arena_simulation_setup.optional_library import not_installed


class FoxgloveListener:
    """Shows episodes on a websocket of this machine. See ``Listener``.

    Args:
        port: Of the websocket.

    Raises:
        ValueError: If the library is missing or the port is taken.
    """

    def __init__(self, port: int) -> None:
        try:
            from arena_runtime.watching.foxglove_server import FoxgloveServer
        except ImportError as error:
            if (error.name or "").partition(".")[0] != "foxglove":
                raise
            raise ValueError(not_installed("foxglove", "foxglove-sdk", "watch")) from None
        self._server = FoxgloveServer(port)

    @property
    def port(self) -> int:
        """Port of the websocket."""
        return self._server.port

    def began(self, run: EpisodeRun) -> None:
        """Show the episode and its frame 0."""
        self._server.begin(run.site, run.simulation)
        self._server.show(run.simulation.first, monotonic())

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """Show a tick, if it is time."""
        self._server.show(tick, monotonic())

    def ended(self, run: EpisodeRun) -> None:
        """Show where everything came to rest."""
        self._server.refresh(monotonic())

    def rested(self, run: EpisodeRun | None) -> None:
        """Keep late subscribers in the picture."""
        self._server.refresh(monotonic())


def foxglove_listeners(wanted: bool, port: int) -> tuple[FoxgloveListener, ...]:
    """The listener, where one is wanted.

    Raises:
        ValueError: See ``FoxgloveListener``.
    """
    return (FoxgloveListener(port),) if wanted else ()
