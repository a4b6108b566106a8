"""Reference runs by the episodes that they belong to."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.metrics.recorded_run import read_run
from arena_evaluation.metrics.world_routes import RouteSource
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
            FileNotFoundError: If one of them is not there, or holds no reference run.
        """
        found: dict[Key, tuple[Path, ...]] = {}
        for path in dict.fromkeys(run for place in paths for run in _reference_runs(place)):
            metadata = _metadata(path)
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


@frozen
class PairedRun:
    """An episode, and what it was compared with.

    Attributes:
        run: The episode.
        reference: Its reference run; None without one.
        unpaired: Which recording has none and why, where one was looked for.
    """

    run: EpisodeRun
    reference: Path | None = None
    unpaired: str = ""


def read_paired(path: Path, references: References | None, routes: RouteSource) -> PairedRun:
    """Read a recording, and its reference run where it has robots.

    Args:
        path: The recording.
        references: Where reference runs are looked for; None looks for none.
        routes: Ways through the worlds of the recordings so far.

    Raises:
        RecordingError: If the recording can not be read.
    """
    run = read_run(path, routes)
    if references is None or not run.robots:
        return PairedRun(run)
    run, reference = references.paired(run)
    return PairedRun(run, reference, f"{path}: {run.reference}" if isinstance(run.reference, str) else "")


def recordings_with_robots(paths: Iterable[Path]) -> Sequence[Path]:
    """Recordings but for reference runs; those without readable metadata are kept.

    Args:
        paths: Recordings, and folders with recordings below.

    Raises:
        FileNotFoundError: If there are none.
    """
    found = [path for path in recording_paths(paths) if not is_reference(_metadata(path))]
    if not found:
        raise FileNotFoundError("there are only reference runs, expected recordings with robots")
    return found


def _reference_runs(path: Path) -> Sequence[Path]:
    if not path.exists():
        raise FileNotFoundError(f"{path}: there is no such file or folder")
    found = [run for run in recording_paths([path]) if is_reference(_metadata(run))]
    if not found:
        raise FileNotFoundError(f"{path} holds no reference run (`arena evaluation reference` makes them)")
    return found


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
