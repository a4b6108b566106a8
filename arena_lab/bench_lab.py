"""How much faster a campaign is with two processes than with one, with the same rows."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from arena_lab.bench_runtime import Figure, Progress
from arena_lab.campaign.contest import Contest, Contestant
from arena_lab.campaign.plan import Campaign
from arena_lab.campaign.process_engine import ProcessEngine
from arena_lab.campaign.run_folder import RunFolder
from arena_lab.campaign.runner import TABLE, CampaignRun
from arena_lab.campaign.suite import Stage, Suite

LEAST_SPEED_UP = 1.8
EPISODES = 64
WORKERS = 2
TIMEOUT_S = 120.0
PARAMETERS: Mapping[str, tuple[int, int]] = {"task.random.static.n": (5, 15), "task.random.dynamic.n": (10, 10)}


def lab_figures(world: str, seed: int, episodes: int, progress: Progress) -> tuple[Figure, ...]:
    """Run a campaign of random episodes with ten people, by one process and by two.

    Recording, judging and measuring are part of it, and so is the start of the processes, also of a single one.

    Args:
        world: World argument.
        seed: What the seeds of the episodes are derived from.
        episodes: How many.
        progress: Told what comes next.

    Raises:
        RuntimeError: If the tables of rows are not equal.
    """
    stage = Stage("bench", world, episodes, seed, parameters=PARAMETERS, timeout_s=TIMEOUT_S)
    campaign = Campaign(Suite("bench", (stage,)), Contest("bench", (Contestant("jackal"),)))
    with TemporaryDirectory() as base:
        walls, tables = [], []
        for workers in (1, WORKERS):
            progress(f"running {episodes} episodes in {world}, processes: {workers}")
            folder = Path(base) / str(workers)
            walls.append(_wall_s(campaign, folder, workers))
            tables.append(next(folder.glob(f"{TABLE}.*")).read_bytes())
    if tables[0] != tables[1]:
        raise RuntimeError(f"the rows of one process and of {WORKERS} differ")
    alone, shared = walls
    return (
        Figure("episodes_per_s", "episodes a second, one process", episodes / alone, at_least=0.0),
        Figure("episodes_per_s_shared", f"episodes a second, {WORKERS} processes", episodes / shared, at_least=0.0),
        Figure(
            "speed_up",
            f"{episodes} episodes, {WORKERS} processes beside one, same rows",
            alone / shared,
            at_least=LEAST_SPEED_UP,
        ),
    )


def _wall_s(campaign: Campaign, folder: Path, workers: int) -> float:
    folder.mkdir()
    run = CampaignRun(campaign, RunFolder(folder), ProcessEngine(workers), lambda _: None)
    run.begin({})
    began = perf_counter()
    for _ in run.run():
        pass
    return perf_counter() - began
