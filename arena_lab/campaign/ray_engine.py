"""Episodes on a Ray cluster; nothing but the answers travels, so that its machines need share no folder."""

import os
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import field, frozen

from arena_lab.campaign.engine import ATTEMPTS, Deliveries, Notice, lost
from arena_lab.campaign.job_result import WORKER, Delivery, failed_result
from arena_lab.campaign.perform import Performer, place
from arena_lab.campaign.plan import Job
from arena_lab.campaign.process_engine import PARTS
from arena_simulation_setup.optional_library import not_installed

LOCAL = "local"
PLACES = ("ARENA_", "WORLD_BUCKETS", "ASSET_BUCKETS")
"""Beginnings of the variables that every machine of the cluster is told."""

Files = Mapping[str, bytes]
_performers: dict[str, Performer] = {}


class NoRayError(ValueError):
    """Ray is not there, or no cluster can be reached; says what to do."""


@frozen
class RayEngine:
    """Hands episodes to a cluster, so many at once.

    Attributes:
        workers: How many episodes at once.
        address: Of the cluster; ``local`` starts one on this machine, empty takes the one that ``RAY_ADDRESS`` names,
            else one that runs on this machine, else starts one.
        environment: Variables of this machine.
    """

    workers: int
    address: str = ""
    environment: Mapping[str, str] = field(factory=lambda: dict(os.environ))

    def deliveries(self, jobs: Sequence[Job], run: Path, notice: Notice) -> Deliveries:
        """See ``Engine``.

        Raises:
            NoRayError: If Ray is not installed or the cluster can not be reached.
        """
        ray = self._connected()
        try:
            yield from _Cluster(ray, self.environment, notice).deliveries(jobs, run, self.workers)
        finally:
            ray.shutdown()

    def _connected(self) -> Any:
        ray = need_ray()
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        own: dict[str, Any] = {"num_cpus": self.workers, "include_dashboard": False} if self.address == LOCAL else {}
        try:
            ray.init(address=self.address or None, **own, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise NoRayError(f"no Ray cluster at {self.address or 'the default address'}: {error}") from None
        return ray


def need_ray() -> Any:
    """The library.

    Raises:
        NoRayError: If it is not installed; the text says what to do.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise NoRayError(not_installed("--engine ray", "Ray", "ray")) from None
    return ray


class _Cluster:
    """A connected cluster.

    Args:
        ray: The library.
        environment: Variables of this machine.
        notice: Told what happens on the way.
    """

    def __init__(self, ray: Any, environment: Mapping[str, str], notice: Notice) -> None:
        self._ray, self._notice = ray, notice
        self._places = {name: value for name, value in environment.items() if name.startswith(PLACES)}
        self._remote = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)(_remotely)

    def deliveries(self, jobs: Sequence[Job], run: Path, at_once: int) -> Deliveries:
        """Deliveries as they come, never more than some episodes under way."""
        waiting = deque(jobs)
        running: dict[Any, Job] = {}
        while waiting or running:
            while waiting and len(running) < at_once:
                job = waiting.popleft()
                running[self._remote.remote(job, self._places)] = job
            (ready, *_), _ = self._ray.wait(list(running))
            yield self._received(ready, running.pop(ready), run)

    def _received(self, answer: Any, job: Job, run: Path) -> Delivery:
        try:
            delivery, files = self._ray.get(answer)
        except self._ray.exceptions.RayError as error:
            self._notice(f"{job.step}, episode {job.episode}: {' '.join(str(error).split())}")
            return Delivery(failed_result(job, WORKER, lost(job)))
        unpack(files, run / PARTS / str(os.getpid()) / job.folder, run / job.folder)
        found: Delivery = delivery
        return found


def unpack(files: Files, part: Path, target: Path) -> None:
    """Write the files of an episode, then give them their place."""
    for name, content in files.items():
        (part / name).parent.mkdir(parents=True, exist_ok=True)
        (part / name).write_bytes(content)
    place(part, target)


def _remotely(job: Job, places: Mapping[str, str]) -> tuple[Delivery, Files]:
    """One episode and its files, on a machine of the cluster; its process keeps worlds from episode to episode."""
    os.environ["OMP_NUM_THREADS"] = "1"
    performer = _performers.setdefault(repr(sorted(places.items())), Performer({**os.environ, **places}))
    with TemporaryDirectory() as folder:
        part = Path(folder) / job.name
        delivery = performer.perform(job, part)
        files = [path for path in sorted(part.rglob("*")) if path.is_file()]
        return delivery, {str(path.relative_to(part)): path.read_bytes() for path in files}
