"""What the running building costs, beside the bare library calls that the same episode needs."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from attrs import frozen

from arena_lab.bench_episode import enlarged, moved_to, standard_episode
from arena_lab.resident_memory import resident_mb
from arena_lab.run import quiet_collector
from arena_runtime.recorder import Recorder
from arena_runtime.scene.builder import build_scene
from arena_runtime.scene.building import Building
from arena_runtime.simulation import Simulation, SimulationOptions
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import RobotIdentifier

PEOPLE, CROWD = 20, 200
SHORT_SECONDS, CROWD_SECONDS = 30.0, 15.0
"""Simulated lengths of the episodes that growth is measured with."""
COPIES = 10
SCANS_PER_SECOND = 10
FEW_RESETS = 10
TICKS_AFTER_RESET = 3

Progress = Callable[[str], None]


@frozen
class Figure:
    """One figure and its bound.

    Attributes:
        key: Name for scripts.
        meaning: What it is, in words.
        value: The figure.
        at_most: Bound from above; None where there is none.
        at_least: Bound from below; None where there is none.
    """

    key: str
    meaning: str
    value: float
    at_most: float | None = None
    at_least: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the figure is within its bounds."""
        above = self.at_most is None or self.value <= self.at_most
        return above and (self.at_least is None or self.value >= self.at_least)

    @property
    def bound(self) -> str:
        """The bound in words."""
        return f"at most {self.at_most:g}" if self.at_most is not None else f"at least {self.at_least:g}"


@frozen
class Run:
    """One timed episode.

    Attributes:
        ticks: Ticks of the episode.
        rtf: Simulated seconds per wall second, recording included, reset excluded.
        tick_us: Mean wall microseconds of a tick.
        median_us: Median wall microseconds of a tick.
        reset_s: Wall seconds from the episode to its first frame.
    """

    ticks: int
    rtf: float
    tick_us: float
    median_us: float
    reset_s: float


def timed(site: Site, episode: Episode, scans: bool = False, repeats: int = 3) -> Run:
    """Run an episode with recording; the fastest run counts, since everything else on the machine only adds."""
    return max((_timed_once(site, episode, scans) for _ in range(repeats)), key=lambda run: run.rtf)


def all_figures(site: Site, seed: int, counts: tuple[int, int], library_us: float, progress: Progress) -> list[Figure]:
    """Every figure, measured in this process one after the other.

    Args:
        site: The world.
        seed: Seed of the episode.
        counts: Runs of each timed episode, of which the fastest counts; and resets after which memory is looked at.
        library_us: Microseconds of the avoidance library for the same people per tick.
        progress: Told what is measured next.
    """
    (repeats, resets), episode = counts, standard_episode(site, PEOPLE, seed)
    progress("measuring memory over resets")
    memory = memory_figures(site, resets, progress)
    progress("measuring resets")
    reset = reset_figures(site, episode)
    progress("measuring the episode")
    speed = speed_figures(site, episode, library_us, repeats)
    progress("measuring growth")
    return speed + growth_figures(site, episode, repeats) + reset + memory


def speed_figures(site: Site, episode: Episode, library_us: float, repeats: int = 3) -> list[Figure]:
    """Real-time factors, and the tick with lidar over the bare calls that it needs.

    Args:
        site: The world.
        episode: As ``standard_episode`` makes it.
        library_us: Microseconds of the avoidance library for the same people per tick.
        repeats: Runs of each.
    """
    plain, scanning = timed(site, episode, repeats=repeats), timed(site, episode, scans=True, repeats=repeats)
    floor_us = bare_tick_us(site, episode) + library_us
    return [
        Figure("rtf", "real-time factor without lidar", plain.rtf, at_least=80.0),
        Figure("rtf_lidar", "real-time factor with a 360-beam lidar at 10 Hz", scanning.rtf, at_least=40.0),
        Figure("episode_over_floor", "tick with lidar / bare library calls", scanning.tick_us / floor_us, at_most=2.5),
    ]


def bare_tick_us(site: Site, episode: Episode) -> float:
    """Microseconds per tick of the library's own calls for the physics and the scans of an episode.

    The steps are made in a loop on a copy of the scene at its beginning; the rays of each scan are cast with one call
    where the robot and everybody else are then.
    """
    simulation = Simulation(site, episode)
    ticks, scanning_s = 0, 0.0
    while simulation.outcome is None:
        simulation.step()
        ticks += 1
        if ticks * SCANS_PER_SECOND // episode.rate != (ticks - 1) * SCANS_PER_SECOND // episode.rate:
            began = perf_counter()
            simulation.bare_scans(1)
            scanning_s += perf_counter() - began
    bare = Simulation(site, episode)
    began = perf_counter()
    bare.bare_steps(ticks)
    return (perf_counter() - began + scanning_s) / ticks * 1e6


def growth_figures(site: Site, episode: Episode, repeats: int = 2) -> list[Figure]:
    """How the tick grows with the number of people and with the size of the building.

    Args:
        site: The world.
        episode: As ``standard_episode`` makes it.
        repeats: Runs of each.
    """
    short = standard_episode(site, PEOPLE, episode.seed, SHORT_SECONDS)
    here = timed(site, short, repeats=repeats)
    large = enlarged(site, COPIES)
    building = timed(large, moved_to(large, short), repeats=repeats)
    return [
        people_growth(site, here, episode.seed, repeats),
        Figure(
            "growth_world",
            f"tick with {COPIES} times the building / here",
            building.tick_us / here.tick_us,
            at_most=3.0,
        ),
    ]


def people_growth(site: Site, here: Run, seed: int, repeats: int) -> Figure:
    """How the tick grows with the number of people.

    Args:
        site: The world.
        here: Run of the episode with the usual number of people.
        seed: Seed of the episode.
        repeats: Runs of the episode with many people.
    """
    crowd = timed(site, standard_episode(site, CROWD, seed, CROWD_SECONDS), repeats=repeats)
    ratio = crowd.tick_us / here.tick_us
    return Figure("growth_people", f"tick at {CROWD} people / at {PEOPLE}", ratio, at_most=6.0)


def reset_figures(site: Site, episode: Episode, repeats: int = 10) -> list[Figure]:
    """Reset to first frame over building, compiling and one forward pass of the same scene."""
    resets, builds = [], []
    for _ in range(repeats):
        began = perf_counter()
        Simulation(site, episode)
        resets.append(perf_counter() - began)
        began = perf_counter()
        _bare_scene(site, episode)
        builds.append(perf_counter() - began)
    ratio = median(resets) / median(builds)
    return [Figure("reset_over_build", "reset to first frame / building the scene alone", ratio, at_most=3.0)]


def memory_figures(site: Site, resets: int, progress: Progress) -> list[Figure]:
    """Memory of this process after many resets over that after a few.

    Args:
        site: The world.
        resets: How many; each generates an episode of its own seed, builds it and steps it a little.
        progress: Told how far it is.
    """
    few = 0.0
    for count in range(1, resets + 1):
        simulation = Simulation(site, standard_episode(site, PEOPLE, seed=count))
        for _ in range(TICKS_AFTER_RESET):
            simulation.step()
        if count == FEW_RESETS:
            few = resident_mb()
        if count % 100 == 0:
            progress(f"{count} of {resets} resets")
    ratio = resident_mb() / few
    return [Figure("memory_1000_over_10", f"memory after {resets} resets / after {FEW_RESETS}", ratio, at_most=1.05)]


def _timed_once(site: Site, episode: Episode, scans: bool) -> Run:
    began = perf_counter()
    simulation = Simulation(site, episode, SimulationOptions(scans=scans))
    reset_s = perf_counter() - began
    laps: list[float] = []
    with TemporaryDirectory() as folder:
        recorder = Recorder(Path(folder) / "bench.mcap", simulation, site.plan)
        with quiet_collector():
            began = before = perf_counter()
            while simulation.outcome is None:
                recorder.take(simulation.step())
                now = perf_counter()
                laps.append(now - before)
                before = now
            wall_s = before - began
        recorder.finish()
    simulated_s = len(laps) / episode.rate
    return Run(len(laps), simulated_s / wall_s, wall_s / len(laps) * 1e6, median(laps) * 1e6, reset_s)


def _bare_scene(site: Site, episode: Episode) -> None:
    models = [site.catalogue.robot(RobotIdentifier.parse(robot.model)) for robot in episode.robots]
    building = site.derived("building", lambda: Building(site.world, site.realized, site.catalogue))
    build_scene(building, episode, models, SimulationOptions().substeps)
