"""A campaign as the list of its episodes."""

from hashlib import sha256
from math import ceil
from pathlib import Path
from urllib.parse import quote

from attrs import frozen

from arena_lab.campaign.contest import Contest, Contestant
from arena_lab.campaign.settings import changed, with_fleet
from arena_lab.campaign.suite import Stage, Suite
from arena_simulation_setup.episode import Limits
from arena_simulation_setup.timebase import seconds_to_ns
from task_generator.request import EpisodeRequest
from task_generator.seeds import episode_seed

DEFAULT_ROBOT = "jackal"
LONGEST_NAME = 100
"""Characters; file systems take 255 bytes."""


@frozen
class Job:
    """One episode of a campaign.

    Attributes:
        contestant: Name of the contestant.
        stage: Name of the stage.
        world: World argument.
        request: What is asked of the generator; its number counts from 1 within contestant and stage.
        robots: Fleet as text.
        strict: Whether a missing asset is an error.
        max_collisions: Contacts from which it has not passed.
        references: Whether it is simulated without its robots as well, to compare the people.
    """

    contestant: str
    stage: str
    world: str
    request: EpisodeRequest
    robots: str = DEFAULT_ROBOT
    strict: bool = False
    max_collisions: int = 1
    references: bool = False

    @property
    def step(self) -> str:
        """Contestant and stage, which all episodes of a step share."""
        return f"{self.contestant}/{self.stage}"

    @property
    def episode(self) -> int:
        """Number within its step."""
        return self.request.episode_id

    @property
    def key(self) -> tuple[str, int]:
        """Names it within its campaign."""
        return (self.step, self.episode)

    @property
    def folder(self) -> Path:
        """Where its files go, below the folder of the run."""
        return Path("episodes", folder_name(self.contestant), folder_name(self.stage), self.name)

    @property
    def name(self) -> str:
        """Name of its recording, without a suffix."""
        return f"episode_{self.episode:03d}"


@frozen
class Campaign:
    """A suite with every contestant of a contest.

    Attributes:
        suite: The suite.
        contest: The contest.
        scale: Factor on the number of episodes of every stage; each keeps at least one.
    """

    suite: Suite
    contest: Contest
    scale: float = 1.0

    def jobs(self) -> tuple[Job, ...]:
        """All episodes: contestant by contestant, stage by stage."""
        return tuple(
            self._job(contestant, stage, number)
            for contestant in self.contest.contestants
            for stage in self.suite.stages
            for number in range(1, max(1, ceil(stage.episodes * self.scale)) + 1)
        )

    @property
    def names(self) -> tuple[str, str]:
        """Names of suite and contest."""
        return self.suite.name, self.contest.name

    @property
    def fingerprint(self) -> str:
        """Names what the episodes are, to tell whether a run can go on with it."""
        return sha256(repr(self.jobs()).encode()).hexdigest()[:16]

    def _job(self, contestant: Contestant, stage: Stage, number: int) -> Job:
        settings = {**self.suite.launch, **contestant.settings}
        robots = settings.get("robot") or stage.robot or DEFAULT_ROBOT
        request = EpisodeRequest(
            episode_id=number,
            seed=_seed(stage, number),
            obstacles_mode=stage.obstacles_mode,
            robots_mode=stage.robots_mode,
            parameters=stage.parameters,
            limits=Limits(timeout_ns=seconds_to_ns(stage.timeout_s)),
        )
        return Job(
            contestant.name,
            stage.name,
            stage.world,
            changed(with_fleet(request, robots), settings),
            robots,
            self.suite.strict,
            self.suite.max_collisions,
            self.suite.references,
        )


def folder_name(text: str) -> str:
    """A name as that of a folder: one of its own for every name, never hidden or above, never too long."""
    quoted = quote(text, safe=" +")
    safe = f"%2E{quoted[1:]}" if quoted.startswith(".") else quoted
    return safe if len(safe) <= LONGEST_NAME else f"{safe[:LONGEST_NAME]}~{sha256(text.encode()).hexdigest()[:8]}"


def _seed(stage: Stage, number: int) -> int:
    """Seed of an episode: that of the stage where it has one episode, else derived from it.

    It is the same for all contestants, and does not depend on by how much the number of episodes is scaled.
    """
    alone = number == 1 and stage.episodes == 1
    return episode_seed(stage.seed, str(stage.seed), stage.world, number, 1 if alone else 2)
