"""A batch of episodes in several processes that share nothing, with the rows of a single one."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from attrs import evolve, frozen

from arena_lab.batch import Batch, Result, requests, run_request
from arena_lab.row import EpisodeRow
from arena_lab.run import RunOptions
from arena_simulation_setup.site import Site, open_site
from task_generator.request import EpisodeRequest

END_WITHIN_S = 10.0
PLACEHOLDER = "is in no asset folder; a placeholder stands for it"


@frozen
class Work:
    """What one process does.

    Attributes:
        world: The world argument.
        strict: Whether a missing asset is an error.
        recordings: Folder for recordings; None records nothing.
        requests: Its episodes, in order.
    """

    world: str
    strict: bool
    recordings: Path | None
    requests: tuple[EpisodeRequest, ...]


def run_in_processes(
    site: Site, batch: Batch, processes: int, recordings: Path | None = None, strict: bool = False
) -> Iterator[Result]:
    """Run all episodes of a batch, each process every so-manieth of them.

    An episode whose process dies gives a row that says so, and so do those that were still to come in that process;
    the other processes go on.

    Args:
        site: The world; each process loads it anew.
        batch: What to run.
        processes: How many processes; no more than there are episodes are started.
        recordings: Folder for recordings; None records nothing.
        strict: Whether a missing asset is an error.

    Yields:
        What ``run_batch`` yields, in the same order; wall times differ.
    """
    wanted = tuple(requests(site, batch))
    shares = [wanted[first::processes] for first in range(min(processes, len(wanted)))]
    started = [start(Work(site.argument, strict, recordings, share)) for share in shares]
    told: set[str] = set()
    try:
        for result in in_order(wanted, collected(started, site.argument, shares)):
            news = tuple(sentence for sentence in result.warnings if sentence not in told)
            told.update(sentence for sentence in news if sentence.endswith(PLACEHOLDER))
            yield evolve(result, warnings=news)
    finally:
        for process, _ in started:
            process.terminate()
        for process, _ in started:
            process.join(END_WITHIN_S)


def start(work: Work) -> tuple[SpawnProcess, Connection]:
    """Start a process; its results come out of the pipe, one for each of its episodes."""
    context = get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(work, sending), daemon=True)
    process.start()
    # The child's end alone stays open, so that its death is seen as the end of the pipe.
    sending.close()
    return process, receiving


def _work(work: Work, sending: Connection) -> None:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with suppress(KeyboardInterrupt):
        site = open_site(work.world, os.environ, strict=work.strict)
        for request in work.requests:
            notices: list[str] = []
            result = run_request(site, request, RunOptions(work.recordings, notice=notices.append))
            missing = [f"{name} {PLACEHOLDER}" for name in site.catalogue.missing]
            sending.send(evolve(result, warnings=(*notices, *result.warnings, *missing)))
    sending.close()


def collected(
    started: Sequence[tuple[SpawnProcess, Connection]], world: str, shares: Sequence[Sequence[EpisodeRequest]]
) -> Iterator[Result]:
    """Results of all processes as they come, and one for each episode that none comes for.

    Args:
        started: The processes.
        world: The world argument.
        shares: The episodes of each process.
    """
    waiting = {pipe: (process, list(share)) for (process, pipe), share in zip(started, shares, strict=True)}
    while waiting:
        for pipe in [pipe for pipe in wait(list(waiting)) if isinstance(pipe, Connection)]:
            process, left = waiting[pipe]
            try:
                result: Result = pipe.recv()
            except EOFError:
                del waiting[pipe]
                process.join(END_WITHIN_S)
                yield from (_lost(world, request, process.exitcode) for request in left)
            else:
                left.pop(0)
                yield result


def in_order(wanted: Sequence[EpisodeRequest], results: Iterator[Result]) -> Iterator[Result]:
    """Results in the order of their episodes, each as soon as all before it are there."""
    early: dict[int, Result] = {}
    for request in wanted:
        while request.episode_id not in early:
            result = next(results)
            early[result.row.episode] = result
        yield early.pop(request.episode_id)


def _lost(world: str, request: EpisodeRequest, code: int | None) -> Result:
    info = f"the process of this episode ended with code {code}"
    row = EpisodeRow(
        request.episode_id, world, request.scenario, request.seed, outcome="FATAL", info=info, failed_to_run=True
    )
    return Result(row)
