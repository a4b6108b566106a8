"""Episodes in several processes of this machine; one that dies costs nothing but time."""

import os
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path

from attrs import evolve, frozen

from arena_lab.campaign.engine import ATTEMPTS, Deliveries, Notice, lost
from arena_lab.campaign.job_result import WORKER, Delivery, failed_result
from arena_lab.campaign.plan import Job
from arena_lab.campaign.worker import END_WITHIN_S, Order, Worker

PARTS = ".parts"


@frozen
class ProcessEngine:
    """Hands episodes to processes, each the next one when it is done with the one before.

    Attributes:
        workers: How many processes; no more than there are episodes are started.
    """

    workers: int

    def deliveries(self, jobs: Sequence[Job], run: Path, notice: Notice) -> Deliveries:
        """See ``Engine``."""
        pool = _Pool(jobs, run, notice)
        try:
            pool.start(self.workers)
            while pool.busy:
                yield from pool.news()
        finally:
            pool.stop()


class _Pool:
    """The processes and what is still to be done."""

    def __init__(self, jobs: Sequence[Job], run: Path, notice: Notice) -> None:
        self._waiting = deque(jobs)
        self._run, self._parts = run, run / PARTS / str(os.getpid())
        self._notice = notice
        self._begun: Counter[tuple[str, int]] = Counter()
        self._workers: list[Worker] = []

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return any(worker.order is not None for worker in self._workers)

    def start(self, workers: int) -> None:
        """Start processes and hand each its first episode."""
        for number in range(min(workers, len(self._waiting))):
            self._workers.append(Worker.start(number))
            self._give(self._workers[-1])

    def news(self) -> Iterator[Delivery]:
        """Wait until something happens; what has been delivered by then."""
        ready = wait([worker.pipe for worker in self._workers if worker.order is not None])
        for index, worker in enumerate(self._workers):
            if worker.pipe not in ready or worker.order is None:
                continue
            try:
                delivery: Delivery = worker.pipe.recv()
            except (EOFError, OSError):
                yield from self._replaced(index, worker.order.job)
            else:
                worker.order = None
                self._give(worker)
                yield evolve(delivery, worker=worker.number)

    def stop(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.stop()

    def _give(self, worker: Worker) -> None:
        if self._waiting:
            job = self._waiting.popleft()
            self._begun[job.key] += 1
            worker.give(Order(job, self._run, self._parts))

    def _replaced(self, index: int, job: Job) -> Iterator[Delivery]:
        """Put a new process in the place of a dead one; its episode is begun anew, or given up."""
        dead = self._workers[index]
        dead.process.join(END_WITHIN_S)
        said = f"worker {index} ended with code {dead.process.exitcode} in {job.step}, episode {job.episode}"
        given_up = self._begun[job.key] >= ATTEMPTS
        self._notice(f"{said}; {'the episode is given up' if given_up else 'the episode is begun anew'}")
        dead.stop()
        if not given_up:
            self._waiting.appendleft(job)
        self._workers[index] = Worker.start(index)
        self._give(self._workers[index])
        if given_up:
            yield Delivery(failed_result(job, WORKER, lost(job)), index)
