"""The same work on many recordings, in this process or in several that share nothing."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")


def in_processes(
    work: Callable[[Path], Result], paths: Sequence[Path], workers: int, *, always: bool = False
) -> Iterator[Result]:
    """Results in the order of the paths, each as soon as all before it are there.

    Args:
        work: A function of a module; neither it nor its results may hold what can not be sent to a process.
        paths: What it is called with.
        workers: How many processes; with one, everything happens in this process.
        always: Whether one worker is a process of its own as well.

    Raises:
        ChildProcessError: If a process dies.
    """
    processes = min(workers, len(paths))
    if not paths or (processes == 1 and not always):
        yield from map(work, paths)
        return
    # A process that is forked would share locks of the libraries' threads. The work is sent to each process once, so
    # that what it keeps from one recording to the next is there.
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin, (work,)) as pool:
        try:
            yield from pool.map(_done, paths)
        except BrokenProcessPool:
            raise ChildProcessError("a process that worked on recordings was ended from outside") from None
        finally:
            pool.shutdown(cancel_futures=True)


_WORK: list[Callable[[Path], Any]] = []
"""What this process was started for."""


def _begin(work: Callable[[Path], Any]) -> None:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    _WORK[:] = [work]


def _done(path: Path) -> Any:
    return _WORK[0](path)
