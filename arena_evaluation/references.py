"""Reference runs by the episodes that they belong to."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.recorded_run import read_run
from arena_evaluation.recording_paths import recording_paths
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.metadata import read_metadata
from arena_simulation_setup.reference_run import is_reference, without_robots

Key = tuple[Any, ...]
FIELDS = ("world_hash", "scenario", "tm_obstacles", "tm_robots", "seed", "episode_id")
"""What the metadata of a recording and of its reference run have in common."""


@frozen
class References:
    """The reference runs among some recordings.

    Attributes:
        paths: Those of equal world, scenario, modes, seed and number, by these.
        missing: What an episode says that has none.
    """

    paths: Mapping[Key, tuple[Path, ...]]
    missing: str = "no reference run of this episode"

    @classmethod
    def among(cls, paths: Iterable[Path]) -> "References":
        """Look for reference runs; all other recordings are passed over.

        Args:
            paths: Recordings, and folders with recordings below.

        Raises:
            FileNotFoundError: If a folder holds no recording.
        """
        found: dict[Key, tuple[Path, ...]] = {}
        for path in recording_paths(paths):
            metadata = _metadata(path)
            if is_reference(metadata):
                key = tuple(metadata.get(name) for name in FIELDS)
                found[key] = (*found.get(key, ()), path)
        return cls(found)

    @property
    def every(self) -> tuple[Path, ...]:
        """All reference runs."""
        return tuple(path for paths in self.paths.values() for path in paths)

    def paired(self, run: EpisodeRun) -> tuple[EpisodeRun, Path | None]:
        """An episode with its reference run, and which that is; without one, the episode says why.

        Only a run of the very same people, objects and timeline counts; of several the one that has as many frames,
        else the longest.
        """
        wanted, problem = without_robots(run.start.episode), self.missing
        frames = len(run.times_ns)
        for path in sorted(self.paths.get(_key(run), ()), key=lambda path: _preference(path, frames)):
            try:
                found = read_run(path)
            except RecordingError as error:
                problem = f"reference run: {error}"
                continue
            if found.start.episode == wanted:
                return evolve(run, reference=found), path
            problem = f"the reference run {path} has other people, objects or events"
        return evolve(run, reference=problem), None


def _preference(path: Path, frames: int) -> tuple[bool, int, Path]:
    said = _metadata(path).get("frames")
    found = said if isinstance(said, int) else 0
    return (found != frames, -found, path)


def _key(run: EpisodeRun) -> Key:
    episode = run.start.episode
    modes = (episode.obstacles_mode, episode.robots_mode)
    return (episode.world.content_hash, episode.scenario, *modes, episode.seed, episode.episode_id)


def _metadata(path: Path) -> Mapping[str, Any]:
    try:
        return read_metadata(path)
    except RecordingError:
        return {}
