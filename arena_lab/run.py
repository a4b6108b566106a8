"""Running one episode from its description to its row, as fast as possible."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from attrs import frozen

from arena_lab.row import EpisodeRow
from arena_lab.watcher import Watch, Watcher, Watchers
from arena_runtime.recorder import Recorder
from arena_runtime.simulation import Simulation, SimulationError, SimulationOptions
from arena_simulation_setup.conditions.contact_intervals import ContactLog
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.recording.folders import claim_episode_path
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import ns_to_seconds
from arena_simulation_setup.verdict import EpisodeOutcome

Progress = Callable[[int, Simulation], None]


@frozen
class RunOptions:
    """How episodes are run.

    Attributes:
        recordings: Folder for recordings; None records nothing.
        simulation: How they are simulated.
        progress: Called about every simulated second with the episode's time in nanoseconds.
        notice: Called, before the first tick, with a sentence for each thing that can not be carried out.
        watch: Makes who looks on at an episode.
    """

    recordings: Path | None = None
    simulation: SimulationOptions = SimulationOptions()
    progress: Progress | None = None
    notice: Callable[[str], None] | None = None
    watch: Watch | None = None


def run_episode(site: Site, episode: Episode, options: RunOptions) -> EpisodeRow:
    """Simulate an episode to its outcome.

    An episode whose tick fails ends as FAILED with the reason; what was recorded until then is kept.

    Raises:
        ValueError: If the episode can not be built in this world.
        RecordingError: If the recording can not be written.
    """
    began = perf_counter()
    simulation = Simulation(site, episode, options.simulation)
    if options.notice is not None:
        for warning in simulation.warnings:
            options.notice(warning)
    recorder = _recorder(site, simulation, options)
    watcher: Watcher = Watchers()
    contacts, failed = ContactLog(simulation.start.layout), False
    try:
        if options.watch is not None:
            watcher = options.watch(site, simulation)
        with quiet_collector():
            run_to_end(simulation, recorder, options.progress, contacts, watcher)
    except SimulationError:
        failed = True
    except BaseException:
        watcher.abandon()
        if recorder is not None:
            recorder.abandon()
        raise
    watcher.finish()
    if recorder is not None:
        recorder.finish()
    return _row(simulation, perf_counter() - began, recorder, contacts.count, failed)


def run_to_end(
    simulation: Simulation,
    recorder: Recorder | None,
    progress: Progress | None,
    contacts: ContactLog,
    watcher: Watcher,
) -> None:
    """Step until the episode has an outcome.

    Raises:
        SimulationError: If a tick fails.
    """
    rate = simulation.start.episode.rate
    contacts.observe(simulation.first.frame.time_ns, simulation.first.frame.contacts)
    watcher.take(simulation.first)
    while simulation.outcome is None:
        tick = simulation.step()
        watcher.take(tick)
        if tick.start is not None:
            contacts.use_layout(tick.start.layout)
        contacts.observe(tick.frame.time_ns, tick.frame.contacts)
        if recorder is not None:
            recorder.take(tick)
        if progress is not None and tick.frame.tick % rate == 0:
            progress(tick.frame.time_ns, simulation)


def _recorder(site: Site, simulation: Simulation, options: RunOptions) -> Recorder | None:
    if options.recordings is None:
        return None
    path = claim_episode_path(options.recordings, simulation.start.episode.episode_id)
    return Recorder(path, simulation, site.plan)


@contextmanager
def quiet_collector() -> Iterator[None]:
    """Keep the garbage collector out of the loop, whose objects are freed by reference counts."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def _row(simulation: Simulation, wall_s: float, recorder: Recorder | None, collisions: int, failed: bool) -> EpisodeRow:
    episode = simulation.episode
    outcome = simulation.outcome or EpisodeOutcome("FATAL", simulation.frame.tick, "ended without an outcome")
    return EpisodeRow(
        episode=episode.episode_id,
        world=episode.world.argument,
        scenario=episode.scenario,
        seed=episode.seed,
        outcome=outcome.state,
        info=outcome.reason,
        verdicts=simulation.judge.verdicts(),
        phases=simulation.judge.phases(),
        collisions=collisions,
        sim_s=ns_to_seconds(simulation.frame.time_ns),
        wall_s=wall_s,
        recording=None if recorder is None else str(recorder.path),
        failed_to_run=failed,
    )
