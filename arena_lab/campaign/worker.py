"""A process that runs episodes one after the other, as they are handed to it."""

import os
import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from attrs import define, frozen

from arena_lab.campaign.job_result import EPISODE, Delivery, failed_result
from arena_lab.campaign.perform import NotWantedError, Performer, parent_lives, place
from arena_lab.campaign.plan import Job

END_WITHIN_S = 10.0


@frozen
class Order:
    """What a worker is asked for.

    Attributes:
        job: The episode.
        run: Folder of the run.
        parts: Folder for what is not whole yet; of this run of the campaign alone.
    """

    job: Job
    run: Path
    parts: Path


@define
class Worker:
    """A running process.

    Attributes:
        number: Its number, from 0.
        process: The process.
        pipe: Where orders go in and deliveries come out.
        order: What it is at; None where it waits.
    """

    number: int
    process: SpawnProcess
    pipe: Connection
    order: Order | None = None

    @classmethod
    def start(cls, number: int) -> "Worker":
        """Start a process."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, os.getpid()), daemon=True, name=f"campaign-{number}")
        process.start()
        # The child's end alone stays open, so that its death is seen as the end of the pipe.
        theirs.close()
        return cls(number, process, ours)

    def give(self, order: Order) -> None:
        """Hand it an episode; where it has died before, that shows at its pipe."""
        self.order = order
        with suppress(OSError):
            self.pipe.send(order)

    def stop(self) -> None:
        """End it, whatever it is at."""
        self.process.terminate()
        self.process.join(END_WITHIN_S)
        self.pipe.close()


def _work(pipe: Connection, parent: int) -> None:
    """Run orders until the pipe ends; an interrupt is the business of the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OMP_NUM_THREADS"] = "1"
    performer = Performer(os.environ, parent_lives(parent))
    with suppress(EOFError, OSError, NotWantedError):
        while True:
            order: Order = pipe.recv()
            pipe.send(_performed(performer, order))


def _performed(performer: Performer, order: Order) -> Delivery:
    part = order.parts / order.job.folder
    try:
        delivery = performer.perform(order.job, part)
        place(part, order.run / order.job.folder)
    except OSError as error:
        return Delivery(failed_result(order.job, EPISODE, f"its files can not be written: {error}"))
    return delivery
