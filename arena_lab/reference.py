"""Simulating recorded episodes again without their robots."""

import os
import shutil
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from arena_evaluation.foreign.no_task import is_imported
from arena_lab.run import quiet_collector
from arena_runtime.recorder import Recorder
from arena_runtime.simulation import Simulation, SimulationError
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.order import (
    CommandVelocity,
    Order,
    Remove,
    Request,
    SendSignal,
    SpawnRobot,
    SubmitPhases,
    Teleport,
)
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.metadata import metadata_path, read_metadata
from arena_simulation_setup.recording.reader import Recording, open_recording
from arena_simulation_setup.reference_run import REFERENCE_LABELS, is_reference, without_robots
from arena_simulation_setup.site import Site, open_site

MOST_SITES = 4
FINISHED = "reference run"
SiteOf = Callable[[str], Site]
Seen = Callable[[int, Simulation], None]


@frozen
class ReferenceRun:
    """What became of the reference run of one recording.

    Attributes:
        recording: The recording.
        path: Its reference run; None where there is none.
        frames: Frames that were simulated; 0 where the reference run was there already.
        problem: Why there is none; empty where there is one.
    """

    recording: Path
    path: Path | None = None
    frames: int = 0
    problem: str = ""


@frozen
class ReferenceMaker:
    """Makes reference runs one by one; the last few worlds stay in memory.

    Attributes:
        targets: Recording to the file for its reference run.
        environment: Variables that name places.
    """

    targets: Mapping[Path, Path]
    environment: Mapping[str, str] = field(factory=lambda: dict(os.environ))
    _sites: "OrderedDict[str, Site]" = field(factory=OrderedDict, eq=False)

    def __call__(self, path: Path) -> ReferenceRun:
        """Make the reference run of a recording; whatever is against it stops nothing."""
        target = self.targets[path]
        try:
            if _is_there(target):
                return ReferenceRun(path, target)
            return ReferenceRun(path, target, record_reference(self._site, path, target))
        except (OSError, ValueError, SimulationError) as error:
            said = str(error)
            return ReferenceRun(path, problem=said if str(path) in said else f"{path}: {said}")

    def _site(self, argument: str) -> Site:
        if argument not in self._sites:
            self._sites[argument] = open_site(argument, self.environment)
            if len(self._sites) > MOST_SITES:
                self._sites.popitem(last=False)
        self._sites.move_to_end(argument)
        return self._sites[argument]


def reference_targets(recordings: Sequence[Path], folder: Path) -> dict[Path, Path]:
    """Where the reference runs of recordings go: below a folder as the recordings are below their common one.

    Args:
        recordings: Recordings, each in a folder of its own.
        folder: Folder of the reference runs.
    """
    common = Path(os.path.commonpath([path.absolute().parent.parent for path in recordings]))
    return {path: folder / path.absolute().relative_to(common) for path in recordings}


def record_reference(site_of: SiteOf, path: Path, target: Path, seen: Seen | None = None) -> int:
    """Simulate a recorded episode without its robots, for as many ticks as it has, and record that.

    Orders that are about people, objects and doors are carried out again.

    Args:
        site_of: World argument to the world.
        path: The recording.
        target: File for the reference run.
        seen: Called about every simulated second with the time in nanoseconds.

    Returns:
        Number of frames.

    Raises:
        RecordingError: If the file is no recording of this system, or the reference run can not be written.
        ValueError: If the world has changed since, or can not be loaded.
        SimulationError: If a tick fails.
    """
    recording = open_recording(path)
    episode = recording.start.episode
    if is_imported(episode):
        raise RecordingError("it was imported: it can be judged and measured, but not simulated again")
    site = site_of(episode.world.argument)
    simulation = Simulation(site, without_robots(episode))
    recorder = Recorder(target, simulation, site.plan, labels=REFERENCE_LABELS)
    try:
        with quiet_collector():
            _run(recording, simulation, recorder, seen)
    except BaseException:
        recorder.abandon()
        raise
    recorder.finish()
    return simulation.frame.tick + 1


def _run(recording: Recording, simulation: Simulation, recorder: Recorder, seen: Seen | None) -> None:
    rate = simulation.episode.rate
    orders, last = _script(recording)
    for number in range(1, last + 1):
        tick = simulation.step(orders.get(number, ()))
        recorder.take(tick)
        if seen is not None and number % rate == 0:
            seen(tick.frame.time_ns, simulation)
    simulation.judge.close("SUCCESS", FINISHED, last)


def _script(recording: Recording) -> tuple[dict[int, list[Order]], int]:
    """Orders that are not about robots, by their ticks, and the last tick."""
    robots = {robot.name for robot in recording.start.episode.robots}
    found: dict[int, list[Order]] = {}
    last = 0
    for message in recording.messages(("/frame", "/orders")):
        if isinstance(message.value, Frame):
            last = message.value.tick
        elif isinstance(message.value, Order):
            request = message.value.request
            if isinstance(request, SpawnRobot):
                robots.add(request.robot.name)
            elif not _is_about_robots(request, robots):
                found.setdefault(message.value.tick, []).append(message.value)
    return found, last


def _is_about_robots(request: Request, robots: set[str]) -> bool:
    if isinstance(request, Teleport | Remove):
        return request.entity in robots
    return isinstance(request, CommandVelocity | SendSignal | SubmitPhases)


def _is_there(target: Path) -> bool:
    """Whether a whole reference run is there; what is left of one that was cut is taken away."""
    if not metadata_path(target).exists():
        return False
    metadata = read_metadata(target)
    if not is_reference(metadata):
        raise RecordingError(f"{target.parent} already holds another recording")
    if metadata.get("complete"):
        return True
    shutil.rmtree(target.parent)
    return False
