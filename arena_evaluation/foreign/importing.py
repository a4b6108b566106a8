"""A recording of another system becomes one of this project: judged by the Judge, written by the writer."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from arena_evaluation.csv_judging import missing_names
from arena_evaluation.foreign.episode import ForeignEpisode, ForeignWorld, foreign_episode
from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.findings import Findings
from arena_evaluation.foreign.no_task import NO_TASK
from arena_evaluation.foreign.options import Judging
from arena_evaluation.foreign.rotation import Floats
from arena_evaluation.foreign.timeline import Timeline, timeline
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.recording.writer import RecordingWriter
from arena_simulation_setup.timebase import ns_to_seconds
from arena_simulation_setup.verdict import EpisodeOutcome, PhaseOutcome, Verdict

NO_TASK_REASON = "the imported recording ends; its robots have no task"
NO_GOAL_REASON = "the imported recording ends before the goal"
MOST_OCCUPIED = 0.02


@frozen(eq=False)
class Imported:
    """What was written.

    Attributes:
        findings: How the recording was understood.
        path: The recording that was made.
        start_ns: Time of frame 0 by the clock of the original, nanoseconds.
        frames: Number of frames.
        seconds: Time of the last frame.
        silences: Who was silent from when to when, seconds; these frames are missing.
        outcome: How the episode ended.
        verdicts: What the conditions say.
        phases: What became of the goals; empty without one.
        remarks: What was assumed, left out or looks wrong.
    """

    findings: Findings
    path: Path
    start_ns: int
    frames: int
    seconds: float
    silences: tuple[tuple[str, float, float], ...]
    outcome: EpisodeOutcome
    verdicts: tuple[Verdict, ...]
    phases: tuple[PhaseOutcome, ...]
    remarks: tuple[str, ...]


@frozen(eq=False)
class Prepared:
    """A recording that can be written.

    Attributes:
        findings: How it was understood.
        times: Its ticks.
        episode: Its episode and frames.
        remarks: What was assumed, left out or looks wrong.
    """

    findings: Findings
    times: Timeline
    episode: ForeignEpisode
    remarks: tuple[str, ...]

    def unknown_names(self, world: ForeignWorld) -> tuple[str, ...]:
        """One sentence for each name in a condition that neither the recording nor the world has."""
        start = self.episode.start
        return missing_names(evolve(start.episode, robots=()), start.layout, world.world)


def prepared(
    findings: Findings, world: ForeignWorld, judging: Judging, gap_ns: int | None = None, number: int = 1
) -> Prepared:
    """Bring a recording onto ticks and into a world.

    Args:
        findings: The recording.
        world: Where it happened.
        judging: What is asked of it.
        gap_ns: Longest time between two poses that is bridged, nanoseconds; None for what suits each source.
        number: Number of the episode.

    Raises:
        ForeignError: If it does not cover a moment, or happened elsewhere.
    """
    times = timeline(findings, judging.rate, gap_ns)
    episode = foreign_episode(findings, times, world, judging, gap_ns, number)
    doubts = tuple(_doubts(episode, world.plan, str(findings.bag.path), world.reference.argument))
    return Prepared(findings, times, episode, (*findings.remarks, *times.left_out, *doubts))


def write(ready: Prepared, path: Path, plan: OccupancyGrid, labels: Mapping[str, str]) -> Imported:
    """Judge and record.

    Args:
        ready: The recording.
        path: File to make; as for ``RecordingWriter``.
        plan: Map of the world.
        labels: Further texts for the metadata.

    Raises:
        RecordingError: If the file can not be made or written.
        ForeignError: If a name in a condition stands for places on several levels.
    """
    start = ready.episode.start
    try:
        judge = Judge(start.episode, start.layout)
    except ValueError as problem:
        raise ForeignError(f"{ready.findings.bag.path}: {problem}") from None
    writer = RecordingWriter(path, start, ready.times.start_ns, labels)
    writer.write_map(plan)
    frames, last_tick, last_ns = 0, 0, 0
    for frame in ready.episode.frames():
        observation = judge.observe(frame)
        writer.write_frame(frame)
        frames, last_tick, last_ns = frames + 1, frame.tick, frame.time_ns
        if frame.tick == 0 or observation.verdicts or observation.phases:
            writer.write_verdicts(VerdictSnapshot(last_tick, last_ns, judge.verdicts(), judge.phases()))
        if judge.outcome is not None:
            break
    judge.close(*_ending(start.episode), last_tick)
    writer.write_verdicts(VerdictSnapshot(last_tick, last_ns, judge.verdicts(), judge.phases()))
    writer.finish(judge.outcome)
    return _imported(ready, path, judge, frames, ns_to_seconds(last_ns))


def _ending(episode: Episode) -> tuple[str, str]:
    """State and reason of an episode that its recording does not bring to an end."""
    is_idle = all(robot.phases == (NO_TASK,) for robot in episode.robots)
    return ("SKIPPED", NO_TASK_REASON) if is_idle else ("FAILED", NO_GOAL_REASON)


def _imported(ready: Prepared, path: Path, judge: Judge, frames: int, seconds: float) -> Imported:
    rest = ready.episode.ticks[-1] / ready.episode.start.episode.rate - seconds
    remarks = [f"{rest:.2f} s after the end of the task are left out"] if rest > 0.0 else []
    silences = tuple(silence for silence in ready.times.silences if silence[1] <= seconds)
    has_task = any(robot.phases != (NO_TASK,) for robot in ready.episode.start.episode.robots)
    return Imported(
        ready.findings,
        path,
        ready.times.start_ns,
        frames,
        seconds,
        silences,
        judge.outcome or EpisodeOutcome("FATAL", 0, ""),
        judge.verdicts(),
        judge.phases() if has_task else (),
        (*ready.remarks, *remarks),
    )


def _doubts(episode: ForeignEpisode, plan: OccupancyGrid, path: str, world: str) -> Iterator[str]:
    """What speaks against the world or the offset.

    Raises:
        ForeignError: If no pose of any robot is on the map.
    """
    robots = episode.start.layout.robots
    shares = {name: _cells(episode.robots[:, index, :2], plan) for index, name in enumerate(robots)}
    if not any(len(cells) and (cells >= 0).any() for cells in shares.values()):
        x, y = episode.robots[0, 0, :2].tolist()
        raise ForeignError(
            f"{path}: no robot is ever on the map of {world}; {robots[0]} begins at ({x:.2f}, {y:.2f}), and the map "
            f"lies {_extent(plan)} (another world, --level or --offset x,y,yaw?)"
        )
    for name, cells in shares.items():
        beyond, occupied = float((cells < 0).mean()), float((cells > 0).mean())
        if beyond > 0.0:
            yield f"{name}: {beyond:.0%} of its poses are beyond the map (another world, --level or --offset?)"
        if occupied > MOST_OCCUPIED:
            yield f"{name}: {occupied:.0%} of its poses are in walls or furniture (is --offset right?)"


def _cells(points: Floats, plan: OccupancyGrid) -> NDArray[np.int16]:
    """Value of the map's cell below each known point, -1 beyond the map."""
    known = points[~np.isnan(points[:, 0])]
    columns = np.floor((known[:, 0] - plan.origin.x) / plan.resolution).astype(np.int64)
    rows = np.floor((known[:, 1] - plan.origin.y) / plan.resolution).astype(np.int64)
    height, width = plan.cells.shape
    on_map = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    found = np.full(len(known), -1, dtype=np.int16)
    found[on_map] = plan.cells[rows[on_map], columns[on_map]]
    return found


def _extent(plan: OccupancyGrid) -> str:
    height, width = plan.cells.shape
    x, y = plan.origin.x, plan.origin.y
    far_x, far_y = x + width * plan.resolution, y + height * plan.resolution
    return f"between ({x:.2f}, {y:.2f}) and ({far_x:.2f}, {far_y:.2f})"
