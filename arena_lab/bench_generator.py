"""What making episodes costs, and whether each of them keeps its promises."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from statistics import median, quantiles
from time import perf_counter, process_time

from attrs import frozen

from arena_lab.generator_faults import KINDS, Fault, episode_faults
from arena_lab.resident_memory import resident_mb
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.site import Site
from task_generator.generator import generate
from task_generator.request import EpisodeRequest

LARGEST_MS = 2.0
"""Median of the processor time of one episode."""
LARGEST_GROWTH = 1.05
"""Memory after all episodes by that after the first ``SETTLED``."""
SETTLED = 1000
WARM_UP = 5


@frozen
class GeneratorCost:
    """Figures of one run.

    Attributes:
        wall_ms: Wall milliseconds of each episode.
        cpu_ms: Processor milliseconds of each; what the wall time is on an idle machine.
        memory_mb: Memory after the first ``SETTLED`` episodes (all where there are fewer) and after all, megabytes.
        faults: What was wrong, with the seed of its episode; None where nobody looked.
        differing: Seeds that gave another episode the second time.
    """

    wall_ms: tuple[float, ...]
    cpu_ms: tuple[float, ...]
    memory_mb: tuple[float, float]
    faults: tuple[tuple[int, Fault], ...] | None
    differing: tuple[int, ...] = ()

    @property
    def median_ms(self) -> float:
        """Wall milliseconds of one, the middle."""
        return median(self.wall_ms)

    @property
    def median_cpu_ms(self) -> float:
        """Processor milliseconds of one, the middle."""
        return median(self.cpu_ms)

    @property
    def p99_ms(self) -> float:
        """Wall milliseconds of the slowest but one in a hundred."""
        return quantiles(self.wall_ms, n=100)[-1] if len(self.wall_ms) > 1 else self.wall_ms[0]

    @property
    def growth(self) -> float:
        """Memory at the end by memory at the beginning."""
        return self.memory_mb[1] / self.memory_mb[0]

    @property
    def violations(self) -> dict[str, int]:
        """How many faults of each kind there are; empty where nobody looked."""
        if self.faults is None:
            return {}
        counts = Counter(fault.kind for _, fault in self.faults)
        return {**{kind: counts[kind] for kind in KINDS}, "differing": len(self.differing)}

    @property
    def holds(self) -> bool:
        """Whether the figures are within their bounds and nothing was wrong."""
        return self.median_cpu_ms <= LARGEST_MS and self.growth <= LARGEST_GROWTH and not any(self.violations.values())


def generator_cost(site: Site, episodes: int, seed: int, check: bool) -> GeneratorCost:
    """Make episodes of random modes, one after the other, and measure each.

    Args:
        site: The world; what it derives at first use is not part of the figures.
        episodes: How many.
        seed: Seed of the first; each further one has the next.
        check: Whether to make all of them once more afterwards and look for faults, which is not part of the figures.
    """
    for warm_up in range(WARM_UP):
        generate(site, _request(seed + episodes + warm_up))
    wall_ms, cpu_ms, marks = [], [], []
    settled_mb = 0.0
    for number in range(episodes):
        request = _request(seed + number)
        began, cpu = perf_counter(), process_time()
        made = generate(site, request).episode
        wall_ms.append((perf_counter() - began) * 1e3)
        cpu_ms.append((process_time() - cpu) * 1e3)
        marks.append(_mark(made))
        if number + 1 == min(SETTLED, episodes):
            settled_mb = resident_mb()
    memory_mb = (settled_mb, resident_mb())
    faults, differing = _checked(site, seed, marks) if check else (None, ())
    return GeneratorCost(tuple(wall_ms), tuple(cpu_ms), memory_mb, faults, differing)


def _checked(site: Site, seed: int, marks: Sequence[bytes]) -> tuple[tuple[tuple[int, Fault], ...], tuple[int, ...]]:
    """Faults of all episodes, each with its seed, and the seeds that give another episode this time."""
    faults: list[tuple[int, Fault]] = []
    differing = []
    for number, mark in enumerate(marks, start=seed):
        made = generate(site, _request(number)).episode
        faults += [(number, fault) for fault in episode_faults(site, made)]
        if _mark(made) != mark:
            differing.append(number)
    return tuple(faults), tuple(differing)


def _mark(episode: Episode) -> bytes:
    return blake2b(repr(episode).encode(), digest_size=8).digest()


def _request(seed: int) -> EpisodeRequest:
    return EpisodeRequest(episode_id=1, seed=seed, fleet=("jackal",))
