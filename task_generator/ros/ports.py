"""What the conductor works with, as it sees it."""

from typing import Protocol

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.site import Site
from task_generator.ros.current_episode import CurrentEpisode
from task_generator.staging import Live, Staged


class ResetError(RuntimeError):
    """No episode was started; the sentence says why."""


class Worlds(Protocol):
    """Where worlds come from."""

    def check(self, argument: str) -> None:
        """Raises ValueError or FileNotFoundError where there is no such world."""

    def of(self, argument: str) -> Site:
        """The loaded world."""


class Runtime(Protocol):
    """Who simulates."""

    def load(self, episode: Episode) -> str:
        """Hand an episode over; why not, or nothing."""

    def end(self) -> str:
        """End the episode in progress; why not, or nothing."""


class Board(Protocol):
    """Where everybody can read how it stands."""

    def show_episode(self, current: CurrentEpisode) -> None:
        """The state of an episode."""

    def show_fatal(self, reason: str, live: Live) -> None:
        """No episode could be started by itself."""

    def show_queue(self, staged: Staged, live: Live) -> None:
        """What the next reset applies."""

    def show_world(self, argument: str) -> None:
        """The world in force."""

    def warn(self, sentence: str) -> None:
        """Something that the user should know."""
