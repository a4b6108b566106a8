"""Where the episodes of a campaign are run."""

from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Protocol

from arena_lab.campaign.job_result import Delivery
from arena_lab.campaign.plan import Job

ATTEMPTS = 3
"""How often an episode is begun whose process dies."""

Notice = Callable[[str], None]
Deliveries = Generator[Delivery, None, None]


class Engine(Protocol):
    """Runs episodes at once, in any order."""

    def deliveries(self, jobs: Sequence[Job], run: Path, notice: Notice) -> Deliveries:
        """One delivery for each episode, as they come; the files of each are in its folder by then.

        Closing it ends whatever is under way.

        Args:
            jobs: The episodes.
            run: Folder of the run.
            notice: Told what happens on the way.
        """


def lost(job: Job) -> str:
    """What is said about an episode whose process died each time."""
    return f"the process of this episode ended {ATTEMPTS} times before it was done"
