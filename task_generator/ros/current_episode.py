"""The latest episode of the run."""

from concurrent.futures import Future

from attrs import field, frozen

from arena_simulation_setup.episode import Episode
from task_generator.staging import Live

FATAL = "FATAL"
REPLACED = "reset"


@frozen
class Ending:
    """How an episode ended.

    Attributes:
        hash: Hash of the episode; empty where this node ended it by itself.
        state: One of ``OUTCOME_STATES``.
        reason: Why.
    """

    hash: str
    state: str
    reason: str

    @property
    def is_final(self) -> bool:
        """Whether no episode follows by itself: the runtime can not go on, or somebody else has loaded an episode."""
        return self.state == FATAL or (self.state == "SKIPPED" and self.reason == REPLACED)


@frozen(eq=False)
class CurrentEpisode:
    """An episode that the runtime was given.

    Attributes:
        episode: The episode.
        hash: Hash of its canonical text.
        live: What it was made with.
        goal_uuid: Identifier of the action goal that asked for it; empty for none.
        integrity: Whether nobody interfered.
        ending: How it ended; None while it runs.
        done: Gets the ending.
    """

    episode: Episode
    hash: str
    live: Live
    goal_uuid: str = ""
    integrity: bool = True
    ending: Ending | None = None
    done: "Future[Ending]" = field(factory=Future)
