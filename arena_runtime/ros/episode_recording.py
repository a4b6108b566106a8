"""Recordings of the episodes that the node runs."""

from collections.abc import Callable
from pathlib import Path

from arena_runtime.recorder import Recorder
from arena_runtime.ros.episode_run import EpisodeRun
from arena_runtime.simulation import Tick
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.folders import claim_episode_path


class EpisodeRecording:
    """Records every episode into the folder that is set when it begins.

    Args:
        folder: Asks for the folder; empty for none.
        tell: Takes a sentence about each recording that was made.
        flush_at_rest: Whether what is recorded is handed over when time stands still, which shows in the file.
    """

    def __init__(self, folder: Callable[[], str], tell: Callable[[str], None], flush_at_rest: bool = True) -> None:
        self._folder, self._tell, self._flush_at_rest = folder, tell, flush_at_rest
        self._recorder: Recorder | None = None

    def began(self, run: EpisodeRun) -> None:
        """Make the file."""
        self._recorder = None
        folder = self._folder()
        if folder:
            path = claim_episode_path(Path(folder).expanduser(), run.episode.episode_id)
            self._recorder = Recorder(path, run.simulation, run.site.plan, run.clock_offset_ns)

    def ticked(self, run: EpisodeRun, tick: Tick) -> None:
        """Write what a tick brought; a recording that can not be written is closed, and the episode fails."""
        recorder = self._recorder
        if recorder is not None:
            try:
                recorder.take(tick)
            except RecordingError:
                self._recorder = None
                recorder.abandon()
                raise

    def ended(self, run: EpisodeRun) -> None:
        """Write the outcome and close the file."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.finish()
            self._tell(f"recorded {recorder.path}")

    def rested(self, run: EpisodeRun | None) -> None:
        """Hand everything to the operating system."""
        if self._recorder is not None and self._flush_at_rest:
            self._recorder.flush()
