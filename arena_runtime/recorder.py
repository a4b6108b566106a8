"""What of an episode is written, and when."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.map.occupancy import OccupancyImage
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.occupancy import grid_of
from arena_simulation_setup.recording.writer import RecordingWriter

_NO_LABELS: Mapping[str, str] = MappingProxyType({})


class Recorder:
    """Records one simulation: each order, each frame, the verdicts whenever one changes.

    Args:
        path: File to make.
        simulation: The episode, before its first step.
        plan: The world's map, for viewers.
        clock_offset_ns: Time of /clock at frame 0, nanoseconds.
        labels: Further texts for the metadata.

    Raises:
        RecordingError: If the file can not be made or written, also from every other method.
    """

    def __init__(
        self,
        path: Path,
        simulation: Simulation,
        plan: OccupancyImage,
        clock_offset_ns: int = 0,
        labels: Mapping[str, str] = _NO_LABELS,
    ) -> None:
        self._simulation = simulation
        self._writer = RecordingWriter(path, simulation.start, clock_offset_ns, labels)
        self._writer.write_map(grid_of(plan))
        self.take(simulation.first)

    @property
    def path(self) -> Path:
        """The file."""
        return self._writer.path

    def take(self, tick: Tick) -> None:
        """Write what a tick brought, first what has another name or row from now on."""
        if tick.start is not None:
            self._writer.write_start(tick.start)
        for order in tick.orders:
            self._writer.write_order(order)
        self._writer.write_frame(tick.frame)
        observation, frame = tick.observation, tick.frame
        if frame.tick == 0 or observation.verdicts or observation.phases or observation.outcome:
            self._write_verdicts(frame.tick, frame.time_ns)

    def flush(self) -> None:
        """Hand everything to the operating system, as on a pause."""
        self._writer.flush()

    def finish(self) -> None:
        """Write the outcome and close the file.

        An end that came from outside changed verdicts after the last frame, so they are written once more.
        """
        frame = self._simulation.frame
        self._write_verdicts(frame.tick, frame.time_ns)
        self._writer.finish(self._simulation.outcome)

    def abandon(self) -> None:
        """Close the file as it is."""
        self._writer.abandon()

    def _write_verdicts(self, tick: int, time_ns: int) -> None:
        judge = self._simulation.judge
        self._writer.write_verdicts(VerdictSnapshot(tick, time_ns, judge.verdicts(), judge.phases()))
