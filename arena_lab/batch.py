"""A batch of episodes in one world, made and run one after the other."""

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from attrs import evolve, frozen

from arena_lab.row import EpisodeRow
from arena_lab.run import RunOptions, run_episode
from arena_simulation_setup.site import Site
from task_generator.generator import generate
from task_generator.request import EpisodeRequest
from task_generator.seeds import episode_seed


@frozen
class Batch:
    """What to run.

    Attributes:
        template: What all episodes have in common; number, seed and scenario are filled in for each.
        scenarios: Names of scenarios, ``episodes`` times each; an empty name means the modes' own choice.
        episodes: Episodes per scenario.
        seed: Seed as asked for; None where none was.
        run_seed: Text that seeds are derived from where an episode has none of its own.
    """

    template: EpisodeRequest
    scenarios: tuple[str, ...] = ("",)
    episodes: int = 1
    seed: int | None = None
    run_seed: str = ""

    @property
    def size(self) -> int:
        """Number of episodes."""
        return len(self.scenarios) * self.episodes


@frozen
class Result:
    """The row of an episode and what was noticed while it was made.

    Attributes:
        row: What came out.
        warnings: Sentences.
    """

    row: EpisodeRow
    warnings: tuple[str, ...] = ()


def run_batch(site: Site, batch: Batch, options: RunOptions) -> Iterator[Result]:
    """Run all episodes of a batch in order.

    An episode that can not be made or recorded, such as one whose scenario has errors, gives a row that says why; the
    others run.
    """
    for request in requests(site, batch):
        yield run_request(site, request, options)


def requests(site: Site, batch: Batch) -> Iterator[EpisodeRequest]:
    """What is asked of the generator for each episode of a batch, numbered from 1."""
    scenarios = (scenario for scenario in batch.scenarios for _ in range(batch.episodes))
    for number, scenario in enumerate(scenarios, start=1):
        seed = episode_seed(batch.seed, batch.run_seed, site.argument, number, batch.episodes)
        yield evolve(batch.template, episode_id=number, seed=seed, scenario=scenario)


def run_request(site: Site, request: EpisodeRequest, options: RunOptions) -> Result:
    """Make and run one episode; one that can not be made or recorded gives a row that says why."""
    began = perf_counter()
    try:
        generated = generate(site, request)
        return Result(run_episode(site, generated.episode, options), generated.warnings)
    except ValueError as error:
        return Result(failed_row(site.argument, request, str(error), perf_counter() - began))


def failed_row(world: str, request: EpisodeRequest, info: str, wall_s: float) -> EpisodeRow:
    """The row of an episode that could not be made or recorded.

    Args:
        world: The world argument.
        request: What was asked for.
        info: Why there is no episode.
        wall_s: How long it took to find out, wall seconds.
    """
    return EpisodeRow(
        episode=request.episode_id,
        world=world,
        scenario=request.scenario,
        seed=request.seed,
        outcome="FATAL",
        info=info,
        wall_s=wall_s,
        failed_to_run=True,
    )


def run_folder(base: Path, site: Site) -> Path:
    """Folder for the recordings of a run: the world's name with the first free number."""
    number = 1
    while (base / f"{site.description.name}_{number:03d}").exists():
        number += 1
    return base / f"{site.description.name}_{number:03d}"
