"""What an episode costs: real-time factor, the bare physics beside it, and each part of a tick."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from attrs import field, frozen

from arena_lab.bench_runtime import timed
from arena_lab.run import quiet_collector
from arena_runtime.recorder import Recorder
from arena_runtime.simulation import PARTS, Simulation, SimulationOptions
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.site import Site

BUDGET_US: Mapping[str, float] = {
    "people": 110.0,
    "navigator": 40.0,
    "doors": 40.0,
    "physics": 45.0,
    "frame": 15.0,
    "judge": 20.0,
    "scans": 0.0,
    "recorder": 10.0,
}
WARM_UP_TICKS = 30


@frozen
class EpisodeCost:
    """Figures of one episode, all measured in the same run.

    Attributes:
        ticks: Ticks of the episode.
        simulated_s: Simulated seconds.
        rtf: Simulated seconds per wall second, recording included, reset excluded.
        tick_us: Median wall microseconds of a whole tick.
        bare_us: Wall microseconds of the bare physics steps of one tick of the same scene.
        reset_ms: Wall milliseconds from the episode to its first frame.
        parts_us: Mean microseconds of each part of a tick, measured in a run of its own.
    """

    ticks: int
    simulated_s: float
    rtf: float
    tick_us: float
    bare_us: float
    reset_ms: float
    parts_us: Mapping[str, float] = field(factory=dict)

    @property
    def tick_over_bare(self) -> float:
        """How many times the bare physics a tick costs."""
        return self.tick_us / self.bare_us


def episode_cost(site: Site, episode: Episode, scans: bool = False, repeats: int = 3) -> EpisodeCost:
    """Measure an episode.

    Args:
        site: The world; what it derives at first use is not part of the figures.
        episode: The episode.
        scans: Whether laser scanners are read.
        repeats: Runs; the fastest counts, since everything else on the machine only adds.
    """
    options = SimulationOptions(scans=scans)
    _warm_up(site, episode, options)
    best = timed(site, episode, scans, repeats)
    simulation = Simulation(site, episode, options)
    return EpisodeCost(
        ticks=best.ticks,
        simulated_s=best.ticks / episode.rate,
        rtf=best.rtf,
        tick_us=best.median_us,
        bare_us=_bare_us(simulation, best.ticks),
        reset_ms=best.reset_s * 1e3,
        parts_us=parts_us(site, episode, scans),
    )


def _warm_up(site: Site, episode: Episode, options: SimulationOptions) -> None:
    simulation = Simulation(site, episode, options)
    for _ in range(WARM_UP_TICKS):
        if simulation.outcome is None:
            simulation.step()


def _bare_us(simulation: Simulation, ticks: int) -> float:
    """The same number of physics steps in a loop around the library's own call, nothing read in between."""
    began = perf_counter()
    simulation.bare_steps(ticks)
    return (perf_counter() - began) / ticks * 1e6


def parts_us(site: Site, episode: Episode, scans: bool) -> dict[str, float]:
    """Mean microseconds of each part of a tick in one run of an episode, recording included."""
    totals = dict.fromkeys((*PARTS, "recorder"), 0.0)
    before = 0.0

    def lap(part: str) -> None:
        nonlocal before
        now = perf_counter()
        totals[part] += now - before
        before = now

    simulation = Simulation(site, episode, SimulationOptions(scans=scans, lap=lap))
    ticks = 0
    with TemporaryDirectory() as folder, quiet_collector():
        recorder = Recorder(Path(folder) / "bench.mcap", simulation, site.plan)
        while simulation.outcome is None:
            before = perf_counter()
            tick = simulation.step()
            before = perf_counter()
            recorder.take(tick)
            lap("recorder")
            ticks += 1
        recorder.finish()
    return {part: total / ticks * 1e6 for part, total in totals.items()}
